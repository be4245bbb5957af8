import fc from 'fast-check';

/** What a document says, apart from the format that it is written in. */
export type Content = string | Content[] | Named[];
/** Members as a list, because a document may have a name twice. */
export interface Named {
	name: string;
	content: Content;
}

const isNamed = (part: Content | Named): part is Named =>
	typeof part === 'object' && !Array.isArray(part);

export const isRecord = (content: Content): content is Named[] =>
	Array.isArray(content) && content.length > 0 && isNamed(content[0]!);

/** Names that a service may use, and those that only an attacker does. */
const name = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.constantFrom(
			...'transaction_ticket custom_ticket sendTo status_code status_message status to phone'.split(
				' ',
			),
			...'ticket id code list item message recipients statuses result response 0 1 2'.split(' '),
		),
	},
	{
		weight: 2,
		arbitrary: fc.constantFrom(
			'__proto__',
			'constructor',
			'prototype',
			'toString',
			'value',
			'body',
		),
	},
	{ weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
	{ weight: 1, arbitrary: fc.nat(300).map((length) => 'n'.repeat(length + 1)) },
);

const scalar = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.constantFrom(
			'100',
			'101',
			'Delivered',
			'T-1',
			'+18015551001',
			'true',
			'',
			' ',
			'0',
		),
	},
	{ weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
	{
		weight: 1,
		arbitrary: fc.constantFrom('<a>1</a>', '{"to":1}', 'a & b', '&#x41;', ']]>', '\u0000', '1e999'),
	},
	{ weight: 1, arbitrary: fc.nat(2_000).map((length) => 'x'.repeat(length)) },
);

/** How often a part is repeated: seldom very often. */
const often = fc.oneof(
	{ weight: 30, arbitrary: fc.integer({ min: 1, max: 4 }) },
	{ weight: 2, arbitrary: fc.integer({ min: 5, max: 60 }) },
	{ weight: 1, arbitrary: fc.constantFrom(300, 2_000) },
);

const MOST_PARTS = 2_000;

const size = (content: Content): number =>
	typeof content === 'string'
		? 1
		: content.reduce<number>((total, part) => total + size(isNamed(part) ? part.content : part), 1);

/** What is repeated stays a document that can be posted many thousand times in a run. */
const repeated = (content: Content, times: number): Content[] =>
	Array<Content>(Math.min(times, Math.ceil(MOST_PARTS / size(content)))).fill(content);

export const content: fc.Arbitrary<Content> = fc.letrec<{ content: Content }>((tie) => ({
	content: fc.oneof(
		{ maxDepth: 5, withCrossShrink: true },
		{ weight: 3, arbitrary: scalar },
		{
			weight: 4,
			arbitrary: fc.array(fc.record({ name, content: tie('content') }), {
				minLength: 1,
				maxLength: 6,
			}),
		},
		{ weight: 1, arbitrary: fc.array(tie('content'), { maxLength: 4 }) },
		{
			weight: 2,
			arbitrary: fc.tuple(tie('content'), often).map(([part, times]) => repeated(part, times)),
		},
	),
})).content;

/** Tokens that mean something in one of the formats. */
const TOKENS =
	'< > </ /> & &amp; &#0; " \' { } [ ] , : = % %41 %E9 + \\ \\u00 ; # ? <!-- --> <![CDATA[ ]]> <?x ?> <!DOCTYPE xmlns:a= xsi:nil="1" href="#a" id="a" enc:arrayType="a" enc:position="[3]" \u0000 \ufeff \ud83d'
		.split(' ')
		.concat(' ', '\n', '\r', '\t');

type Change =
	| { kind: 'cut'; at: number }
	| { kind: 'insert'; at: number; token: string }
	| { kind: 'remove'; at: number; length: number }
	| { kind: 'repeat'; at: number; length: number; times: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const change: fc.Arbitrary<Change> = fc.oneof(
	fc.record({ kind: fc.constant('cut' as const), at: place }),
	fc.record({ kind: fc.constant('insert' as const), at: place, token: fc.constantFrom(...TOKENS) }),
	fc.record({ kind: fc.constant('remove' as const), at: place, length: fc.nat(9) }),
	fc.record({ kind: fc.constant('repeat' as const), at: place, length: fc.nat(40), times: often }),
);

/** Mistakes that a document may have: often none. */
export const changes = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<Change[]>([]) },
	{ weight: 1, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
);

