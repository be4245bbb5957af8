import {
	callbackId,
	readCallback,
	statusesOf,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/statuses';
import type { Steps } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';

/** All that a trigger does with a post. */
export function* taken(body: Uint8Array): Steps<number> {
	const callback = yield* readCallback({ body });
	yield* callbackId(callback);
	return (yield* statusesOf(callback, { received_at: '', bytes: body.length })).length;
}

/** A post that is made to take long, in three sizes or more. */
export interface HostilePost {
	name: string;
	/** @param scale 1 for the size at which it was found */
	body(scale: number): string;
	/** What becomes of it at a scale of 1: so many statuses, or a refusal. */
	becomes: number | RegExp;
}

const numbers = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index]));

const nested = (levels: number, innermost: object): object =>
	levels === 0 ? innermost : { ...numbers(190), inner: nested(levels - 1, innermost) };

const inOnes = (levels: number, innermost: object): object =>
	levels === 0 ? innermost : { [`one${levels}`]: 1, inner: inOnes(levels - 1, innermost) };

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: Math.round(count) }, (_, index) => make(index));

const long = (index: number) => 'x'.repeat(16_996) + (1_000 + index);

/** Each two let V8 lay out an object as a dictionary, and as a list again. */
const withGaps = (scale: number) => [
	...times(10_000, String),
	...times(150 * scale, (pair) => 16_040 + 1_026 * pair).flatMap((gap) => [gap, gap + 1]),
];

const soap = (content: string, beside: string) =>
	`<s:Envelope xmlns:s="urn:s"><s:Body><n>${content}</n>${beside}</s:Body></s:Envelope>`;

