import { sleep } from 'n8n-workflow';

import { people, running, type Running } from '../running';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

describe('the panel', () => {
	const several: Running = { count: 3, parameters: { sendTo: people }, mode: 'manual' };

	test('sums a send up, and says how to learn of its delivery', async () => {
		const { hints } = await running(several);
		expect(hints).toEqual([
			expect.stringMatching(/3/),
			expect.stringMatching(/^Accepted, not yet delivered\. /),
		]);
	});

	test.each([
		['a send', {}],
		['a preview', { preview: true }],
	])('says that the credential redirects %s', async (_what, parameters) => {
		const { hints } = await running({
			parameters,
			credential: { recipientsAllowed: 'redirect', redirectToPhone: '18015559999' },
		});
		expect(hints).toEqual(expect.arrayContaining([expect.stringMatching(/^Redirected: /)]));
	});

	test('says nothing of changes', async () => {
		const { hints } = await running({ operation: 'group/delete', count: 3, mode: 'manual' });
		expect(hints).toEqual([]);
	});

	test('says nothing of delivery where the run waits for it', async () => {
		const { hints } = await running({
			operation: 'message/sendAndWaitForDelivery',
			mode: 'manual',
		});
		expect(hints).toHaveLength(0);
	});
});
