import { randomUUID } from 'node:crypto';

import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { poll } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/poll';
import { sleepFor } from '../../../../nodes/SubscriptionMessaging/eventLoop/sleep';
import { fakeService, page, refusal, reply, type FakeAnswer } from '../transport/fakeService';

/** Nobody waits here for the seconds between two readings. */
jest.mock('../../../../nodes/SubscriptionMessaging/eventLoop/sleep', () => ({
	sleepFor: jest.fn(async () => {}),
}));

interface Row {
	phone: string;
	/** Channels that are switched on. */
	on?: readonly string[];
	left?: boolean;
}

const CHANNELS = ['mobiletxt', 'mobilevoice', 'email', 'landline'];

const list = (rows: readonly Row[]) =>
	reply(
		'getAllSubscribers',
		`<result>true</result><error_code>0</error_code><response><subscribers>${rows
			.map(
				({ phone, on = ['mobiletxt'], left }) =>
					`<item><name>Staff</name>${CHANNELS.map((name) => `<${name}>${on.includes(name) ? 1 : 0}</${name}>`).join('')}<unsubdate>${left ? '2026-03-04 05:06:07' : ''}</unsubdate><user><first_name>Ada</first_name><phone>${phone}</phone></user></item>`,
			)
			.join('')}</subscribers></response>`,
	);

const ADA = '18015551001';
const BOB = '18015551002';

/** A workflow that is polled, at a service that answers for each group what `groups` holds. */
function workflow(parameters: IDataObject = {}) {
	const groups: Record<string, readonly Row[] | FakeAnswer> = {};
	const state = {
		mode: 'trigger',
		activation: 'update',
		budget: 300_000,
		password: 'first',
		staticData: {} as IDataObject,
		parameters: { groups: ['NSTAFF'], events: ['joined', 'left'], ...parameters } as IDataObject,
	};
	const id = randomUUID();
	const errors: Error[] = [];
	const logged: string[] = [];
	const service = fakeService(({ keyword }) => {
		const answer = groups[keyword] ?? refusal('getAllSubscribers', 'Unknown keyword');
		return Array.isArray(answer) ? list(answer as Row[]) : (answer as FakeAnswer);
	});
	const open = () =>
		({
			...service.context,
			getMode: () => state.mode,
			getActivationMode: () => state.activation,
			getPollBudgetMs: () => state.budget,
			getNodeParameter: (name: string, fallback: unknown) => state.parameters[name] ?? fallback,
			getNode: () => ({ id: 'subscribers', name: 'Subscribers' }),
			getWorkflow: () => ({ id }),
			getWorkflowStaticData: (of: string) => (of === 'node' ? state.staticData : {}),
			getCredentials: async () => ({
				baseUrl: 'https://messaging.example.com',
				username: 'acme',
				password: state.password,
				api_key: 'key',
				code: '12345',
			}),
			logger: {
				info: (text: string, { node }: IDataObject) => logged.push(`info ${node}: ${text}`),
				warn: (text: string, { node }: IDataObject) => logged.push(`warn ${node}: ${text}`),
			},
			__emitError: (error: Error) => errors.push(error),
		}) as unknown as IPollFunctions;
	return {
		groups,
		state,
		errors,
		logged,
		requests: service.requests,
		/** Each poll in a context of its own, as by n8n's scheduler. */
		poll: async (context = open()) => {
			const emitted = await poll(context);
			return emitted === null ? null : emitted.map((items) => items.map(({ json }) => json));
		},
		open,
	};
}

