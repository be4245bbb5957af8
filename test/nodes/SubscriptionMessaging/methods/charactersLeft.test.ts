import { createSecretKey } from 'node:crypto';

import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { showCharacters } from '../../../../nodes/SubscriptionMessaging/methods/charactersLeft';
import { answerAddress } from '../../../../nodes/SubscriptionMessaging/statusAddress/answerAddress';

const BASE = 'https://n8n.example.com/webhook-waiting';

const key = createSecretKey(Buffer.from('a key'));
const link = answerAddress(key, `${BASE}/1000000?signature=${'a1'.repeat(32)}`, {
	customTicket: 'n8n-1',
	person: '18015551001',
}).length;

async function shown(line: unknown, base: string | null = BASE, locale?: string) {
	const context = {
		additionalData: { webhookWaitingBaseUrl: base ?? undefined },
		getCurrentNodeParameter: (name: string) => ({ line, 'options.locale': locale })[name],
	} as unknown as ILoadOptionsFunctions;
	const { fields, emptyFieldsNotice } = await showCharacters.call(context);
	expect(fields).toEqual([]);
	return emptyFieldsNotice;
}

test('in another language a text has 70 characters', async () => {
	const inEnglish = 'Shall I?';
	expect(await shown(inEnglish, null)).toBe(await shown(inEnglish, null, 'es_MX'));
	expect(await shown(inEnglish, BASE, 'en_US')).toBe(await shown(inEnglish));
	expect(await shown(inEnglish, BASE, 'es_MX')).toContain('leaves <b>61 characters</b>');
});

test.each([
	['Yes?', 160 - 5],
	['', 160 - 9],
	[undefined, 160 - 9],
	['🙂', 160 - 2],
])('beside the line %j what the link leaves remains', async (line, room) => {
	expect(await shown(line)).toBe(
		`About <b>${room - link} characters</b> left. The link has about ${link}.`,
	);
});

test('a line that leaves just enough for the link needs no short URL', async () => {
	const all = await Promise.all(
		Array.from({ length: 160 }, async (_line, length) => await shown('x'.repeat(length))),
	);
	expect(all.filter((text) => text?.includes('About <b>0 characters</b> left'))).toHaveLength(1);
});

test.each([
	['May we send it?', 160 - 16],
	['x'.repeat(200), 0],
	// Of a text in another script 70 are left.
	['Да?', 70 - 4],
])('a line that leaves too little names what a short URL gets: %j', async (line, room) => {
	expect(await shown(line)).toBe(
		`The text leaves <b>${room} characters</b> and the link has about ${link}, so the node makes a short URL.`,
	);
});

test.each([
	['={{ $json.line }}', BASE],
	['Yes?', null],
])('what is not known yet is left to the preview: %j at %j', async (line, base) => {
	expect(await shown(line, base)).toContain("Turn on 'Preview'");
});
