import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';

import type { Steps } from '../../nodes/SubscriptionMessaging/service/collections/steps';
import type { FieldMapping } from '../../nodes/SubscriptionMessaging/service/callback/fields';
import {
	callbackId,
	readCallback,
	statusesOf,
	type DeliveryStatus,
} from '../../nodes/SubscriptionMessaging/service/callback/statuses';
import type { CallbackValue } from '../../nodes/SubscriptionMessaging/service/callback/value';
import { isObject } from '../../nodes/SubscriptionMessaging/service/collections/object';
import {
	asForm,
	asJson,
	asLines,
	asSoapEncoded,
	asXml,
	changed,
	changes,
	content,
	soapEnvelope,
	type Content,
} from './grammar';
import { posted } from '../nodes/SubscriptionMessaging/wholePath';
import { hold } from './held';
import { fuzz, isWhole, judged, judgedWhole } from './judge';

/** As services of several makes post one status or more. */
const SAMPLES = [
	'transaction_ticket=34335276-dcfc23&custom_ticket=order-1&sendTo=%2B18015551001&status_code=100&status_message=D%C3%A9livr%C3%A9',
	'{"transaction_ticket":"34335276-dcfc23","statuses":[{"sendTo":"18015551001","status_code":100},{"sendTo":"18015551002","status_code":101}]}',
	'<?xml version="1.0" encoding="UTF-8"?><status><transaction_ticket>34335276-dcfc23</transaction_ticket><sendTo type="1">18015551001</sendTo><status_code>100</status_code></status>',
	soapEnvelope(
		'<n:notify><list enc:arrayType="n:D[2]" xsi:type="enc:Array"><item href="#a"/><item href="#b"/></list></n:notify><multiRef id="a" xsi:type="n:D"><sendTo>1</sendTo><status_code href="#c"/></multiRef><multiRef id="b"><sendTo>2</sendTo></multiRef><multiRef id="c" xsi:type="xsd:int">100</multiRef>',
	),
	'Transaction Ticket: 34335276-dcfc23\r\nSend To: +18015551001\r\n\r\nStatus Code: 100\r\n',
	'ticket=T-1&s[0][sendTo]=18015551001&s[0][status_code]=100&s[1][sendTo]=18015551002&s[1][status_code]=101',
	'payload=%7B%22to%22%3A1%7D&xml=%3Ca%3E%3Cto%3E1%3C%2Fto%3E%3C%2Fa%3E',
];

const WRITERS: ReadonlyArray<(written: Content) => string> = [
	asJson,
	(written) => asXml(written),
	(written) => soapEnvelope(`<n:notify>${asSoapEncoded(written, 'status')}</n:notify>`),
	(written) => asForm(written),
	asLines,
];

const body = fc
	.tuple(
		fc.oneof(
			{
				weight: 4,
				arbitrary: fc
					.tuple(fc.constantFrom(...WRITERS), content)
					.map(([write, what]) => write(what)),
			},
			{ weight: 1, arbitrary: fc.constantFrom(...SAMPLES) },
		),
		changes,
	)
	.map(([text, mistakes]) => changed(text, mistakes));

/** Answers of the service to the question what became of a message. */
const SAID = [
	soapEnvelope(
		'<n:getCustomTransactionStatusResponse><return><result>true</result><response><transactionlist><item><sendTo>18015551001</sendTo><status_code>100</status_code></item><item xsi:nil="1"/></transactionlist></response></return></n:getCustomTransactionStatusResponse>',
	),
	'<html>',
];

const post = fc.record({
	body,
	charset: fc.constantFrom<BufferEncoding>('utf8', 'utf8', 'utf8', 'latin1', 'utf16le'),
	contentType: fc.constantFrom(
		undefined,
		'application/json',
		'application/x-www-form-urlencoded',
		'text/xml; charset=iso-8859-1',
		'application/x-www-form-urlencoded; charset=shift_jis',
	),
	query: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: body }),
	mapping: fc.constantFrom<FieldMapping>({}, {}, { sendTo: 'item' }, { status_code: 'list.code' }),
	triggerOn: fc.constantFrom('deliveryStatus', 'deliveryStatus', 'anyCallback'),
	isWhole,
	/** What the service says where it is asked. */
	said: fc.constantFrom(undefined, undefined, undefined, ...SAID),
});
type Post = typeof post extends fc.Arbitrary<infer P> ? P : never;