describe('a published workflow', () => {
	it('remembers at the first poll, and says so', async () => {
		const { groups, poll: look, state, logged } = workflow();
		groups.NSTAFF = [{ phone: ADA }];
		expect(await look()).toBeNull();
		expect(Object.keys(state.staticData)).toEqual(['cursor']);
		expect(logged).toEqual([expect.stringMatching(/^info Subscribers: First check done/)]);
		await look();
		expect(logged).toHaveLength(1);
	});

	it('warns of it where n8n started with the workflow published', async () => {
		const { groups, poll: look, state, logged } = workflow();
		groups.NSTAFF = [];
		state.activation = 'init';
		await look();
		expect(logged).toEqual([expect.stringMatching(/^warn /)]);
	});

	it('emits once, one flat item a person', async () => {
		const { groups, poll: look, requests } = workflow();
		groups.NSTAFF = [{ phone: ADA }];
		await look();
		groups.NSTAFF = [{ phone: ADA, left: true }, { phone: BOB }];
		const emitted = await look();
		expect(requests).toHaveLength(2);
		expect(emitted).toEqual([
			[
				expect.objectContaining({ event: 'left', group: 'NSTAFF', phone: ADA, listed: true }),
				expect.objectContaining({ event: 'joined', name: 'Ada', phone: BOB, group_name: 'Staff' }),
			],
		]);
		expect(emitted?.[0]?.[0]).not.toHaveProperty('switched_on');
		expect(await look()).toBeNull();
	});

	it('leaves what is remembered as it is where nothing happened', async () => {
		const { groups, poll: look, state } = workflow();
		groups.NSTAFF = [{ phone: ADA }];
		await look();
		const { cursor } = state.staticData;
		await look();
		expect(state.staticData.cursor).toBe(cursor);
	});

	it('remembers a change in one of its groups', async () => {
		const { groups, poll: look } = workflow({ groups: ['NSTAFF', 'PILOTS'] });
		groups.NSTAFF = [];
		groups.PILOTS = [];
		await look();
		groups.NSTAFF = [{ phone: ADA }];
		expect(await look()).toMatchObject([[{ event: 'joined', phone: ADA }]]);
		expect(await look()).toBeNull();
	});

	it('remembers by the code that it asks with, wherever that is entered', async () => {
		const { groups, poll: look, state, errors } = workflow();
		groups.NSTAFF = [{ phone: ADA }];
		await look();
		state.parameters.options = { code: '12345' };
		groups.NSTAFF = [{ phone: ADA }, { phone: BOB }];
		expect(await look()).toMatchObject([[{ event: 'joined', phone: BOB }]]);
		expect(errors).toEqual([]);
		state.parameters.options = { code: '54321' };
		expect(await look()).toBeNull();
		expect(errors).toMatchObject([{ message: 'The trigger lost its list of subscribers' }]);
	});

	it('remembers events that are not chosen', async () => {
		const { groups, poll: look, state } = workflow({ events: ['returned'] });
		groups.NSTAFF = [{ phone: ADA }];
		await look();
		groups.NSTAFF = [{ phone: ADA, left: true }];
		expect(await look()).toBeNull();
		groups.NSTAFF = [{ phone: ADA }];
		expect(await look()).toMatchObject([[{ event: 'returned' }]]);
		state.parameters.events = 'channels_changed';
		groups.NSTAFF = [{ phone: ADA, on: ['email', 'landline'] }];
		expect(await look()).toMatchObject([
			[
				{
					event: 'channels_changed',
					switched_on: ['receives_email', 'receives_landline'],
					switched_off: ['receives_text'],
				},
			],
		]);
	});

	it('forgets a group that is not chosen any more, and begins anew with one that is added', async () => {
		const { groups, poll: look, state } = workflow({ groups: ['NSTAFF', 'PILOTS'] });
		groups.NSTAFF = [{ phone: ADA }];
		groups.PILOTS = [];
		await look();
		state.parameters.groups = 'NSTAFF';
		await look();
		state.parameters.groups = 'NSTAFF, PILOTS,NSTAFF';
		groups.PILOTS = [{ phone: BOB }];
		groups.NSTAFF = [{ phone: ADA }, { phone: BOB }];
		expect(await look()).toMatchObject([[{ event: 'joined', group: 'NSTAFF' }]]);
	});

	it('asks with the code of the option, each group once', async () => {
		const { groups, poll: look, requests } = workflow({ options: { code: ' 54321 ' } });
		groups.NSTAFF = [{ phone: ADA }];
		await look();
		expect(requests).toHaveLength(1);
		expect(requests[0]?.options.body).toContain('54321');
	});

	it('asks for a group with the code that it was chosen with', async () => {
		const { groups, poll: look, requests } = workflow({ groups: 'NSTAFF@67890' });
		groups.NSTAFF = [{ phone: ADA }];
		await look();
		expect(requests).toHaveLength(1);
		expect(requests[0]?.keyword).toBe('NSTAFF');
		expect(requests[0]?.options.body).toContain('67890');
	});

	it.each(['NSTAFF,nstaff', 'NSTAFF,NSTAFF@12345', 'NSTAFF@12345,nstaff'])(
		'takes a group that is named in two ways for one, and asks for it in the first: %s',
		async (named) => {
			const { groups, poll: look, requests } = workflow({ groups: named });
			groups.NSTAFF = [{ phone: ADA }];
			await look();
			expect(requests.map(({ keyword }) => keyword)).toEqual(['NSTAFF']);
		},
	);

	it('tells groups of one keyword apart by their codes', async () => {
		const { groups, poll: look, requests } = workflow({ groups: 'NSTAFF,NSTAFF@67890' });
		groups.NSTAFF = [{ phone: ADA }];
		await look();
		expect(requests).toHaveLength(2);
	});

	it.each([
		['NSTAFF@12345', 'NSTAFF'],
		['nstaff', 'nstaff'],
	])('remembers a group also where it is written as %s later', async (written, keyword) => {
		const all = workflow();
		all.groups.NSTAFF = [{ phone: ADA }];
		await all.poll();
		all.groups[keyword] = [{ phone: ADA }, { phone: BOB }];
		all.state.parameters.groups = written;
		expect((await all.poll())?.flat().map(({ event }) => event)).toEqual(['joined']);
	});

	it('polls once at a time in one context', async () => {
		const { groups, poll: look, open, requests } = workflow();
		groups.NSTAFF = [{ phone: ADA }];
		const context = open();
		await Promise.all([look(context), look(context)]);
		expect(requests).toHaveLength(1);
	});

	it('that is published again while it is checked tells each change once', async () => {
		const { groups, poll: look, open, state } = workflow();
		groups.NSTAFF = [{ phone: ADA }];
		await look();
		// Each publication has its own copy of what is stored, until it stores something.
		const published = () => {
			const staticData = structuredClone(state.staticData);
			return Object.assign(open(), { getWorkflowStaticData: () => staticData });
		};
		const [old, renewed] = [published(), published()];
		groups.NSTAFF = [{ phone: ADA }];
		await look(old);
		groups.NSTAFF = [{ phone: ADA }, { phone: BOB }];
		state.parameters = { ...state.parameters, events: ['joined'] };
		const told = await Promise.all([look(old), look(renewed)]);
		expect(told).toEqual([null, [[expect.objectContaining({ phone: BOB })]]]);
		expect(await look(renewed)).toBeNull();
		expect(old.getWorkflowStaticData('node')).toEqual(state.staticData);
	});

	it('has n8n store a check that tells nothing, which it else forgets at publishing where cursors are durable', async () => {
		const { groups, poll: look, open, state } = workflow();
		const stored: IDataObject[] = [];
		const context = () =>
			Object.assign(open(), {
				__commitCursor: async () => void stored.push(structuredClone(state.staticData)),
			});
		groups.NSTAFF = [{ phone: ADA }];
		await look(context());
		expect(stored).toEqual([state.staticData]);
		groups.NSTAFF = [{ phone: ADA }, { phone: BOB }];
		await look(context());
		await look(context());
		expect(stored).toHaveLength(1);
		// The first one of a group that is added.
		groups.PILOTS = [{ phone: ADA }];
		state.parameters = { ...state.parameters, groups: ['NSTAFF', 'PILOTS'] };
		await look(context());
		expect(stored.slice(1)).toEqual([state.staticData]);
		state.password = 'second';
		await look(context());
		expect(stored.slice(2)).toEqual([state.staticData]);
	});
});

