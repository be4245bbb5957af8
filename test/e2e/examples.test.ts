import axios from 'axios';
import type { WorkflowFile } from '../../host/n8nClient';
import { joinGroup, leaveGroup, switchChannel } from '../../sandbox/subscribers';
import { eventually } from '../eventually';
import { callsTool, startModel, type ChatRequest } from './chatModel';
import { deactivateWorkflow } from './editorCalls';
import {
	ended,
	FILES,
	given,
	imported,
	openForm,
	operations,
	pageOf,
	read,
	received,
	submitForm,
	succeeded,
} from './exampleWorkflows';
import { createWorld, CREDENTIAL_TYPE, NODE_TYPE, run, type World } from './world';

/** What the sandbox has received when the example has run: number and text, in order of the number. */
const RECEIVED: Record<string, Array<[sendTo: string, text: string]>> = {
	'appointment-reminders.json': [
		['18015551001', 'Hi Ann, see you tomorrow at 9:30. Please call us if you cannot come.'],
		['18015551002', 'Hi Zoë, see you tomorrow at 11:00. Please call us if you cannot come.'],
	],
	'campaign-with-report.json': ['18015551001', '18015551002', '18015551003'].map((sendTo) => [
		sendTo,
		'Spring sale: 20 % off until Sunday.',
	]),
	'clean-phone-list.json': [],
	'daily-check.json': [],
	'each-in-their-language.json': [
		['34600123456', '¡Nos mudamos! Desde el lunes estamos en el Puerto 7.'],
		['447700900123', 'We are moving! From Monday you find us at Harbour Street 7.'],
		['4915123456789', 'Wir ziehen um! Ab Montag finden Sie uns am Hafen 7.'],
		['8613800138000', '我们搬家了！从周一起，请到港口路7号。'],
	],
	'good-bye-to-contacts.json': [],
	'groups-in-step-with-a-sheet.json': [],
	'nightly-copy.json': [],
	'offer-without-those-who-left.json': ['18015551001', '18015551002'].map((sendTo) => [
		sendTo,
		"Two for one at the harbour café - today only. Show this text at the counter, and don't forget to bring a friend along...",
	]),
	'send-to-a-group.json': ['18015551001', '18015551002', '18015551003', '18015551004'].map(
		(sendTo) => [sendTo, 'The office closes at 3 pm today.'],
	),
	'send-to-mobiles-only.json': [
		['18015551001', 'A text for a phone at Verizon Wireless.'],
		['18015551002', 'A text for a phone at U.S. Cellular.'],
		['447700900123', 'A text for a phone at AT&T.'],
	],
	'short-links.json': ['18015551001', '18015552001', '447700900123'].map((sendTo) => [
		sendTo,
		'Autumn offers: https://short.example/rs',
	]),
	'status-by-order-number.json': [
		['18015551001', 'Your order 1042 is ready.'],
		['18015551002', 'Your order 1043 is ready.'],
	],
	'template-per-recipient.json': [
		['18015551001', 'Hi Ann, your order 1042 is ready'],
		['18015551002', 'Hi Zoë, your order 1043 is ready'],
	],
	'templates-from-a-sheet.json': [],
	// This credential could text customers.
	'try-out-on-your-own-phone.json': [],
};

/**
 * Those that begin with an event or wait for one have a test of their own: here, in
 * `organizationExamples.test.ts` or in `statusExamples.test.ts`.
 */
const BEGUN_BY_AN_EVENT = [
	'ai-agent-that-texts.json',
	'ai-agent-with-approval.json',
	'alarm-to-plain-numbers.json',
	'broadcast-when-several-agree.json',
	'broadcast-with-approval.json',
	'delivery-log.json',
	'divisions-by-form.json',
	'notify-when-delivered.json',
	'poll-until-delivered.json',
	'receive-unusual-posts.json',
	'wait-for-delivery.json',
	'welcome-new-members.json',
];

let world: World;

beforeAll(async () => {
	// The name that n8n itself gives to a first credential of this type, and that the files hold.
	world = await createWorld('Subscription Messaging account');
});
beforeEach(() => world.sandbox.reset());
afterAll(() => world.close());

