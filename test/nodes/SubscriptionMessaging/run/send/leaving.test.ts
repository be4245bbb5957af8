import { refusal, reply, rows, type FakeRequest } from '../../transport/fakeService';
import { byItem, running, type Running } from '../running';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(async () => {}),
}));

const GOOD = '<result>true</result><error_code>0</error_code>';
const LOST = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
const REFUSED = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

/** In two parts. */
const long = (letter: string) => `${letter.repeat(150)} ${letter.repeat(100)}`;

/** A service that keeps what it took, and a run of it with one ticket and Skip for all items. */
function skipping(parameters: Running['parameters'] & object, more: Partial<Running> = {}) {
	const had = new Map<string, string[]>();
	/** By the first letter of each text: how often the connection is refused, or the answer is lost. */
	const state = { refused: '', lost: '' };
	const sent: string[] = [];
	const answer = ({ operation, ticket, keyword, sendTo, options }: FakeRequest) => {
		const under = `${ticket} ${keyword}`;
		if (operation.includes('TransactionStatus')) {
			return had.has(under)
				? rows(operation, had.get(under)!)
				: refusal(operation, `Ticket ${ticket} unknown`, 7);
		}
		if (!operation.startsWith('send')) return reply(operation, GOOD);
		const [, text = ''] = /<message[^>]*>([^<]*)/.exec(String(options.body))!;
		if (state.refused.includes(text[0]!)) throw REFUSED;
		sent.push(`${text[0]}${text.length} ${sendTo.join('+')}`.trim());
		// What is lost shows late.
		if (state.lost.includes(text[0]!)) throw LOST;
		had.set(under, [...(had.get(under) ?? []), ...(sendTo.length > 0 ? sendTo : ['18015559999'])]);
		return reply(operation, `${GOOD}<transaction_ticket>T</transaction_ticket>`);
	};
	const options = {
		severalBroadcasts: true,
		custom_ticket: 'news-7',
		ifTicketKnown: 'skip',
		requestsInParallel: 1,
		ifTooLong: 'split',
	};
	const run: Running = {
		count: 2,
		goesOn: true,
		kept: {},
		secret: expect.getState().currentTestName,
		parameters: { ...parameters, options },
		answer,
		...more,
	};
	return { run, sent, state };
}

const SAME = 'Not sent: another item goes to some of these recipients under this ticket';

const AGAIN = [{}, { mode: 'retry' as const }];

test('a message to everyone is not sent, and not called sent, where an earlier try sent another one', async () => {
	const { run, sent } = skipping(
		{ keyword: 'G1', message: byItem('B', 'A') },
		{ operation: 'message/sendToGroup' },
	);
	await running({ ...run, parameters: { ...run.parameters, message: byItem('', 'A') } });
	for (const more of AGAIN) {
		const { errors, items } = await running({ ...run, ...more });
		expect(errors).toEqual([expect.stringContaining(SAME), undefined]);
		expect(items[1]?.json).toMatchObject({ sent: true });
	}
	expect(sent).toEqual(['A1']);
});

test('nor where nobody knows whether the other one was sent', async () => {
	const { run, sent, state } = skipping(
		{ keyword: 'G1', message: byItem('B', 'A') },
		{ operation: 'message/sendToGroup' },
	);
	state.lost = 'A';
	await running({ ...run, parameters: { ...run.parameters, message: byItem('', 'A') } });
	const { errors } = await running(run);
	expect(errors).toEqual([
		expect.stringContaining(SAME),
		expect.stringContaining("We can't tell whether this message was sent"),
	]);
	expect(sent).toEqual(['A1']);
});

test.each(AGAIN)('a list is not sent where the one that it overlaps may be: %j', async (more) => {
	const { run, sent, state } = skipping({
		recipients: 'commaSeparated',
		sendTo: byItem('18015550000, 18015550001', '18015550001, 18015550002'),
		message: byItem('A', 'B'),
	});
	state.lost = 'A';
	await running(run);
	const { errors } = await running({ ...run, ...more });
	expect(errors[1]).toContain(SAME);
	expect(sent).toEqual(['A1 18015550000+18015550001']);
});

test.each([
	['to everyone', 'message/sendToGroup', { keyword: 'G1' }, ''],
	[
		'a list',
		'message/send',
		{
			recipients: 'commaSeparated',
			sendTo: byItem('18015550000, 18015550003', '18015550000, 18015550001'),
		},
		' 18015550000+18015550001',
	],
])('a text in parts is completed before another one that waits (%s)', async (...row) => {
	const [, operation, parameters, to] = row;
	const { run, sent, state } = skipping(
		{ ...parameters, message: byItem(long('B'), long('A')) },
		{ operation },
	);
	const { answer } = run;
	const first: Running = {
		...run,
		parameters: { ...run.parameters, message: byItem('', long('A')) },
		answer: (request) => {
			state.refused = sent.length > 0 ? 'A' : '';
			return answer!(request);
		},
	};
	await running(first);
	state.refused = '';
	for (const more of AGAIN) {
		const { errors, items } = await running({ ...run, ...more });
		expect(errors[0]).toContain('Not sent: ');
		expect(items[1]?.json).toMatchObject({ sent: true, parts: 2 });
	}
	expect(sent).toEqual([`A150${to}`, `A100${to}`]);
});
