import { NodeOperationError } from 'n8n-workflow';

import {
	chosenIn,
	companyForPanel,
	countForPanel,
	readForPanel,
	type PanelReading,
} from '../../../../nodes/SubscriptionMessaging/methods/panelData';
import { GOOD, page, refusal, reply } from '../transport/fakeService';
import { fakePanel } from './fakePanel';
import { recordedTimers } from '../eventLoop/recordedTimers';

jest.mock('../../../../nodes/SubscriptionMessaging/eventLoop/timers', () =>
	jest.requireActual<object>('../eventLoop/recordedTimers'),
);

/** Timers that let go of what was read; others end a request. */
const timersOfKept = () => recordedTimers.filter(({ delay }) => delay === 15_000);

const TREE: PanelReading = { operation: 'getOrganizationTree', parameters: {} };
const TEMPLATES: PanelReading = { operation: 'getTemplates', keyword: 'NSTAFF', parameters: {} };
const answer = ({ operation }: { operation: string }) =>
	reply(operation, `${GOOD}<response><name>ACME</name><templates/></response>`);

test.each([
	[{}, '12345'],
	[{ code: '67890' }, '67890'],
	[{ code: '067890' }, '67890'],
])("with the credential's fields and %j, units without a code are under %s", async (more, code) => {
	const { context } = fakePanel({ answer, credential: more });
	await expect(companyForPanel(context)).resolves.toMatchObject({ code: code });
});

test("the parent of a new division is listed under the credential's code", async () => {
	const parameters = { resource: 'division', operation: 'create', options: { code: '777' } };
	const { context, requests } = fakePanel({ answer, parameters });
	await expect(companyForPanel(context)).resolves.toMatchObject({ code: '12345' });
	await readForPanel(context, TREE);
	expect(String(requests[0]?.options.body)).toMatch(/<code(?: [^>]*)?>12345</);
});

test('the company keyword is taken as it is, as in a run', async () => {
	const { context, requests } = fakePanel({ answer, credential: { keyword: 'ACME@5' } });
	await readForPanel(context, TREE);
	expect(requests[0]?.keyword).toBe('ACME@5');
	expect(String(requests[0]?.options.body)).toMatch(/<code(?: [^>]*)?>12345</);
});