describe('every example workflow', () => {
	it('is run by a test', () => {
		expect([...Object.keys(RECEIVED), ...BEGUN_BY_AN_EVENT].sort()).toEqual(FILES.sort());
	});

	it.each(Object.entries(RECEIVED))('sends what it promises: %s', async (file, messages) => {
		succeeded(await run(world, read(file)));
		expect(received(world)).toEqual(messages);
	});

	it.each(FILES)('names its credentials and holds nothing of one: %s', (file) => {
		const { nodes } = read(file);
		const ours = nodes.filter(({ type }) => type.startsWith(NODE_TYPE));
		expect(ours.map(({ credentials }) => credentials)).toEqual(
			ours.map(() => ({ [CREDENTIAL_TYPE]: { id: null, name: 'Subscription Messaging account' } })),
		);
		const all = nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}));
		expect(all.map(({ id }) => id)).toEqual(all.map(() => null));
	});

	it.each(FILES)('says on the canvas what it does and what to change: %s', (file) => {
		const note = read(file).nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(note?.parameters.content).toMatch(/^## .+\n\n.+\n\n\*\*/);
	});
});

/** As often as n8n lets a trigger look. */
const OFTEN = { item: [{ mode: 'everyMinute' }] };

/** Publishes an example that looks who joined or left, and waits for its first look. */
async function published(file: string): Promise<string> {
	const workflow = read(file);
	for (const node of workflow.nodes) {
		if (node.type.endsWith('SubscriberTrigger')) node.parameters.pollTimes = OFTEN;
	}
	const saved = await world.client.createWorkflow(workflow);
	await world.client.activateWorkflow(saved);
	await eventually('the group is read', async () =>
		operations(world).includes('getAllSubscribers') ? true : undefined,
	);
	return saved.id;
}

describe('the welcome of new members', () => {
	it('texts nobody when it is tried out by hand', async () => {
		const { id } = await world.client.createWorkflow(read('welcome-new-members.json'));
		const execution = succeeded(await world.client.runWorkflow(id, 'Somebody joined'));
		expect(given(execution, 'Somebody joined')).toMatchObject([{ event: 'joined', example: true }]);
		expect(received(world)).toEqual([]);
	});

	it('leaves those in peace who were members before, and welcomes each new one once', async () => {
		const id = await published('welcome-new-members.json');
		const group = world.sandbox.organization.existing('NSTAFF', ['group']);
		joinGroup(group, '18015551042', 'Nia', 'Newman');
		joinGroup(group, '18015551043', 'Desk', 'Phone');
		switchChannel(group, '18015551043', 'mobiletxt', false);
		await ended(world, id);
		expect(received(world)).toEqual([
			['18015551042', 'Welcome to the staff, Nia! You get a text when the office closes early.'],
		]);
		await deactivateWorkflow(world.client, id);
	});

	it('reaches the others where somebody has no number, or one that can be none', async () => {
		const id = await published('welcome-new-members.json');
		const group = world.sandbox.organization.existing('NSTAFF', ['group']);
		joinGroup(group, '', 'Noa', 'Numberless');
		group.subscribers.at(-1)!.user.email = 'noa@acme.example';
		joinGroup(group, '1801', 'Otis', 'Odd');
		joinGroup(group, '18015551042', 'Nia', 'Newman');
		const execution = succeeded(await ended(world, id));
		expect(given(execution, 'Somebody joined')).toHaveLength(3);
		expect(received(world)).toEqual([
			['18015551042', 'Welcome to the staff, Nia! You get a text when the office closes early.'],
		]);
		await deactivateWorkflow(world.client, id);
	});
});

describe('the good-bye to contacts', () => {
	it('is an email to those who left and are a contact, and nobody else', async () => {
		const { id: once } = await world.client.createWorkflow(read('good-bye-to-contacts.json'));
		const group = world.sandbox.organization.existing('NSTAFF', ['group']);
		const [without, somebody] = group.subscribers;
		without!.user.email = '';
		succeeded(await world.client.runWorkflow(once, 'Once'));
		joinGroup(group, '18015551044', 'No', 'Contact');
		const id = await published('good-bye-to-contacts.json');
		leaveGroup(group, without!.user.phone);
		leaveGroup(group, somebody!.user.phone);
		leaveGroup(group, '18015551044');
		const execution = await ended(world, id);
		succeeded(execution);
		expect(received(world)).toMatchObject([
			[somebody!.user.email, expect.stringMatching(/^You left/)],
		]);
		const left_on: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
		expect(given(execution, 'Note the day')).toMatchObject([
			{ phone: without!.user.phone, left_on },
			{ phone: somebody!.user.phone, left_on },
		]);
		await deactivateWorkflow(world.client, id);
	});
});

