import { nudge } from '../../../../nodes/SubscriptionMessaging/transport/nudge';

const ADDRESS = 'https://n8n.example/webhook-waiting/7/delivery-status?signed_ticket=a';

it('posts to the address as it is, follows nothing, and waits a minute at most', async () => {
	const httpRequest = jest.fn().mockResolvedValue({ statusCode: 200 });
	expect(await nudge({ httpRequest }, ADDRESS)).toBe(200);
	expect(httpRequest.mock.calls).toEqual([
		[
			{
				method: 'POST',
				url: ADDRESS,
				encoding: 'text',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: 60_000,
			},
		],
	]);
});

it.each([200, 503, 404, 201, 302])('tells that n8n answered %s', async (statusCode) => {
	const httpRequest = () => Promise.resolve({ statusCode });
	expect(await nudge({ httpRequest }, ADDRESS)).toBe(statusCode);
});

it('never throws', async () => {
	const httpRequest = () => Promise.reject(new Error('n8n is gone'));
	expect(await nudge({ httpRequest }, ADDRESS)).toBeUndefined();
});
