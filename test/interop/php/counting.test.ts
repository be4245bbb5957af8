import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type RunResult } from '../../engine/engine';
import {
	startCountingService,
	type Account,
	type CountingService,
	type SendFault,
} from './countingService';

let service: CountingService;

beforeAll(async () => {
	service = await startCountingService();
});

afterAll(async () => await service?.stop());

const byKeyword = (value: string) => ({ __rl: true, mode: 'keyword', value });

const run = async (
	account: Account,
	parameters: INodeParameters,
	items?: IDataObject[],
): Promise<RunResult> =>
	await runNode({
		parameters,
		credential: {
			baseUrl: account.baseUrl,
			username: 'u',
			password: 'a-password',
			api_key: 'a-key',
			code: '12345',
		},
		items,
	});

const rows = ({ error, items }: RunResult) => {
	expect(error?.message).toBeUndefined();
	return items.map(({ json }) => json);
};

/** How many messages each recipient has. */
const counts = async (account: Account) => {
	const counted: Record<string, number> = {};
	for (const { sendTo } of (await account.report()).messages) {
		counted[sendTo] = (counted[sendTo] ?? 0) + 1;
	}
	return counted;
};

const ANN = '18012000001';
const BEN = '18012000002';
const BOTH = [{ phone: ANN }, { phone: BEN }];

const SENDS: Record<string, INodeParameters> = {
	send: { operation: 'send', message: 'Hello' },
	sendLocalized: { operation: 'sendLocalized', message: 'Hello' },
	sendTemplate: {
		operation: 'sendTemplate',
		templateSource: 'stored',
		id: { __rl: true, mode: 'id', value: 'greeting' },
	},
};

const toItems = (operation: string): INodeParameters => ({
	resource: 'message',
	keyword: byKeyword('NSTAFF'),
	recipients: 'inputItems',
	sendTo: '={{ $json.phone }}',
	type: 1,
	...SENDS[operation],
});

const toNumbers: INodeParameters = {
	resource: 'message',
	operation: 'sendToNumbers',
	keyword: byKeyword('NSTAFF'),
	phone: `${ANN}, ${BEN}`,
	message: 'Hello',
};

describe('a service in PHP that keeps state', () => {
	it.each(Object.keys(SENDS))('takes a %s once, and knows its ticket', async (operation) => {
		const account = await service.account({});
		const [first, second] = rows(await run(account, toItems(operation), BOTH));
		expect([first, second]).toMatchObject([{ sendTo: ANN }, { sendTo: BEN }]);
		expect(await counts(account)).toEqual({ [ANN]: 1, [BEN]: 1 });
		const status = rows(
			await run(account, {
				resource: 'message',
				operation: 'getStatus',
				keyword: byKeyword('NSTAFF'),
				transaction_ticket_id: String(first?.transaction_ticket),
			}),
		);
		expect(status.map(({ sendTo }) => sendTo)).toEqual([ANN, BEN]);
	});

	it('takes a plain send, and says which numbers it accepted', async () => {
		const account = await service.account({
			faults: [{ nth: 0, when: 'in', answer: '' }],
		});
		expect(rows(await run(account, toNumbers))).toMatchObject([
			{ recipients: [ANN], not_accepted: [BEN] },
		]);
		expect(await counts(account)).toEqual({ [ANN]: 1 });
	});

	it('reads the organization, the same over both transports', async () => {
		const account = await service.account({});
		const [soap, nvp] = await Promise.all(
			['soap', 'nvp'].map(async (transport) =>
				rows(
					await run(account, {
						resource: 'account',
						operation: 'getOrganizationTree',
						keyword: byKeyword('ACME'),
						options: { transport },
					}),
				),
			),
		);
		expect(soap).toMatchObject([
			{ name: 'Acme', parent: null },
			{ keyword: 'NORTH', parent: 'ACME' },
			{ keyword: 'NSTAFF', kind: 'group' },
			{ keyword: 'NCLIENT', kind: 'group' },
			{ keyword: 'SOUTH', parent: 'ACME' },
			{ keyword: 'SGUEST', kind: 'group' },
		]);
		expect(nvp).toEqual(soap);
	});

	it('refuses the look-up of a division, and a list of recipients to one', async () => {
		const account = await service.account({});
		const status = await run(account, {
			resource: 'message',
			operation: 'getStatus',
			keyword: byKeyword('NORTH'),
			transaction_ticket_id: 'any',
		});
		expect(status.error?.message).toContain('not that of a group');
		const sent = await axios.post(
			`${account.baseUrl}/httppost`,
			new URLSearchParams({ keyword: 'NORTH', phone: ANN, message: 'Hello' }),
		);
		expect(sent.data).toContain('needs the keyword of a group');
		expect((await account.report()).messages).toEqual([]);
	});

	it('reaches everyone in a division when it gets no list', async () => {
		const account = await service.account({});
		const { data } = await axios.post<string>(
			`${account.baseUrl}/httppost/nvp`,
			new URLSearchParams({
				method_name: 'message.sendMessage',
				keyword: 'NORTH',
				message: 'Hello',
				custom_ticket: 'all',
			}),
		);
		expect(data).toContain('<custom_ticket>all</custom_ticket>');
		expect(Object.keys(await counts(account))).toHaveLength(4);
	});

	const executed: Array<[SendFault['when'], number]> = [
		['before', 0],
		['in', 1],
		['after', 2],
	];

	it.each(executed)(
		'answers with a page %s the send, of which %d messages go out',
		async (when, sent) => {
			const account = await service.account({
				faults: [{ nth: 0, when, answer: '503 Retry-After' }],
			});
			const answer = await axios.post(
				`${account.baseUrl}/httppost`,
				new URLSearchParams({ keyword: 'NSTAFF', phone: `${ANN},${BEN}`, message: 'Hello' }),
				{ validateStatus: () => true },
			);
			expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
			expect((await account.report()).messages).toHaveLength(sent);
		},
	);
});
