import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

/** *Retry* of an execution that was killed, of which nothing is left but its secret, with the node changed. */

const sandbox = useSandbox();

const messages = () => sandbox.running.sandbox.messages.all;

/** Each test is an execution of its own. */
let secret = '';
let executions = 0;
beforeEach(() => {
	executions += 1;
	secret = `secret of edited execution ${executions}`;
});

const PEOPLE: IDataObject[] = Array.from({ length: 12 }, (_none, index) => ({
	to: `1801555${String(1500 + index)}`,
}));

const group = (value: string) => ({ keyword: { __rl: true, mode: 'keyword', value } });

const LIST = { recipients: 'inputItems', sendTo: '={{ $json.to }}', message: 'Hello' };

/** The forms of a send that a person changes between, each with all that its fields need. */
const FORMS = {
	send: { operation: 'send', ...group('NSTAFF'), ...LIST },
	sendTemplate: {
		operation: 'sendTemplate',
		...group('NSTAFF'),
		...LIST,
		templateSource: 'text',
		text: 'Hello',
	},
	sendLocalized: { operation: 'sendLocalized', ...group('NSTAFF'), ...LIST },
	withTicket: {
		operation: 'send',
		...group('NSTAFF'),
		...LIST,
		options: { custom_ticket: '={{ "order-" + $json.to }}', ifTicketKnown: 'skip', batchSize: 1 },
	},
	otherGroup: { operation: 'send', ...group('NCLIENT'), ...LIST },
	toNumbers: {
		operation: 'sendToNumbers',
		...group('NSTAFF'),
		phone: '={{ $json.to }}',
		message: 'Hello',
	},
	toGroup: { operation: 'sendToGroup', ...group('NSTAFF'), message: 'Hello' },
	toOtherGroup: { operation: 'sendToGroup', ...group('PILOTS'), message: 'Hello' },
	toDivision: { operation: 'sendToGroup', ...group('NORTH'), message: 'Hello' },
} satisfies Record<string, INodeParameters>;

type Form = keyof typeof FORMS;

const run = async (form: Form, more: Partial<RunOptions> = {}) => {
	const { options, ...parameters } = { options: {}, ...FORMS[form] };
	return await runNode({
		credential: { ...credentialFor(sandbox.running), keyword: 'ACME' },
		parameters: {
			resource: 'message',
			...parameters,
			options: {
				requestsInParallel: 1,
				...(form.startsWith('to') ? {} : { batchSize: 3 }),
				...options,
			},
		},
		items: PEOPLE,
		secret,
		...more,
	});
};

const retry = async (form: Form) => await run(form, { mode: 'retry' });

/** Sends until something has arrived; then nothing of the run is left. */
async function killed(form: Form): Promise<void> {
	const kill = new AbortController();
	const running = run(form, { cancelledBy: kill.signal });
	while (messages().length === 0) await new Promise((resolve) => setImmediate(resolve));
	kill.abort();
	await running;
}

/** How many messages each of the people got, beside those that everyone in a unit got. */
const counts = () =>
	PEOPLE.map(({ to }) => messages().filter(({ sendTo }) => sendTo === to).length);

describe('another operation for the same list', () => {
	it.each(['sendTemplate', 'sendLocalized'] as const)(
		'finds who has it where Send became %s, and the other way round',
		async (form) => {
			await killed('send');
			expect((await retry(form)).error).toBeUndefined();
			expect(counts()).toEqual(PEOPLE.map(() => 1));

			secret = `${secret}, the other way`;
			sandbox.running.sandbox.reset();
			await killed(form);
			expect((await retry('send')).error).toBeUndefined();
			expect(counts()).toEqual(PEOPLE.map(() => 1));
		},
	);
});

it.each([
	['send', 'toNumbers'],
	['send', 'toGroup'],
	['send', 'toDivision'],
	['send', 'toOtherGroup'],
	['send', 'otherGroup'],
	['send', 'withTicket'],
	['toGroup', 'send'],
	['toGroup', 'toNumbers'],
	['toGroup', 'toDivision'],
	['toGroup', 'toOtherGroup'],
	['toDivision', 'send'],
	['toDivision', 'toGroup'],
] as const)('sends nothing where %s became %s after a part was sent', async (before, now) => {
	await killed(before);
	const begun = messages().length;
	const { error } = await retry(now);

	expect(error?.message).toBe('An earlier try sent this in another way, so nothing was sent now');
	expect(error?.description).toMatch(
		/under the custom ticket n8n-[0-9a-f]{16}-\S+ of the group [A-Z]+\. Choose .* again to send only what is missing/,
	);
	expect(error?.description).toContain('Outcome unknown: items 0 to 11.');
	expect(messages()).toHaveLength(begun);
});

it.each(['send', 'withTicket', 'toNumbers', 'toGroup', 'toDivision'] as const)(
	'an execution that failed before it sent anything is sent by %s',
	async (form) => {
		const { error } = await retry(form);
		expect(error).toBeUndefined();
		expect(messages().length).toBeGreaterThan(0);
	},
);

it('sends where the service lists somebody under any ticket that it is asked for elsewhere', async () => {
	const { messages: kept } = sandbox.running.sandbox;
	const find = kept.withCustomTicket.bind(kept);
	await run('toNumbers');
	const begun = messages().length;
	jest
		.spyOn(kept, 'withCustomTicket')
		.mockImplementation((ticket) => find(ticket) ?? messages().slice(0, 1));
	secret = 'of another execution';
	await retry('toNumbers');
	jest.restoreAllMocks();
	expect(messages().length).toBe(begun * 2);
});

it('sends nothing more where it had sent one of several messages to everyone, in another order', async () => {
	const broadcasts = async (texts: string[], more: Partial<RunOptions> = {}) =>
		await runNode({
			credential: { ...credentialFor(sandbox.running), keyword: 'ACME' },
			parameters: {
				resource: 'message',
				...FORMS.toGroup,
				message: '={{ $json.text }}',
				options: { severalBroadcasts: true },
			},
			items: texts.map((text) => ({ text })),
			secret,
			...more,
		});
	await broadcasts(['A']);
	const sent = messages().length;
	const { error } = await broadcasts(['B', 'A'], { mode: 'retry' });

	expect(sent).toBeGreaterThan(0);
	expect(messages()).toHaveLength(sent);
	expect(error?.description).toContain('one of several messages to these people');
});
