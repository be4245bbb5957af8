import { sleep } from 'n8n-workflow';

import { withPlainTitle } from '../../../../../nodes/SubscriptionMessaging/run/output/titles';
import { refusal, type FakeRequest } from '../../transport/fakeService';
import { running } from '../running';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

describe('an error', () => {
	const long = `No credit &lt;b&gt; &amp; ${'is left for this account '.repeat(6)}at all`;
	const refusing = ({ operation }: FakeRequest) => refusal(operation, long, 9);

	test('has a short title without markup, and the rest in front of its description', async () => {
		const { error } = await running({ answer: refusing });
		const { message, description } = error as Error & { description: string };
		expect(message.length).toBeLessThan(100);
		expect(message).toContain('‹b›');
		expect(description).toMatch(
			/^The service refused: No credit ‹b› &amp; .*at all \(error 9\)\. \S/,
		);
	});

	test('is told to an agent as a whole', async () => {
		const { error } = await running({ answer: refusing, tool: { arguments: {} } });
		expect(error?.message).toContain('at all');
	});

	test('of something else than the node stays as it is', async () => {
		const reason = new Error(`Cancelled ${'by somebody '.repeat(20)}`);
		const { error } = await running({
			cancel: AbortSignal.abort(reason),
			operation: 'message/sendToGroup',
			parameters: { preview: true },
		});
		expect(error).toBe(reason);
		expect(error?.message).toMatch(/(by somebody ){20}$/);
	});

	test('of a run that is cancelled is that of n8n, which cannot be changed', async () => {
		const { error } = await running({
			cancel: AbortSignal.abort(),
			operation: 'message/sendToGroup',
			parameters: { preview: true },
		});
		expect(error?.name).toBe('AbortError');

		const readOnly = Object.freeze(new Error('The operation was aborted'));
		expect(withPlainTitle(readOnly)).toBe(readOnly);
	});

	test('keeps a title that is short, and its description', async () => {
		const { error } = await running({ credential: { code: '' } });
		expect((error as Error & { description: string }).description).toMatch(/^Open the credential/);
	});
});
