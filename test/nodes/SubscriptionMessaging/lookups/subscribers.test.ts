import { objectIn } from '../../../../nodes/SubscriptionMessaging/service/answer/answerOf';
import { readSubscribers } from '../../../../nodes/SubscriptionMessaging/lookups/subscribers';
import {
	fakeService,
	page,
	refusal,
	reply,
	SESSION,
	type FakeAnswer,
} from '../transport/fakeService';

const list = (...phones: string[]) =>
	phones.map((phone) => `<item><unsubdate/><user><phone>${phone}</phone></user></item>`).join('');
const good = (response: string) =>
	reply('getAllSubscribers', `<result>true</result><error_code>0</error_code>${response}`);

/** What is read of the group NSTAFF at a service that answers so. */
async function reading(
	answer: FakeAnswer,
	limits: { mostReads?: number; onlyActive?: boolean } = {},
) {
	const service = fakeService(() => answer);
	const phones: unknown[] = [];
	const error = await readSubscribers(
		service.context,
		SESSION,
		{ code: '12345', keyword: 'NSTAFF', ...limits },
		({ user }) => phones.push(objectIn(user)?.phone),
	);
	return { error, phones, requests: service.requests };
}

it('asks for active and inactive subscribers of the group, and gives each', async () => {
	const rows = list('18015551001', '18015551002');
	const { error, phones, requests } = await reading(
		good(`<response><subscribers>${rows}</subscribers></response>`),
	);
	expect(error).toBeUndefined();
	expect(phones).toEqual(['18015551001', '18015551002']);
	expect(requests).toMatchObject([{ operation: 'getAllSubscribers', keyword: 'NSTAFF' }]);
});

it('asks for those alone who are active', async () => {
	const none = good('<response><subscribers/></response>');
	const { requests } = await reading(none, { onlyActive: true });
	expect(requests).toMatchObject([{ operation: 'getActiveSubscribers' }]);
});

it('takes a list without entries for an empty group', async () => {
	const { error } = await reading(good('<response><subscribers/></response>'));
	expect(error).toBeUndefined();
});

it.each([
	['no payload', good('<response xsi:nil="true"/>')],
	['a payload without a list', good('<response><name>Staff</name></response>')],
	['a nil list', good('<response><subscribers xsi:nil="true"/></response>')],
	['a text', good('<response><subscribers>Service unavailable</subscribers></response>')],
])('does not take %s for an empty group', async (_what, answer) => {
	const { error } = await reading(answer);
	expect(error?.message).toMatch(/(without a|has no) list of subscribers/);
});

it.each([
	['a nil entry', '<item xsi:nil="true"/>'],
	['an empty entry', '<item/>'],
	['an error in place of an entry', '<error>Out of memory</error>'],
	['a number in place of a person', '<item><unsubdate/><user>0801</user></item>'],
	['words in place of a person', '<item><unsubdate/><user>is false</user></item>'],
	['a text in place of a person', '<item><unsubdate/><user>18015551002</user></item>'],
	['two persons in one', '<item><user><phone>1</phone></user><user><phone>2</phone></user></item>'],
])('takes no list with %s, which may be of anybody', async (_what, row) => {
	const answer = (all: string) => good(`<response><subscribers>${all}</subscribers></response>`);
	for (const rows of [row, row + list('18015551001'), list('18015551001') + row]) {
		const { error } = await reading(answer(rows));
		expect(error?.message).toContain('a subscriber that could not be read');
	}
});

it.each(['<user xsi:type="xsd:boolean">false</user>', '<user>0</user>', '<user></user>'])(
	'takes a list in which one has no person: %s',
	async (user) => {
		const rows = `${list('18015551001')}<item><unsubdate/>${user}</item>`;
		const { error } = await reading(
			good(`<response><subscribers>${rows}</subscribers></response>`),
		);
		expect(error).toBeUndefined();
	},
);

it.each(['enc:arrayType="x[3]"', 'enc:arraySize="3"', 'enc:arrayType="x[3]" enc:offset="[1]"'])(
	'takes no list that holds fewer subscribers than it says: %s',
	async (attributes) => {
		const rows = list('18015551001', '18015551002');
		const answer = `<response><subscribers xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" ${attributes}>${rows}</subscribers></response>`;
		const { error } = await reading(good(answer));
		expect(error?.message).toContain('a subscriber that could not be read');
	},
);

it.each([
	['nil users', '<item><unsubdate/><user xsi:nil="true"/></item>'.repeat(2)],
	['users without an address', list('-', 'n/a', '')],
	['masked numbers', list('1801555****', '*******1002')],
])('takes no list of %s, of which nobody can be told', async (_what, rows) => {
	const answer = (all: string) => good(`<response><subscribers>${all}</subscribers></response>`);
	const { error } = await reading(answer(rows));
	expect(error?.message).toContain('without any phone number or email address');
	// Beside somebody it is an entry as any other.
	expect((await reading(answer(rows + list('18015551001')))).error).toBeUndefined();
});

it.each([
	['refuses', refusal('getAllSubscribers', 'No'), 'ServiceRefusedError'],
	['answers with a page', page(500), 'NotThisInterfaceError'],
	[
		'breaks off',
		good(`<response><subscribers>${list('18015551001')}`).replace(/<\/return>.*/, ''),
		'UnreadableXmlError',
	],
])('fails where the service %s', async (_what, answer, name) => {
	const { error } = await reading(answer);
	expect(error?.name).toBe(name);
});

it('asks once where the caller does not want to wait for a busy service', async () => {
	const busy = { status: 503, headers: { 'retry-after': '1' }, body: '' };
	const { error, requests } = await reading(busy, { mostReads: 1 });
	expect(error?.name).toBe('BusyError');
	expect(requests).toHaveLength(1);
});
