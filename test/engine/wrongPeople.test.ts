import fc from 'fast-check';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from './engine';
import { credentialFor } from './sandboxed';
import { startRecorder, type Recorder, type SentOnWire } from './wireRecorder';

// Random fields, lists and expressions: nobody is on the wire but those that somebody wrote.

/** Of each operation; the seed makes them the same each time. */
const RUNS = 60;
const SEED = 7;

/** Whom a credential redirects to. */
const ME = '18015559999';

let recorder: Recorder;

beforeAll(async () => {
	recorder = await startRecorder();
});

beforeEach(() => recorder.clear());

afterAll(async () => await recorder?.close());

/** One thing that a person writes for somebody, and what may be sent to for it. */
interface Written {
	text: string;
	/** Numbers as digits; an email address has to be in the text itself. */
	allowed: string[];
}

/** Without 0, which numbering plans drop in some places: +49 (0) 40 is 4940. */
const digits = (length: number) =>
	fc
		.array(fc.integer({ min: 1, max: 9 }), { minLength: length, maxLength: length })
		.map((all) => all.join(''));

/** North American numbers that exist, in the ways in which people write them. */
const number: fc.Arbitrary<Written> = fc
	.tuple(fc.constantFrom('801', '212', '415'), digits(4), fc.nat({ max: 8 }))
	.map(([area, line, style]) => {
		const styles = [
			`1${area}555${line}`,
			`+1${area}555${line}`,
			`+1 (${area}) 555-${line}`,
			`1-${area}-555-${line}`,
			`1.${area}.555.${line}`,
			`+1 ${area} 555 ${line}`,
			`001${area}555${line}`,
			`1${area}555${line}.0`,
			` 1${area}555${line}\t`,
		];
		return { text: styles[style] as string, allowed: [`1${area}555${line}`] };
	});

const email: fc.Arbitrary<Written> = fc
	.tuple(fc.constantFrom('ann', 'Zoe', 'b.en'), fc.nat({ max: 99 }))
	.map(([name, host]) => {
		return { text: `${name}@host${host}.example`, allowed: [] };
	});

/** Looks like a number, and is none that anybody has. */
const none: fc.Arbitrary<Written> = fc.oneof(
	fc
		.constantFrom(
			'',
			' ',
			'\u200b',
			'\u00ad\u2060',
			'\n',
			',',
			';',
			'null',
			'undefined',
			'[]',
			'{}',
			'abc',
			'@',
			'-',
			'+',
		)
		.map((text) => ({ text, allowed: [] })),
	digits(10).map((rest) => ({ text: `-1801${rest.slice(3)}`, allowed: [] })),
	digits(16).map((text) => ({ text: `1${text}`, allowed: [] })),
	digits(7).map((rest) => ({ text: `1801\n${rest}`, allowed: ['1801', rest] })),
	digits(7).map((rest) => ({ text: `1801${rest} ext. 5`, allowed: [`1801${rest}`] })),
	digits(7).map((rest) => ({ text: `1.801${rest}E+10`, allowed: [] })),
	digits(2).map((rest) => ({ text: `room-${rest}`, allowed: [] })),
);

const one = fc.oneof(
	{ arbitrary: number, weight: 4 },
	{ arbitrary: email, weight: 1 },
	{ arbitrary: none, weight: 2 },
);

const SEPARATORS = [
	',',
	', ',
	';',
	'\n',
	'\r\n',
	' ',
	'\t',
	' / ',
	'/',
	'|',
	' und ',
	':',
	'.',
	'\u200b',
	'\uff0c',
	'\u3001',
	'+',
	' +',
];

/** Several people in one text, with or without a separator that is one. */
const several: fc.Arbitrary<Written> = fc
	.tuple(fc.array(one, { minLength: 2, maxLength: 3 }), fc.constantFrom(...SEPARATORS))
	.map(([all, separator]) => ({
		text: all.map(({ text }) => text).join(separator),
		allowed: all.flatMap(({ allowed }) => allowed),
	}));

/** A value as it comes from another node: of any type, a list or an object among them. */
interface Value {
	value: unknown;
	allowed: string[];
}

