import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Group } from '../../sandbox/organization';
import { person } from '../../sandbox/seed';
import { joinGroup, leaveGroup, switchChannel } from '../../sandbox/subscribers';
import { FAULTS } from '../faults/faults';
import { FaultProxy } from '../faults/faultProxy';
import { actAsAgent } from './agent';
import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

// Nobody who has left a group gets a message of it, where a workflow asks for that.

const sandbox = useSandbox();

/** In the sandbox's group NSTAFF: subscribed, without texts, left, and not there. */
const ANN = '18015551001';
const ZOE = '18015551002';
const BEN = '18015551003';
const CARL = '18015551005';
const OLAF = '18015551007';
const STRANGER = '18015559998';

const SKIP = { unsubscribedRecipients: 'skip' };
const ONLY = { onlySubscribers: true };

const parametersOf = (parameters: INodeParameters, options: INodeParameters): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
	recipients: 'inputItems',
	sendTo: '={{ $json.phone }}',
	type: 1,
	message: 'Hello',
	...parameters,
	options,
});

const send = async (
	options: INodeParameters,
	phones: string[] = [ANN, OLAF, STRANGER],
	{ parameters = {}, ...more }: Partial<RunOptions> = {},
) =>
	await runNode({
		credential: credentialFor(sandbox.running),
		parameters: parametersOf(parameters, options),
		items: phones.map((phone) => ({ phone })),
		...more,
	});

const group = () => sandbox.running.sandbox.organization.existing('NSTAFF', ['group']) as Group;
const reached = () => sandbox.running.sandbox.messages.all.map(({ sendTo }) => sendTo);
const calls = () => sandbox.running.sandbox.calls.map(({ operation }) => operation);
const reads = () => calls().filter((operation) => operation.startsWith('getAllSubscribers'));
const goesOn = { settings: { onError: 'continueRegularOutput' as const } };
const list = (sendTo: string, more: INodeParameters = {}): Partial<RunOptions> => ({
	parameters: { recipients: 'commaSeparated', sendTo, ...more },
	items: [{}],
});

describe('10,000 recipients, of whom 500 have left', () => {
	const spellings = [
		(number: string) => number,
		(number: string) => `+${number}`,
		(number: string) => `00${number}`,
		(number: string) => `+1 (${number.slice(1, 4)}) ${number.slice(4, 7)}-${number.slice(7)}`,
	];
	const everyone = Array.from({ length: 10_000 }, (_one, index) => String(18012000000 + index));
	const left = everyone.filter((_number, index) => index % 20 === 7);
	const spelled = (numbers: readonly string[], shift: number) =>
		numbers.map((number, index) => spellings[(index + shift) % spellings.length]!(number));

	it('reaches none of the 500, whichever way either side writes a number, with one read', async () => {
		for (const phone of spelled(left, 0)) {
			group().subscribers.push(person('Gone', 'Away', phone, { unsubdate: '2026-01-01 00:00:00' }));
		}
		// Listed twice: who came back is to be reached.
		for (const phone of spelled(left.slice(0, 20), 1)) {
			group().subscribers.push(person('Back', 'Again', phone));
		}
		const phones = spelled(everyone, 2);
		const { items, error, hints } = await send({ ...SKIP, batchSize: 500 }, phones);
		expect(error).toBeUndefined();
		const gone = new Set(left.slice(20));
		expect(gone.size).toBe(480);
		expect(reached().filter((number) => gone.has(number))).toEqual([]);
		expect(reached().toSorted()).toEqual(everyone.filter((number) => !gone.has(number)));
		expect(reads()).toHaveLength(1);
		expect(calls()[0]).toMatch(/^getAllSubscribers/);
		const rows = items.filter(({ json }) => json.sent === false);
		expect(rows).toHaveLength(480);
		expect(new Set(rows.map(({ json }) => json.skipped))).toEqual(
			new Set(['it has left the group']),
		);
		expect(hints.map(({ message }) => message)).toContain('Left out: 480 (it has left the group).');
	}, 120_000);
});

