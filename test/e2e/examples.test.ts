import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowFile } from '../../host/n8nClient';
import { createWorld, CREDENTIAL_TYPE, NODE_TYPE, run, type World } from './world';

const FOLDER = join(__dirname, '..', '..', 'examples');

/** What the sandbox has received when the example has run: number and text, in order of the number. */
const RECEIVED: Record<string, Array<[sendTo: string, text: string]>> = {
	'send-to-a-group.json': ['18015551001', '18015551002', '18015551003', '18015551004'].map(
		(sendTo) => [sendTo, 'The office closes at 3 pm today.'],
	),
	'send-to-mobiles-only.json': [
		['18015551001', 'A text for a phone at Verizon Wireless.'],
		['18015551002', 'A text for a phone at U.S. Cellular.'],
		['447700900123', 'A text for a phone at AT&T.'],
	],
	'template-per-recipient.json': [
		['18015551001', 'Hi Ann, your order 1042 is ready'],
		['18015551002', 'Hi Zoë, your order 1043 is ready'],
	],
};

/** Those that start with a delivery status, or ask for one, are run in a file of their own. */
const RUN_ELSEWHERE = [
	'delivery-log.json',
	'notify-when-delivered.json',
	'poll-until-delivered.json',
	'receive-unusual-posts.json',
];

describe('an example workflow', () => {
	let world: World;

	beforeAll(async () => {
		// The name that n8n itself gives to a first credential of this type, and that the files hold.
		world = await createWorld('Subscription Messaging account');
	});
	beforeEach(() => world.sandbox.reset());
	afterAll(() => world.close());

	const read = (file: string) =>
		JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowFile;

	it('is run by a test', () => {
		expect(readdirSync(FOLDER).filter((name) => name.endsWith('.json'))).toEqual(
			[...Object.keys(RECEIVED), ...RUN_ELSEWHERE].sort(),
		);
	});

	it.each(Object.entries(RECEIVED))('sends what it promises: %s', async (file, messages) => {
		const execution = await run(world, read(file));
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(execution.status).toBe('success');
		expect(world.sandbox.messages.all.map(({ sendTo, text }) => [sendTo, text]).sort()).toEqual(
			messages,
		);
	});

	it.each([...Object.keys(RECEIVED), ...RUN_ELSEWHERE])(
		'names its credential and holds nothing of one: %s',
		(file) => {
			const nodes = read(file).nodes.filter(({ type }) => type.startsWith(NODE_TYPE));
			expect(nodes.map(({ credentials }) => credentials)).toEqual(
				nodes.map(() => ({
					[CREDENTIAL_TYPE]: { id: null, name: 'Subscription Messaging account' },
				})),
			);
		},
	);
});