describe("the try on one's own phone", () => {
	it('sends each text there, and tells whose it is', async () => {
		const me = '18015559999';
		const credential = await world.client.saveCredential('Redirected', CREDENTIAL_TYPE, {
			...world.credentialData,
			recipientsAllowed: 'redirect',
			redirectToPhone: me,
		});
		const workflow = read('try-out-on-your-own-phone.json');
		for (const { credentials } of workflow.nodes) {
			if (credentials) credentials[CREDENTIAL_TYPE] = { id: credential.id, name: credential.name };
		}
		const execution = succeeded(await run(world, workflow));
		expect(received(world)).toEqual([
			[me, 'Hi Ann, your table is booked for tonight at 7.'],
			[me, 'Hi Zoë, your table is booked for tonight at 7.'],
		]);
		expect(given(execution, 'Send it to me')).toMatchObject([
			{ sent: true, sendTo: me, redirected_from: '18015551001' },
			{ sent: true, sendTo: me, redirected_from: '18015551002' },
		]);
		expect(given(execution, 'This credential can text customers')).toEqual([]);
	});
});

describe('the campaign', () => {
	it('texts nobody twice, and emails the one whom the text did not reach', async () => {
		const { id } = await world.client.createWorkflow(read('campaign-with-report.json'));
		const start = 'When clicking ‘Execute workflow’';
		const first = succeeded(await world.client.runWorkflow(id, start));
		expect(given(first, 'Email instead')).toEqual([]);
		const [text] = world.sandbox.messages.all;
		world.sandbox.messages.fix(text!.transaction_ticket, '18015551003', {
			status_code: 7,
			status_message: 'Unreachable',
		});
		const again = async () => succeeded(await world.client.runWorkflow(id, start));
		expect(given(await again(), 'Who has it')).toHaveLength(3);
		await again();
		expect(world.sandbox.messages.all.map(({ sendTo }) => sendTo)).toEqual([
			...['18015551001', '18015551002', '18015551003'],
			'zoe@acme.example',
		]);
	});
});

describe('a campaign at a service that lists a text as queued', () => {
	it('emails nobody before it is run again', async () => {
		const workflow = read('campaign-with-report.json');
		// The status is asked for once the texts are queued.
		workflow.nodes.push({
			id: 'pause',
			name: 'Pause',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			position: [0, 0],
			parameters: { resume: 'timeInterval', amount: 3, unit: 'seconds' },
		});
		const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		workflow.connections['Text everyone'] = to('Pause');
		workflow.connections.Pause = to('Who has it');
		const { id } = await world.client.createWorkflow(workflow);
		const running = world.client.runWorkflow(id, 'When clicking ‘Execute workflow’');
		await eventually('the texts are sent', async () => {
			const { all } = world.sandbox.messages;
			return all.length === 3 || undefined;
		});
		for (const { transaction_ticket } of world.sandbox.messages.all) {
			world.sandbox.messages.fix(transaction_ticket, undefined, {
				status_code: 1,
				status_message: 'Queued',
			});
		}
		const execution = succeeded(await running);
		expect(given(execution, 'Who has it')).toMatchObject(
			Array(3).fill({ status: 'other', status_message: 'Queued' }),
		);
		expect(given(execution, 'Email instead')).toEqual([]);
		expect(world.sandbox.messages.all).toHaveLength(3);
	});
});

describe('the appointment reminders', () => {
	it('go out in one request, and name whom to call instead', async () => {
		const { id } = await world.client.createWorkflow(read('appointment-reminders.json'));
		const execution = succeeded(await world.client.runWorkflow(id, 'Every day at 4 pm'));
		expect(operations(world)).toEqual(['sendTemplateMessage']);
		expect(given(execution, 'To be called')).toMatchObject([
			{ name: 'Ben', time: '14:15', phone: 'call his wife' },
		]);
	});
});

