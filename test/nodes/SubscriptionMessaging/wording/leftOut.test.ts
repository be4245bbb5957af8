import { REPEATED } from '../../../../nodes/SubscriptionMessaging/wording/leftOut';

test('who gets nothing is told why, after the name', () => {
	expect(`18015551001: ${REPEATED}`).toBe('18015551001: it occurs more than once');
});
