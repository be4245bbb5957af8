import type { INodeParameters } from 'n8n-workflow';

import { runNode, type RunOptions } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

// Texts that cost fewer SMS, and limits that stop a run before it begins.

const sandbox = useSandbox();

const ANN = '18015551001';
const ZOE = '18015551002';
const OLAF = '18015551007';
const keyword = (value: string) => ({ __rl: true, mode: 'keyword', value });

const TYPOGRAPHIC = `“It’s – ready…” ${'a'.repeat(80)}`;
const PLAIN = `"It's - ready..." ${'a'.repeat(80)}`;

const send = async (
	options: INodeParameters,
	{
		parameters = {},
		phones = [ANN, ZOE],
		...more
	}: Partial<RunOptions> & { phones?: string[] } = {},
) =>
	await runNode({
		credential: credentialFor(sandbox.running),
		parameters: {
			resource: 'message',
			operation: 'send',
			keyword: keyword('NSTAFF'),
			recipients: 'inputItems',
			sendTo: '={{ $json.phone }}',
			type: 1,
			message: TYPOGRAPHIC,
			...parameters,
			options,
		},
		items: phones.map((phone, index) => ({ phone, name: ['Ann', 'O’Neil', '小明'][index % 3] })),
		...more,
	});

const messages = () => sandbox.running.sandbox.messages.all;
const calls = () => sandbox.running.sandbox.calls.map(({ operation }) => operation);
const sends = () => calls().filter((operation) => /^(?:send|plain)/.test(operation));
const goesOn = { settings: { onError: 'continueRegularOutput' as const } };
const everyone = (unit: string): Partial<RunOptions> & { phones: string[] } => ({
	parameters: { operation: 'sendToGroup', keyword: keyword(unit), message: 'Hello' },
	phones: [''],
});

describe('Smart Encoding', () => {
	it('sends plain signs, and tells which they replaced and what that saved', async () => {
		const { items } = await send({ smartEncoding: true });
		expect(messages().map(({ text }) => text)).toEqual([PLAIN, PLAIN]);
		expect(sends()).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			sent: true,
			segments: 1,
			segments_before: 2,
			replaced: ['“ → "', "’ → '", '– → -', '… → ...', '” → "'],
		});
	});

	it('leaves the text as it is without the option, or where it saves nothing', async () => {
		await send({});
		const short = await send({ smartEncoding: true }, { parameters: { message: 'It’s ready' } });
		expect(messages().map(({ text }) => text)).toEqual([
			TYPOGRAPHIC,
			TYPOGRAPHIC,
			'It’s ready',
			'It’s ready',
		]);
		expect(short.items[0]?.json).toMatchObject({ segments: 1, segments_before: 1, replaced: [] });
	});

	it.each([
		['split', 2],
		['shorten', 1],
	])('sends a text that is too long as plain SMS, with %s as %d', async (ifTooLong, count) => {
		const message = `“Hi” – it’s on… ${'word '.repeat(52)}`;
		const { items } = await send(
			{ smartEncoding: true, ifTooLong },
			{ parameters: { message }, phones: [ANN] },
		);
		const texts = messages().map(({ text }) => text);
		expect(texts).toHaveLength(count);
		expect(texts[0]).toMatch(/^"Hi" - it's on\.\.\. word/);
		expect(items[0]?.json).toMatchObject({ sent: true, segments: count });
	});

	it('never replaces a letter', async () => {
		const message = `ça va, où? ő – ${'a'.repeat(80)}`;
		await send({ smartEncoding: true }, { parameters: { message } });
		expect(messages()[0]?.text).toBe(message);
	});

	it('keeps recipients with values of their own in one request', async () => {
		const phones = Array.from({ length: 30 }, (_one, index) => `1801555${2000 + index}`);
		const { items } = await send(
			{ smartEncoding: true },
			{
				phones,
				parameters: {
					message: `Hi {name} – it’s ready ${'a'.repeat(60)}`,
					recipientFields: {
						customfields: { field: [{ name: 'name', value: '={{ $json.name }}' }] },
					},
				},
			},
		);
		expect(sends()).toHaveLength(1);
		const texts = new Set(messages().map(({ text }) => text.replace(/a+$/, '')));
		expect([...texts].toSorted()).toEqual(
			["Hi Ann - it's ready ", "Hi O'Neil - it's ready ", "Hi 小明 - it's ready "].toSorted(),
		);
		expect(items.map(({ json }) => json.segments).slice(0, 3)).toEqual([1, 1, 2]);
	});

	it('is shown by Preview, and holds for Send to Numbers and Send and Wait for Delivery', async () => {
		const preview = await send({ smartEncoding: true }, { parameters: { preview: true } });
		expect(preview.items[0]?.json).toMatchObject({
			text: PLAIN,
			encoding: 'GSM-7',
			segments: 1,
			segments_before: 2,
		});
		expect(messages()).toEqual([]);
		const plain = await send(
			{ smartEncoding: true },
			{ parameters: { operation: 'sendToNumbers', phone: ANN }, phones: [''] },
		);
		expect(plain.items[0]?.json).toMatchObject({ segments: 1, segments_before: 2 });
		const waited = await send(
			{ smartEncoding: true },
			{ parameters: { operation: 'sendAndWaitForDelivery', waitMinutes: 1 }, phones: [ZOE] },
		);
		expect(waited.items[0]?.json).toMatchObject({ segments: 1, segments_before: 2 });
		expect(messages().map(({ text }) => text)).toEqual([PLAIN, PLAIN]);
	});
});