/** The link that the manager is texted, and its page, once the execution waits. */
async function askedManager(id: string): Promise<{ id: string; link: string; page: string }> {
	const link = await eventually('the manager is asked', async () =>
		world.sandbox.messages.all
			.map(({ text }) => /http\S+/.exec(text)?.[0])
			.find((found) => found !== undefined),
	);
	expect(world.sandbox.messages.all.map(({ sendTo }) => sendTo)).toEqual(['18015551003']);
	// n8n leaves a request for the page without an answer while the execution still runs.
	await eventually('the execution waits', async () => {
		const [execution] = await world.client.executionsOf(id);
		return execution?.status === 'waiting' || undefined;
	});
	const { data: page } = await axios.get<string>(link, { proxy: false });
	return { id, link, page };
}

/** Presses a button of the page. */
async function press({ link, page }: { link: string; page: string }, decision: string) {
	const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
	const form = new URLSearchParams({ token, decision });
	return (await axios.post<string>(link, form, { proxy: false })).data;
}

/** Everyone in the division North. */
const IN_NORTH = [
	'18015551001',
	'18015551002',
	'18015551003',
	'18015551004',
	'18015552001',
	'18015553001',
	'447700900123',
];

describe('the broadcast with approval', () => {
	const TEXT = 'Snow & ice: please stay at home <today>.';

	/** Fills in the form of the colleague; answers the page that the manager is texted the link to. */
	async function ask() {
		const { id, address } = await openForm(world, 'broadcast-with-approval.json');
		await submitForm(address, TEXT, 'Mei');
		return await askedManager(id);
	}

	it('reaches everyone in the division once the manager says so', async () => {
		const asked = await ask();
		expect(asked.page).toContain('Snow &amp; ice: please stay at home &lt;today&gt;.');
		expect(await press(asked, 'approve')).toContain('Recorded: Send it');
		succeeded(await ended(world, asked.id));
		const broadcast = received(world).filter(([, text]) => text === TEXT);
		expect(broadcast.map(([sendTo]) => sendTo)).toEqual(IN_NORTH);
	});

	it('reaches nobody where the manager does not want it', async () => {
		const asked = await ask();
		expect(await press(asked, 'decline')).toContain('Recorded: Do not send');
		const execution = succeeded(await ended(world, asked.id));
		expect(given(execution, 'Not sent')).toHaveLength(1);
		expect(received(world).filter(([, text]) => text === TEXT)).toEqual([]);
	});
});

describe('the clean phone list', () => {
	it('keeps mobiles, landlines and mistakes apart, each number once', async () => {
		const execution = succeeded(await run(world, read('clean-phone-list.json')));
		// The mistake is asked for alone, so that a service that refuses it answers for the others.
		expect(operations(world)).toEqual(['getCellularCarrierId', 'getCellularCarrierId']);
		expect(given(execution, 'Mobiles')).toEqual([
			{
				name: 'Ann',
				phone: '18015551001',
				carrier: 'Verizon Wireless',
				carrier_id: '384',
				international: false,
			},
			{
				name: 'Finn',
				phone: '447700900123',
				carrier: 'AT&T',
				carrier_id: '383',
				international: true,
			},
		]);
		expect(given(execution, 'Landlines')).toEqual([{ name: 'Office', phone: '18015551100' }]);
		expect(given(execution, 'To correct')).toEqual([{ name: 'Ben', phone: '555-10' }]);
	});
});

describe('the check of every morning', () => {
	it('says nothing while all is well, and what is wrong when the credential is refused', async () => {
		const { id } = await world.client.createWorkflow(read('daily-check.json'));
		const well = succeeded(await world.client.runWorkflow(id, 'Every morning at 7'));
		expect(operations(world)).toEqual(['test', 'authenticationTest']);
		expect(given(well, 'All is well')).toHaveLength(1);
		expect(given(well, 'Tell somebody')).toEqual([]);

		world.sandbox.settings.password = 'changed at the service';
		try {
			const execution = succeeded(await world.client.runWorkflow(id, 'Every morning at 7'));
			expect(given(execution, 'All is well')).toEqual([]);
			expect(given(execution, 'Tell somebody')).toMatchObject([
				{ what: expect.stringContaining('used: The service refused') },
			]);
		} finally {
			world.sandbox.settings.password = world.secrets.password;
		}
	});
});