interface Taken {
	callback: CallbackValue | undefined;
	statuses: DeliveryStatus[];
	id: string;
}

function* taken({
	body: text,
	charset,
	contentType,
	query,
	mapping,
}: Pick<Post, 'body' | 'charset' | 'contentType' | 'query' | 'mapping'>): Steps<Taken> {
	const bytes = Buffer.from(text, charset);
	const callback = yield* readCallback({ body: bytes, contentType, query });
	const statuses = yield* statusesOf(callback, { received_at: 'now' }, mapping);
	return { callback, statuses, id: yield* callbackId(callback) };
}

/** The same through the trigger, from n8n's server to its engine. */
async function wholePathOf({ body: text, charset, mapping, said, triggerOn, ...request }: Post) {
	const parameters = {
		triggerOn,
		fieldMapping: mapping,
		filters: {},
		confirm: said !== undefined,
		keyword: 'NSTAFF',
	};
	const answering = () => Buffer.from(said ?? '');
	return await posted({ ...request, body: Buffer.from(text, charset), parameters, answering });
}

const CONTROL = {
	body: JSON.stringify(Array.from({ length: 5_000 }, (_, to) => ({ to, status: 100 }))),
	charset: 'utf8' as const,
	contentType: undefined,
	query: '',
	mapping: {},
};

const isRefusal = ({ name }: Error) => name === 'CallbackRefusedError';

/** Nothing in it has a prototype, or a member, that changes what an object is. */
function isPlain(value: CallbackValue): boolean {
	if (typeof value !== 'object' || value === null) return true;
	const prototype: unknown = Object.getPrototypeOf(value);
	return (
		(prototype === Object.prototype || prototype === Array.prototype) &&
		!Object.hasOwn(value, '__proto__') &&
		Object.values(value).every(isPlain)
	);
}

/** What `JSON.parse` reads, without the name that is left out; undefined where it reads nothing. */
function parsed(text: string): string | undefined {
	try {
		return JSON.stringify(
			JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value)),
		);
	} catch {
		return undefined;
	}
}

test('posts to the trigger', async () => {
	await fuzz(0.45, post, async (given) => {
		const result = judged(
			() => taken(given),
			isRefusal,
			() => hold(taken(CONTROL)),
		);
		if (given.isWhole) {
			const items = await judgedWhole(
				() => wholePathOf(given),
				() => posted({ body: Buffer.from(CONTROL.body) }),
			);
			// What is refused says why; anything else is answered 500.
			if (!Array.isArray(items)) expect([0, 400, 401, 413, 503]).toContain(items);
			// What would be too many statuses may still be one callback.
			if (result === undefined && given.triggerOn === 'deliveryStatus') {
				expect(items).not.toEqual(expect.any(Array));
			}
		}
		if (result === undefined) return;
		const { callback, statuses } = result;
		for (const { transaction_ticket, custom_ticket, sendTo, status_message, status } of statuses) {
			for (const text of [transaction_ticket, custom_ticket, sendTo, status_message]) {
				expect(text === null || typeof text === 'string').toBe(true);
			}
			expect(['delivered', 'in_transit', 'other', null]).toContain(status);
		}
		expect(isPlain(callback ?? null)).toBe(true);
		if (given.charset !== 'utf8' || given.query !== '' || given.contentType?.includes('charset'))
			return;

		const text = given.body.trim();
		if (/^[{[]/.test(text)) {
			const expected = parsed(given.body.replace(/\p{Cs}/gu, '\ufffd'));
			if (expected !== undefined) expect(JSON.stringify(callback)).toBe(expected);
		}
		// XML that is taken without its text beside it was read without a mistake.
		if (text.startsWith('<') && isObject(callback) && !Object.hasOwn(callback, 'body')) {
			expect([text, XMLValidator.validate(text)]).toEqual([text, true]);
		}
	});
});
