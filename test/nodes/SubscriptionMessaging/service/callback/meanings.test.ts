import {
	codeNumber,
	Meanings,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/meanings';
import { NO_PATH, within } from '../../../../../nodes/SubscriptionMessaging/service/callback/path';

const unmapped = new Meanings({});
const path = (...names: string[]) => names.reduce(within, NO_PATH);

describe('a name stands for', () => {
	it('a field, however it is written', () => {
		for (const name of ['sendTo', 'SEND_TO', 'send-to', 'send.to', ' send to ']) {
			expect(unmapped.of(name, 'x', NO_PATH)).toEqual({ field: 'sendTo', rank: 1 });
		}
	});

	it('one that is the surer the earlier it is in the list of spellings', () => {
		const ranks = ['sendTo', 'sentTo', 'phone', 'to'].map(
			(name) => unmapped.of(name, 'x', NO_PATH)?.rank,
		);
		expect(ranks).toEqual([1, 2, 3, 10]);
	});

	it('a field together with the name around it, and with all names, a little less surely', () => {
		expect(unmapped.of('phone', '1', path('anything'))).toEqual({ field: 'sendTo', rank: 3 });
		expect(unmapped.of('code', 7, path('report', 'status'))).toEqual({
			field: 'status_code',
			rank: 1.1,
		});
		expect(unmapped.of('code', 7, path('delivery', 'status'))).toEqual({
			field: 'status_code',
			rank: 1.1,
		});
		expect(unmapped.of('id', 7, path('trans', 'action'))).toEqual({
			field: 'transaction_ticket',
			rank: 3.2,
		});
	});

	it('code or text of a status by what stands there', () => {
		expect(unmapped.of('status', '100', NO_PATH)).toEqual({ field: 'status_code', rank: 50 });
		expect(unmapped.of('status', 'Delivered', NO_PATH)).toEqual({
			field: 'status_message',
			rank: 50,
		});
		expect(unmapped.of('status', 5, path('delivery'))).toEqual({ field: 'status_code', rank: 50 });
		expect(unmapped.of('value', 5, path('status'))).toEqual({ field: 'status_code', rank: 50.1 });
	});

	it('nothing where no service is known to write it, or with more around it', () => {
		expect(unmapped.of('reference', 'x', NO_PATH)).toBeUndefined();
		expect(unmapped.of('code', 7, path('status', 'error'))).toBeUndefined();
		expect(unmapped.of('', 'x', NO_PATH)).toBeUndefined();
	});
});

describe('a mapping', () => {
	const mapped = new Meanings({ sendTo: 'meta.dest', status_code: ' ', status_message: 'status' });

	it('is surest, by one name or by all that lead to the value', () => {
		expect(mapped.of('dest', 'x', path('meta'))).toEqual({ field: 'sendTo', rank: 0 });
		expect(mapped.of('META_DEST', 'x', NO_PATH)).toEqual({ field: 'sendTo', rank: 0 });
		expect(mapped.of('status', 100, NO_PATH)).toEqual({ field: 'status_message', rank: 0 });
	});

	it('leaves the known names where it names nothing', () => {
		expect(mapped.of('phone', 'x', NO_PATH)).toEqual({ field: 'sendTo', rank: 3 });
		expect(mapped.of('', 'x', NO_PATH)).toBeUndefined();
	});

	it('may name what is longer than all known names', () => {
		const name = 'what_our_carrier_calls_the_number_of_the_handset';
		expect(new Meanings({ sendTo: name }).of(name, 'x', NO_PATH)).toEqual({
			field: 'sendTo',
			rank: 0,
		});
	});

	it('tells whether it names anything', () => {
		expect(mapped.areMapped).toBe(true);
		expect(unmapped.areMapped).toBe(false);
		expect(new Meanings({ sendTo: ' . ' }).areMapped).toBe(false);
	});
});

describe('a code', () => {
	it.each([
		[100, 100],
		['100', 100],
		[' 0 ', 0],
		['-5', -5],
		['999999999', 999_999_999],
		['-999999999', -999_999_999],
	])('%j is %d', (value, code) => {
		expect(codeNumber(value)).toBe(code);
	});

	it.each(['1000000000', '-1000000000', '1.5', 'Delivered', '', `${' '.repeat(100)}1`])(
		'is not %j',
		(value) => {
			expect(codeNumber(value)).toBeUndefined();
		},
	);

	it('may have blanks around it, up to a hundred characters together', () => {
		expect(codeNumber(`${' '.repeat(99)}1`)).toBe(1);
	});
});