describe('Unsubscribed Recipients', () => {
	it('sends to everyone and reads nothing without it, and with Send Anyway', async () => {
		await send({});
		await send({ unsubscribedRecipients: 'send' });
		expect(reached()).toEqual([ANN, OLAF, STRANGER, ANN, OLAF, STRANGER]);
		expect(reads()).toEqual([]);
	});

	it('Skip leaves them out, and each row says why', async () => {
		const { items } = await send(SKIP);
		expect(reached()).toEqual([ANN, STRANGER]);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ sent: true, sendTo: ANN },
			{ sent: false, sendTo: OLAF, skipped: 'it has left the group' },
			{ sent: true, sendTo: STRANGER },
		]);
	});

	it('takes a date of zeros for none, as some databases write it', async () => {
		const unsubdate = '0000-00-00 00:00:00';
		group().subscribers.push(person('Still', 'There', STRANGER, { unsubdate }));
		await send(SKIP);
		expect(reached()).toEqual([ANN, STRANGER]);
		await send({ ...SKIP, onlySubscribers: true }, [STRANGER]);
		expect(reached()).toEqual([ANN, STRANGER, STRANGER]);
	});

	it('Fail sends nothing at all', async () => {
		const { error } = await send({ unsubscribedRecipients: 'fail' });
		expect(error?.message).toBe('A recipient has left the group, so nothing was sent [item 1]');
		expect(error?.description).toContain(OLAF);
		expect(reached()).toEqual([]);
	});

	it('Fail fails the item alone, where the others may go on', async () => {
		const { items } = await send({ unsubscribedRecipients: 'fail' }, undefined, goesOn);
		expect(reached()).toEqual([ANN, STRANGER]);
		expect(items[1]?.json.error).toContain('left the group');
	});

	it('names those who were left out of a list, also where nobody is left', async () => {
		const some = await send(SKIP, [], list(`${ANN}, ${OLAF}`));
		expect(some.items[0]?.json).toMatchObject({
			recipients: [ANN],
			skipped_recipients: [{ sent: false, sendTo: OLAF, skipped: 'it has left the group' }],
		});
		const none = await send(ONLY, [], list(`${OLAF}, ${STRANGER}`));
		expect(none.items[0]?.json).toEqual({
			sent: false,
			recipients: [],
			skipped: 'all of its recipients were left out',
			skipped_recipients: [
				{ sent: false, sendTo: OLAF, skipped: 'it has left the group' },
				{ sent: false, sendTo: STRANGER, skipped: 'it is not subscribed to the group' },
			],
		});
		expect(reached()).toEqual([ANN]);
	});

	it.each([
		['sendLocalized', {}],
		['sendTemplate', { templateSource: 'text', text: 'Hello' }],
	])('holds for %s', async (operation, parameters) => {
		await send(SKIP, undefined, { parameters: { operation, ...parameters } });
		expect(reached()).toEqual([ANN, STRANGER]);
		expect(reads()).toHaveLength(1);
	});

	it('holds for Send and Wait for Delivery', async () => {
		const operation = 'sendAndWaitForDelivery';
		await send(SKIP, undefined, { parameters: { operation, waitMinutes: 1 } });
		expect(reached()).toEqual([ANN, STRANGER]);
	});

	describe('holds for Send to Numbers', () => {
		const numbers = async (
			phone: string,
			options: INodeParameters = SKIP,
			more: INodeParameters = {},
		) =>
			await send(options, [], {
				parameters: { operation: 'sendToNumbers', phone, ...more },
				items: [{}],
			});

		it('leaves them out, and names them', async () => {
			const { items } = await numbers(`${ANN}, ${OLAF}, ${STRANGER}`);
			expect(reached()).toEqual([ANN, STRANGER]);
			expect(reads()).toHaveLength(1);
			expect(items[0]?.json).toMatchObject({
				sent: true,
				recipients: [ANN, STRANGER],
				skipped_recipients: [{ sent: false, sendTo: OLAF, skipped: 'it has left the group' }],
			});
		});

		it('sends nothing where nobody is left', async () => {
			const { items } = await numbers(`${OLAF}, ${CARL}`, ONLY);
			expect(reached()).toEqual([]);
			expect(items[0]?.json).toMatchObject({ sent: false, skipped_recipients: [{}, {}] });
			expect((await numbers(OLAF)).items[0]?.json).toMatchObject({
				sent: false,
				sendTo: OLAF,
				skipped: 'it has left the group',
			});
			expect(reached()).toEqual([]);
		});

		it('fails', async () => {
			const { error } = await numbers(`${ANN}, ${OLAF}`, { unsubscribedRecipients: 'fail' });
			expect(error?.message).toContain('A recipient has left the group, so nothing was sent');
			expect(reached()).toEqual([]);
		});

		it('leaves them out of every part of a text that is split, and of a preview', async () => {
			const message = 'word '.repeat(60);
			const { items } = await numbers(`${ANN}, ${OLAF}`, SKIP, { preview: true });
			expect(items.map(({ json }) => [json.sendTo, json.skipped])).toEqual([
				[ANN, undefined],
				[OLAF, 'it has left the group'],
			]);
			await numbers(`${ANN}, ${OLAF}`, { ...SKIP, ifTooLong: 'split' }, { message });
			expect(reached()).toEqual([ANN, ANN]);
		});
	});

	it('leaves them out of every part of a text that is split', async () => {
		const message = 'word '.repeat(60);
		const { items } = await send({ ...SKIP, ifTooLong: 'split' }, undefined, {
			parameters: { message },
		});
		expect(reached().toSorted()).toEqual([ANN, ANN, STRANGER, STRANGER]);
		expect(items[1]?.json).toMatchObject({ sent: false, sendTo: OLAF });
	});

	it('compares emails and landlines, too', async () => {
		const [ann] = group().subscribers;
		ann!.unsubdate = '2026-01-01 00:00:00';
		ann!.user.landline = '+1 801 555 7777';
		const email = ann!.user.email.toUpperCase();
		await send(SKIP, [], {
			parameters: {
				recipients: 'defineBelow',
				recipientList: {
					recipients: [
						{ sendTo: email, type: 4 },
						{ sendTo: '18015557777', type: 3 },
						{ sendTo: STRANGER, type: 3 },
					],
				},
			},
			items: [{}],
		});
		expect(reached()).toEqual([STRANGER]);
	});

	it('does nothing to a message to everyone, whose recipients the service picks', async () => {
		const { error } = await send(SKIP, [], {
			...list(''),
			parameters: { operation: 'sendToGroup' },
		});
		expect(error).toBeUndefined();
		expect(reads()).toEqual([]);
		expect(reached()).not.toContain(OLAF);
	});

	it('sends nothing where an expression gives no choice', async () => {
		const { error } = await send({ unsubscribedRecipients: '={{ $json.nothing }}' });
		expect(error?.message).toBe(
			"'Unsubscribed Recipients' must be one of fail, send, skip, but nothing was given [item 0]",
		);
		expect(calls()).toEqual([]);
	});
});