const value: fc.Arbitrary<Value> = fc.oneof(
	{ arbitrary: one.map(({ text, allowed }) => ({ value: text, allowed })), weight: 4 },
	{ arbitrary: several.map(({ text, allowed }) => ({ value: text, allowed })), weight: 4 },
	{
		arbitrary: fc.array(one, { maxLength: 3 }).map((all) => ({
			value: all.map(({ text }) => text),
			allowed: all.flatMap(({ allowed }) => allowed),
		})),
		weight: 2,
	},
	digits(7).map((rest) => ({ value: Number(`1801${rest}`), allowed: [`1801${rest}`] })),
	digits(7).map((rest) => ({ value: [[Number(`1801${rest}`)]], allowed: [`1801${rest}`] })),
	fc
		.constantFrom<unknown>(null, undefined, true, false, 0, -1, 1.5, 1e21, {}, [], [null], [[]], {
			a: 1,
		})
		.map((odd) => ({ value: odd, allowed: [] })),
);

/** A field of the node: a fixed text, or one of the expressions that people write. */
const EXPRESSIONS = [
	'={{ $json.v }}',
	'={{ $json.v }}{{ $json.w }}',
	'={{ $json.v }}, {{ $json.w }}',
	'={{ [$json.v, $json.w] }}',
	'={{ $json.none }}',
];

const field = fc.oneof(
	one,
	several,
	fc.constantFrom(...EXPRESSIONS).map((text) => ({ text, allowed: [] as string[] })),
);

/** Mostly as the editor gives them, so that what else a run holds gets as far as the wire. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
	fc.oneof({ arbitrary: usual, weight: 5 }, { arbitrary: odd, weight: 1 });

const type = mostly<unknown>(
	fc.constantFrom(1, 1, 1, 1, 2, 3, 4, 5, 6),
	fc.constantFrom('1', '01', '={{ "01" }}', '1.0', 0, 7, '', null, '={{ $json.none }}'),
);

const audience = mostly(
	fc.constantFrom('commaSeparated', 'defineBelow', 'inputItems'),
	fc.constantFrom("={{ 'everyone' }}", 'everyone', '={{ $json.none }}', ''),
);

const options = fc.record(
	{
		removeDuplicates: fc.boolean(),
		impossibleNumbers: fc.constantFrom('skip', 'skip', 'fail'),
		batchSize: fc.constantFrom(1, 2, 100),
		requestsInParallel: fc.constantFrom(1, 3),
	},
	{ requiredKeys: ['impossibleNumbers'] },
);

const OPERATIONS: Record<string, INodeParameters> = {
	send: {},
	sendLocalized: {},
	sendTemplate: { templateSource: 'text', text: 'Hello' },
	sendAndWait: {},
	sendAndWaitForDelivery: { waitMinutes: 1 },
	sendToNumbers: {},
};

const run = fc.record({
	items: fc.array(fc.record({ v: value, w: value }), { minLength: 1, maxLength: 3 }),
	sendTo: field,
	rows: fc.array(fc.record({ sendTo: field, type }), { maxLength: 3 }),
	type,
	audience,
	options,
	onError: fc.constantFrom('stopWorkflow' as const, 'continueRegularOutput' as const),
});

type Generated = typeof run extends fc.Arbitrary<infer T> ? T : never;

function parametersOf(operation: string, generated: Generated): INodeParameters {
	const { sendTo, rows, audience: recipients, options: chosen } = generated;
	return {
		resource: 'message',
		operation,
		keyword: { __rl: true, mode: 'keyword', value: 'NSTAFF' },
		message: 'Hello',
		preview: false,
		recipients,
		sendTo: sendTo.text,
		phone: sendTo.text,
		type: generated.type,
		recipientList: { recipients: rows.map((row) => ({ sendTo: row.sendTo.text, type: row.type })) },
		options: chosen,
		...OPERATIONS[operation],
	} as INodeParameters;
}

/** Everything that somebody wrote in this run. */
function allowedIn({ items, sendTo, rows }: Generated): ReadonlySet<string> {
	return new Set([
		...items.flatMap(({ v, w }) => [...v.allowed, ...w.allowed]),
		...sendTo.allowed,
		...rows.flatMap((row) => row.sendTo.allowed),
	]);
}

/** The fields as they came from a person or another node. */
function writtenIn({ items, sendTo, rows }: Generated): string[] {
	return [
		...items.flatMap(({ v, w }) => [JSON.stringify([v.value, w.value]), `${v.value}${w.value}`]),
		sendTo.text,
		...rows.map((row) => row.sendTo.text),
	];
}

/** A separator, a blank or a letter without width: of whatever type, this is not one address. */
const NOT_ONE = /[\s,;|\p{Cf}\p{Cc}\uff0c\u3001]/u;

/** One address with one at sign and no colon, written so by somebody. */
const isWrittenEmail = (sendTo: string, written: readonly string[]) =>
	/^[^@:]+@[^@:]+$/.test(sendTo) && written.some((text) => text.includes(sendTo));