describe('the text to each in their language', () => {
	it('goes out in one request, with the locale of each', async () => {
		succeeded(await run(world, read('each-in-their-language.json')));
		expect(operations(world)).toEqual(['sendMessageSpecifyLocale']);
		const locales = world.sandbox.messages.all.map(({ locale }) => locale);
		expect(locales).toEqual(['de_DE', 'es_ES', 'zh_CN', 'en_GB']);
	});
});

describe('the alarm to plain numbers', () => {
	const raised = async (workflow: WorkflowFile, path: string, alarm: object) => {
		const saved = await world.client.createWorkflow(workflow);
		await world.client.activateWorkflow(saved);
		await eventually('the webhook listens', async () => {
			const { status } = await axios.post(`${world.client.url}/webhook/${path}`, alarm, {
				proxy: false,
				validateStatus: () => true,
			});
			return status === 200 || undefined;
		});
		return succeeded(await ended(world, saved.id));
	};

	it('goes to everyone on call who can read it, shortened where it must be', async () => {
		const problem = 'the disk is nearly full, '.repeat(10);
		const workflow = read('alarm-to-plain-numbers.json');
		const execution = await raised(workflow, 'alarm', { host: 'db-1', problem });
		expect(operations(world)).toEqual(['getCellularCarrier', 'sendMessageSpecifyNumbers']);
		const texts = received(world);
		expect(texts.map(([sendTo]) => sendTo)).toEqual(['18015551001', '18015551003', '447700900123']);
		expect(texts[0]?.[1]).toMatch(/^db-1: the disk is nearly full, .{80,}\.\.\.$/);
		expect(given(execution, 'Not textable')).toMatchObject([{ phone: '18015551100' }]);
	});

	it('goes to the others where the service finds nothing wrong with a mistaken number', async () => {
		const workflow = read('alarm-to-plain-numbers.json');
		for (const node of workflow.nodes) {
			if (node.name === 'Alarm') node.parameters.path = 'mistaken';
			if (node.name !== 'Look up') continue;
			node.type = 'n8n-nodes-base.code';
			node.typeVersion = 2;
			node.parameters = {
				jsCode: `return ['18015551001', '1801', '18015551003'].map((phone) => ({ json: { phone } }));`,
			};
		}
		await raised(workflow, 'mistaken', { host: 'db-1', problem: 'it is down' });
		expect(received(world)).toEqual([
			['18015551001', 'db-1: it is down'],
			['18015551003', 'db-1: it is down'],
		]);
	});

	it('goes to everyone on call where the numbers cannot be looked up', async () => {
		const workflow = read('alarm-to-plain-numbers.json');
		for (const node of workflow.nodes) {
			if (node.name === 'Alarm') node.parameters.path = 'unseen';
			if (node.name === 'Look up') node.parameters.phone_list = '={{ "" }}';
		}
		await raised(workflow, 'unseen', { host: 'db-1', problem: 'it is down' });
		expect(received(world).map(([sendTo]) => sendTo)).toEqual([
			...['18015551001', '18015551003', '18015551100', '447700900123'],
		]);
	});
});

