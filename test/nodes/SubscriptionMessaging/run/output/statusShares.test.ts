import type {
	Outcome,
	Plan,
	PlannedCall,
	PreparedItem,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { statusShares } from '../../../../../nodes/SubscriptionMessaging/run/output/statusShares';
import {
	ENTRIES_IN_STEP,
	finished,
} from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';

const ANN = '18015551001';
const BOB = '18015551002';

/** The shares of items with these recipients, which asked for one ticket, and in how many steps they are made. */
function sharesInSteps(
	recipients: Array<string | undefined>,
	listed: string[],
	{
		operation = 'getTransactionStatus',
		kind = 'accepted',
	}: { operation?: string; kind?: string } = {},
) {
	const itemIndexes = [...recipients.keys()];
	const planned = {
		call: {
			operation,
			code: '1',
			keyword: 'NSTAFF',
			parameters: { transaction_ticket_id: 'T' },
		},
		itemIndexes,
	} as unknown as PlannedCall;
	const transactionlist = listed.map((sendTo, index) => ({ sendTo, status_code: index }));
	const outcome = {
		kind,
		answer: { result: true, response: { transactionlist } },
		evidence: 'answered',
	} as Outcome;
	const plan: Plan = { chains: [[planned]], callsOf: new Map(), skippedItems: new Map() };
	const items = new Map(
		recipients.map((recipient, index) => [
			index,
			{ requests: [{ recipient }] } as unknown as PreparedItem,
		]),
	);
	const making = () => statusShares(plan, new Map([[planned, outcome]]), items);
	const shares = finished(making());
	return { shares: itemIndexes.map((index) => shares.get(index)), steps: stepsOf(making()) };
}

const allShares = (...given: Parameters<typeof sharesInSteps>) => sharesInSteps(...given).shares;

const sharesOf = (...given: Parameters<typeof allShares>) =>
	allShares(...given).map((share) =>
		share === 'given' ? share : share?.map((detail) => detail.status_code),
	);

test.each<
	[how: string, recipients: Array<string | undefined>, listed: string[], shares: unknown[]]
>([
	['each its own', [BOB, ANN], [ANN, BOB], [[1], [0]]],
	['written otherwise', [ANN], ['(801) 555-1001'], [[0]]],
	['one who is written in two ways', [ANN, `+${ANN}`], ['8015551001'], [[0], [0]]],
	['all, once, where no item has one', [undefined, undefined], [ANN, BOB], [[0, 1], 'given']],
	['all beside those that have one', [ANN, undefined], [ANN, BOB], [[0], [0, 1]]],
	['several of one recipient', [ANN], [ANN, ANN], [[0, 1]]],
	['one after the other', [ANN, ANN, ANN], [ANN, ANN], [[0], [1], [1]]],
	['nothing that is listed', [ANN], [BOB], [[undefined]]],
	['no row that fits two of them', [ANN, '4918015551001'], ['5551001'], [[undefined], [undefined]]],
	[
		'one that is listed as it is, and not another that ends with it',
		[ANN, '8015551001'],
		['8015551001'],
		[[undefined], [0]],
	],
	['the same, however their recipient is written', [ANN, '+1 801 555-1001'], [ANN], [[0], [0]]],
	['a row without status, once', [undefined, undefined], [], [[undefined], 'given']],
])('items get %s', (_how, recipients, listed, shares) => {
	expect(sharesOf(recipients, listed)).toEqual(shares);
});

test('100,000 items are shared out without comparing each with each', () => {
	const numbers = Array.from({ length: 100_000 }, (_number, index) => String(18010000000 + index));
	const shares = sharesOf(numbers, numbers.toReversed());
	expect(shares[0]).toEqual([99_999]);
	expect(shares.at(-1)).toEqual([0]);
});

test('the recipients of many items are read, compared and told in steps', () => {
	const numbers = Array.from({ length: 5000 }, (_number, index) => String(18010000000 + index));
	expect(sharesInSteps(numbers, []).steps).toBeGreaterThan((3 * 5000) / ENTRIES_IN_STEP - 3);
});

test('an item whose recipient is not listed still has a row for it, and one without recipient an empty one', () => {
	expect(allShares([ANN], [BOB])).toEqual([[{ sendTo: ANN }]]);
	const [share] = allShares([undefined], []);
	expect(share).toHaveLength(1);
});

test.each([
	['that failed', { kind: 'failed' }],
	['about something else', { operation: 'readSubscriptionnode' }],
])('items have no share in a question %s', (_which, more) => {
	expect(allShares([ANN], [ANN], more)).toEqual([undefined]);
});