describe('a group that is empty all at once', () => {
	/** A workflow that remembers two people, at a service that then answers so, one after the other. */
	async function emptied(...answers: Array<readonly Row[] | FakeAnswer>) {
		const all = workflow();
		all.groups.NSTAFF = [{ phone: ADA }, { phone: BOB }];
		await all.poll();
		const get = () => (answers.length > 1 ? answers.shift() : answers[0]);
		Object.defineProperty(all.groups, 'NSTAFF', { get, configurable: true });
		const items = await all.poll();
		return { ...all, polled: items?.flat().map(({ event, phone }) => [event, phone]) ?? null };
	}

	it('is read once more, and everybody who was there left', async () => {
		const { polled, requests } = await emptied([]);
		expect(polled).toEqual([
			['left', undefined],
			['left', undefined],
		]);
		expect(requests).toHaveLength(3);
		// Beside rests of none, which are made where the machine is slow.
		const waits = jest.mocked(sleepFor).mock.calls.filter(([milliseconds]) => milliseconds > 0);
		expect(waits.at(-1)).toEqual([2000]);
	});

	it('is what it is at the second reading, where that is another one', async () => {
		expect((await emptied([], [{ phone: ADA }, { phone: BOB }])).polled).toBeNull();
		expect((await emptied([], [{ phone: BOB }])).polled).toEqual([['left', undefined]]);
	});

	it('changes nothing where the second reading fails', async () => {
		const { polled, groups, poll: look, errors } = await emptied([], page(500));
		expect(polled).toBeNull();
		expect(errors).toMatchObject([
			{ message: expect.stringMatching(/^The subscribers of NSTAFF could not be read/) as string },
		]);
		Object.defineProperty(groups, 'NSTAFF', { value: [{ phone: ADA }, { phone: BOB }] });
		expect(await look()).toBeNull();
	});

	it('is read once more where nobody is remembered yet, so that nobody joined who was there', async () => {
		const { groups, poll: look, requests } = workflow();
		const answers: Row[][] = [[], [{ phone: ADA }, { phone: BOB }]];
		const get = () => (answers.length > 1 ? answers.shift() : answers[0]);
		Object.defineProperty(groups, 'NSTAFF', { get, configurable: true });
		expect(await look()).toBeNull();
		expect(requests).toHaveLength(2);
		expect(await look()).toBeNull();
	});

	it('is not read again once that is known', async () => {
		const { requests, poll: look } = await emptied([]);
		expect(await look()).toBeNull();
		expect(requests).toHaveLength(4);
	});
});

