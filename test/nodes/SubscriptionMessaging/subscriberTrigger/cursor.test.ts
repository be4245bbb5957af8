import { createSecretKey } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import {
	cursorOf,
	readCursor as reading,
} from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/cursor';
import { finished } from '../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { Pseudonyms } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/pseudonyms';
import { ACCOUNT, compare, KEY, person, PSEUDONYMS } from './account';

const readCursor = (...from: Parameters<typeof reading>) => finished(reading(...from));
const dataOf = (...of: Parameters<typeof cursorOf>): IDataObject => ({
	cursor: finished(cursorOf(...of)),
});

const PHONES = ['18015551001', '18015551002'];

function stored(): IDataObject {
	const { text } = compare(PHONES.map((phone) => person(phone)));
	const data = dataOf(
		new Map([
			['NSTAFF', text],
			['CLIENTS', ''],
		]),
		PSEUDONYMS,
	);
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}

it('reads what was stored', () => {
	const found = readCursor(stored(), PSEUDONYMS);
	expect(found.kind === 'read' && [...found.remembered]).toEqual([
		['NSTAFF', expect.stringMatching(/^[\w-]{24}$/)],
		['CLIENTS', ''],
	]);
});

it('is sealed as the JSON of its groups, however large they are', () => {
	const text = 'Abcdefghijk-'.repeat(100_000);
	const groups = [
		['NORTH "1"', text],
		['SOUTH', ''],
	] as const;
	const data = dataOf(new Map(groups), PSEUDONYMS);
	const whole = finished(PSEUDONYMS.seal([JSON.stringify(groups)]));
	expect((data.cursor as IDataObject).seal).toBe(whole);
	expect(readCursor(data, PSEUDONYMS).kind).toBe('read');
});

it('tells that there is none from one that cannot be used', () => {
	expect(readCursor({}, PSEUDONYMS)).toEqual({ kind: 'none' });
	expect(readCursor({ cursor: null }, PSEUDONYMS)).toEqual({ kind: 'none' });
});

const DAMAGED = 'the list is damaged';
const CHANGED = 'the credential, its Base URL or the code changed since, or the list is damaged';

it.each<
	[what: string, reason: string, change: (cursor: IDataObject & { groups: string[][] }) => unknown]
>([
	['a text', DAMAGED, () => 'abc'],
	['a number', DAMAGED, () => 7],
	['a list', DAMAGED, () => []],
	[
		'another version',
		'another version of this node wrote the list',
		(cursor) => ({ ...cursor, version: 2 }),
	],
	['no groups', DAMAGED, ({ version, seal }) => ({ version, seal })],
	['a group that is none', DAMAGED, (cursor) => ({ ...cursor, groups: [{ length: 2 }] })],
	['half a person', DAMAGED, (cursor) => ({ ...cursor, groups: [['NSTAFF', 'abc']] })],
	['a group without people', DAMAGED, (cursor) => ({ ...cursor, groups: [['NSTAFF']] })],
	['a keyword that is no text', DAMAGED, (cursor) => ({ ...cursor, groups: [[7, '']] })],
	['people who are no text', DAMAGED, (cursor) => ({ ...cursor, groups: [['A', { length: 12 }]] })],
	[
		'one group of several that is damaged',
		DAMAGED,
		(cursor) => ({ ...cursor, groups: [...cursor.groups, ['A', 'abc']] }),
	],
	[
		'a group that holds more, which the seal does not show',
		DAMAGED,
		(cursor) => ({ ...cursor, groups: cursor.groups.map((group) => [...group, 'more']) }),
	],
	['a group less', CHANGED, (cursor) => ({ ...cursor, groups: cursor.groups.slice(1) })],
	[
		'a letter changed',
		CHANGED,
		(cursor) => ({
			...cursor,
			groups: cursor.groups.map(([name = '', people = '']) => [name, people.replace(/.$/, '9')]),
		}),
	],
	['no seal', CHANGED, ({ version, groups }) => ({ version, groups })],
])('does not use one with %s', (_what, reason, change) => {
	const { cursor } = stored() as { cursor: IDataObject & { groups: string[][] } };
	const found = readCursor({ cursor: change(cursor) } as IDataObject, PSEUDONYMS);
	expect(found).toEqual({ kind: 'lost', reason });
});

it.each([
	['credential', new Pseudonyms(createSecretKey(Buffer.alloc(32, 8)), ACCOUNT)],
	['service', new Pseudonyms(KEY, ['https://staging.example.com', '12345'])],
	['code', new Pseudonyms(KEY, ['https://messaging.example.com', '54321'])],
])('does not compare the people of another %s', (_what, pseudonyms) => {
	expect(readCursor(stored(), pseudonyms)).toMatchObject({
		kind: 'lost',
		reason: expect.stringContaining('changed') as string,
	});
});

it('holds no address, and at most 16 bytes a person', () => {
	const text = JSON.stringify(stored());
	for (const phone of PHONES) expect(text).not.toContain(phone.slice(-7));
	const many = Array.from({ length: 100_000 }, (_, index) =>
		person(String(18_015_000_000 + index)),
	);
	const data = dataOf(new Map([['NSTAFF', compare(many).text]]), PSEUDONYMS);
	const bytes = Buffer.byteLength(JSON.stringify(data));
	expect(bytes / many.length).toBeLessThanOrEqual(16);
	expect(bytes).toBeLessThanOrEqual(2.5 * 1024 * 1024);
});
