import type { IExecuteFunctions } from 'n8n-workflow';

import type { Outcome } from '../../../../../nodes/SubscriptionMessaging/run/call';
import { withParameters } from '../../../../../nodes/SubscriptionMessaging/service/call';
import { acceptedHint } from '../../../../../nodes/SubscriptionMessaging/run/output/accepted';
import {
	accepted,
	broadcastCall,
	byIndex,
	item,
	outcomesOf,
	plainCall,
	planOf,
	request,
} from '../preparedItems';

const hint = (call: Parameters<typeof request>[0], outcome: Outcome, mode = 'manual') =>
	acceptedHint(
		{ getMode: () => mode } as unknown as IExecuteFunctions,
		outcomesOf(planOf(byIndex(item(request(call)))), outcome),
	);

test('what was accepted by hand tells how to learn of its delivery', () => {
	expect(hint(broadcastCall(), accepted())?.message).toContain('Accepted, not yet delivered');
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
