import { CampaignStop } from '../../../../../nodes/SubscriptionMessaging/run/campaign/campaignStop';

test('says why a campaign cannot go on, and what to do', () => {
	const stop = new CampaignStop('number 3 is still changing', 'Wait until it does not.');
	expect(stop).toBeInstanceOf(Error);
	expect(stop.message).toBe('number 3 is still changing');
	expect(stop).toMatchObject({ reason: stop.message, fix: 'Wait until it does not.' });
});
