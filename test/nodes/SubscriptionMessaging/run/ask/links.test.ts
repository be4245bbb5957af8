import { createSecretKey } from 'node:crypto';

import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import {
	roomFor,
	type Question,
} from '../../../../../nodes/SubscriptionMessaging/actions/fields/question';
import {
	withLinks,
	withSampleLinks,
} from '../../../../../nodes/SubscriptionMessaging/run/ask/links';
import type {
	PreparedItem,
	PreparedRequest,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import type { RunMemory } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import {
	customTicketOf,
	recipientsOf,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import {
	answerAddress,
	lengthOfAnswerAddress,
} from '../../../../../nodes/SubscriptionMessaging/statusAddress/answerAddress';
import type { Session } from '../../../../../nodes/SubscriptionMessaging/transport/session';
import { fakeService, refusal, reply, type FakeRequest } from '../../transport/fakeService';
import {
	byIndex,
	item,
	planOf,
	plainCall,
	request,
	sendCall,
	SETTINGS,
	to,
} from '../preparedItems';

const ANN = '18015551001';
const BOB = '18015551002';
const KEY = createSecretKey(Buffer.alloc(32, 1));
const SHORT_HOST = 'https://n8n.example/webhook-waiting/7';
const LONG_HOST = `https://n8n.example/${'x'.repeat(150)}/webhook-waiting/7`;
const question: Question = { type: 'approval', message: 'Sure?', approve: 'Yes' };

const asking = (
	people: readonly string[],
	line = 'Approve?',
	more: Partial<PreparedRequest> = {},
) => item(request(sendCall(to(...people), line), { question, ...more }));

const answersWith =
	(url: string) =>
	({ operation }: FakeRequest) =>
		reply(
			operation,
			`<result>true</result><error_code>0</error_code><response><u>${url}</u></response>`,
		);

/** A service that gives each link another short URL. */
const numbered = () => {
	let count = 0;
	return (asked: FakeRequest) => answersWith(`https://sho.rt/${(count += 1)}`)(asked);
};

interface Linking {
	items?: readonly PreparedItem[];
	resumeUrl?: string;
	answer?: Parameters<typeof fakeService>[0];
	/** What became before of the calls with some keys. */
	states?: (key: string) => 'accepted' | 'unclear' | undefined;
}

const contextOf = (context: IExecuteFunctions, resumeUrl: string) =>
	Object.assign(context, {
		getWorkflowDataProxy: (itemIndex: number) =>
			itemIndex === 0 ? { $execution: { resumeUrl } } : {},
	});

/** The texts of a plan with its links, and what was asked of the service for them. */
async function linking({
	items = [asking([ANN, BOB])],
	resumeUrl = SHORT_HOST,
	answer = numbered(),
	states = () => undefined,
}: Linking) {
	const { context, session, requests } = fakeService(answer);
	const account = (code: string): Session => ({
		...session,
		baseUrl: `https://${code}.example`,
		statusAddressKey: async () => await Promise.resolve(KEY),
	});
	const memory = {
		call: (key: string) => (states(key) ? { state: states(key) } : undefined),
	} as unknown as RunMemory;
	const plan = planOf(byIndex(...items));
	const linked = withLinks(
		contextOf(context, resumeUrl),
		[account('one'), account('two')],
		plan,
		memory,
	);
	const result = await linked.then(
		(made) => ({ made, error: undefined }),
		(error: unknown) => ({ made: plan, error: error as NodeOperationError }),
	);
	const texts = result.made.chains
		.flat()
		.flatMap(({ call }) => recipientsOf(call).map(({ message }) => message));
	const links = (people: readonly string[]) =>
		plan.chains
			.flat()
			.flatMap(({ call }) =>
				people.map((person) =>
					answerAddress(KEY, resumeUrl, { customTicket: customTicketOf(call)!, person }),
				),
			);
	return { ...result, texts, links, requests, plan };
}

describe('the room for a link', () => {
	test('is what 160 characters leave behind the line and a space', () => {
		expect(roomFor('Approve?', {})).toBe(160 - 'Approve? '.length);
		expect(roomFor('x'.repeat(170), {})).toBe(-11);
	});

	test('is less in another language, and with the values of the recipient', () => {
		expect(roomFor('Approve?', { locale: 'fr' })).toBe(70 - 'Approve? '.length);
		const customfields = [{ name: 'name', value: 'Annabelle' }];
		expect(roomFor('{name}?', { customfields })).toBe(160 - 'Annabelle? '.length);
		// The text leaves with its braces, and the service counts those as well.
		expect(roomFor('{given_name}?', { customfields: [{ name: 'given_name', value: 'Al' }] })).toBe(
			160 - '{given_name}? '.length,
		);
	});
});

describe('each recipient gets a text', () => {
	test('with the line and a link of their own, for which nothing is asked', async () => {
		const { texts, links, requests } = await linking({});
		const [ann, bob] = links([ANN, BOB]);
		expect(texts).toEqual([`Approve? ${ann}`, `Approve? ${bob}`]);
		expect(ann).not.toBe(bob);
		expect(requests).toEqual([]);
	});

	test('with the link of whom they stand for, where the credential redirects them', async () => {
		const { texts, links } = await linking({
			items: [asking(['18015559999'], 'Approve?', { redirectedFrom: [ANN] })],
		});
		expect(texts).toEqual([`Approve? ${links([ANN])[0]}`]);
	});

	test('in the plan as it was, so that it is carried out alike', async () => {
		const { made, plan } = await linking({ items: [asking([ANN]), asking([BOB])] });
		expect(made.chains.flat().map(({ key }) => key)).toEqual(
			plan.chains.flat().map(({ key }) => key),
		);
		expect(made.callsOf.get(1)).toEqual(made.chains[1]);
	});

	test('but not again where it was accepted', async () => {
		const { plan } = await linking({ items: [asking([ANN]), asking([BOB])] });
		const first = plan.chains[0]![0]!.key;
		const { texts } = await linking({
			items: [asking([ANN]), asking([BOB])],
			states: (key) => (key === first ? 'accepted' : 'unclear'),
		});
		expect(texts).toEqual([undefined, expect.stringContaining('https://')]);
	});

	test('without a line where the send has none', async () => {
		const empty = request(sendCall(to(ANN), ''), { question });
		const { texts, links } = await linking({ items: [item(empty)] });
		expect(texts).toEqual([` ${links([ANN])[0]}`]);
	});
});

describe('a link that does not fit', () => {
	test('becomes a short one, made through the group of the send', async () => {
		const { texts, requests, links } = await linking({ resumeUrl: LONG_HOST });
		expect(texts).toEqual(['Approve? https://sho.rt/1', 'Approve? https://sho.rt/2']);
		expect(requests.map(({ operation, keyword }) => [operation, keyword])).toEqual([
			['createShortURL', 'NSTAFF'],
			['createShortURL', 'NSTAFF'],
		]);
		const asked = requests.map(
			({ options }) => /<url[^>]*>([^<]*)</.exec(String(options.body))?.[1],
		);
		expect(asked).toEqual(links([ANN, BOB]).map((link) => link.replaceAll('&', '&amp;')));
		for (const { options } of requests) {
			expect(String(options.body)).toContain('12345');
			expect(options.timeout).toBe(30_000);
		}
	});

	test('is taken as it is up to the last character', async () => {
		const length = lengthOfAnswerAddress(SHORT_HOST);
		const fitting = 'x'.repeat(160 - 1 - length);
		expect((await linking({ items: [asking([ANN], fitting)] })).requests).toEqual([]);
		expect((await linking({ items: [asking([ANN], `${fitting}x`)] })).requests).toHaveLength(1);
	});

	test('is made by the account that sends', async () => {
		const { requests } = await linking({
			resumeUrl: LONG_HOST,
			items: [asking([ANN], 'Approve?', { settings: { ...SETTINGS, account: 1 } })],
		});
		expect(String(requests[0]?.options.url ?? requests[0]?.options.baseURL)).toContain(
			'two.example',
		);
	});

	test('is made for at most five people at once', async () => {
		let underWay = 0;
		let most = 0;
		const people = Array.from({ length: 12 }, (_one, index) => String(18015551000 + index));
		const answer = numbered();
		const { requests } = await linking({
			resumeUrl: LONG_HOST,
			items: [asking(people)],
			answer: async (asked) => {
				underWay += 1;
				most = Math.max(most, underWay);
				for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
				underWay -= 1;
				return answer(asked);
			},
		});
		expect(requests).toHaveLength(12);
		expect(most).toBe(5);
	});

	test('is found in an answer that holds much else', async () => {
		const filler = '<x>1</x>'.repeat(1_200);
		const answer = ({ operation }: FakeRequest) =>
			reply(
				operation,
				`<result>true</result><error_code>0</error_code><response>${filler}<u>https://sho.rt/1</u></response>`,
			);
		const { texts } = await linking({ resumeUrl: LONG_HOST, items: [asking([ANN])], answer });
		expect(texts).toEqual(['Approve? https://sho.rt/1']);
	});

	test('may be just as short as the room', async () => {
		const short = 'https://sho.rt/12';
		const line = 'x'.repeat(160 - 1 - short.length);
		const made = await linking({ items: [asking([ANN], line)], answer: answersWith(short) });
		expect(made.texts).toEqual([`${line} ${short}`]);
		const failing = await linking({
			items: [asking([ANN], `${line}x`)],
			answer: answersWith(short),
		});
		expect(failing.error?.description).toContain(
			'The short URL has 17 characters, and 16 are left. ',
		);
	});
});

describe('nothing is sent, and no more short ones are asked for', () => {
	const people = Array.from({ length: 12 }, (_one, index) => String(18015551000 + index));
	const long = { resumeUrl: LONG_HOST, items: [item([]), asking(people), asking([ANN])] };

	test.each([
		[
			'where one is refused',
			({ operation }: FakeRequest) => refusal(operation, 'No <b>credit</b>'),
			/A short URL could not be made: .*credit.*\. Shorten/,
		],
		[
			'where none can be found in the answer',
			({ operation }: FakeRequest) => reply(operation, '<result>true</result>'),
			/The service's answer does not show which the short URL is\. Shorten/,
		],
		[
			'where it is called one, and is no address',
			({ operation }: FakeRequest) =>
				reply(operation, '<result>true</result><short_url>aB3</short_url>'),
			/The service's answer does not show which the short URL is\. Shorten/,
		],
		[
			'where two are the same',
			// As long as there is room.
			answersWith('https://sho.rt/'.padEnd(151, '1')),
			/The service gave the same short URL for two links.* Shorten/,
		],
	])('%s', async (_what, answer, why) => {
		const { error, requests } = await linking({ ...long, answer });
		const length = lengthOfAnswerAddress(LONG_HOST);
		expect(error).toMatchObject({
			message: 'The link does not fit into the text, so nothing was sent',
			description: expect.stringMatching(why),
			context: expect.objectContaining({ itemIndex: 1 }),
		});
		expect(error?.description).toMatch(
			new RegExp(`^The link has ${length} characters, and 'Text Before the Link' leaves 151\\. `),
		);
		expect(error?.description).not.toMatch(/[<>]/);
		// As many as are asked for at once, and one that may begin after the first came.
		expect([5, 6]).toContain(requests.length);
	});

	test('says that nothing is left where the line alone is too long', async () => {
		const { error } = await linking({ items: [asking([ANN], 'x'.repeat(200))] });
		expect(error?.description).toMatch(/leaves 0\. .* and 0 are left\./);
	});

	test('gives the reason of the first that failed', async () => {
		let count = 0;
		const { error } = await linking({
			...long,
			answer: ({ operation }) => refusal(operation, `Reason ${(count += 1)}`),
		});
		expect(error?.description).toContain('Reason 1');
	});
});

describe('a preview', () => {
	const sample = (preview: PreparedItem, resumeUrl = SHORT_HOST) => {
		const { context } = fakeService(() => '');
		const shown = withSampleLinks(contextOf(context, resumeUrl), preview);
		return {
			...shown,
			texts: shown.requests.flatMap(({ call }) => recipientsOf(call).map(({ message }) => message)),
		};
	};

	test('shows texts as long as they would be, with a link that leads nowhere', () => {
		const { texts, warnings } = sample(asking([ANN]));
		const link = 'https://n8n.example/'.padEnd(lengthOfAnswerAddress(SHORT_HOST), 'x');
		expect(texts).toEqual([`Approve? ${link}`]);
		expect(warnings).toBeUndefined();
	});

	test('says once that a short one would be made, after what else is to be said', () => {
		const length = lengthOfAnswerAddress(LONG_HOST);
		const item_: PreparedItem = { ...asking([ANN, BOB]), warnings: ['Look.'] };
		const { texts, warnings } = sample(item_, LONG_HOST);
		expect(texts).toEqual(['Approve? ', 'Approve? ']);
		expect(warnings).toEqual([
			'Look.',
			`The link of ${length} characters does not fit. The node makes a short URL instead, which may have at most 151 characters.`,
		]);
	});

	test('takes a link that just fits', () => {
		const fitting = 'x'.repeat(160 - 1 - lengthOfAnswerAddress(SHORT_HOST));
		expect(sample(asking([ANN], fitting)).warnings).toBeUndefined();
		expect(sample(asking([ANN], `${fitting}x`)).warnings).toHaveLength(1);
	});

	test('says that no character is left where the line alone is too long', () => {
		expect(sample(asking([ANN], 'x'.repeat(200))).warnings).toEqual([
			expect.stringMatching(/which may have at most 0 characters\.$/),
		]);
	});

	test('of a send that has no text shows its link alone', () => {
		const numbers = { ...plainCall(ANN), parameters: { recipientList: { recipients: to(ANN) } } };
		const shown = sample(item(request(numbers as unknown as PreparedRequest['call'])));
		expect(shown.texts).toEqual([expect.stringMatching(/^ https:/)]);
	});
});
