import type {
	Outcome,
	Outcomes,
	Plan,
	PlannedCall,
} from '../../../../nodes/SubscriptionMessaging/run/values/call';
import { escapeHtml, plainTitle } from '../../../../nodes/SubscriptionMessaging/wording/html';
import { bulkHint, describeRun } from '../../../../nodes/SubscriptionMessaging/run/output/summary';
import { ServiceRefusedError } from '../../../../nodes/SubscriptionMessaging/service/errors/errors';

describe("a text where n8n's editor renders HTML", () => {
	it('shows what stands in it, and renders nothing', () => {
		expect(escapeHtml(`<a href="x">1 & 1</a> &amp; it's`)).toBe(
			`&lt;a href="x"&gt;1 &amp; 1&lt;/a&gt; &amp;amp; it's`,
		);
	});

	const call = (itemIndex: number) =>
		({
			call: { operation: 'sendMessage', parameters: {} },
			itemIndexes: [itemIndex],
		}) as unknown as PlannedCall;
	const [first, second] = [call(0), call(1)];
	const plan = {
		chains: [[first], [second]],
		callsOf: new Map([
			[0, [first]],
			[1, [second]],
		]),
		skippedItems: new Map(),
	} as unknown as Plan;
	const outcomes: Outcomes = new Map<PlannedCall, Outcome>([
		[first, { kind: 'failed', error: new ServiceRefusedError(7, '<b>no</b> & never') }],
		[
			second,
			{ kind: 'accepted', answer: { transaction_ticket: '<i>T</i>' }, evidence: 'answered' },
		],
	]);

	it('is the hint of a run, with what the service said', () => {
		expect(bulkHint(plan, outcomes, 0)?.message).toBe(
			'1 sent in 2 requests, 1 not sent (The service refused: &lt;b&gt;no&lt;/b&gt; &amp; never (error 7))',
		);
	});

	it('is the description of an error, with the tickets of the service', () => {
		expect(describeRun(plan, outcomes)).toContain('(ticket &lt;i&gt;T&lt;/i&gt;)');
	});
});

test('a title holds nothing that could be rendered as HTML', () => {
	expect(plainTitle('No <a href="https://x.example">open</a> & <img src=x>')).toBe(
		'No ‹a href="https://x.example"›open‹/a› & ‹img src=x›',
	);
	expect(plainTitle("'Message' has 161 characters [item 0]")).toBe(
		"'Message' has 161 characters [item 0]",
	);
});
