import { groupOptions } from '../../../../nodes/SubscriptionMessaging/methods/groupOptions';
import { reply } from '../transport/fakeService';
import { fakePanel } from './fakePanel';

test('the groups of the organization are there by path and keyword, and nothing else', async () => {
	const { context, asked } = fakePanel({
		answer: ({ operation }) =>
			reply(
				operation,
				'<result>true</result><response><name>ACME</name><keyword>ACME</keyword><divisions><item><name>North</name><keyword>NORTH</keyword><subscriptionnodes><item><name>Staff</name><keyword>NSTAFF</keyword></item></subscriptionnodes></item></divisions></response>',
			),
	});
	expect(await groupOptions.getGroups.call(context)).toEqual([
		{ name: 'North › Staff (NSTAFF)', value: 'NSTAFF' },
	]);
	expect(asked()).toEqual(['getOrganizationTree ACME']);
});