describe('a list of the panel', () => {
	test('is read once for all fields and letters, also at the same time', async () => {
		const { context, asked } = fakePanel({ answer });
		const both = await Promise.all([readForPanel(context, TREE), readForPanel(context, TREE)]);
		expect(both[0].response).toMatchObject({ name: 'ACME' });
		expect(await readForPanel(context, TREE)).toBe(both[0]);
		expect(asked()).toEqual(['getOrganizationTree ACME']);
	});

	test('is read anew for another unit, another code, and another account', async () => {
		const { context, asked } = fakePanel({ answer });
		await readForPanel(context, TEMPLATES);
		await readForPanel(context, { ...TEMPLATES, keyword: 'OTHER' });
		expect(asked()).toEqual(['getTemplates NSTAFF', 'getTemplates OTHER']);
		const other = fakePanel({ answer });
		await readForPanel(other.context, TEMPLATES);
		expect(other.asked()).toEqual(['getTemplates NSTAFF']);
	});

	test('is read anew after 15 seconds', async () => {
		const now = jest.spyOn(Date, 'now');
		const start = Date.now();
		now.mockReturnValue(start);
		const { context, asked } = fakePanel({ answer });
		await readForPanel(context, TREE);
		now.mockReturnValue(start + 14_999);
		await readForPanel(context, TREE);
		expect(asked()).toHaveLength(1);
		now.mockReturnValue(start + 15_000);
		await readForPanel(context, TREE);
		expect(asked()).toHaveLength(2);
		now.mockRestore();
	});

	test('is let go of after 15 seconds, whether or not anybody asks', async () => {
		const { context, asked } = fakePanel({ answer });
		await readForPanel(context, TREE);
		const [timer] = timersOfKept();
		timer?.action();
		await readForPanel(context, TREE);
		expect(asked()).toHaveLength(2);
	});

	test('is not let go of by the timer of one that was read before', async () => {
		const now = jest.spyOn(Date, 'now');
		const start = Date.now();
		const { context, asked } = fakePanel({ answer });
		await readForPanel(context, TREE);
		const [timer] = timersOfKept();
		now.mockReturnValue(start + 15_001);
		await readForPanel(context, TREE);
		timer?.action();
		await readForPanel(context, TREE);
		expect(asked()).toHaveLength(2);
		now.mockRestore();
	});

	test('that could not be read leaves no timer behind', async () => {
		const { context, asked } = fakePanel({ answer: () => page(500) });
		await expect(readForPanel(context, TREE)).rejects.toThrow();
		expect(timersOfKept()).toEqual([]);
		const before = asked().length;
		await expect(readForPanel(context, TREE)).rejects.toThrow();
		expect(asked().length).toBeGreaterThan(before);
	});

	test('is not waited for until a busy service may be asked again', async () => {
		const busy = { status: 503, headers: { 'retry-after': '60' }, body: '' };
		const { context, asked } = fakePanel({ answer: () => busy });
		await expect(readForPanel(context, TREE)).rejects.toThrow();
		expect(asked()).toHaveLength(1);
		const group = '<item><name>Staff</name><keyword>NSTAFF</keyword></item>';
		const tree = `${GOOD}<response><subscriptionnodes>${group}</subscriptionnodes></response>`;
		const { context: counted, asked: askedThen } = fakePanel({
			answer: ({ operation }) =>
				operation === 'getOrganizationTree' ? reply(operation, tree) : busy,
		});
		await expect(countForPanel(counted, 'NSTAFF')).rejects.toThrow();
		expect(askedThen()).toHaveLength(2);
	});

	test('is kept while it is read, however long that takes', async () => {
		const now = jest.spyOn(Date, 'now');
		const start = Date.now();
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		const { context, asked } = fakePanel({
			answer: async (request) => {
				await ended;
				return answer(request);
			},
		});
		const first = readForPanel(context, TREE);
		now.mockReturnValue(start + 29_000);
		const second = readForPanel(context, TREE);
		end();
		expect(await second).toBe(await first);
		now.mockReturnValue(start + 43_999);
		await readForPanel(context, TREE);
		expect(asked()).toHaveLength(1);
		now.mockRestore();
	});

	test('is kept beside others', async () => {
		const { context, asked } = fakePanel({ answer });
		for (const reading of [TREE, TEMPLATES, TREE, TEMPLATES]) await readForPanel(context, reading);
		expect(asked()).toHaveLength(2);
	});

	test('that could not be read is asked for again', async () => {
		const answers = [page(500), undefined];
		const { context, asked } = fakePanel({
			answer: (request) => answers.shift() ?? answer(request),
		});
		await expect(readForPanel(context, TREE)).rejects.toThrow();
		expect((await readForPanel(context, TREE)).response).toMatchObject({ name: 'ACME' });
		expect(asked()).toHaveLength(2);
	});

	test('is an empty one where the answer holds nothing', async () => {
		const { context } = fakePanel({
			answer: ({ operation }) => reply(operation, `${GOOD}<response xsi:nil="true"/>`),
		});
		expect((await readForPanel(context, TREE)).response ?? null).toBeNull();
	});
});

test('the message of an error says how to mend it, because the editor shows no more', async () => {
	const refused = fakePanel({ answer: ({ operation }) => refusal(operation, 'No credit') });
	await expect(readForPanel(refused.context, TREE)).rejects.toThrow(
		/No credit \(error 120\)\. Check the credential of the node/,
	);
	const foreign = fakePanel({ answer: () => page(404) });
	await expect(readForPanel(foreign.context, TREE)).rejects.toThrow(/not found.*'Base URL'/);
});

