import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { findOperation } from '../../../../../nodes/SubscriptionMessaging/actions/router';
import type { Outcome } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { RunMemory } from '../../../../../nodes/SubscriptionMessaging/run/memory/store';
import {
	brokenCall,
	cannotWait,
	cannotWaitFor,
	errorOfItem,
	errorOfRun,
	labelsOf,
	withEarlier,
	withUnclear,
} from '../../../../../nodes/SubscriptionMessaging/run/output/errors';
import {
	NotSentError,
	NotThisInterfaceError,
	OutcomeUnclearError,
	PartlySentError,
	ServiceRefusedError,
	type MessagingServiceError,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { mayBeSent } from '../../../../../nodes/SubscriptionMessaging/wording/mayBeSent';
import {
	accepted,
	byIndex,
	fromItem,
	item,
	lookUpCall,
	outcomesOf,
	planOf,
	request,
	sendCall,
	SETTINGS,
	to,
} from '../preparedItems';

const SEND = findOperation('message', 'send')!;

const failed = (error: MessagingServiceError): Outcome => ({ kind: 'failed', error });
const unknown = (error: OutcomeUnclearError | PartlySentError): Outcome => ({
	kind: 'unknown',
	error,
});
const refused = (code: number | string | null = 9, message = 'No credit') =>
	new ServiceRefusedError(code, message);
const unclear = (effect: 'read' | 'change' | 'send' = 'send', page?: NotThisInterfaceError) =>
	new OutcomeUnclearError('the connection broke', 'Ask the service.', effect, { page });

interface Given {
	goesOn?: boolean;
	isTool?: boolean;
	items?: ReturnType<typeof item>[];
	/** How n8n runs the workflow. */
	mode?: string;
}

const two = ['1', '2'].map((number) => item(request(sendCall(to(number)))));

/** A run of these items whose calls ended so, one after the other. */
function ended(
	outcomes: readonly Outcome[],
	{ goesOn = false, isTool = false, items, mode = 'trigger' }: Given = {},
) {
	const context = {
		continueOnFail: () => goesOn,
		isToolExecution: () => isTool,
		getMode: () => mode,
		getNode: () => ({
			name: 'Messaging',
			type: isTool ? 'subscriptionMessagingTool' : 'subscriptionMessaging',
		}),
	} as unknown as IExecuteFunctions;
	const plan = planOf(byIndex(...(items ?? two.slice(0, outcomes.length))));
	const run = {
		context,
		operation: SEND,
		sessions: [],
		plan,
		outcomes: outcomesOf(plan, ...outcomes),
	};
	return { run, calls: plan.chains.flat() };
}

/** The error of the first item. */
function errorOf(outcome: Outcome, given: Given = {}) {
	const { run, calls } = ended([outcome], given);
	return errorOfItem(run, calls, brokenCall(calls, run.outcomes)!, 0);
}

/** The error of the whole run, whose first call failed. */
function wholeOf(outcomes: readonly Outcome[], given: Given = {}) {
	const { run, calls } = ended(outcomes, given);
	return errorOfRun(run, brokenCall(calls, run.outcomes)!);
}

test('the broken call of an item is the first that failed or is unknown, or else was not attempted', () => {
	const find = (...outcomes: Outcome[]) => {
		const { run, calls } = ended(outcomes);
		const broken = brokenCall(calls, run.outcomes);
		return broken ? [calls.indexOf(broken.planned), broken.error] : undefined;
	};
	const why = refused();
	const lost = unclear();
	expect(find(accepted(), failed(why))).toEqual([1, why]);
	expect(find(accepted(), unknown(lost))).toEqual([1, lost]);
	expect(find(unknown(lost), failed(why))).toEqual([0, lost]);
	expect(find({ kind: 'notAttempted' }, failed(why))).toEqual([1, why]);
	expect(find(accepted(), { kind: 'notAttempted' })).toEqual([
		1,
		expect.objectContaining({ message: expect.stringMatching(/the campaign stopped/) as string }),
	]);
	expect(find(accepted())).toBeUndefined();
});

test('a run that cannot wait says that its messages left, and which', () => {
	const { run } = ended([accepted({ result: true, transaction_ticket: 'T1' })]);
	const { message, description } = cannotWait(run, new Error('No address'));
	expect(message).toBe("The execution can't wait: No address");
	expect(mayBeSent(message)).toBe(true);
	expect(description).toContain('a new execution would send them again');
	expect(description).toContain('T1');
});

test('an item of a run that cannot wait names its tickets', () => {
	const { context } = ended([accepted()]).run;
	const { message } = cannotWaitFor(context, new Error('No'), 'a, b');
	expect(message).toContain('(custom ticket a, b)');
	expect(mayBeSent(message)).toBe(true);
});

describe('the error of an item', () => {
	test('says what happened, in which item, and what to do', () => {
		const error = errorOf(failed(refused(9, 'No such group')));
		expect(error.message).toBe('The service refused: No such group (error 9) [item 0]');
		expect(error.description).toContain("Choose 'Group' from its list");
		expect(error.context).toMatchObject({ itemIndex: 0, error_code: 9 });
		expect(error.node.name).toBe('Messaging');
	});

	test.each(['preexisting opt-out for this number', 'connect ECONNREFUSED 10.0.0.5:8080'])(
		'is never that of n8n about a server that may be offline: %s',
		(said) => {
			expect(errorOf(failed(refused(9, said))).message).toContain(said);
		},
	);

	test('names the number of the service only where it gave one', () => {
		expect(errorOf(failed(refused('E1'))).context).not.toHaveProperty('error_code');
		expect(errorOf(failed(refused(null))).context).not.toHaveProperty('error_code');
		expect(errorOf(unknown(unclear())).context).not.toHaveProperty('error_code');
	});

	test('is text in its panel, and no HTML of the service', () => {
		const error = errorOf(
			unknown(new OutcomeUnclearError('it broke', 'Look at <b>this</b>.', 'send')),
		);
		expect(error.description).toContain('&lt;b&gt;');
		expect(error.description).not.toContain('<b>');
	});
});

describe('an item that goes on with its error keeps the message alone, which says the reason', () => {
	const away = { goesOn: true };
	const foreign = new NotThisInterfaceError('html', 404, 'Shop');

	test.each([
		['sent', 'send', 'message was sent'],
		['changed', 'change', 'change was made'],
	] as const)('where nobody knows whether something was %s', (_what, effect, said) => {
		const outcome = unknown(unclear(effect));
		expect(errorOf(outcome, away).message).toContain(': the connection broke [item 0]');
		expect(errorOf(outcome).message).not.toContain('connection broke');
		const page = unknown(unclear(effect, foreign));
		expect(errorOf(page, away).message).toContain(
			`, so we can't tell whether this ${said}: the connection broke`,
		);
	});

	test('and for an agent, who reads no more', () => {
		expect(errorOf(unknown(unclear()), { isTool: true }).message).toContain('the connection broke');
	});

	test('and who has a message that was sent in part', () => {
		const partly = new PartlySentError(['1'], ['2'], refused(), 'a');
		expect(errorOf(unknown(partly), away).message).toBe(
			`${partly.message}: ${partly.reason} [item 0]`,
		);
		expect(errorOf(unknown(partly)).message).not.toContain(partly.reason);
	});

	test('but not where only something was to be read', () => {
		const { message } = unclear('read');
		expect(errorOf(unknown(unclear('read')), away).message).toBe(`${message} [item 0]`);
	});

	test('and what became of its other calls', () => {
		const parts = item(['a', 'b'].map((text) => request(sendCall(to('1'), text))));
		const { run, calls } = ended([accepted(), failed(refused())], { items: [parts], ...away });
		const { message } = errorOfItem(run, calls, brokenCall(calls, run.outcomes)!, 0);
		expect(message).toMatch(
			/^The service refused: No credit \(error 9\)\. Of the 2 requests of this item: 1 carried out before/,
		);
		expect(mayBeSent(message)).toBe(true);
	});
});

describe('what never left', () => {
	const lost = failed(new NotSentError('no connection'));

	test('is said to have sent nothing, or only not to have asked', () => {
		expect(errorOf(lost).message).toBe('Not sent: no connection [item 0]');
		const unread = failed(new NotSentError('no connection', undefined, 'read'));
		expect(errorOf(unread).message).toBe('The service was not reached: no connection [item 0]');
	});
});

describe('the error of a run', () => {
	test('of one item is that of the item', () => {
		const alone = failed(refused(9, 'No such group'));
		expect(wholeOf([alone]).description).toBe(errorOf(alone).description);
	});

	test('of several items says what became of the others', () => {
		const error = wholeOf([failed(refused()), accepted()]);
		const own = errorOf(failed(refused())).description!;
		expect(error.message).toContain('[item 0]');
		expect(error.description!.startsWith(`${own} `)).toBe(true);
		expect(error.description).toContain('Carried out: item 1');
	});

	test('names the item whose call failed', () => {
		const { run, calls } = ended([accepted(), failed(refused())]);
		expect(errorOfRun(run, brokenCall(calls, run.outcomes)!).message).toContain('[item 1]');
	});

	test('of one call for several items says which they are', () => {
		const items = ['1', '2'].map((number) => item(fromItem(number)));
		expect(wholeOf([failed(refused())], { items }).description).toContain('Failed: items 0');
	});

	const again = 'Press Retry in the list of executions: a new execution may repeat';

	test('that carried something out says that a new execution may repeat it', () => {
		const lost = failed(new NotSentError('no connection'));
		expect(wholeOf([accepted(), lost]).description).toContain(again);
		expect(wholeOf([lost, failed(refused())]).description).not.toContain(again);
		const called = wholeOf([accepted(), lost], { mode: 'integrated' }).description;
		expect(called).toContain('Retry of the calling workflow would repeat');
		expect(called).not.toContain('Press Retry');
	});

	test('of a campaign says nothing of that: a new execution knows whom it reached', () => {
		const items = ['1', '2'].map((number) =>
			item(request(sendCall(to(number)), { settings: { ...SETTINGS, campaign: 'sale' } })),
		);
		expect(wholeOf([accepted(), failed(refused())], { items }).description).not.toContain(again);
	});

	test('of a single call names the items that were left out', () => {
		const items = [item([]), two[0]!];
		expect(wholeOf([failed(refused())], { items }).description).toContain('Left out: item 0.');
	});

	test('that only reads says nothing of other items', () => {
		const items = ['1', '2'].map((number) => item(request(lookUpCall(number))));
		const single = wholeOf([failed(refused())], { items: items.slice(0, 1) });
		expect(wholeOf([failed(refused()), failed(refused())], { items }).description).toBe(
			single.description,
		);
	});
});

test('a field is named as people see it', () => {
	expect(labelsOf(SEND)('keyword')).toBe("'Group'");
});

describe('a refusal', () => {
	const context = { getNode: () => ({ name: 'Messaging' }) } as unknown as IExecuteFunctions;
	const refusal = (description?: string) =>
		new NodeOperationError(context.getNode(), 'Nothing was sent', { description });
	const isReached = (itemIndex: number) => itemIndex < 2;

	test.each([
		[
			'some that have it',
			[0, 1, 2],
			'No. Carried out by an earlier try: items 0 to 1. Outcome unknown: item 2.',
		],
		['only some that have it', [0], 'No. Carried out by an earlier try: item 0.'],
		['none that has it', [2, 3], 'No. Outcome unknown: items 2 to 3.'],
		['nobody', [], 'No.'],
	])('names the items of an earlier try: %s', (_which, indexes, expected) => {
		expect(withUnclear(refusal('No.'), indexes, isReached).description).toBe(expected);
	});

	test('that said nothing more says that alone', () => {
		expect(withUnclear(refusal(), [2], isReached).description).toBe('Outcome unknown: item 2.');
	});

	test('says what earlier tries of the run did, if there were any', () => {
		const empty = new RunMemory({ id: 'a', items: {}, calls: {} });
		expect(withEarlier(refusal('No.'), empty).description).toBe('No.');
		const memory = { entries: () => [{ itemIndexes: [0], call: { state: 'accepted' } }] };
		const earlier = (description?: string) =>
			withEarlier(refusal(description), memory as unknown as RunMemory).description;
		expect(earlier('No.')).toBe('No. Carried out by an earlier try: item 0.');
		expect(earlier()).toBe('Carried out by an earlier try: item 0.');
	});
});