describe('Only Subscribers', () => {
	it('leaves out who left, who is not there, and whose texts are off', async () => {
		const { items } = await send(ONLY, [ANN, CARL, OLAF, STRANGER]);
		expect(reached()).toEqual([ANN]);
		expect(items.map(({ json }) => json.skipped)).toEqual([
			undefined,
			'it is in the group, with texts switched off',
			'it has left the group',
			'it is not subscribed to the group',
		]);
	});

	it.each([
		[1, ['mobiletxt'], ANN],
		[2, ['mobiletxt'], ANN],
		[3, ['mobilevoice', 'landline'], ANN],
		[4, ['email'], 'ann@example.com'],
	] as const)('goes by the channel of type %d: %s', async (type, channels, sendTo) => {
		const all = ['mobiletxt', 'mobilevoice', 'landline', 'email'] as const;
		group().subscribers[0]!.user.email = 'ann@example.com';
		for (const channel of all) switchChannel(group(), ANN, channel, false);
		for (const channel of all) {
			switchChannel(group(), ANN, channel, true);
			const before = reached().length;
			await send(ONLY, [sendTo], { parameters: { type } });
			expect(reached().length - before).toBe(
				(channels as readonly string[]).includes(channel) ? 1 : 0,
			);
			switchChannel(group(), ANN, channel, false);
		}
	});

	it.each([
		[5, 'Text Number'],
		[6, 'Invalid Address'],
	])('refuses type %d before anything leaves', async (type, name) => {
		const { error } = await send(ONLY, [ANN], { parameters: { type } });
		expect(error?.message).toBe(`'Only Subscribers' cannot be used with the type ${name} [item 0]`);
		expect(calls()).toEqual([]);
	});

	it('fails for who has left and leaves out the others, together with Fail', async () => {
		const both = { ...ONLY, unsubscribedRecipients: 'fail' };
		const { items } = await send(both, [ANN, CARL, OLAF], goesOn);
		expect(reached()).toEqual([ANN]);
		expect(items[1]?.json).toMatchObject({ sent: false, sendTo: CARL });
		expect(items[2]?.json.error).toContain('A recipient has left the group');
	});
});

