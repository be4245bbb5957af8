import { credentialTypes, nodeTypes } from './editorCalls';
import { CREDENTIAL_TYPE, NODE_TYPE, signedIn } from './world';

interface Themed {
	light: string;
	dark: string;
}

describe('the packed package in n8n', () => {
	it('offers the action node', async () => {
		const client = await signedIn();
		const node = (await nodeTypes(client)).find(({ name }) => name === NODE_TYPE);
		expect(node?.displayName).toBe('Subscription Messaging');
	});

	it('offers the action node as a tool of AI agents', async () => {
		const client = await signedIn();
		const tool = (await nodeTypes(client)).find(({ name }) => name === `${NODE_TYPE}Tool`);
		expect(tool?.displayName).toBe('Subscription Messaging Tool');
	});

	it('offers the credential', async () => {
		const client = await signedIn();
		const credential = (await credentialTypes(client)).find(({ name }) => name === CREDENTIAL_TYPE);
		expect(credential?.displayName).toBe('Subscription Messaging API');
	});

	it.each(['node', 'credential'])('has its icon served for light and dark, %s', async (kind) => {
		const client = await signedIn();
		const [types, wanted] =
			kind === 'node'
				? [await nodeTypes(client), NODE_TYPE]
				: [await credentialTypes(client), CREDENTIAL_TYPE];
		const icon = types.find(({ name }) => name === wanted)?.iconUrl as Themed;
		const light = await client.file<string>(`/${icon.light}`);
		const dark = await client.file<string>(`/${icon.dark}`);
		expect(String(light)).toContain('<svg');
		expect(String(dark)).toContain('<svg');
		expect(String(dark)).not.toBe(String(light));
	});
});
