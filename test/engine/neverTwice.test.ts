import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { envelope, FAULTS, http } from '../faults/faults';
import { FaultProxy, type Injection } from '../faults/faultProxy';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

const sandbox = useSandbox();

const unit = (value: string) => ({ __rl: true, mode: 'keyword', value });

/** A run whose connections suffer the faults; without any, all runs have one account. */
async function send(
	parameters: INodeParameters,
	faults: Injection[] = [],
	more: Partial<RunOptions> = {},
) {
	const proxy =
		faults.length > 0 ? await FaultProxy.start(sandbox.running.port, faults) : undefined;
	try {
		return await runNode({
			credential: credentialFor(proxy ?? sandbox.running),
			parameters: {
				resource: 'message',
				operation: 'send',
				keyword: unit('NSTAFF'),
				message: 'Hello',
				...parameters,
			},
			...more,
		});
	} finally {
		await proxy?.close();
	}
}

const LOST: Injection = {
	fault: FAULTS.find(({ name }) => name === 'reset')!,
	point: 'beforeAnswer',
	kind: 'send',
	nth: 0,
};

/** Every look-up of a ticket is refused, as under maintenance. */
const REFUSED_LOOK_UPS: Injection = {
	fault: {
		name: 'maintenance',
		kind: 'answer',
		answer: http(
			'200 OK',
			'text/xml',
			envelope(
				'<getCustomTransactionStatusResponse><return><result>false</result><error_code>999</error_code><message>Down for maintenance</message></return></getCustomTransactionStatusResponse>',
			),
		),
	},
	point: 'beforeRequest',
	kind: 'question',
	nth: 'every',
};

/** Nor can anything else be read. */
const REFUSED_READS: Injection = { ...REFUSED_LOOK_UPS, kind: 'read' };

const calls = () => sandbox.running.sandbox.calls;
const messages = () => sandbox.running.sandbox.messages.all;
const sends = () => calls().filter(({ operation }) => operation.startsWith('send'));
const keywordsOfLookUps = () =>
	calls().flatMap(({ operation, keyword }) =>
		operation === 'getCustomTransactionStatus' ? [keyword] : [],
	);

describe('A message to everyone in a division', () => {
	const toDivision = { keyword: unit('NORTH'), operation: 'sendToGroup' };
	const withSkip = { options: { custom_ticket: 'news-7', ifTicketKnown: 'skip' } };

	it('whose answer was lost is looked up by the keyword of a group of it', async () => {
		const { items, error } = await send(toDivision, [LOST]);

		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ recovered: true, everyone: true });
		expect(sends()).toHaveLength(1);
		expect(new Set(keywordsOfLookUps())).toEqual(new Set(['NSTAFF']));
	}, 20_000);

	it('stays unknown where the service refuses to say, and Retry On Fail sends nothing', async () => {
		const { error } = await send(toDivision, [LOST, REFUSED_LOOK_UPS, REFUSED_READS], {
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		});

		expect(error?.message).toMatch(/^We can't tell whether this message was sent/);
		expect(sends()).toHaveLength(1);
	}, 30_000);

	it('is not repeated by Skip', async () => {
		await send({ ...toDivision, ...withSkip });
		const reached = messages().length;
		const { items } = await send({ ...toDivision, ...withSkip });

		expect(reached).toBeGreaterThan(1);
		expect(messages()).toHaveLength(reached);
		expect(items).toHaveLength(1);
		expect(sends()).toHaveLength(1);
	}, 20_000);

	it('is not sent by Skip where the service refuses to say, which names what Skip cannot do', async () => {
		const { error } = await send({ ...toDivision, ...withSkip }, [REFUSED_LOOK_UPS, REFUSED_READS]);

		expect(error?.message).toContain("Skip can't guard this message to everyone");
		expect(messages()).toEqual([]);
	}, 20_000);
});

const PEOPLE = ['18015559001', '18015559002', '18015559003'];
const items = PEOPLE.map((phone) => ({ phone }));
const fromItems = { recipients: 'inputItems', sendTo: '={{ $json.phone }}', type: 1 };

describe('Two executions at the same moment', () => {
	const one = () => credentialFor(sandbox.running);

	it.each([
		['one credential', () => [one(), one()]],
		['two credentials of one account', () => [one(), { ...one(), nvpMethod: 'GET' }]],
	])(
		'that send the same with Skip and %s reach everyone once',
		async (_what, credentials) => {
			const options = {
				custom_ticket: '={{ "order-" + $json.phone }}',
				ifTicketKnown: 'skip',
				batchSize: 1,
			};
			const both = await Promise.all(
				credentials().map(
					async (credential) => await send({ ...fromItems, options }, [], { items, credential }),
				),
			);

			expect(both.map(({ error }) => error)).toEqual([undefined, undefined]);
			expect(
				messages()
					.map(({ sendTo }) => sendTo)
					.sort(),
			).toEqual(PEOPLE);
		},
		30_000,
	);
});

describe('A batch that the service took in part', () => {
	/** Only the first recipient of a send gets it. */
	function takeOne() {
		const { messages: kept } = sandbox.running.sandbox;
		const record = kept.record.bind(kept);
		jest
			.spyOn(kept, 'record')
			.mockImplementation((order, deliveries, delay) =>
				record(order, deliveries.slice(0, 1), delay),
			);
	}

	afterEach(() => jest.restoreAllMocks());

	it('tells each item whether it was sent', async () => {
		takeOne();
		const { items: output, errorItems } = await send(fromItems, [LOST], {
			items,
			settings: { onError: 'continueErrorOutput' },
		});

		expect(output.map(({ json, pairedItem }) => [json.sendTo, json.recovered, pairedItem])).toEqual(
			[[PEOPLE[0], true, { item: 0 }]],
		);
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
		expect(messages()).toHaveLength(1);
	}, 20_000);

	it('is not sent again to those who have it', async () => {
		takeOne();
		const memory: IDataObject = {};
		await send(fromItems, [LOST], { items, memory });
		await send(fromItems, [], { items, memory });

		expect(messages().map(({ sendTo }) => sendTo)).toEqual(PEOPLE.slice(0, 1));
	}, 20_000);
});
