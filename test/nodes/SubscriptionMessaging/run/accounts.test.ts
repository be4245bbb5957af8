import type { IDataObject } from 'n8n-workflow';

import { Accounts } from '../../../../nodes/SubscriptionMessaging/run/accounts';
import { fakeRun } from './fakeRun';

/** The positions of the accounts of all items, and what the credential was read for. */
async function positions(items: number, credential: (itemIndex: number) => IDataObject) {
	const { context, decryptedFor } = fakeRun({
		items: Array.from({ length: items }, () => ({})),
		credential,
	});
	const accounts = await Accounts.open(context);
	const found: number[] = [];
	for (let itemIndex = 0; itemIndex < items; itemIndex += 1) {
		found.push(await accounts.of(itemIndex));
	}
	return { found, decryptedFor, sessions: accounts.sessions };
}

test('a credential without expressions is read for the first item, and once for none', async () => {
	const { found, decryptedFor, sessions } = await positions(4, () => ({}));
	expect(found).toEqual([0, 0, 0, 0]);
	expect(decryptedFor).toEqual([0, 4]);
	expect(sessions).toHaveLength(1);
});

test('a single item needs no more than its own account', async () => {
	expect((await positions(1, () => ({}))).decryptedFor).toEqual([0]);
});

test('an expression gives each item its own account, of which equal ones are one', async () => {
	const { found, sessions } = await positions(4, (itemIndex) => ({
		username: ['acme', 'other', 'acme', 'third'][itemIndex] ?? 'nobody',
	}));
	expect(found).toEqual([0, 1, 0, 2]);
	expect(sessions.map(({ credentialsDecrypted }) => credentialsDecrypted.data?.username)).toEqual([
		'acme',
		'other',
		'third',
	]);
});

test('accounts that differ in nothing but a secret are two', async () => {
	const { found } = await positions(2, (itemIndex) => ({ api_key: `key-number-${itemIndex}` }));
	expect(found).toEqual([0, 1]);
});

test('an expression that fails for an item that does not exist depends on the item', async () => {
	const { found } = await positions(3, (itemIndex) => {
		if (itemIndex === 3) throw new Error('no such item');
		return { username: itemIndex === 1 ? 'other' : 'acme' };
	});
	expect(found).toEqual([0, 1, 0]);
});

test('an account that cannot be used is refused for its item', async () => {
	const credential = (itemIndex: number) => ({ code: ['12345', 'none'][itemIndex] ?? '' });
	await expect(positions(2, credential)).rejects.toThrow("'Code'");
	await expect(positions(1, () => ({ code: '' }))).rejects.toThrow("'Code'");
});
