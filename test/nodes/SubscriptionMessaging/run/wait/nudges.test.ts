import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../../credentials/statusAddressKey';
import type {
	DeliveryRow,
	MessageState,
} from '../../../../../nodes/SubscriptionMessaging/run/wait/deliveryRows';
import {
	callOffNudge,
	nudgeAtLimit,
	nudgeOnceMore,
	nudgeSoon,
} from '../../../../../nodes/SubscriptionMessaging/run/wait/nudges';
import { checkAddress } from '../../../../../nodes/SubscriptionMessaging/statusAddress/sign';
import type { Session } from '../../../../../nodes/SubscriptionMessaging/transport/session';
import { recordedTimers } from '../../eventLoop/recordedTimers';

jest.mock('../../../../../nodes/SubscriptionMessaging/eventLoop/timers', () =>
	jest.requireActual<object>('../../eventLoop/recordedTimers'),
);

afterEach(() => jest.restoreAllMocks());

const settled = async () => {
	for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const LIMIT = NOW + HOUR;
const ADDRESS = 'https://n8n.example/webhook-waiting/7';

const key = statusAddressKey({ username: 'acme', password: 'secret-word', api_key: 'key-of-acme' });
const session = { statusAddressKey: async () => await key } as Session;

const message = (ticket: string, status_code: number): MessageState => ({
	status: null,
	status_code,
	status_message: null,
	transaction_ticket: null,
	custom_ticket: ticket,
});
const row = (...messages: MessageState[]): DeliveryRow => ({
	sent: true,
	sendTo: '18015551001',
	group: 'NSTAFF',
	code: '12345',
	item_index: 0,
	timed_out: false,
	...messages[0]!,
	...(messages.length > 1 && { messages }),
});
const OPEN = row(message('custom-one', 101));

beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));

/** An execution, and what is posted to n8n for it, which answers by these HTTP statuses. */
function waiting(execution: string, answers: readonly number[] = [200]) {
	const posts: string[] = [];
	const left = [...answers];
	const context = {
		getExecutionId: () => execution,
		evaluateExpression: () => ADDRESS,
		helpers: {
			httpRequest: async ({ url }: { url: string }) => {
				posts.push(url);
				return await Promise.resolve({ statusCode: left.shift() });
			},
		},
	};
	return { posts, context: context as unknown as IExecuteFunctions & IWebhookFunctions };
}

describe('the nudge after the pause began', () => {
	it.each([
		['once', [200], [5000]],
		['once more where that was too early', [404, 404, 200], [5000, 30_000]],
		['no third time', [404, 404, 404, 404, 404], [5000, 30_000]],
	])('is posted %s', async (_how, answers, delays) => {
		const { posts, context } = waiting('soon', answers);
		await nudgeSoon(context, session, OPEN);
		expect(posts).toEqual([]);
		for (const { action } of recordedTimers) {
			action();
			await settled();
		}
		expect(recordedTimers.map(({ delay }) => delay)).toEqual(delays);
		expect(posts).toHaveLength(delays.length);
		expect(checkAddress(await key, posts[0]!)).toEqual({
			customTicket: 'custom-one',
			code: '12345',
		});
	});
});

describe('the nudge after a report', () => {
	it('is posted once, and can be set up again when n8n has answered it', async () => {
		const { context } = waiting('reported');
		let answer: (response: object) => void = () => undefined;
		const httpRequest = jest.fn(() => new Promise<object>((resolve) => (answer = resolve)));
		Object.assign(context, { helpers: { httpRequest } });
		await nudgeOnceMore(context, session, OPEN);
		await nudgeOnceMore(context, session, OPEN);
		expect(recordedTimers.map(({ delay }) => delay)).toEqual([10_000]);
		recordedTimers[0]!.action();
		await nudgeOnceMore(context, session, OPEN);
		expect(recordedTimers).toHaveLength(1);
		expect(httpRequest).toHaveBeenCalledTimes(1);
		answer({ statusCode: 200 });
		await settled();
		await nudgeOnceMore(context, session, OPEN);
		expect(recordedTimers).toHaveLength(2);
	});
});

describe('the nudge at the limit', () => {
	it('is set up once, also by several callbacks at the same time', async () => {
		const { context } = waiting('several');
		await Promise.all([
			nudgeAtLimit(context, session, LIMIT, OPEN),
			nudgeAtLimit(context, session, LIMIT, OPEN),
		]);
		await nudgeAtLimit(context, session, LIMIT, OPEN);
		expect(recordedTimers.map(({ delay }) => delay)).toEqual([HOUR + 1000]);
		await nudgeAtLimit(waiting('another').context, session, LIMIT, OPEN);
		expect(recordedTimers).toHaveLength(2);
	});

	it('is posted to the execution for a message that is open, and can be set up again then', async () => {
		const { context, posts } = waiting('posted');
		const inParts = row(message('custom-one', 100), message('custom-two', 101));
		await nudgeAtLimit(context, session, LIMIT, inParts);
		recordedTimers[0]!.action();
		await settled();
		expect(posts).toHaveLength(1);
		expect(posts[0]!.startsWith(`${ADDRESS}/delivery-status`)).toBe(true);
		expect(checkAddress(await key, posts[0]!)).toMatchObject({ customTicket: 'custom-two' });
		await nudgeAtLimit(context, session, LIMIT, inParts);
		expect(recordedTimers).toHaveLength(2);
	});

	it('is called off for its own execution and limit alone, and can be set up again', async () => {
		const { context } = waiting('ended');
		await nudgeAtLimit(context, session, LIMIT, OPEN);
		callOffNudge(waiting('running').context, LIMIT);
		callOffNudge(context, LIMIT + 1);
		expect(recordedTimers).toMatchObject([{ isOff: false }]);
		callOffNudge(context, LIMIT);
		expect(recordedTimers).toMatchObject([{ isOff: true }]);
		await nudgeAtLimit(context, session, LIMIT, OPEN);
		expect(recordedTimers).toHaveLength(2);
	});

	it('is not set up where no limit is known', async () => {
		await nudgeAtLimit(waiting('unlimited').context, session, NaN, OPEN);
		expect(recordedTimers).toEqual([]);
	});
});
