import { createHash } from 'node:crypto';

import {
	callbackId,
	lengthOfPost,
	readCallback,
	restated,
	statusesOf,
	type Callback,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/statuses';
import type { CallbackValue } from '../../../../../nodes/SubscriptionMessaging/service/callback/value';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';
import { FORM, JSON_STATUS, read, RECEIVED, XML_MEMBERS } from './reading';

describe('the length of a post', () => {
	it('is that of its body, or of the names and texts of its form', () => {
		const fields = { ab: 'c', d: ['ef', 'g'], h: [], i: 7, j: null };
		expect(lengthOfPost({ body: new Uint8Array(), fields })).toBe(10);
		expect(lengthOfPost({ body: Buffer.from('é') })).toBe(2);
	});

	it('is limited for both', () => {
		const text = 'x'.repeat(4 * 1024 * 1024);
		expect(read('', { fields: { '': [text, text] } })).toHaveLength(1);
		expect(() => read('', { fields: { a: [text, text] } })).toThrow('larger than 8388608 bytes');
	});
});

describe('the id of a status', () => {
	const idOf = (body: string) => read(body)[0]?.id;

	it('is the same for the same ticket, recipient and code, however it is posted', () => {
		const ids = [
			FORM,
			JSON_STATUS.replace('+1', '1'),
			`<status>${XML_MEMBERS}</status>`,
			`${FORM}&attempt=2`,
			FORM.replace('Delivered', 'DELIVERED'),
		].map(idOf);
		expect(new Set(ids).size).toBe(1);
		expect(ids[0]).toMatch(/^[\da-f]{32}$/);
	});

	it.each([
		['ticket', FORM.replace('dcfc23', 'dcfc24')],
		['recipient', FORM.replace('1001', '1002')],
		['code', FORM.replace('100&', '101&')],
	])('differs with another %s', (_what, body) => {
		expect(idOf(body)).not.toBe(idOf(FORM));
	});

	it.each([
		['no ticket is told', 'sendTo=1&status_code=100&at=1', 'sendTo=1&status_code=100&at=2'],
		['no outcome is told', 'ticket=T-1&sendTo=1&at=1', 'ticket=T-1&sendTo=1&at=2'],
		[
			'their recipients differ by a plus sign within',
			'ticket=T-1&status=100&sendTo=1%2B2',
			'ticket=T-1&status=100&sendTo=12',
		],
	])('does not take two messages for one where %s', (_what, one, other) => {
		expect(idOf(one)).not.toBe(idOf(other));
	});

	it.each([
		[
			'are not recognised',
			'[{"ticket":"T","to":{"x":"1"},"status":1},{"ticket":"T","to":{"x":"2"},"status":1}]',
		],
		[
			'are told by a name alone',
			'{"ticket":"T","statuses":{"1801":{"status_code":100},"1802":{"status_code":100}}}',
		],
	])('does not take two messages for one where their recipients %s', (_how, body) => {
		const ids = read(body).map(({ id }) => id);
		expect(new Set(ids).size).toBe(2);
	});

	it('does not take two callbacks for one where nothing is recognised', () => {
		expect(idOf('One.')).not.toBe(idOf('Two.'));
		const idOfCallback = (callback: string) => finished(callbackId(callback));
		expect(idOfCallback('One.')).not.toBe(idOfCallback('Two.'));
		expect(idOfCallback('One.')).toBe(idOfCallback('One.'));
	});

	it.each([
		['just short', 'x'.repeat(32_768)],
		['long', 'x'.repeat(100_000)],
		['long, with an end of its own', `${'x'.repeat(100_000)}"`],
		['long, of quotes', '"\\'.repeat(40_000)],
		['long, with a character of two halves at each place', `${'\u{1F600}'.repeat(40_000)}`],
		['long, with such a character across each place', `x${'\u{1F600}'.repeat(40_000)}`],
		[
			'long, with such characters from its beginning, and across a place',
			`${'\u{1F600}'.repeat(9)}x${'\u{1F600}'.repeat(40_000)}`,
		],
		[
			'long, with half a character at its end',
			`${'x'.repeat(32_767)}\u{1F600}`.repeat(2).slice(0, -1),
		],
	])('depends on all of a text that is %s, and on nothing but what it holds', (_how, text) => {
		const callback: CallbackValue = ['T', { text, more: [text, 7, null] }, {}, []];
		const json = JSON.stringify([callback]);
		expect(finished(callbackId(callback))).toBe(
			createHash('sha256').update(json).digest('hex').slice(0, 32),
		);
	});

	it('is that of the restated status', () => {
		const sent = read(FORM.replace('status_code=100', 'status_code=101'))[0]!;
		const confirmed = finished(restated(sent, { status_code: 100, status_message: 'Delivered' }));
		expect(confirmed).toMatchObject({ delivered: true, id: idOf(FORM) });
	});
});

describe('what was posted', () => {
	it.each<[how: string, body: string, isRecognised: boolean]>([
		['all of it recognised', FORM, true],
		['in XML', `<status>${XML_MEMBERS}</status>`, true],
		['in several', JSON.stringify({ ticket: 'T', list: [{ to: '1' }, { to: '2' }] }), true],
		['with empty values', `${FORM}&error=&info=+`, true],
		['with one more value', `${FORM}&carrier=383`, false],
		['with one beside the statuses', '{"run":7,"list":[{"to":"1"},{"to":"2"}]}', false],
		['with the same thing twice', 'sendTo=1&phone=2', false],
		['nothing of it', 'hello=world', false],
		['a form that semicolons divide', 'sendTo=1801;status_code=100', false],
		['all but the recipient', 'ticket=T-1&status=Queued', false],
		['malformed', '<s><ticket>T-1</ticket><to>1</to><note>a & b</wrong></s>', false],
	])('is told by the status or not: %s', (_how, body, isRecognised) => {
		const recognised = new Set(read(body).map((status) => status.isRecognised));
		expect([...recognised]).toEqual([isRecognised]);
	});

	it('keeps the name that a status stands under, where that may be its recipient', () => {
		const raw = read(
			'{"ticket":"T","all":{"1801":{"status_code":100},"a":{"status_code":105,"to":"7"},"b":{"status_code":105,"to":"8"}}}',
		).map((status) => status.raw);
		expect(raw).toEqual([
			{ ticket: 'T', '1801': { status_code: 100 } },
			{ ticket: 'T', status_code: 105, to: '7' },
			{ ticket: 'T', status_code: 105, to: '8' },
		]);
	});
});

describe('what the query of the address tells', () => {
	const rawOf = (body: string, query: string) => read(body, { query })[0]?.raw;

	it.each([
		['a text', 'Hello there', 'Hello there'],
		['a list', '[1,2]', [1, 2]],
	])('stands beside %s', (_what, body, posted) => {
		expect(rawOf(body, 'ticket=T-1')).toEqual({ ticket: 'T-1', body: posted });
	});

	it('stands among the members of what was posted, and alone where nothing was', () => {
		expect(rawOf('{"to":"1"}', 'ticket=T-1')).toEqual({ ticket: 'T-1', to: '1' });
		expect(rawOf('', 'ticket=T-1')).toStrictEqual({ ticket: 'T-1' });
	});
});

describe('a large post', () => {
	const numbers = Array.from({ length: 20_000 }, (_none, number) => number);
	const inParts = { most: 1_000, least: 5 };

	it.each<[how: string, post: Partial<Callback>]>([
		['a list', { body: Buffer.from(JSON.stringify(numbers)) }],
		['texts', { body: Buffer.from(JSON.stringify(numbers.map((number) => `"${number}"`))) }],
		['a text of quotes', { body: Buffer.from(JSON.stringify(['"'.repeat(1_000_000)])) }],
		['lists in lists', { body: Buffer.from(JSON.stringify(numbers.map((number) => [number]))) }],
		[
			'XML',
			{ body: Buffer.from(`<s>${numbers.map((number) => `<a>${number}</a>`).join('')}</s>`) },
		],
		['references', { body: Buffer.from(`<s>& ${'&amp;'.repeat(20_000)}</s>`) }],
		['a form that was read before', { fields: { numbers } }],
		['lists that were read before', { fields: { all: numbers.map((number) => [number]) } }],
	])('is read in some parts, neither at once nor value by value: %s', (_how, post) => {
		const steps = stepsOf(readCallback({ body: new Uint8Array(), ...post }));
		expect(steps).toBeGreaterThanOrEqual(inParts.least);
		expect(steps).toBeLessThanOrEqual(inParts.most);
	});

	it.each<[how: string, posted: CallbackValue]>([
		['statuses', numbers.map((number) => ({ to: String(number), status: 100 }))],
		['one status with much beside it', { to: '1', status: 100, numbers }],
		['no status', { numbers }],
	])('is made statuses of in some parts: %s', (_how, posted) => {
		const steps = stepsOf(statusesOf(posted, { received_at: RECEIVED }));
		expect(steps).toBeGreaterThanOrEqual(inParts.least);
		expect(steps).toBeLessThanOrEqual(inParts.most);
	});

	it.each<[how: string, posted: CallbackValue]>([
		['values', numbers],
		['a text', 'x'.repeat(4_000_000)],
		['texts', numbers.slice(0, 500).map(() => 'x'.repeat(6_400))],
		['names', Object.fromEntries(numbers.map((number) => [`a${number}`, number]))],
	])('gets its id in some parts: %s', (_how, posted) => {
		const steps = stepsOf(callbackId(posted));
		expect(steps).toBeGreaterThanOrEqual(inParts.least);
		expect(steps).toBeLessThanOrEqual(inParts.most);
	});
});

it('gives what is told without the blanks around it', () => {
	const [status] = read('{"to":" 1 ","ticket":"T-1\\n","status_code":" DELIVRD","raw":" x "}');
	expect(status).toMatchObject({
		sendTo: '1',
		transaction_ticket: 'T-1',
		status_code: 'DELIVRD',
		raw: { raw: ' x ' },
	});
});

describe('the custom ticket', () => {
	it('takes the custom ticket of the address where the callback names none', () => {
		const [status] = read('sendTo=18015551001&status_code=100', { customTicket: 'order-7' });
		expect(status?.custom_ticket).toBe('order-7');
		expect(read(FORM, { customTicket: 'order-7' })[0]?.custom_ticket).toBe('order-1');
	});
});

describe('what is not documented', () => {
	it.each([
		[100, 'delivered'],
		['100', 'delivered'],
		[101, 'in_transit'],
		[102, 'other'],
		['0100x', 'other'],
		[0, 'other'],
	])('is given no meaning: code %p, status %p', (status_code, word) => {
		const [status] = read(JSON.stringify({ sendTo: '1', status_code }));
		expect(status?.status).toBe(word);
		expect(status).not.toHaveProperty('delivered', false);
		expect('delivered' in status!).toBe(word === 'delivered');
	});

	it('keeps a code that is no number as it is', () => {
		expect(read('status_code=DELIVRD')[0]).toMatchObject({
			status_code: 'DELIVRD',
			status: 'other',
		});
	});

	it('is nothing at all where nothing was posted', () => {
		expect(read('')).toEqual([]);
		expect(read(' \r\n', { query: 'own=1', ownParameters: ['own'] })).toEqual([]);
	});
});
