import {
	ownResumeAddress,
	RESUME_PATH,
} from '../../../../nodes/SubscriptionMessaging/statusAddress/resumeAddress';

it.each([
	[
		'https://n8n.example/webhook-waiting/7',
		'https://n8n.example/webhook-waiting/7/delivery-status',
	],
	[
		'https://n8n.example/webhook-waiting/7/',
		'https://n8n.example/webhook-waiting/7/delivery-status',
	],
	[
		'https://n8n.example/webhook-waiting/7?signature=a/',
		'https://n8n.example/webhook-waiting/7/delivery-status?signature=a/',
	],
	[
		'https://n8n.example/webhook-waiting/7/?a=1\n?b=2',
		'https://n8n.example/webhook-waiting/7/delivery-status?a=1\n?b=2',
	],
])('%s is continued at %s', (resumeUrl, address) => {
	expect(ownResumeAddress(resumeUrl)).toBe(address);
});

it('ends in a path of its own, which n8n knows the node by', () => {
	expect(RESUME_PATH).toBe('delivery-status');
});
