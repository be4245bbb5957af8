import {
	agrees,
	among,
	completed,
	isTold,
	isWhole,
	merged,
	ticketsIn,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/fields';

const told = (value: string, rank: number) => ({ value, rank });
const MAPPED = told('mapped', 0);
const NAMED = told('named', 50);
const UNLIKELY = told('1', 101);

it.each([
	['the nearer one of two names', { outer: told('outer', 1), inner: NAMED, better: 'named' }],
	['that of the mapping', { outer: MAPPED, inner: NAMED, better: 'mapped' }],
	['the nearer one of the mapping', { outer: MAPPED, inner: told('inner', 0), better: 'inner' }],
	['an address', { outer: NAMED, inner: UNLIKELY, better: 'named' }],
	['the nearer one of no addresses', { outer: told('2', 109), inner: UNLIKELY, better: '1' }],
])('of what is told twice, %s counts', (_which, { outer, inner, better }) => {
	expect(merged({ sendTo: outer }, { sendTo: inner }).sendTo?.value).toBe(better);
});

it('what is told once counts, wherever it stands', () => {
	const outer = { sendTo: UNLIKELY };
	const inner = { status_code: NAMED };
	expect(merged(outer, inner)).toEqual({ ...outer, ...inner });
	expect(merged(inner, outer)).toEqual({ ...outer, ...inner });
});

it('a status is told by a recipient with a code or a message', () => {
	expect(isTold({ sendTo: NAMED, status_code: NAMED })).toBe(true);
	expect(isTold({ sendTo: NAMED, status_message: NAMED })).toBe(true);
	expect(isTold({ sendTo: NAMED })).toBe(false);
	expect(isTold({ status_code: NAMED })).toBe(false);
});

describe('a status is whole', () => {
	const status = { sendTo: NAMED, status_code: NAMED };

	it('with an address and a code or a message', () => {
		expect(isWhole(status, {})).toBe(true);
		expect(isWhole({ sendTo: NAMED, status_message: NAMED }, {})).toBe(true);
		expect(isWhole({ ...status, sendTo: UNLIKELY }, {})).toBe(false);
		expect(isWhole({ sendTo: NAMED }, {})).toBe(false);
		expect(isWhole({ status_code: NAMED }, {})).toBe(false);
	});

	it('by the mapping, where that names the recipient or the status', () => {
		expect(isWhole(status, { transaction_ticket: 'ref', sendTo: '' })).toBe(true);
		for (const field of ['sendTo', 'status_code', 'status_message'] as const) {
			expect(isWhole(status, { [field]: 'x' })).toBe(false);
			expect(isWhole({ ...status, [field]: MAPPED }, { [field]: 'x' })).toBe(true);
		}
	});

	it('unless columns in it have the better name', () => {
		expect(isWhole(status, {}, told('listed', 49))).toBe(false);
		expect(isWhole(status, {}, told('listed', 51))).toBe(true);
	});
});

it('a status has the tickets of its parts, and what the mapping names, unless they are statuses', () => {
	const own = { sendTo: NAMED, status_code: NAMED };
	const attempt = {
		sendTo: UNLIKELY,
		status_message: MAPPED,
		custom_ticket: NAMED,
	};
	expect(completed(own, attempt)).toEqual({ ...own, custom_ticket: NAMED });
	expect(completed(own, { status_message: NAMED })).toEqual(own);
	expect(completed(own, { status_message: MAPPED, status_code: MAPPED })).toEqual({
		sendTo: NAMED,
		status_code: MAPPED,
		status_message: MAPPED,
	});
	expect(ticketsIn({ ...attempt, status_code: NAMED })).toEqual({ custom_ticket: NAMED });
});

describe('of a status that tells its recipient and a code, what is told further out', () => {
	const inner = { sendTo: NAMED, status_code: NAMED };

	it('counts as its text where the mapping names that', () => {
		expect(among({ status_message: MAPPED }, inner)).toEqual({ status_message: MAPPED, ...inner });
		expect(among({ status_message: told('of all', 1) }, inner)).toEqual(inner);
	});

	it('counts where it tells something else', () => {
		const custom_ticket = told('order-1', 2);
		expect(among({ custom_ticket }, inner)).toEqual({ custom_ticket, ...inner });
	});
});

describe('a status is another one told again', () => {
	const code = (value: string | number) => ({ status_code: { value, rank: 1 } });
	const text = (value: string) => ({ status_message: { value, rank: 1 } });
	const ticket = (value: string) => ({ custom_ticket: { value, rank: 1 } });
	const to = (value: string) => ({ sendTo: { value, rank: 1 } });

	it.each([
		[
			'the same, however the recipient is written',
			{ ...to('1'), ...code(5) },
			{ ...to('2'), ...code('5') },
		],
		['one that tells less', code(5), { ...code(5), ...text('Failed') }],
		['one that tells more', { ...code(5), ...text('Failed') }, code(5)],
		['what follows 101', { ...code(100), ...ticket('a') }, { ...code('101'), ...ticket('a') }],
		['what follows Sent to Carrier', text('Delivered'), text('Sent to Carrier')],
	])('where it is %s', (_which, status, other) => {
		expect(agrees(status, other)).toBe(true);
	});

	it.each([
		['another code', code(5), code(6)],
		['another text', text('Failed'), text('Delivered')],
		[
			'another ticket, though it follows 101',
			{ ...code(100), ...ticket('a') },
			{ ...code(101), ...ticket('b') },
		],
		['another one before 101', code(101), code(100)],
		['another code beside that text', code(5), { ...code(6), ...text('Sent to Carrier') }],
	])('not where it is %s', (_which, status, other) => {
		expect(agrees(status, other)).toBe(false);
	});
});
