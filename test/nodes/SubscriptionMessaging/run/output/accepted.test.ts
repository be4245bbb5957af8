import type { IExecuteFunctions } from 'n8n-workflow';

import type {
	Outcome,
	PreparedItem,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { withParameters } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { ServiceRefusedError } from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { acceptedHint } from '../../../../../nodes/SubscriptionMessaging/run/output/accepted';
import { outcomeUnclear } from '../../../../../nodes/SubscriptionMessaging/wording/outcomeUnclear';
import {
	accepted,
	broadcastCall,
	byIndex,
	fromItem,
	item,
	outcomesOf,
	plainCall,
	planOf,
	request,
} from '../preparedItems';

/** @param more what else n8n gives: the mode, how many items, whether it goes on */
const contextOf = (more: { mode?: string; items?: number; goesOn?: boolean } = {}) => {
	const { mode = 'manual', items = 1, goesOn = false } = more;
	return {
		getMode: () => mode,
		getInputData: () => Array(items).fill({ json: {} }),
		continueOnFail: () => goesOn,
	} as unknown as IExecuteFunctions;
};

const hint = (call: Parameters<typeof request>[0], outcome: Outcome, mode = 'manual') =>
	acceptedHint(contextOf({ mode }), outcomesOf(planOf(byIndex(item(request(call)))), outcome));

const error = new ServiceRefusedError(106, 'Keyword not found');

/** The hint of a run that goes on, in which each item is sent on its own. */
const goingOn = (items: readonly PreparedItem[], outcomes: readonly Outcome[], given: number) =>
	acceptedHint(
		contextOf({ items: given, goesOn: true }),
		outcomesOf(planOf(byIndex(...items), { batchSize: 1 }), ...outcomes),
	);

const SAID = {
	message: expect.stringContaining('Accepted, not yet delivered') as string,
	type: 'info',
	location: 'outputPane',
};

test('what was accepted by hand tells how to learn of its delivery', () => {
	expect(hint(broadcastCall(), accepted())).toEqual(SAID);
});

test('nothing is said of what was not accepted, has no ticket to ask by, or runs in production', () => {
	expect(hint(broadcastCall(), { kind: 'notAttempted' })).toBeUndefined();
	expect(hint(plainCall('18015550001'), accepted())).toBeUndefined();
	expect(hint(broadcastCall(), accepted(), 'trigger')).toBeUndefined();
});

test('nothing is said where the delivery is reported already', () => {
	const status_url = 'https://n8n.example/webhook/a/delivery-status';
	const reported = withParameters(broadcastCall(), { status_url });
	expect(hint(reported, accepted())).toBeUndefined();
});

test('it is said where the delivery of one message of several is not reported', () => {
	const status_url = 'https://n8n.example/webhook/a/delivery-status';
	const calls = [withParameters(broadcastCall('One'), { status_url }), broadcastCall('Two')];
	const plan = planOf(byIndex(...calls.map((call) => item(request(call)))));
	const both = outcomesOf(plan, accepted(), accepted());
	expect(acceptedHint(contextOf({ items: 2 }), both)).toEqual(SAID);
});

describe('with Continue, not above an item with an error', () => {
	const two = [item(fromItem('18015550001')), item(fromItem('18015550002'))];

	test.each<[string, Outcome]>([
		['that the service refused', { kind: 'failed', error }],
		[
			'of which nobody knows whether it was sent',
			{ kind: 'unknown', error: outcomeUnclear('no answer', 'send') },
		],
	])('%s', (_which, outcome) => {
		expect(goingOn(two, [accepted(), outcome], 2)).toBeUndefined();
	});

	test('that could not be sent', () => {
		expect(goingOn(two, [accepted(), accepted()], 3)).toBeUndefined();
	});

	test('but where all were accepted', () => {
		expect(goingOn(two, [accepted(), accepted()], 2)).toEqual(SAID);
	});
});

test('an item that was left out is no error where the run stops at the first', () => {
	const plan = planOf(byIndex(item(fromItem('18015550001'))));
	expect(acceptedHint(contextOf({ items: 2 }), outcomesOf(plan, accepted()))).toEqual(SAID);
});