/** Each of these stopped n8n for seconds, or took hundreds of megabytes, before work was counted. */
export const HOSTILE_POSTS: readonly HostilePost[] = [
	{
		name: 'ten nested objects of 190 numbers around entries',
		body: (scale) => JSON.stringify(nested(10, { list: times(1_000 * scale, () => ({ to: 1 })) })),
		becomes: /its statuses would have more than 131240 values/,
	},
	{
		name: 'a few entries within ten nested objects of 190 numbers',
		body: (scale) => JSON.stringify(nested(10, { list: times(40 * scale, () => ({ to: 1 })) })),
		becomes: 40,
	},
	{
		name: 'a few entries within 36 objects within a thousand numbers',
		body: (scale) =>
			JSON.stringify({
				...numbers(1_000),
				inner: inOnes(
					36,
					times(55 * scale, (to) => ({ to })),
				),
			}),
		becomes: 55,
	},
	{
		name: 'a note of a megabyte beside entries',
		body: (scale) =>
			JSON.stringify({
				note: 'x'.repeat(1_000_000 * scale),
				list: times(2_000 * scale, (to) => ({ to })),
			}),
		becomes: /its statuses would have more than 16777216 characters/,
	},
	{
		name: 'a ticket of a megabyte for every entry',
		body: (scale) =>
			JSON.stringify({
				ticket: { id: 'x'.repeat(1_000_000 * scale) },
				list: times(2_000 * scale, (to) => ({ to })),
			}),
		becomes: /its statuses would have more than 16777216 characters/,
	},
	{
		name: 'a name of 500 kB around entries',
		body: (scale) =>
			JSON.stringify({ ['x'.repeat(500_000 * scale)]: times(20_000 * scale, (to) => ({ to })) }),
		becomes: 20_000,
	},
	{
		name: 'columns of two entries',
		body: (scale) =>
			JSON.stringify({
				to: [1, 2],
				...Object.fromEntries(times(30_000 * scale, (index) => [`column${index}`, [1, 2]])),
			}),
		becomes: 2,
	},
	{
		name: 'many columns with long names',
		body: (scale) =>
			JSON.stringify({
				...Object.fromEntries(
					times(49_000 * scale, (index) => [`${'é'.repeat(50)}${index}`, [1, 2]]),
				),
				to: [1, 2],
			}),
		becomes: 2,
	},
	{
		name: 'names that are numbers, in no order',
		body: (scale) =>
			`{${times(190_000 * scale, (index) => `"${(index * 2_654_435_761) % 4_294_967_291}":1`).join()}}`,
		becomes: /an object in it has more than 50000 names/,
	},
	{
		name: 'names that are numbers with gaps',
		body: (scale) =>
			`{${withGaps(scale)
				.map((name) => `"${name}":1`)
				.join()}}`,
		becomes: /it has more than 200000 values/,
	},
	{
		name: 'names that are numbers with gaps behind a far one, around entries',
		body: (scale) =>
			`{"400000":1,"list":[{"to":1},{"to":2}],${withGaps(scale / 2)
				.map((name) => `"${name}":1`)
				.join()}}`,
		becomes: /it has more than 200000 values/,
	},
	{
		name: 'fields of a form that are numbers with gaps',
		body: (scale) =>
			withGaps(scale)
				.map((name) => `a[${name}]=1`)
				.join('&'),
		becomes: /it has more than 200000 values/,
	},
	{
		name: 'columns whose names are numbers, in no order',
		body: (scale) =>
			`{${times(49_000 * scale, (index) => `"${(index * 2_654_435_761) % 4_294_967_291}":[1,2]`).join()},"to":[1,2]}`,
		becomes: 2,
	},
	{
		name: 'very many statuses',
		body: (scale) => JSON.stringify(times(40_000 * scale, (to) => ({ to }))),
		becomes: 40_000,
	},
	{
		name: 'very many statuses in columns',
		body: (scale) =>
			JSON.stringify({
				to: times(40_000 * scale, (to) => to),
				status: times(40_000 * scale, () => 100),
			}),
		becomes: 40_000,
	},
	{
		name: 'line ends in XML, each of which the parser gives by itself',
		body: (scale) => `<a>${'\r\n'.repeat(1_000_000 * scale)}</a>`,
		becomes: /a text or name in it has more than 1048576 characters/,
	},
	{
		name: 'SOAP elements of different names',
		body: (scale) => soap(times(190_000 * scale, (index) => `<x${index}/>`).join(''), ''),
		becomes: /an object in it has more than 50000 names/,
	},
	{
		name: 'a name with millions of empty brackets',
		body: (scale) => `b=1&a${'[]'.repeat(4_000_000 * scale)}=1`,
		becomes: /it is nested more than 40 deep/,
	},
	{
		name: 'a name with millions of brackets, the last of them open',
		body: (scale) => `b=1&a${'[x]'.repeat(2_600_000 * scale)}[=1`,
		becomes: /it is nested more than 40 deep/,
	},
	{
		name: 'columns within columns',
		body: (scale) =>
			JSON.stringify({
				...Object.fromEntries(
					['to', 'phone', 'number', 'mobile', 'msisdn', 'recipient'].map((name, index) => [
						name,
						times(2 + index, () => 1),
					]),
				),
				beside: numbers(500 * scale),
			}),
		becomes: 1,
	},
	{
		name: 'columns in an object in an object',
		body: (scale) => {
			const phones = JSON.stringify(times(4_000 * scale, () => '1'));
			return `{"phone":${phones},"within":`.repeat(36) + '{}' + '}'.repeat(36);
		},
		becomes: 144_000,
	},
	{
		name: 'ampersands in XML',
		body: (scale) => `<a>${'&'.repeat(8_000_000 * scale)}</a>`,
		becomes: /a text or name in it has more than 1048576 characters/,
	},
	{
		name: 'SOAP references to one element',
		body: (scale) => soap('<x href="#a"/>'.repeat(98_000 * scale), '<m id="a"><to>1</to></m>'),
		// Too many to be followed, so they are taken as they are written.
		becomes: 1,
	},
	{
		name: 'SOAP references to an element each',
		body: (scale) =>
			soap(
				times(20_000 * scale, (index) => `<x href="#a${index}"/>`).join(''),
				times(20_000 * scale, (index) => `<m id="a${index}"><to>1</to></m>`).join(''),
			),
		becomes: 20_000,
	},
	{
		name: 'one SOAP reference to many elements',
		body: (scale) => soap('<x href="#a"/>', `<m id="a">${'<b>1</b>'.repeat(90_000 * scale)}</m>`),
		becomes: 1,
	},
	{
		name: 'fields nested 38 deep',
		body: (scale) =>
			times(70_000 * scale, (index) => `a${index}${times(38, (n) => `[${n}]`).join('')}=`).join(
				'&',
			),
		becomes: /it is larger than|it has more than 200000 values/,
	},
	{
		name: 'a few fields nested 38 deep',
		body: (scale) =>
			times(2_000 * scale, (index) => `a${index}${times(38, (n) => `[${n}]`).join('')}=`).join('&'),
		becomes: 1,
	},
	{
		name: 'lines without a value',
		body: (scale) => 'a:\n'.repeat(2_700_000 * scale),
		becomes: /it has more than 200000 values/,
	},
	{
		name: 'fewer lines without a value',
		body: (scale) => 'a:\n'.repeat(190_000 * scale),
		becomes: 1,
	},
	{
		name: 'a form of one letter, each escaped',
		body: (scale) => `a=${'%E9'.repeat(900_000 * scale)}`,
		becomes: 1,
	},
	{
		name: 'a text of JSON, each character escaped',
		body: (scale) => JSON.stringify({ to: 1, note: '\u0001'.repeat(1_300_000 * scale) }),
		becomes: 1,
	},
	{
		name: 'an object of many names',
		body: (scale) =>
			JSON.stringify(Object.fromEntries(times(50_000 * scale, (index) => [`name${index}`, 1]))),
		becomes: 1,
	},
	{
		name: 'many entities',
		body: (scale) => `<a>${'&amp;'.repeat(1_600_000 * scale)}</a>`,
		becomes: /a text or name in it has more than 1048576 characters/,
	},
	{
		// All of one length, which is their hash.
		name: 'names of 17,000 characters',
		body: (scale) => JSON.stringify(Object.fromEntries(times(490 * scale, (n) => [long(n), 1]))),
		becomes: /it has more than 50 names of more than 10000 characters/,
	},
	{
		name: 'names of 10,000 characters',
		body: (scale) =>
			JSON.stringify(Object.fromEntries(times(800 * scale, (n) => [long(n).slice(-10_000), 1]))),
		becomes: 1,
	},
	{
		name: 'elements with names of 17,000 characters',
		body: (scale) => `<a>${times(490 * scale, (n) => `<${long(n)}/>`).join('')}</a>`,
		becomes: /it has more than 50 names of more than 10000 characters/,
	},
	{
		name: 'attributes with names of 17,000 characters',
		body: (scale) => `<a ${times(490 * scale, (n) => `${long(n)}="1"`).join(' ')}/>`,
		becomes: /a name or reference has more than 10000 characters/,
	},
	{
		name: 'attributes with names of 10,000 characters',
		body: (scale) => `<a ${times(800 * scale, (n) => `${long(n).slice(-10_000)}="1"`).join(' ')}/>`,
		becomes: 1,
	},
	{
		name: 'elements with many attributes',
		body: (scale) =>
			`<a>${`<b ${times(900, (index) => `a${index}=""`).join(' ')}/>`.repeat(200 * scale)}</a>`,
		becomes: 1,
	},
	{
		name: 'objects that each tell a ticket beside a status',
		body: (scale) =>
			JSON.stringify({
				to: '18015551001',
				status: 100,
				...Object.fromEntries(times(49_000 * scale, (index) => [`o${index}`, { ticket: index }])),
			}),
		becomes: 1,
	},
	{
		name: 'objects that each tell a status',
		body: (scale) =>
			JSON.stringify(
				Object.fromEntries(times(49_000 * scale, (index) => [`o${index}`, { status: index }])),
			),
		becomes: 49_000,
	},
	{
		name: 'objects that each tell a recipient and a status',
		body: (scale) =>
			JSON.stringify({
				to: '18015551001',
				status: 100,
				...Object.fromEntries(
					times(40_000 * scale, (to) => [`o${to}`, { to: to + 18_015_551_002, status: 100 }]),
				),
			}),
		becomes: 40_001,
	},
];
