import type { IWebhookFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../credentials/statusAddressKey';
import { authenticate } from '../../../../nodes/SubscriptionMessaging/trigger/authentication';
import { signAddress } from '../../../../nodes/SubscriptionMessaging/trigger/signedAddress';

const OLD = { username: 'apiuser', password: 'old', api_key: 'key' };
const NEW = { ...OLD, password: 'new' };

const signedBy = (secrets: typeof OLD) =>
	signAddress(statusAddressKey(secrets), '', 'order-1').slice(1);

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

let credentials = 0;

/** A trigger with a credential of its own, whose secrets may be changed. */
function trigger() {
	const id = `credential-${credentials++}`;
	const getCredentials = jest.fn().mockResolvedValue(OLD);
	const context = {
		getNodeParameter: () => 'signedAddress',
		getNode: () => ({ credentials: { subscriptionMessagingApi: { id } } }),
		getCredentials,
	} as unknown as IWebhookFunctions;
	return {
		getCredentials,
		lets: async (query: string) => (await authenticate(context, query)) !== undefined,
	};
}

describe('the key of a signed address', () => {
	it('is asked of n8n once for all posts of ten seconds', async () => {
		const { lets, getCredentials } = trigger();

		for (let post = 0; post < 3; post++) expect(await lets(signedBy(OLD))).toBe(true);
		expect(getCredentials).toHaveBeenCalledTimes(1);

		jest.advanceTimersByTime(10_000);
		expect(await lets(signedBy(OLD))).toBe(true);
		expect(getCredentials).toHaveBeenCalledTimes(2);
	});

	it('is the new one at once when the password was changed, and the old one no longer', async () => {
		const { lets, getCredentials } = trigger();
		expect(await lets(signedBy(OLD))).toBe(true);
		expect(await lets(signedBy(NEW))).toBe(false);
		getCredentials.mockResolvedValue(NEW);

		expect(await lets(signedBy(NEW))).toBe(true);
		expect(await lets(signedBy(OLD))).toBe(false);
	});

	it('is the old one for ten seconds at most when nothing was signed with the new one', async () => {
		const { lets, getCredentials } = trigger();
		expect(await lets(signedBy(OLD))).toBe(true);
		getCredentials.mockResolvedValue(NEW);

		jest.advanceTimersByTime(10_000);
		expect(await lets(signedBy(OLD))).toBe(false);
	});

	it('is that of the credential of each trigger', async () => {
		const one = trigger();
		const another = trigger();
		another.getCredentials.mockResolvedValue(NEW);

		expect(await one.lets(signedBy(OLD))).toBe(true);
		expect(await another.lets(signedBy(OLD))).toBe(false);
		expect(await another.lets(signedBy(NEW))).toBe(true);
	});
});
