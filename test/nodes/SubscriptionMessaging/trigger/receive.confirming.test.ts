import { sleep, type IWebhookFunctions } from 'n8n-workflow';

import { statusAddressKey } from '../../../../credentials/statusAddressKey';
import { signAddress } from '../../../../nodes/SubscriptionMessaging/statusAddress/sign';
import { receive } from '../../../../nodes/SubscriptionMessaging/trigger/receive';
import {
	type FakeAnswer,
	fakeService,
	GOOD,
	LOOK_UP,
	page,
	refusal,
	reply,
	rows,
} from '../transport/fakeService';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(async () => await Promise.resolve()),
}));

beforeEach(() => jest.mocked(sleep).mockClear());

const CREDENTIAL = {
	baseUrl: 'https://messaging.example.com',
	username: 'acme',
	password: 's3cret-word',
	api_key: 'key-of-acme',
	code: '12345',
};
const NOT_KNOWN = refusal(LOOK_UP, 'Unknown ticket');
const ANN = '18015551001';
const DELIVERED = rows(LOOK_UP, [ANN], 100);

interface Post {
	/** What the look-ups of the ticket are answered, one after the other; the last one over and over. */
	lookUps: FakeAnswer[];
	/** Of the send that the report is for, by a signed address. */
	code?: string;
	/** Entered in the trigger. */
	entered?: string;
	customTicket?: string;
}

/** What becomes of a genuine report at a trigger that confirms with the service. */
async function post({ lookUps, code, entered = '', customTicket = 'order-1' }: Post) {
	const left = [...lookUps];
	const service = fakeService(({ operation, ticket }) => {
		if (operation === 'readSubscriptionnode') return reply(operation, GOOD);
		if (ticket !== customTicket) return NOT_KNOWN;
		return left.length > 1 ? left.shift()! : left[0]!;
	});
	const path = '/webhook/a1b2/delivery-status';
	const address =
		code === undefined
			? path
			: signAddress(await statusAddressKey(CREDENTIAL), path, { customTicket, code });
	let status = 200;
	const response = {
		status: (given: number) => Object.assign(response, (status = given) && {}),
		type: () => response,
		end: () => undefined,
	};
	const parameters: Record<string, unknown> = {
		authentication: code === undefined ? 'none' : 'signedAddress',
		confirm: true,
		keyword: 'NSTAFF',
		code: entered,
	};
	const context = {
		...service.context,
		getRequestObject: () => ({
			originalUrl: address,
			method: 'POST',
			headers: {},
			rawBody: Buffer.from(`custom_ticket=${customTicket}&sendTo=${ANN}&status_code=100`),
			readRawBody: () => Promise.resolve(),
		}),
		getResponseObject: () => response,
		getNodeParameter: (name: string, otherwise?: unknown) => parameters[name] ?? otherwise,
		getNode: () => ({ name: 'Status', credentials: {} }),
		getCredentials: () => Promise.resolve(CREDENTIAL),
		logger: { warn: () => undefined },
	};
	const { workflowData } = await receive(context as unknown as IWebhookFunctions);
	const codes = service.requests.map(
		({ options }) => /<code[^>]*>(\d+)<\/code>/.exec(String(options.body))?.[1],
	);
	const asked = service.requests.filter(({ ticket }) => ticket === customTicket).length;
	return { status, items: workflowData?.[0]?.map(({ json }) => json) ?? [], codes, asked };
}

describe('A report that is confirmed with the service', () => {
	it('is asked about with the code of its own send, whatever was entered', async () => {
		const { items, codes } = await post({ lookUps: [DELIVERED], code: '77777', entered: '55555' });
		expect(items).toMatchObject([{ sendTo: ANN, status_code: 100, confirmed: true }]);
		expect(new Set(codes)).toEqual(new Set(['77777']));
	});

	it.each([
		['the one that was entered', '55555', '55555'],
		['that of the credential', '', '12345'],
	])('is asked about with %s where its address tells none', async (_what, entered, expected) => {
		const { codes } = await post({ lookUps: [DELIVERED], entered });
		expect(new Set(codes)).toEqual(new Set([expected]));
	});

	it.each<[what: string, answer: FakeAnswer]>([
		['a refusal in other words, as under maintenance', refusal(LOOK_UP, 'Maintenance', 99)],
		['a page', page(502)],
		['a page of a firewall', page(403)],
		['nothing', reply(LOOK_UP, GOOD)],
		[
			'an empty list',
			reply(LOOK_UP, `${GOOD}<response><transactionlist></transactionlist></response>`),
		],
	])('is to be made again (503) where the service answers with %s', async (_what, answer) => {
		const { status, items } = await post({ lookUps: [answer] });
		expect({ status, items }).toEqual({ status: 503, items: [] });
	});

	it('is taken and starts nothing where the service twice does not know the ticket', async () => {
		const { status, items, asked } = await post({ lookUps: [NOT_KNOWN] });
		expect({ status, items, asked }).toEqual({ status: 200, items: [], asked: 2 });
		expect(jest.mocked(sleep).mock.calls.filter(([time]) => time === 2000)).toHaveLength(1);
	});

	it.each<[what: string, early: FakeAnswer]>([
		['does not show it', NOT_KNOWN],
		['shows other recipients only', rows(LOOK_UP, ['18015551002'], 100)],
	])('is not lost where the service %s at first', async (_what, early) => {
		const { status, items } = await post({ lookUps: [early, DELIVERED] });
		expect({ status, items }).toMatchObject({ status: 200, items: [{ sendTo: ANN }] });
	});

	it('is not waited for where the service has it', async () => {
		const { asked } = await post({ lookUps: [DELIVERED] });
		expect(asked).toBe(1);
		expect(jest.mocked(sleep).mock.calls.filter(([time]) => time > 0)).toEqual([]);
	});
});