describe('a poll that fails', () => {
	it('lets the service rest, where n8n keeps one context', async () => {
		const { groups, poll: look, open, requests } = workflow();
		groups.NSTAFF = { status: 429, headers: { 'retry-after': '7' }, body: '' };
		const context = open();
		expect(await look(context)).toBeNull();
		groups.NSTAFF = [{ phone: ADA }];
		expect(await look(context)).toBeNull();
		expect(requests).toHaveLength(1);
	});

	it.each([
		['a text', '<subscribers>Service unavailable</subscribers>'],
		['nil', '<subscribers xsi:nil="true"/>'],
		['nobody', '<subscribers><item/></subscribers>'],
	])('is one whose list is %s: nobody left', async (_what, subscribers) => {
		const { groups, poll: look, errors } = workflow();
		groups.NSTAFF = [{ phone: ADA }];
		await look();
		groups.NSTAFF = reply(
			'getAllSubscribers',
			`<result>true</result><error_code>0</error_code><response>${subscribers}</response>`,
		);
		expect(await look()).toBeNull();
		expect(errors).toMatchObject([
			{ message: expect.stringMatching(/^The subscribers of NSTAFF could not be read/) as string },
		]);
		groups.NSTAFF = [{ phone: ADA }];
		expect(await look()).toBeNull();
	});

	it('changes nothing, in no group', async () => {
		const { groups, poll: look, state } = workflow({ groups: ['NSTAFF', 'PILOTS'] });
		groups.NSTAFF = [];
		groups.PILOTS = [];
		await look();
		const before = JSON.stringify(state.staticData);
		groups.NSTAFF = [{ phone: ADA }];
		groups.PILOTS = refusal('getAllSubscribers', 'Down &lt;for&gt; maintenance');
		await expect(look()).rejects.toMatchObject({
			message: expect.stringMatching(/^The subscribers of PILOTS could not be read$/) as string,
			description: expect.stringMatching(
				/Down &lt;for&gt;.*Choose the group.*No change is lost/,
			) as string,
		});
		expect(JSON.stringify(state.staticData)).toBe(before);
		groups.PILOTS = [];
		expect(await look()).toMatchObject([[{ event: 'joined', phone: ADA }]]);
	});

	it.each<[status: number, cause: string]>([
		[429, 'rate-limited'],
		[503, 'temporarily-unavailable'],
	])('after HTTP %i tells n8n how long to wait, and asks once', async (status, cause) => {
		const { groups, poll: look, requests, errors } = workflow();
		groups.NSTAFF = { status, headers: { 'retry-after': '7' }, body: '' };
		expect(await look()).toBeNull();
		expect(errors).toMatchObject([{ failure: { cause, retryAfterMs: 7000 } }]);
		expect(requests).toHaveLength(1);
	});

	it('is thrown where n8n’s scheduler polls, which rests after failures by itself', async () => {
		const { groups, poll: look, state, errors } = workflow();
		state.budget = 36_000;
		state.activation = 'init';
		groups.NSTAFF = { status: 429, headers: { 'retry-after': '7' }, body: '' };
		await expect(look()).rejects.toMatchObject({ failure: { retryAfterMs: 7000 } });
		expect(errors).toEqual([]);
	});

	it.each(['init', 'leadershipChange'])(
		'does not keep the others from being looked at once n8n starts (%s)',
		async (activation) => {
			const { groups, poll: look, state, errors } = workflow();
			state.activation = activation;
			groups.NSTAFF = refusal('getAllSubscribers', 'Unknown keyword');
			expect(await look()).toBeNull();
			expect(errors).toMatchObject([
				{ message: expect.stringContaining('NSTAFF') as string, failure: undefined },
			]);
		},
	);

	it('ends the trigger for a field that cannot be followed, also when n8n starts', async () => {
		const { poll: look, state } = workflow({ events: [] });
		state.activation = 'init';
		await expect(look()).rejects.toThrow("'Events' names no event");
	});

	it.each([
		['refuses', refusal('getAllSubscribers', 'No'), undefined],
		['fails', page(500), { cause: 'temporarily-unavailable' }],
	])('says to n8n how a service fails that %s', async (_how, answer, failure) => {
		const { groups, poll: look, errors } = workflow();
		groups.NSTAFF = answer;
		await look().catch((thrown: Error) => errors.push(thrown));
		expect(errors.map((error) => (error as { failure?: unknown }).failure)).toEqual([failure]);
	});

	it('reads no group once the time that n8n gives it is over', async () => {
		const { groups, poll: look, state, requests } = workflow({ groups: ['NSTAFF', 'NORTH'] });
		groups.NSTAFF = [];
		groups.NORTH = [];
		state.budget = 0;
		await expect(look()).rejects.toMatchObject({
			message: expect.stringMatching(/^The subscribers of NSTAFF could not be read/) as string,
			description: expect.stringMatching(
				/time for the check was over.* into another trigger/,
			) as string,
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(requests).toEqual([]);
	});

	it('ends with the time that n8n gives it', async () => {
		const { groups, poll: look, state, requests } = workflow();
		groups.NSTAFF = [];
		state.budget = 12_900;
		await look();
		expect(requests[0]?.options.timeout).toBe(12_000);
	});

	it.each([
		['has none to give', ({ getPollBudgetMs: _none, ...context }: IDataObject) => context],
		['gives none', (context: IDataObject) => ({ ...context, getPollBudgetMs: undefined })],
	])('ends after five minutes where n8n %s', async (_what, without) => {
		const { groups, poll: look, open, requests } = workflow();
		groups.NSTAFF = [];
		await look(without(open() as unknown as IDataObject) as unknown as IPollFunctions);
		expect(requests[0]?.options.timeout).toBeGreaterThan(290_000);
		expect(requests[0]?.options.timeout).toBeLessThanOrEqual(300_000);
	});

	it.each<[fields: IDataObject, message: RegExp]>([
		[{ groups: [' '] }, /'Group Names or IDs' names no group/],
		[{ events: [] }, /'Events' names no event/],
		[{ events: ['joined', 'sang'] }, /'Events' holds "sang"/],
		[{ options: { code: '12a' } }, /'Code' under 'Options' is not a number/],
	])('names the field that cannot be followed: %j', async (fields, message) => {
		const { poll: look, requests } = workflow(fields);
		await expect(look()).rejects.toThrow(message);
		expect(requests).toEqual([]);
	});
});

it('says that what was remembered is lost, emits nothing, and goes on from there', async () => {
	const { groups, poll: look, state, errors } = workflow();
	groups.NSTAFF = [{ phone: ADA }];
	await look();
	state.password = 'second';
	groups.NSTAFF = [{ phone: BOB }];
	expect(await look()).toBeNull();
	expect(errors).toMatchObject([
		{
			message: 'The trigger lost its list of subscribers',
			description: expect.stringContaining('the credential') as string,
		},
	]);
	groups.NSTAFF = [{ phone: ADA }, { phone: BOB }];
	expect(await look()).toMatchObject([[{ event: 'joined', phone: ADA }]]);
	expect(errors).toHaveLength(1);
});

describe('a run by hand', () => {
	it('shows an example of each chosen event and remembers nothing', async () => {
		const {
			groups,
			poll: look,
			state,
		} = workflow({
			groups: ['EMPTY', 'NSTAFF'],
			events: ['joined', 'left', 'channels_changed', 'returned'],
		});
		state.mode = 'manual';
		groups.EMPTY = [];
		groups.NSTAFF = [{ phone: '' }, { phone: ADA, left: true }, { phone: BOB }];
		const [items = []] = (await look()) ?? [];
		expect(items.map(({ event, phone, example, group }) => [event, phone, example, group])).toEqual(
			[
				['joined', BOB, true, 'NSTAFF'],
				['left', ADA, true, 'NSTAFF'],
				['channels_changed', BOB, true, 'NSTAFF'],
				['returned', BOB, true, 'NSTAFF'],
			],
		);
		expect(items[2]).toMatchObject({ switched_on: ['receives_text'], switched_off: [] });
		expect(state.staticData).toEqual({});
	});

	it('takes another subscriber where there is none who left, or nobody who did not', async () => {
		const { groups, poll: look, state } = workflow();
		state.mode = 'manual';
		groups.NSTAFF = [{ phone: ADA }];
		expect(await look()).toMatchObject([[{ phone: ADA }, { event: 'left', phone: ADA }]]);
		groups.NSTAFF = [{ phone: ADA, left: true }];
		expect(await look()).toMatchObject([[{ event: 'joined', phone: ADA }, { phone: ADA }]]);
	});

	it('says so where there is nobody', async () => {
		const { groups, poll: look, state } = workflow();
		state.mode = 'manual';
		groups.NSTAFF = [];
		await expect(look()).rejects.toMatchObject({
			message: 'No subscribers to show as an example',
			description: expect.stringContaining('have no subscribers yet') as string,
		});
	});
});