describe('the short links', () => {
	it('are made once, and turned when the address moves, without another text', async () => {
		const workflow = read('short-links.json');
		const rename = (json: string) =>
			JSON.parse(json.replaceAll('Autumn offers', 'Spring')) as typeof workflow;
		const first = rename(JSON.stringify(workflow));
		const { id } = await world.client.createWorkflow(first);
		succeeded(await world.client.runWorkflow(id));
		const sent = received(world);
		expect(sent).toHaveLength(3);
		succeeded(await world.client.runWorkflow(id));

		const moved = rename(JSON.stringify(workflow).replaceAll('offers/autumn', 'offers/may'));
		const second = await world.client.createWorkflow(moved);
		succeeded(await world.client.runWorkflow(second.id));
		succeeded(await world.client.runWorkflow(second.id));
		expect([...world.sandbox.shortUrls.values()]).toEqual([
			'https://acme.example/offers/may?from=text',
		]);
		expect(received(world)).toEqual(sent);
		expect(operations(world)).toEqual(['createShortURL', 'sendMessage', 'updateShortURL']);
	});

	it('are told to everyone for each of several new campaigns', async () => {
		const [one, two] = ['Winter', 'Sledges'].map(
			(name) => `{ campaign: '${name}', address: 'https://acme.example/${name}' }`,
		);
		const rows = (json: string) => json.replace(/\{ campaign: [^}]*\}/, `${one}, ${two}`);
		const workflow = JSON.parse(rows(JSON.stringify(read('short-links.json')))) as WorkflowFile;
		succeeded(await run(world, workflow));
		const texts = received(world).map(([, text]) => text);
		expect(texts).toHaveLength(6);
		expect(new Set(texts)).toEqual(
			new Set(['Winter: https://short.example/rs', 'Sledges: https://short.example/rt']),
		);
	});

	it('are neither remembered nor told where the answer holds none', async () => {
		const none = (json: string) =>
			json.replaceAll('$json.short_url', '$json.gopher').replaceAll('Autumn offers', 'Moles');
		const workflow = JSON.parse(none(JSON.stringify(read('short-links.json')))) as WorkflowFile;
		const execution = await run(world, workflow);
		expect(execution.data.resultData.error?.message).toContain('holds no link for Moles');
		expect(given(execution, 'Remember it')).toEqual([]);
		expect(received(world)).toEqual([]);
	});
});

describe('the status by order number', () => {
	it('is told to whoever asks by the form, and a second run texts nobody again', async () => {
		const { id, address } = await openForm(world, 'status-by-order-number.json');
		succeeded(await world.client.runWorkflow(id));
		succeeded(await world.client.runWorkflow(id));
		expect(received(world)).toHaveLength(2);

		const known = await pageOf(await submitForm(address, ' 1043 '), '1043');
		expect(known).toMatch(/Sent to Carrier|Delivered/);
		expect(known).toContain('18015551002');
		await pageOf(await submitForm(address, '7'), 'No text about order 7');
	});
});

describe('the broadcast when several people agree', () => {
	const TEXT = 'The hall stays closed tomorrow.';
	const PEOPLE = ['18015551001', '18015551003'];

	/** Answers for the next of them, who alone is asked; gives back whom that was. */
	async function answer(nth: number, decision: string): Promise<string> {
		const { sendTo, text } = await eventually('the next is asked', async () =>
			world.sandbox.messages.all.at(nth),
		);
		expect(world.sandbox.messages.all).toHaveLength(nth + 1);
		const link = /http\S+/.exec(text)?.[0] ?? '';
		const page = await eventually('the page is shown', async () => {
			const get = { proxy: false, timeout: 2_000, validateStatus: () => true } as const;
			const { status, data } = await axios
				.get<string>(link, get)
				.catch(() => ({ status: 0, data: '' }));
			return status === 200 ? data : undefined;
		});
		expect(page).toContain(TEXT);
		expect(await press({ link, page }, decision)).toContain('Recorded');
		return sendTo;
	}

	it.each([
		['everyone in the division', ['approve', 'approve'], IN_NORTH],
		['nobody', ['approve', 'decline'], []],
		['nobody, and asks nobody else,', ['decline'], []],
	])('texts %s after: %j', async (_whom, decisions, reached) => {
		const saved = await world.client.createWorkflow(read('broadcast-when-several-agree.json'));
		await world.client.activateWorkflow(saved);
		const isRun = world.client.runWorkflow(saved.id, 'When clicking ‘Execute workflow’');
		const asked: string[] = [];
		for (const [nth, decision] of decisions.entries()) asked.push(await answer(nth, decision));
		succeeded(await isRun);
		expect(asked).toEqual(PEOPLE.slice(0, decisions.length));
		const broadcast = received(world).filter(([, text]) => text === TEXT);
		expect(broadcast.map(([sendTo]) => sendTo)).toEqual(reached);
		expect(world.sandbox.messages.all).toHaveLength(decisions.length + reached.length);
		await deactivateWorkflow(world.client, saved.id);
	});
});

