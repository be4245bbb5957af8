import {
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