test('the message of an error holds no HTML of the service', async () => {
	const { context } = fakePanel({
		answer: ({ operation }) => refusal(operation, 'No &lt;b&gt;credit'),
	});
	await expect(readForPanel(context, TREE)).rejects.toThrow(/No ‹b›credit/);
});

test('a credential that cannot be used says how to mend it too', async () => {
	const { context, requests } = fakePanel({ answer, credential: { code: 'x' } });
	await expect(readForPanel(context, TREE)).rejects.toThrow(
		/^'Code' in the credential must be digits\. Open the credential of this node\. Enter/,
	);
	await expect(countForPanel(context, 'NSTAFF')).rejects.toThrow(
		/Open the credential of this node/,
	);
	await expect(companyForPanel(context)).rejects.toThrow(/Open the credential of this node/);
	expect(requests).toEqual([]);
});

test('what n8n says of a credential that is not there is said as it is', async () => {
	const { context } = fakePanel({ answer });
	const missing = new Error('Node does not have any credentials set');
	const without = { ...context, getCredentials: () => Promise.reject(missing) };
	await expect(readForPanel(without as typeof context, TREE)).rejects.toBe(missing);
	const refused = new NodeOperationError(context.getNode(), 'No access to this credential');
	const denied = { ...context, getCredentials: () => Promise.reject(refused) };
	await expect(readForPanel(denied as typeof context, TREE)).rejects.toBe(refused);
});

test('a person waits no longer than half a minute', async () => {
	const { context, requests } = fakePanel({ answer });
	await readForPanel(context, TREE);
	expect(requests[0]?.options.timeout).toBe(30_000);
});

test('a hundred lists are kept, and then begun anew', async () => {
	const { context, asked } = fakePanel({ answer });
	const templates = (number: number) =>
		readForPanel(context, { ...TEMPLATES, keyword: `U${number}` } as PanelReading);
	const isKept = async (unit: number) => {
		const before = asked().length;
		await templates(unit);
		return asked().length === before;
	};
	let unit = 1;
	await templates(0);
	for (; await isKept(0); unit += 1) await templates(unit);
	// The last unit is kept since the others were let go of, and the first one again.
	const oldest = unit - 1;
	for (const last = oldest + 98; unit <= last; unit += 1) await templates(unit);
	expect(await isKept(oldest)).toBe(true);
	await templates(unit);
	expect(await isKept(oldest)).toBe(false);
});

test.each([
	['54321', '54321'],
	[' 54321\n', '54321'],
	['5432x', '12345'],
	['x5432', '12345'],
	['={{ $json.code }}', '12345'],
	['', '12345'],
	[undefined, '12345'],
])('with the code %j in its options it is read by %s', async (code, expected) => {
	const { context, requests } = fakePanel({ answer, parameters: { options: { code } } });
	await readForPanel(context, TREE);
	expect(String(requests[0]?.options.body)).toMatch(
		new RegExp(`<code(?: [^>]*)?>${expected}</code>`),
	);
});

test('a unit that is chosen with its code is read under that, unless the options have one', async () => {
	const templates = { operation: 'getTemplates', keyword: 'STAFF@67890', parameters: {} } as const;
	const codeOf = async (options: object) => {
		const { context, requests } = fakePanel({ answer, parameters: { options } });
		await readForPanel(context, templates);
		expect(requests[0]?.keyword).toBe('STAFF');
		return /<code(?: [^>]*)?>(\d+)</.exec(String(requests[0]?.options.body))?.[1];
	};
	expect([await codeOf({}), await codeOf({ code: '555' })]).toEqual(['67890', '555']);
});

test.each([
	[{ mode: 'list', value: ' NSTAFF ' }, 'NSTAFF'],
	['NSTAFF', 'NSTAFF'],
	[{ mode: 'list', value: '' }, undefined],
	['={{ $json.keyword }}', undefined],
	[undefined, undefined],
])('what is chosen with %j is %j', (keyword, expected) => {
	expect(chosenIn(fakePanel({ answer, parameters: { keyword } }).context, 'keyword')).toBe(
		expected,
	);
});
