import {
	chosen,
	readForPanel,
	type PanelReading,
} from '../../../../nodes/SubscriptionMessaging/methods/panelData';
import { page, refusal, reply } from '../transport/fakeService';
import { fakePanel } from './fakePanel';

const GOOD = '<result>true</result><error_code>0</error_code>';
const TREE: PanelReading = { operation: 'getOrganizationTree', parameters: {} };
const TEMPLATES: PanelReading = { operation: 'getTemplates', keyword: 'NSTAFF', parameters: {} };
const answer = ({ operation }: { operation: string }) =>
	reply(operation, `${GOOD}<response><name>ACME</name></response>`);

describe('a list of the panel', () => {
	test('is read once for all fields and letters, also at the same time', async () => {
		const { context, asked } = fakePanel({ answer });
		const both = await Promise.all([readForPanel(context, TREE), readForPanel(context, TREE)]);
		expect(both[0]).toMatchObject({ name: 'ACME' });
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
		const { context, asked } = fakePanel({ answer });
		await readForPanel(context, TREE);
		now.mockReturnValue(start + 14_000);
		await readForPanel(context, TREE);
		expect(asked()).toHaveLength(1);
		now.mockReturnValue(start + 16_000);
		await readForPanel(context, TREE);
		expect(asked()).toHaveLength(2);
		now.mockRestore();
	});

	test('that could not be read is asked for again', async () => {
		const answers = [page(500), undefined];
		const { context, asked } = fakePanel({
			answer: (request) => answers.shift() ?? answer(request),
		});
		await expect(readForPanel(context, TREE)).rejects.toThrow();
		expect(await readForPanel(context, TREE)).toMatchObject({ name: 'ACME' });
		expect(asked()).toHaveLength(2);
	});

	test('is an empty one where the answer holds nothing', async () => {
		const { context } = fakePanel({
			answer: ({ operation }) => reply(operation, `${GOOD}<response xsi:nil="true"/>`),
		});
		expect(await readForPanel(context, TREE)).toEqual({});
	});
});

test('the message of an error says how to mend it, because the editor shows no more', async () => {
	const refused = fakePanel({ answer: ({ operation }) => refusal(operation, 'No credit') });
	await expect(readForPanel(refused.context, TREE)).rejects.toThrow(
		/No credit.*Check the credential of the node/,
	);
	const foreign = fakePanel({ answer: () => page(404) });
	await expect(readForPanel(foreign.context, TREE)).rejects.toThrow(/not found.*'Base URL'/);
});

test.each([
	['54321', '54321'],
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

test.each([
	[{ mode: 'list', value: ' NSTAFF ' }, 'NSTAFF'],
	['NSTAFF', 'NSTAFF'],
	[{ mode: 'list', value: '' }, undefined],
	['={{ $json.keyword }}', undefined],
	[undefined, undefined],
])('what is chosen with %j is %j', (keyword, expected) => {
	expect(chosen(fakePanel({ answer, parameters: { keyword } }).context, 'keyword')).toBe(expected);
});
