import type { ScryptOptions } from 'node:crypto';

import { statusAddressKey } from '../../credentials/statusAddressKey';

jest.mock('node:crypto', () => ({ ...jest.requireActual<object>('node:crypto') }));

const crypto = jest.requireMock<typeof import('node:crypto')>('node:crypto');

const SECRETS = { username: 'apiuser', password: 'sandbox-password', api_key: 'sandbox-key' };

const hex = async (secrets: typeof SECRETS) =>
	(await statusAddressKey(secrets)).export().toString('hex');

let derived: jest.SpyInstance;
beforeEach(() => (derived = jest.spyOn(crypto, 'scrypt')));
afterEach(() => jest.restoreAllMocks());

describe('the key of status addresses', () => {
	it('is the one that was computed by another program', async () => {
		expect(await hex(SECRETS)).toBe(
			'540d5bdf7ebc485d51fc434474113f6562a52c1b957709bf8099d0bc410fffb8',
		);
	});

	it.each(['username', 'password', 'api_key'])('depends on the %s', async (name) => {
		expect(await hex({ ...SECRETS, [name]: 'another' })).not.toBe(await hex(SECRETS));
	});

	it('does not take secrets that only join to the same text for the same', async () => {
		const shifted = { ...SECRETS, password: 'sandbox-passwords', api_key: 'andbox-key' };
		expect(await hex(shifted)).not.toBe(await hex(SECRETS));
	});

	it('costs whoever guesses 32 MB and a tenth of a second for each password', async () => {
		await statusAddressKey({ ...SECRETS, password: 'costly' });
		const [, , , cost] = derived.mock.calls[0] as [unknown, unknown, unknown, ScryptOptions];
		expect(cost).toMatchObject({ N: 32_768, r: 8, p: 1 });
	});

	it('is derived once, also where two ask for it at the same time', async () => {
		const secrets = { ...SECRETS, password: 'asked for twice' };
		const [one, two] = await Promise.all([statusAddressKey(secrets), statusAddressKey(secrets)]);
		expect(await statusAddressKey({ ...secrets })).toBe(one);
		expect(two).toBe(one);
		expect(derived).toHaveBeenCalledTimes(1);
	});
});

describe('the keys that are kept', () => {
	beforeEach(() => {
		derived.mockImplementation(
			(_secrets, _salt, length: number, _cost, done: (error: null, key: Buffer) => void) =>
				done(null, Buffer.alloc(length)),
		);
	});

	const ask = async (number: number) =>
		await statusAddressKey({ ...SECRETS, password: `one of many ${number}` });

	it('are those of the hundred credentials that were used last', async () => {
		for (let number = 0; number < 100; number += 1) await ask(number);
		await ask(0);
		await ask(100);
		derived.mockClear();

		await ask(0);
		await ask(100);
		await ask(2);
		expect(derived).not.toHaveBeenCalled();
		await ask(1);
		expect(derived).toHaveBeenCalledTimes(1);
	});

	it('are not made of a failure', async () => {
		const secrets = { ...SECRETS, password: 'failed' };
		derived.mockImplementationOnce((_secrets, _salt, _length, _cost, done: (e: Error) => void) =>
			done(new Error('out of memory')),
		);
		await expect(statusAddressKey(secrets)).rejects.toThrow('out of memory');
		await expect(statusAddressKey(secrets)).resolves.toBeDefined();
	});
});
