import { objectIn } from '../../../../../nodes/SubscriptionMessaging/service/answer/answerOf';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { openAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answer';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import type { Subscriber } from '../../../../../nodes/SubscriptionMessaging/service/answer/person';
import { answerWith, envelope, read, recorded, soap } from './reading';

const OPERATION = 'getActiveSubscribers';

interface Taken {
	taken: Subscriber[];
	/** Entries that are nil. */
	unread: number;
	/** How many of them were there before the answer was complete. */
	early: number;
	error?: Error;
	list?: unknown;
}

function take(document: string | Uint8Array, size: number): Taken {
	const bytes = typeof document === 'string' ? Buffer.from(document) : document;
	const taken: Subscriber[] = [];
	const shape = soap(OPERATION);
	let unread = 0;
	const reader = openAnswer(shape, { status: 200 }, {}, (row) => {
		if (row) taken.push(row);
		else unread += 1;
	});
	let early = 0;
	try {
		for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
		early = taken.length;
		const { response } = finished(reader.finish()) as {
			response: { subscribers?: unknown } | null;
		};
		return { taken, unread, early, list: response?.subscribers };
	} catch (error) {
		return { taken, unread, early, error: error as Error };
	}
}

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

/** The same subscribers as in the whole answer, each once, byte by byte and in one piece. */
function expectTheSame(document: string | Uint8Array): Taken {
	const { response } = read(soap(OPERATION), document) as {
		response: { subscribers: Array<Subscriber | null> };
	};
	const listed = sorted(response.subscribers.filter((row) => row !== null));
	expect(sorted(take(document, 1).taken)).toEqual(listed);
	const inOnePiece = take(document, document.length);
	expect(inOnePiece.unread).toBe(response.subscribers.length - listed.length);
	expect(sorted(inOnePiece.taken)).toEqual(listed);
	expect(inOnePiece.list).toEqual([]);
	return inOnePiece;
}

const row = (name: string, more = '') =>
	`<item ${more}><unsubdate/><user><first_name>${name}</first_name></user></item>`;
const listOf = (rows: string, more = '') =>
	answerWith(OPERATION, `<response><subscribers ${more}>${rows}</subscribers></response>`);

it.each(
	readdirSync(join(__dirname, 'answers'), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name),
)('takes the subscribers that %s lists', (peer) => {
	expect(expectTheSame(recorded(peer, OPERATION)).taken).not.toEqual([]);
});

it.each([
	['before', ['<subscribers xsi:nil="true"/>', `<subscribers>${row('Ada')}</subscribers>`]],
	['behind', [`<subscribers>${row('Ada')}</subscribers>`, '<subscribers>text</subscribers>']],
])('has no list where a part that is none stands %s another', (_where, parts) => {
	const answer = take(answerWith(OPERATION, `<response>${parts.join('')}</response>`), 10_000);
	expect([answer.error, answer.list]).toEqual([undefined, null]);
});

it('takes them while the answer arrives', () => {
	const { early } = expectTheSame(listOf(row('Ada') + row('Bob')));
	expect(early).toBe(2);
});

it('takes one that stands elsewhere, or refers to what does, when the answer is complete', () => {
	const beside =
		'<n:multiRef id="s1"><user href="#u1"/><mobiletxt>1</mobiletxt></n:multiRef>' +
		'<n:multiRef id="u1"><first_name>Cy</first_name></n:multiRef>';
	const document = answerWith(
		OPERATION,
		`<response><subscribers>${row('Ada')}<item href="#s1"/><item><user href="#u1"/><unsubdate>1</unsubdate></item>${row('Bob')}</subscribers></response>`,
		beside,
	);
	const { taken, early } = expectTheSame(document);
	expect(taken.map(({ user }) => objectIn(user)?.first_name)).toEqual(['Ada', 'Bob', 'Cy', 'Cy']);
	expect(early).toBe(2);
});

it.each([
	['a nil entry', listOf(`${row('Ada')}<item xsi:nil="true"/>`)],
	['a sparse list', listOf(row('Ada', 'enc:position="[3]"') + row('Bob', 'enc:position="[1]"'))],
	['no entry', listOf('')],
	[
		'a list in two parts',
		answerWith(
			OPERATION,
			`<response><subscribers>${row('Ada')}</subscribers><subscribers>${row('Bob')}</subscribers></response>`,
		),
	],
	[
		'a list without items',
		answerWith(
			OPERATION,
			'<response><subscribers><mobiletxt>1</mobiletxt><user><phone>18015551001</phone></user></subscribers></response>',
		),
	],
])('reads %s as the whole answer does', (_what, document) => {
	expectTheSame(document);
});

it.each([
	[
		'is refused',
		envelope(
			`<n:${OPERATION}Response><r><response><subscribers>${row('Ada')}</subscribers></response><result>false</result></r></n:${OPERATION}Response>`,
		),
		'ServiceRefusedError',
	],
	['breaks off', listOf(row('Ada')).slice(0, -10), 'UnreadableXmlError'],
])('fails as ever where the answer %s, so that nobody taken counts', (_what, document, name) => {
	expect(take(document, 7).error?.name).toBe(name);
});

it.each([
	['nil', '<subscribers xsi:nil="true"/>'],
	['a text', '<subscribers>Service unavailable</subscribers>'],
	['a text before an entry', `<subscribers>Warning: out of memory ${row('Ada')}</subscribers>`],
])('tells a list that is %s from one without entries', (_what, subscribers) => {
	const answer = (inside: string) => answerWith(OPERATION, `<response>${inside}</response>`);
	expect(take(answer(subscribers), 7)).toMatchObject({ list: null });
	expect(take(answer('<subscribers> </subscribers>'), 7).list).toEqual([]);
});

it('gives an entry that is no subscriber as one that is missing', () => {
	const rows: unknown[] = [];
	const shape = soap(OPERATION);
	const reader = openAnswer(shape, { status: 200 }, {}, (one) => rows.push(one?.user));
	reader.write(Buffer.from(listOf('<item xsi:nil="true"/><error>Out of memory</error>')));
	finished(reader.finish());
	expect(rows).toEqual([undefined, undefined]);
});

it('gives an entry that a sparse list leaves out as one that is missing', () => {
	const rows: unknown[] = [];
	const reader = openAnswer(soap(OPERATION), { status: 200 }, {}, (one) => rows.push(one?.user));
	reader.write(Buffer.from(listOf(row('Ada', 'enc:position="[1]"'))));
	finished(reader.finish());
	expect(rows).toEqual([undefined, { first_name: 'Ada' }]);
});

it.each(['enc:arrayType="x[2]"', 'enc:arraySize="2"'])(
	'gives nobody beside those of a list that holds as many as it says: %s',
	(size) => {
		expect(take(listOf(row('Ada') + row('Bob'), size), 1_000)).toMatchObject({
			taken: [{ user: { first_name: 'Ada' } }, { user: { first_name: 'Bob' } }],
			unread: 0,
		});
	},
);
