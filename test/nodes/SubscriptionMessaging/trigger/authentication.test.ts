import type { IWebhookFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../credentials/statusAddressKey';
import { authenticate } from '../../../../nodes/SubscriptionMessaging/trigger/authentication';
import { TriggerSettings } from '../../../../nodes/SubscriptionMessaging/trigger/settings';
import { queryOf } from '../../../../nodes/SubscriptionMessaging/statusAddress/address';
import { signAddress } from '../../../../nodes/SubscriptionMessaging/statusAddress/sign';

const OLD = { username: 'apiuser', password: 'old', api_key: 'key' };
const NEW = { ...OLD, password: 'new' };
const SEND = { customTicket: 'order-1', code: '12345' };

const signedBy = async (secrets: typeof OLD, path = '/webhook/a1b2/delivery-status') =>
	signAddress(await statusAddressKey(secrets), path, SEND);

afterEach(() => {
	jest.useRealTimers();
});

let credentials = 0;

/** A trigger with a credential of its own, whose secrets may be changed. */
function trigger(parameters: Record<string, unknown> = {}, id = `credential-${credentials++}`) {
	const getCredentials = jest.fn().mockResolvedValue(OLD);
	const sender = async (address: string, originalUrl?: string) => {
		const context = {
			getNodeParameter: (name: string, fallback: unknown) =>
				({ authentication: 'signedAddress', ...parameters })[name] ?? fallback,
			getNode: () => ({ credentials: id ? { subscriptionMessagingApi: { id } } : undefined }),
			getRequestObject: () => ({ url: address, originalUrl }),
			getCredentials,
		} as unknown as IWebhookFunctions;
		const settings = new TriggerSettings(context);
		return await authenticate(context, queryOf(originalUrl ?? address), settings);
	};
	return {
		getCredentials,
		sender,
		lets: async (address: string) => (await sender(address)) !== undefined,
	};
}

describe('a signed address', () => {
	it('says for which message and code it was given out', async () => {
		expect(await trigger().sender(await signedBy(OLD))).toEqual({
			...SEND,
			ownParameters: ['signed_ticket'],
		});
	});

	it('is looked at as it was called, before n8n simplified it', async () => {
		const { sender } = trigger();
		const address = await signedBy(OLD);
		expect(await sender('/x', `https://proxy.example/n8n${address}`)).toBeDefined();
		expect(await sender(address, '/x')).toBeUndefined();
	});

	it('of another trigger lets nobody in', async () => {
		const { lets } = trigger();
		expect(await lets(await signedBy(OLD))).toBe(true);
		const other = await signedBy(OLD, '/webhook/a1b3/delivery-status');
		expect(await lets(other)).toBe(true);
		expect(await lets(other.replace('a1b3', 'a1b2'))).toBe(false);
	});
});

test('the credential of a trigger is read where n8n does not name it', async () => {
	const getCredentials = jest.fn().mockResolvedValue(OLD);
	const context = {
		getNodeParameter: () => 'signedAddress',
		getNode: () => ({ credentials: {} }),
		getRequestObject: () => ({ url: '/webhook/a1b2/delivery-status' }),
		getCredentials,
	} as unknown as IWebhookFunctions;
	expect(await authenticate(context, '', new TriggerSettings(context))).toBeUndefined();
	expect(getCredentials).toHaveBeenCalledTimes(1);
});

describe('the key of a signed address', () => {
	let old: string;
	let changed: string;
	beforeAll(async () => {
		old = await signedBy(OLD);
		changed = await signedBy(NEW);
	});
	beforeEach(() => jest.useFakeTimers());

	it('is asked of n8n once for all posts of ten seconds', async () => {
		const { lets, getCredentials } = trigger();

		for (let post = 0; post < 3; post++) expect(await lets(old)).toBe(true);
		jest.advanceTimersByTime(9_999);
		expect(await lets(old)).toBe(true);
		expect(getCredentials).toHaveBeenCalledTimes(1);

		jest.advanceTimersByTime(1);
		expect(await lets(old)).toBe(true);
		expect(getCredentials).toHaveBeenCalledTimes(2);
		expect(getCredentials).toHaveBeenCalledWith('subscriptionMessagingApi');
	});

	it('is the new one at once when the password was changed, and the old one no longer', async () => {
		const { lets, getCredentials } = trigger();
		expect(await lets(old)).toBe(true);
		expect(await lets(changed)).toBe(false);
		getCredentials.mockResolvedValue(NEW);

		expect(await lets(changed)).toBe(true);
		expect(await lets(old)).toBe(false);
	});

	it('is the old one for ten seconds at most when nothing was signed with the new one', async () => {
		const { lets, getCredentials } = trigger();
		expect(await lets(old)).toBe(true);
		getCredentials.mockResolvedValue(NEW);

		jest.advanceTimersByTime(10_000);
		expect(await lets(old)).toBe(false);
	});

	it('is that of the credential of each trigger', async () => {
		const one = trigger();
		const another = trigger();
		another.getCredentials.mockResolvedValue(NEW);

		expect(await one.lets(old)).toBe(true);
		expect(await another.lets(old)).toBe(false);
		expect(await another.lets(changed)).toBe(true);
	});

	it('is not kept for a credential that has no id', async () => {
		const { lets, getCredentials } = trigger({}, '');
		expect(await lets(old)).toBe(true);
		expect(await lets(old)).toBe(true);
		expect(getCredentials).toHaveBeenCalledTimes(2);
	});

	it('is kept for a hundred credentials', async () => {
		const marker = trigger();
		await marker.lets(old);
		let oldest = marker;
		while (marker.getCredentials.mock.calls.length === 1) {
			oldest = trigger();
			await oldest.lets(old);
			await marker.lets(old);
		}
		// All others were let go of as this one came, and the marker is kept anew.
		for (let others = 2; others < 100; others += 1) await trigger().lets(old);
		await oldest.lets(old);
		expect(oldest.getCredentials).toHaveBeenCalledTimes(1);
		await trigger().lets(old);
		await oldest.lets(old);
		expect(oldest.getCredentials).toHaveBeenCalledTimes(2);
	});
});

describe('a shared token', () => {
	const withToken = (accessKey: unknown) => trigger({ authentication: 'sharedToken', accessKey });

	it('lets in who has it, once', async () => {
		const { sender, lets, getCredentials } = withToken('let me + in');
		expect(await sender('/a?token=let+me+%2B+in&x=1')).toEqual({
			ownParameters: ['token', 'signed_ticket'],
		});
		expect(await lets('/a?token=let+me+%2B+in?sendTo=1&status=100')).toBe(true);
		expect(await lets('/a?token=let+me+%2B+in&token=x')).toBe(false);
		expect(await lets('/a?token=wrong')).toBe(false);
		expect(await lets('/a?token=')).toBe(false);
		expect(await lets('/a')).toBe(false);
		expect(getCredentials).not.toHaveBeenCalled();
	});

	it.each(['/a?token=a?b', '/a?token=a%3Fb', '/a?token=a%3Fb?sendTo=1'])(
		'may have a question mark: %s',
		async (address) => {
			expect(await withToken('a?b').lets(address)).toBe(true);
		},
	);

	it.each(['', '  ', undefined, null])('lets nobody in where it is %j', async (accessKey) => {
		const { lets } = withToken(accessKey);
		for (const query of ['', '?token=', '?token', '?token=%20%20', '?token=undefined']) {
			expect(await lets(`/a${query}`)).toBe(false);
		}
		expect(await lets('/a?token=null')).toBe(false);
	});
});

it('lets everybody in where that is chosen', async () => {
	const { sender, getCredentials } = trigger({ authentication: 'none' });
	expect(await sender('/a?token=x')).toEqual({ ownParameters: ['signed_ticket'] });
	expect(getCredentials).not.toHaveBeenCalled();
});