describe('Max Segments', () => {
	it('refuses the run before anything leaves', async () => {
		const { error } = await send({ maxSegments: 1 });
		expect(error?.message).toBe("The text needs 2 SMS, and 'Max Segments' is 1 [item 0]");
		expect(calls()).toEqual([]);
	});

	it('is looked at after Smart Encoding', async () => {
		const { error } = await send({ maxSegments: 1, smartEncoding: true });
		expect(error).toBeUndefined();
		expect(messages()).toHaveLength(2);
	});

	it('refuses only the items that need more, where the others may go on', async () => {
		const message = '={{ $json.name + "a".repeat(100) }}';
		const { items } = await send(
			{ maxSegments: 1 },
			{ parameters: { message }, phones: [ANN, ZOE, OLAF], ...goesOn },
		);
		expect(messages().map(({ sendTo }) => sendTo)).toEqual([ANN]);
		expect(items.slice(1).every(({ json }) => String(json.error).includes('needs 2 SMS'))).toBe(
			true,
		);
	});

	it('counts the text of a stored template with the values of each recipient', async () => {
		const parameters = {
			operation: 'sendTemplate',
			templateSource: 'stored',
			id: { __rl: true, mode: 'id', value: 'order-ready' },
			placeholders: {
				mappingMode: 'defineBelow',
				value: { name: 'Ann', order: '={{ "1".repeat(150) }}' },
			},
		};
		const { error } = await send({ maxSegments: 1 }, { parameters });
		expect(error?.message).toContain("The text needs 2 SMS, and 'Max Segments' is 1");
		expect(sends()).toEqual([]);
		await send({ maxSegments: 2 }, { parameters });
		expect(messages()).toHaveLength(2);
	});

	it('refuses a template whose text cannot be read', async () => {
		const { error } = await send(
			{ maxSegments: 1 },
			{
				parameters: {
					operation: 'sendTemplate',
					templateSource: 'stored',
					id: { __rl: true, mode: 'id', value: 'no-such' },
				},
			},
		);
		expect(error?.message).toBe(
			'The text of the template could not be read, so nothing was sent [item 0]',
		);
		expect(sends()).toEqual([]);
	});

	it('refuses an expression that gives no number', async () => {
		const { error } = await send({ maxSegments: '={{ $json.nothing }}' });
		expect(error?.message).toBe("'Max Segments' is empty, so nothing was sent [item 0]");
	});
});

describe('Max Recipients', () => {
	const phones = Array.from({ length: 250 }, (_one, index) => `1801555${2000 + index}`);
	const message = { parameters: { message: 'Hello' } };

	it('stops a run of more people before anything leaves', async () => {
		const { error } = await send({ maxRecipients: 249 }, { ...message, phones });
		expect(error?.message).toBe(
			"250 recipients, and 'Max Recipients' is 249: nothing was sent [item 0]",
		);
		expect(calls()).toEqual([]);
		await send({ maxRecipients: 250 }, { ...message, phones: [...phones, ...phones] });
		expect(messages()).toHaveLength(500);
	});

	it('stops it as well where failed items go on', async () => {
		const { items } = await send({ maxRecipients: 1 }, { ...message, ...goesOn });
		expect(items.map(({ json }) => String(json.error).includes('Max Recipients'))).toEqual([
			true,
			true,
		]);
		expect(calls()).toEqual([]);
	});

	it('does not count who has left, and who has the message of the campaign', async () => {
		const left = { maxRecipients: 2, unsubscribedRecipients: 'skip' };
		await send(left, { ...message, phones: [ANN, OLAF, ZOE] });
		expect(messages()).toHaveLength(2);
		const campaign = { maxRecipients: 1, campaignKey: 'spring-sale' };
		await send(campaign, { ...message, phones: [ANN] });
		const again = await send(campaign, { ...message, phones: [ANN, ZOE] });
		expect(again.error).toBeUndefined();
		expect(messages()).toHaveLength(4);
	}, 60_000);

	it('counts the active subscribers of a group by one read, whatever they receive', async () => {
		const { error } = await send({ maxRecipients: 5 }, everyone('NSTAFF'));
		expect(error?.message).toBe(
			"6 recipients, and 'Max Recipients' is 5: nothing was sent [item 0]",
		);
		expect(sends()).toEqual([]);
		expect(calls().filter((operation) => operation.startsWith('getAll'))).toHaveLength(1);
		await send({ maxRecipients: 6 }, everyone('NSTAFF'));
		expect(sends()).toHaveLength(1);
	});

	it('adds up the groups of a division', async () => {
		const { error } = await send({ maxRecipients: 9 }, everyone('NORTH'));
		expect(error?.message).toMatch(/^Up to 10 recipients, and 'Max Recipients' is 9/);
		expect(sends()).toEqual([]);
		const sent = await send({ maxRecipients: 10 }, everyone('NORTH'));
		expect(sent.error).toBeUndefined();
		expect(sends()).toHaveLength(1);
	});

	it('holds for Send to Numbers, and in a preview', async () => {
		const numbers = { operation: 'sendToNumbers', phone: `${ANN}, ${ZOE}`, message: 'Hello' };
		const plain = await send({ maxRecipients: 1 }, { parameters: numbers, phones: [''] });
		expect(plain.error?.message).toContain('2 recipients');
		const preview = { message: 'Hello', preview: true };
		const shown = await send({ maxRecipients: 1 }, { parameters: preview });
		expect(shown.error?.message).toContain('2 recipients');
		expect(calls()).toEqual([]);
	});

	it('refuses an expression that gives no number', async () => {
		const { error } = await send({ maxRecipients: '={{ $json.nothing }}' }, message);
		expect(error?.message).toBe("'Max Recipients' is empty, so nothing was sent [item 0]");
		expect(calls()).toEqual([]);
	});
});