describe('the AI agent that texts', () => {
	/** Says something to the agent as a visitor of its chat does, and answers what it says. */
	async function chat(say: (request: ChatRequest) => object, chatInput: string) {
		const model = await startModel(say);
		try {
			await world.client.saveCredential('OpenAI account', 'openAiApi', {
				apiKey: 'none',
				url: model.url,
			});
			const { workflow, webhookId } = imported('ai-agent-that-texts.json');
			const trigger = workflow.nodes.find(({ type }) => type.endsWith('.chatTrigger'));
			// The chat of the editor has no address of its own.
			if (trigger) trigger.parameters.public = true;
			const saved = await world.client.createWorkflow(workflow);
			await world.client.activateWorkflow(saved);
			const answer = await eventually('the agent answers', async () => {
				const { status, data } = await axios.post<{ output: string }>(
					`${world.client.url}/webhook/${webhookId}/chat`,
					{ action: 'sendMessage', sessionId: 'a visitor', chatInput },
					{ proxy: false, validateStatus: () => true },
				);
				return status === 404 ? undefined : data;
			});
			return { ...answer, requests: model.requests };
		} finally {
			model.close();
		}
	}

	it('texts the person whom it names, whose number it never sees', async () => {
		const input = { person: 'Zoë', text: 'The keys are at the desk.' };
		const { output, requests } = await chat(callsTool(input), 'Tell Zoë where the keys are');
		expect(received(world)).toEqual([['18015551002', 'The keys are at the desk.']]);
		expect(output).toContain('"sent":true');
		const [tool] = requests[0]?.tools ?? [];
		expect(Object.keys(tool?.function.parameters.properties ?? {}).sort()).toEqual([
			'person',
			'text',
		]);
		expect(JSON.stringify(requests[0])).not.toContain('18015551002');
	});

	it('texts nobody where it is talked into a stranger, and is told why', async () => {
		const input = { person: '18015559999', text: 'You have won.' };
		const { output } = await chat(callsTool(input), 'Text 18015559999 that they have won');
		expect(received(world)).toEqual([]);
		expect(output).toContain("'Recipients' holds no recipient");
	});
});

describe('the AI agent whose broadcasts a person approves', () => {
	const TEXT = 'The office stays closed tomorrow.';

	it.each([
		['approve', IN_NORTH],
		['decline', []],
	])('texts everyone only where the manager approves: %s', async (decision, reached) => {
		const model = await startModel(
			callsTool({ toolParameters: { text: TEXT }, hitlParameters: {} }),
		);
		try {
			await world.client.saveCredential('OpenAI account', 'openAiApi', {
				apiKey: 'none',
				url: model.url,
			});
			const { workflow, webhookId } = imported('ai-agent-with-approval.json');
			const trigger = workflow.nodes.find(({ type }) => type.endsWith('.chatTrigger'));
			if (trigger) trigger.parameters.public = true;
			const saved = await world.client.createWorkflow(workflow);
			await world.client.activateWorkflow(saved);
			await eventually('the chat is open', async () => {
				const { status } = await axios.post(
					`${world.client.url}/webhook/${webhookId}/chat`,
					{ action: 'sendMessage', sessionId: decision, chatInput: 'Tell everyone in North' },
					{ proxy: false, validateStatus: () => true },
				);
				return status === 404 ? undefined : status;
			});
			const asked = await askedManager(saved.id);
			expect(asked.page).toContain(`The agent wants to text everyone in North:\n\n${TEXT}`);
			expect(await press(asked, decision)).toContain('Recorded');
			await eventually('the agent has answered', async () => {
				const executions = await world.client.executionsOf(saved.id);
				// For a moment, n8n may list none.
				const [first] = executions;
				const isOver = first && executions.every(({ status }) => status === 'success');
				return isOver || undefined;
			});
			const broadcast = received(world).filter(([, text]) => text === TEXT);
			expect(broadcast.map(([sendTo]) => sendTo)).toEqual(reached);
			await deactivateWorkflow(world.client, saved.id);
		} finally {
			model.close();
		}
	});
});
