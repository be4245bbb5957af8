import { startSandbox, type RunningSandbox } from '../../sandbox/server';
import {
	byKeyword,
	chain,
	CREDENTIAL_TYPE,
	createWorld,
	itemsNode,
	messagingNode,
	run,
	type World,
} from './world';

// Expressions of a credential are evaluated by n8n's server, whose engine for them is its own.

jest.setTimeout(300_000);

let world: World;
let second: RunningSandbox;
beforeAll(async () => {
	world = await createWorld('Tenants');
	const { password, apiKey } = world.secrets;
	second = await startSandbox({ port: 0, password, apiKey });
});
afterAll(async () => {
	await world.close();
	await second.close();
});

const toItems = {
	resource: 'message',
	operation: 'send',
	keyword: byKeyword('NSTAFF'),
	recipients: 'inputItems',
	sendTo: '={{ $json.phone }}',
	type: 1,
	message: 'Hello',
};

it('sends each item from its own account, where the credential has one for items that name none', async () => {
	const { client, credentialData } = world;
	const address = `$json.tenant === "second" ? ${JSON.stringify(second.baseUrl)} : ${JSON.stringify(credentialData.baseUrl)}`;
	const credential = await client.saveCredential('By item', CREDENTIAL_TYPE, {
		...credentialData,
		baseUrl: `={{ (() => { try { return ${address} } catch { return ${JSON.stringify(credentialData.baseUrl)} } })() }}`,
	});
	const items = [
		{ phone: '18015550001' },
		{ phone: '18015550002', tenant: 'second' },
		{ phone: '18015550003' },
	];
	const ran = await run(
		{ ...world, credential },
		chain('Tenants', itemsNode(items), messagingNode({ ...world, credential }, 'Send', toItems)),
	);

	expect(ran.data.resultData.error).toBeUndefined();
	const sent = (messages: RunningSandbox['sandbox']['messages']) =>
		messages.all.map(({ sendTo }) => sendTo);
	expect(sent(world.sandbox.messages)).toEqual(['18015550001', '18015550003']);
	expect(sent(second.sandbox.messages)).toEqual(['18015550002']);
});