export function changed(text: string, all: readonly Change[]): string {
	return all.reduce((before, step) => {
		const at = Math.floor(step.at * before.length);
		switch (step.kind) {
			case 'cut':
				return before.slice(0, at);
			case 'insert':
				return before.slice(0, at) + step.token + before.slice(at);
			case 'remove':
				return before.slice(0, at) + before.slice(at + step.length);
			case 'repeat':
				return (
					before.slice(0, at) +
					before.slice(at, at + step.length).repeat(step.times) +
					before.slice(at + step.length)
				);
		}
	}, text);
}

/** In the format of JSON, names that come twice included. */
export function asJson(part: Content): string {
	if (typeof part === 'string') {
		return /^(?:\d{1,9}|true|null)$/.test(part) ? part : JSON.stringify(part);
	}
	return isRecord(part)
		? `{${part.map(({ name: key, content: value }) => `${JSON.stringify(key)}:${asJson(value)}`).join()}}`
		: `[${(part as Content[]).map(asJson).join()}]`;
}

const asElementName = (text: string) =>
	text.replace(/[^\w.-]/g, '_').replace(/^[^a-z_]/i, '_$&') || '_';

// eslint-disable-next-line no-control-regex
const NOT_OF_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const escapeXml = (text: string) =>
	text.replace(NOT_OF_XML, '?').replace(/[&<>]/g, (found) => `&#${found.charCodeAt(0)};`);

/** As elements, entries of a list under one name. */
export function asXml(part: Content, key = 'status', attributes = ''): string {
	const element = asElementName(key);
	const inner =
		typeof part === 'string'
			? escapeXml(part)
			: isRecord(part)
				? part.map((member) => asXml(member.content, member.name)).join('')
				: (part as Content[]).map((entry) => asXml(entry, 'item')).join('');
	return `<${element}${attributes}>${inner}</${element}>`;
}

/** As the encoded style of SOAP writes it, lists as arrays. */
export function asSoapEncoded(part: Content, key: string, attributes = ''): string {
	const element = asElementName(key);
	if (typeof part === 'string')
		return `<${element} xsi:type="xsd:string"${attributes}>${escapeXml(part)}</${element}>`;
	const isList = !isRecord(part);
	const inner = isList
		? (part as Content[]).map((entry) => asSoapEncoded(entry, 'item')).join('')
		: part.map((member) => asSoapEncoded(member.content, member.name)).join('');
	const type = isList ? ' xsi:type="enc:Array" enc:arrayType="xsd:anyType[]"' : '';
	return `<${element}${type}${attributes}>${inner}</${element}>`;
}

export const soapEnvelope = (body: string) =>
	'<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:n="urn:webservices2_0_0">' +
	`<s:Body>${body}</s:Body></s:Envelope>`;

/** As a form writes it, with brackets for what is within something else. */
export function asForm(part: Content, prefix = '', fields: string[] = []): string {
	if (typeof part === 'string') {
		fields.push(`${prefix || 'value'}=${encodeURIComponent(part.replace(/\p{Cs}/gu, '?'))}`);
	} else {
		(part as Array<Content | Named>).forEach((entry, index) => {
			const key = encodeURIComponent(
				(isNamed(entry) ? entry.name : String(index)).replace(/\p{Cs}/gu, '?'),
			);
			asForm(
				isNamed(entry) ? entry.content : entry,
				prefix === '' ? key : `${prefix}[${key}]`,
				fields,
			);
		});
	}
	return prefix === '' ? fields.join('&') : '';
}

/** As lines of text, one level deep. */
export const asLines = (part: Content) =>
	isRecord(part)
		? part
				.map(
					({ name: key, content: value }) =>
						`${key}: ${typeof value === 'string' ? value : asJson(value)}`,
				)
				.join('\n')
		: asJson(part);