describe('a list that cannot be read', () => {
	const reset = FAULTS.find(({ name }) => name === 'reset')!;

	it.each(['beforeRequest', 'beforeAnswer', 'inAnswer'] as const)(
		'sends nothing when the connection drops: %s',
		async (point) => {
			const port = Number(new URL(sandbox.running.baseUrl).port);
			const proxy = await FaultProxy.start(port, [{ fault: reset, point, kind: 'read', nth: 0 }]);
			try {
				const { error } = await send(SKIP, undefined, { credential: credentialFor(proxy) });
				expect(error?.message).toBe(
					"The group's subscribers couldn't be read, so nothing was sent [item 0]",
				);
				expect(reached()).toEqual([]);
			} finally {
				await proxy.close();
			}
		},
	);

	it('sends nothing where the service refuses', async () => {
		const keyword = { __rl: true, mode: 'keyword', value: 'NORTH' };
		const { items } = await send(SKIP, undefined, { parameters: { keyword }, ...goesOn });
		const unread: unknown = expect.stringContaining("couldn't be read");
		expect(items.map(({ json }) => json.error)).toEqual([unread, unread, unread]);
		expect(reached()).toEqual([]);
	});
});

describe('together with the rest', () => {
	it('Preview shows who would be left out, and sends nothing', async () => {
		const { items } = await send(ONLY, [ANN, CARL, OLAF], { parameters: { preview: true } });
		expect(reached()).toEqual([]);
		expect(items.map(({ json }) => [json.preview, json.sendTo, json.skipped])).toEqual([
			[true, ANN, undefined],
			[true, CARL, 'it is in the group, with texts switched off'],
			[true, OLAF, 'it has left the group'],
		]);
	});

	it('a run that is tried again completes what it began, though somebody left in between', async () => {
		const memory: IDataObject = {};
		const lists = [{ to: `${ANN},${OLAF},${STRANGER}` }, { to: BEN }, { to: ZOE }];
		const port = Number(new URL(sandbox.running.baseUrl).port);
		const reset = FAULTS.find(({ name }) => name === 'reset')!;
		const proxy = await FaultProxy.start(port, [
			{ fault: reset, point: 'beforeRequest', kind: 'send', nth: 1 },
		]);
		const run = async (credential: RunOptions['credential'], options: INodeParameters = {}) =>
			await send({ ...SKIP, requestsInParallel: 1, ...options }, [], {
				parameters: { recipients: 'commaSeparated', sendTo: '={{ $json.to }}' },
				items: lists,
				memory,
				credential,
			});
		try {
			const first = await run(credentialFor(proxy));
			expect(first.error?.message).toContain("We can't tell whether this message was sent");
			expect(reached()).toEqual([ANN, STRANGER]);
			leaveGroup(group(), ANN);
			leaveGroup(group(), ZOE);
			const again = await run(credentialFor(sandbox.running), { onUnclearOutcome: 'resend' });
			expect(again.error).toBeUndefined();
			expect(reached()).toEqual([ANN, STRANGER, BEN]);
			expect(again.items[0]?.json).toMatchObject({
				sent: true,
				recipients: [ANN, STRANGER],
				skipped_recipients: [{ sendTo: OLAF }],
			});
			expect(again.items[2]?.json).toMatchObject({
				sent: false,
				sendTo: ZOE,
				skipped: 'it has left the group',
			});
		} finally {
			await proxy.close();
		}
	});

	it('an execution that is killed and retried reaches nobody twice, though somebody left in between', async () => {
		const secret = 'a-secret-of-an-execution';
		const more = { ...list(`${ANN},${OLAF},${STRANGER}`), secret };
		await send(SKIP, [], more);
		leaveGroup(group(), ANN);
		const { error } = await send(SKIP, [], { ...more, mode: 'retry' });
		expect(error).toBeUndefined();
		expect(reached()).toEqual([ANN, STRANGER]);
	}, 30_000);

	it('a campaign that is run again leaves out who has the message and who left since', async () => {
		const options = { ...SKIP, campaignKey: 'spring-sale' };
		await send(options, [ANN, OLAF]);
		expect(reached()).toEqual([ANN]);
		joinGroup(group(), STRANGER, 'New', 'Person');
		leaveGroup(group(), '18015551003');
		const { items } = await send(options, [ANN, OLAF, '18015551003', STRANGER]);
		expect(reached()).toEqual([ANN, STRANGER]);
		expect(items.map(({ json }) => json.sent_before ?? json.skipped ?? json.sent)).toEqual([
			true,
			'it has left the group',
			'it has left the group',
			true,
		]);
	}, 60_000);

	it('a redirected message goes by the person whom it is for', async () => {
		const ME = '18015550000';
		const limit = { recipientsAllowed: 'redirect', redirectToPhone: ME };
		const { items } = await send(SKIP, undefined, {
			credential: { ...credentialFor(sandbox.running), ...limit } as RunOptions['credential'],
		});
		expect(reached()).toEqual([ME, ME]);
		expect(items.map(({ json }) => json.redirected_from ?? json.sendTo)).toEqual([
			ANN,
			OLAF,
			STRANGER,
		]);
		expect(items[1]?.json).toMatchObject({ sent: false, skipped: 'it has left the group' });
	});

	it('Recipients Allowed comes first: nothing is read for whom the credential forbids', async () => {
		const limit = { recipientsAllowed: 'onlyThese', allowedRecipients: ANN };
		const { error } = await send(SKIP, undefined, {
			credential: { ...credentialFor(sandbox.running), ...limit } as RunOptions['credential'],
		});
		expect(error?.message).toContain('is not among the recipients');
		expect(calls()).toEqual([]);
	});

	it('holds for the tools of an agent', async () => {
		const options = {
			credential: credentialFor(sandbox.running),
			parameters: parametersOf(
				{ recipients: 'commaSeparated', sendTo: "={{ $fromAI('to', '', 'string') }}" },
				SKIP,
			),
		};
		const said = await actAsAgent(options, async (connect) => {
			const tool = await connect();
			return [await tool.invoke({ to: OLAF }), await tool.invoke({ to: ANN })];
		});
		expect(reached()).toEqual([ANN]);
		expect(JSON.stringify(said)).toContain('it has left the group');
	});
});
