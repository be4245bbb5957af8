import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { INode } from 'n8n-workflow';
import { testCredential } from './editorCalls';
import { chain, createWorld, CREDENTIAL_TYPE, run, type World } from './world';

describe("n8n's Test button of the credential", () => {
	let world: World;

	beforeAll(async () => {
		world = await createWorld('Credential test');
	});
	afterAll(() => world.close());

	const test = (change: Record<string, string>) =>
		testCredential(world.client, world.credential, { ...world.credentialData, ...change });

	it('accepts the right password', async () => {
		await expect(test({})).resolves.toMatchObject({ status: 'OK' });
	});

	it('says that the service refuses a wrong password, which comes in an HTTP 200', async () => {
		const result = await test({ password: 'wrong' });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/refused/i);
		expect(result.message).not.toContain('wrong');
	});

	it('says that a web page is not the service, and points at the base URL', async () => {
		const website = createServer((_request, response) => {
			response.setHeader('content-type', 'text/html').end('<html><title>Shop</title></html>');
		}).listen(0, '127.0.0.1');
		await once(website, 'listening');
		const { port } = website.address() as AddressInfo;
		try {
			const result = await test({ baseUrl: `http://127.0.0.1:${port}` });
			expect(result.status).toBe('Error');
			expect(result.message).toMatch(/web page/i);
		} finally {
			website.close();
		}
	});

	it('says that nothing answers where no server listens', async () => {
		const result = await test({ baseUrl: 'http://127.0.0.1:1' });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/refused the connection/i);
	});

	it('says that a name that does not exist leads to no server', async () => {
		const result = await test({ baseUrl: 'http://messaging.invalid' });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/no server with this name|could not be looked up/i);
	});

	it('names the field of a secret that cannot be right', async () => {
		const result = await test({ password: `line\nbreak` });
		expect(result.status).toBe('Error');
		expect(result.message).toContain("'Password'");
		expect(result.message).not.toContain('break\n');
	});
});

describe("the credential in n8n's HTTP Request node", () => {
	let world: World;
	beforeAll(async () => {
		world = await createWorld('In HTTP Request');
	});
	afterAll(() => world.close());

	it.each([
		['the service itself', () => `${String(world.credentialData.baseUrl)}/webservices`],
		['another server', () => 'http://127.0.0.1:1/'],
	])('sends nothing, and says why: %s', async (_where, url) => {
		const node: INode = {
			id: 'http',
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			position: [0, 0],
			parameters: {
				url: url(),
				authentication: 'predefinedCredentialType',
				nodeCredentialType: CREDENTIAL_TYPE,
			},
			credentials: {
				[CREDENTIAL_TYPE]: { id: world.credential.id, name: world.credential.name },
			},
		};
		const { status, stored } = await run(world, chain('HTTP Request', node));
		expect(status).toBe('error');
		expect(stored).toContain('works only in the Subscription Messaging nodes');
		expect(stored).not.toContain(world.secrets.password);
	});
});
