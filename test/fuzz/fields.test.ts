import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

import type { EnteredCall } from '../../nodes/SubscriptionMessaging/service/contract/call';
import { encodeSoap } from '../../nodes/SubscriptionMessaging/service/request/soap';
import {
	fillPlaceholders,
	lengthWarning,
	segmentsOf,
	shorten,
	splitIntoMessages,
	textLimit,
} from '../../nodes/SubscriptionMessaging/service/text/messageText';
import { normalizePhoneNumber } from '../../nodes/SubscriptionMessaging/service/text/phoneNumber';
import { validated } from '../../nodes/SubscriptionMessaging/service/request/validation';
import { changed, changes } from './grammar';
import { hold } from './held';
import { fuzz, judged } from './judge';

/** What people have in their lists. */
const number = fc
	.tuple(
		fc.constantFrom(
			...['+18015551001', '(801) 555-1001', '0049 171 1234567', '18015551001.0', '1.8015551001E10'],
			...['anna@example.com', 'tel:+43-660-1234567', '٠١٢٣٤٥٦٧', '8015551001 / 8015551002', ''],
		),
		changes,
	)
	.map(([sample, mistakes]) => changed(sample, mistakes).slice(0, 20_000));

const text = fc.oneof(
	fc
		.tuple(
			fc.constantFrom(
				'Hello {name}, your order {id} costs {amount:0.00} €.',
				'Приве́т 👩‍👩‍👧',
				'{',
				'{{$json.a}}',
			),
			changes,
		)
		.map(([sample, mistakes]) => changed(sample, mistakes).slice(0, 50_000)),
	fc.string({ unit: 'binary', maxLength: 200 }),
	fc
		.tuple(fc.constantFrom('{', '{a', 'é', ' ', 'a ', '\u0301', '👩‍', '{a:'), fc.nat(3_000))
		.map(([part, times]) => part.repeat(times)),
);

const fields = fc.array(
	fc.record({ name: fc.constantFrom('name', 'id', 'amount', '__proto__'), value: text }),
	{ maxLength: 3 },
);

const send = fc.record({
	message: text,
	sendTo: number,
	type: fc.oneof(fc.constantFrom(1, 4, '1'), fc.anything({ maxDepth: 1 })),
	customfields: fields,
	custom_ticket: text,
	status_url: fc.constantFrom('', 'https://n8n.example/webhook/a?b=c&d=<e>', 'javascript:alert(1)'),
	keyword: fc.oneof(
		fc.constantFrom('NSTAFF', 'n staff', ''),
		fc.string({ unit: 'binary', maxLength: 50 }),
	),
	country: fc.constantFrom(undefined, 'US', 'DE', 'MX'),
});
type Send = typeof send extends fc.Arbitrary<infer S> ? S : never;

// eslint-disable-next-line require-yield
function* prepared({ message, sendTo, type, customfields, country, ...rest }: Send) {
	const limit = textLimit(undefined, message);
	const read = normalizePhoneNumber(sendTo, country);
	const entered = {
		operation: 'sendMessage',
		code: '12345',
		keyword: rest.keyword,
		parameters: {
			message,
			recipientList: { recipients: [{ sendTo, type, customfields }] },
			custom_ticket: rest.custom_ticket,
			status_url: rest.status_url,
		},
	} as EnteredCall;
	return {
		read,
		limit,
		parts: splitIntoMessages(message, limit),
		short: shorten(message, limit),
		segments: segmentsOf(message),
		warning: lengthWarning(message),
		filled: fillPlaceholders(message, customfields),
		outcome: validated(entered),
	};
}

const CONTROL: Send = {
	message: 'Hello {name}, your order is on its way. '.repeat(1_000),
	sendTo: '+18015551001',
	type: 1,
	customfields: [{ name: 'name', value: 'Anna' }],
	custom_ticket: 'order-1',
	status_url: '',
	keyword: 'NSTAFF',
	country: undefined,
};

const parser = new XMLParser({ parseTagValue: false, trimValues: false, ignoreAttributes: true });

/** The values of an element, as a second parser reads them in a request. */
function valuesIn(body: string, name: string): string[] {
	const found: string[] = [];
	const visit = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;
		for (const [key, member] of Object.entries(value)) {
			if (key === name && typeof member === 'string') found.push(member);
			visit(member);
		}
	};
	visit(parser.parse(body));
	return found;
}

test('values of the fields of a send', async () => {
	await fuzz(0.1, send, (given) => {
		const result = judged(
			() => prepared(given),
			() => false,
			() => hold(prepared(CONTROL)),
		);
		const { read, limit, parts, short, outcome } = result!;
		if ('number' in read) expect(read.number).toMatch(/^\d{4,15}$/);
		for (const part of [...parts, short]) expect(limit.length(part)).toBeLessThanOrEqual(limit.max);

		if (!('call' in outcome) || outcome.call.operation !== 'sendMessage') return;
		const { operation, parameters, code, keyword } = outcome.call;
		const { body } = encodeSoap(operation, { code, keyword }, parameters);
		expect(XMLValidator.validate(String(body))).toBe(true);
		// Who gets what is on the wire as it was entered, and nothing else is.
		expect(valuesIn(String(body), 'sendTo')).toEqual([given.sendTo]);
		expect(given.sendTo).not.toMatch(/[,;|\s]/);
	});
});
