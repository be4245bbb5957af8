import { nudge } from '../../../../nodes/SubscriptionMessaging/transport/nudge';

const ADDRESS = 'https://n8n.example/webhook-waiting/7/delivery-status?signed_ticket=a';

it('posts to the address as it is, follows nothing, and waits a minute at most', async () => {
	const httpRequest = jest.fn().mockResolvedValue({ statusCode: 200 });
	expect(await nudge({ httpRequest }, ADDRESS)).toBe(true);
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

it.each([503, 404, 201, 302])('tells that nobody took it who answered %s', async (statusCode) => {
	expect(await nudge({ httpRequest: () => Promise.resolve({ statusCode }) }, ADDRESS)).toBe(false);
});

it('never throws', async () => {
	const httpRequest = () => Promise.reject(new Error('n8n is gone'));
	expect(await nudge({ httpRequest }, ADDRESS)).toBe(false);
});