function offencesIn(
	sent: readonly SentOnWire[],
	allowed: ReadonlySet<string>,
	written: readonly string[] = [],
): string[] {
	return sent.flatMap(({ operation, recipients }) => {
		if (recipients.length === 0) return [`${operation} without recipients`];
		return recipients.flatMap(({ sendTo, type: reached }) => {
			if (sendTo === '' || NOT_ONE.test(sendTo))
				return [`${JSON.stringify(sendTo)} is not one address`];
			// What the document lists as Text Number and Invalid Address is not a number of a phone.
			const isFree = reached === '5' || reached === '6';
			const isWritten = sendTo.includes('@')
				? isWrittenEmail(sendTo, written)
				: allowed.has(sendTo.replace(/\D/g, ''));
			return isFree || isWritten ? [] : [`nobody wrote ${sendTo} (type ${reached})`];
		});
	});
}

describe.each(Object.keys(OPERATIONS))('%s', (operation) => {
	it('reaches nobody but those that somebody wrote, each by one address', async () => {
		let sending = 0;
		await fc.assert(
			fc.asyncProperty(run, async (generated) => {
				recorder.clear();
				await runNode({
					credential: credentialFor(recorder),
					parameters: parametersOf(operation, generated),
					items: generated.items.map(({ v, w }) => ({ v: v.value, w: w.value })) as IDataObject[],
					settings: { onError: generated.onError },
				});
				const sent = recorder.sent();
				expect(offencesIn(sent, allowedIn(generated), writtenIn(generated))).toEqual([]);
				if (sent.length > 0) sending += 1;
			}),
			{ numRuns: RUNS, seed: SEED },
		);
		// What is refused shows nothing; enough of it has to go out.
		expect(sending).toBeGreaterThan(RUNS / 10);
	});
});

it('would find two people in one address, an empty list and a number that nobody wrote', () => {
	const of = (...sendTo: string[]): SentOnWire[] => [
		{ operation: 'sendMessage', recipients: sendTo.map((to) => ({ sendTo: to, type: '1' })) },
	];
	const allowed = new Set(['18015550001', '18015550002']);
	expect(offencesIn(of('18015550001', '18015550002'), allowed)).toEqual([]);
	for (const wrong of [of('18015550001,18015550002'), of(), of('1801555000118015550002'), of('')]) {
		expect(offencesIn(wrong, allowed)).toHaveLength(1);
	}
});

describe.each(Object.keys(OPERATIONS))(
	'%s by a credential that limits whom it reaches',
	(operation) => {
		const send = async (generated: Generated, limit: IDataObject) => {
			recorder.clear();
			await runNode({
				credential: { ...credentialFor(recorder), ...limit } as ICredentialDataDecryptedObject,
				parameters: parametersOf(operation, generated),
				items: generated.items.map(({ v, w }) => ({ v: v.value, w: w.value })) as IDataObject[],
				settings: { onError: generated.onError },
			});
			return recorder.sent();
		};
		const addressesIn = (sent: readonly SentOnWire[]) =>
			sent.flatMap(({ recipients }) =>
				recipients.length === 0 ? ['everyone'] : recipients.map(({ sendTo }) => sendTo),
			);

		it('reaches nobody but the recipients that are listed there', async () => {
			let sending = 0;
			await fc.assert(
				fc.asyncProperty(run, fc.nat({ max: 1 }), async (generated, all) => {
					const written = [...allowedIn(generated)].filter((number) => /^1\d{10}$/.test(number));
					const listed = [ME, ...written.filter((_number, index) => all || index % 2)];
					const sent = await send(generated, {
						recipientsAllowed: 'onlyThese',
						allowedRecipients: listed.join(', '),
					});
					const others = addressesIn(sent).filter((to) => !listed.includes(to.replace(/\D/g, '')));
					expect(others).toEqual([]);
					if (sent.length > 0) sending += 1;
				}),
				{ numRuns: RUNS, seed: SEED },
			);
			expect(sending).toBeGreaterThan(RUNS / 20);
		});

		it('reaches nobody but whom it redirects to', async () => {
			let sending = 0;
			await fc.assert(
				fc.asyncProperty(run, async (generated) => {
					const sent = await send(generated, {
						recipientsAllowed: 'redirect',
						redirectToPhone: ME,
						redirectToEmail: 'me@example.com',
					});
					const others = addressesIn(sent).filter((to) => to !== ME && to !== 'me@example.com');
					expect(others).toEqual([]);
					if (sent.length > 0) sending += 1;
				}),
				{ numRuns: RUNS, seed: SEED },
			);
			expect(sending).toBeGreaterThan(RUNS / 10);
		});
	},
);
