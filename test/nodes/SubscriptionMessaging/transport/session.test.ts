import { createHash } from 'node:crypto';

import { NodeOperationError, type ILoadOptionsFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../credentials/statusAddressKey';
import { openSession } from '../../../../nodes/SubscriptionMessaging/transport/session';

const credential = {
	baseUrl: 'https://messaging.example.com//',
	username: 'acme',
	password: 's3cret-word',
	api_key: 'key-of-acme',
	code: '12345',
};

const open = (change: Record<string, unknown> = {}) =>
	openSession({
		getCredentials: async () => ({ ...credential, ...change }),
		getNode: () => ({
			name: 'Subscription Messaging',
			credentials: { subscriptionMessagingApi: { id: '7', name: 'ACME' } },
		}),
	} as unknown as ILoadOptionsFunctions);

test('a credential without options has the safe defaults', async () => {
	expect(await open()).toMatchObject({
		baseUrl: 'https://messaging.example.com',
		code: '12345',
		companyKeyword: '',
		nvpMethod: 'POST',
		ignoreSslIssues: false,
	});
});

test('the decrypted credential is kept for the requests, by the id that n8n knows it by', async () => {
	const { credentialsDecrypted } = await open({ keyword: 'ACME' });
	expect(credentialsDecrypted).toEqual({
		id: '7',
		name: 'ACME',
		type: 'subscriptionMessagingApi',
		data: { ...credential, keyword: 'ACME' },
	});
});

test('the options of a credential are taken over, without blanks around their texts', async () => {
	const options = { nvpMethod: 'GET', ignoreSslIssues: true };
	const session = await open({
		...options,
		keyword: ' ACME\n',
		deliveryReportAddress: ' https://n8n.example.com/webhook/1 ',
		recipientsAllowed: 'redirect',
		redirectToPhone: '18015550001',
	});
	expect(session).toMatchObject({
		...options,
		companyKeyword: 'ACME',
		deliveryReportAddress: 'https://n8n.example.com/webhook/1',
		recipientsAllowed: { rule: 'redirect', phone: '18015550001' },
	});
	expect(await open({ keyword: null, deliveryReportAddress: null })).toMatchObject({
		companyKeyword: '',
		deliveryReportAddress: '',
	});
	// As an expression gives it.
	expect((await open({ keyword: 4711 })).companyKeyword).toBe('4711');
	expect(await open()).toMatchObject({
		deliveryReportAddress: '',
		recipientsAllowed: { rule: 'anyone' },
	});
});

test('Ignore SSL Issues may be a text, as an expression gives it', async () => {
	expect(await open({ ignoreSslIssues: 'true' })).toMatchObject({ ignoreSslIssues: true });
	expect(await open({ ignoreSslIssues: 'false' })).toMatchObject({ ignoreSslIssues: false });
});

test('a rule for recipients that cannot be followed is refused before anything is sent', async () => {
	const refused = open({ recipientsAllowed: '' });
	await expect(refused).rejects.toThrow("'Recipients Allowed' in the credential");
	await expect(refused).rejects.toMatchObject({
		description: expect.stringMatching(/^Open the credential of this node\. Choose/) as string,
	});
});

test('the credential is asked for by its type, for the item whose expressions fill it', async () => {
	const getCredentials = jest.fn().mockResolvedValue(credential);
	const context = { getCredentials, getNode: () => ({ name: 'Messaging' }) };
	const session = await openSession(context as unknown as ILoadOptionsFunctions, 7);
	expect(getCredentials.mock.calls).toEqual([['subscriptionMessagingApi', 7]]);
	// A node without a stored credential, as in a test of a workflow, has none that n8n knows.
	expect(session.credentialsDecrypted).toMatchObject({ id: '', name: '' });
});

test('addresses are signed with the key of this credential', async () => {
	const key = await (await open()).statusAddressKey();
	expect(key.equals(await statusAddressKey(credential))).toBe(true);
	const other = await (await open({ password: 'another' })).statusAddressKey();
	expect(key.equals(other)).toBe(false);
});

test('a code that an expression gives as a number is read as digits', async () => {
	expect((await open({ code: 12345 })).code).toBe('12345');
	expect((await open({ code: '0012345' })).code).toBe('12345');
});

test('texts of the service lose the secrets of this credential', async () => {
	const { mask } = await open();
	expect(mask('s3cret-word or key-of-acme')).toBe('••• or •••');
});

test('a credential that cannot be used is refused before anything is sent', async () => {
	const refused = open({ api_key: `${'x'.repeat(34)}hunter2` });
	await expect(refused).rejects.toThrow(NodeOperationError);
	await expect(refused).rejects.toThrow("'API Key' in the credential is longer than 40 characters");
	await expect(refused).rejects.not.toThrow('hunter2');
	await expect(refused).rejects.toMatchObject({
		description: expect.stringContaining('Open the credential of this node') as string,
	});
});

test('an account is told from others, and nothing of it can be read back', async () => {
	const { serviceAccount: account } = await open();
	expect(account).toMatch(/^[0-9a-f]{64}$/);
	expect((await open({ username: 'another' })).serviceAccount).not.toBe(account);
	expect((await open({ baseUrl: 'https://other.example.com' })).serviceAccount).not.toBe(account);
	expect((await open({ baseUrl: 'https://messaging.example.com/eu' })).serviceAccount).not.toBe(
		account,
	);
	expect((await open({ baseUrl: 'https://messaging.example.com:8443' })).serviceAccount).not.toBe(
		account,
	);
});

test.each([
	['another setting', { nvpMethod: 'GET' }],
	['another code', { code: '67890' }],
	['another password', { password: 'another' }],
	['another key', { api_key: 'another' }],
	['a rule of its own', { recipientsAllowed: 'redirect', redirectToPhone: '18015550001' }],
	['its address written otherwise', { baseUrl: ' HTTPS://Messaging.example.com:443 ' }],
	['its user written otherwise', { username: 'Acme ' }],
])('a second credential with %s is of the same account', async (_what, change) => {
	const [one, other] = [await open(), await open(change)];
	expect(other.serviceAccount).toBe(one.serviceAccount);
	expect(other.values).not.toBe(one.values);
});

test('the values of a credential are told from others, and none of them can be read back', async () => {
	const { values } = await open();
	expect(values).toMatch(/^[0-9a-f]{64}$/);
	expect((await open()).values).toBe(values);
	expect((await open({ baseUrl: 'https://messaging.example.com/' })).values).toBe(
		(await open({ baseUrl: ' https://messaging.example.com' })).values,
	);
});

test('a user is the same at another address, and another one by another name alone', async () => {
	const { user } = await open();
	expect((await open({ baseUrl: 'https://other.example.com', password: 'other-word' })).user).toBe(
		user,
	);
	expect((await open({ username: 'ACME ' })).user).toBe(user);
	expect((await open({ username: 'beta' })).user).not.toBe(user);
	expect(user).not.toContain('acme');
});

test('a user keeps the name of earlier versions, of which tickets are made', async () => {
	const name = createHash('sha256').update('["acme"]').digest('hex');
	expect((await open({ username: ' ACME' })).user).toBe(name);
});
