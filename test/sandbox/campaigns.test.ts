import { campaignsOf } from '../../sandbox/campaigns';
import { Messages, type SendOrder } from '../../sandbox/messages';

const delivery = { type: 1, carrier: null, country: '', locale: '', text: 'Hi' };

function messages(...sends: Array<[ticket: string, to: string[], delay: number]>) {
	const all = new Messages();
	const order: SendOrder = {
		operation: 'sendMessage',
		transport: 'soap',
		keyword: 'NSTAFF',
		unit: 'North › Staff',
		code: '12345',
		thread: null,
		custom_ticket: '',
		status_url: '',
	};
	for (const [custom_ticket, to, delay] of sends) {
		all.record(
			{ ...order, custom_ticket },
			to.map((sendTo) => ({ ...delivery, sendTo })),
			delay,
		);
	}
	return all;
}

test('counts the messages of a campaign, its parts of a text included, by their status', () => {
	const all = messages(
		['sale-1', ['1', '2'], 0],
		['sale-2-1', ['3'], 60_000],
		['sale-2-2', ['3'], 60_000],
		['sale-3', ['4'], 0],
	);
	const failed = all.all.at(-1)!;
	all.fix(failed.transaction_ticket, undefined, { status_code: 7, status_message: 'No' });
	expect(campaignsOf(all.all)).toMatchObject([
		{
			name: 'sale',
			keyword: 'NSTAFF',
			requests: 4,
			accepted: 5,
			delivered: 2,
			in_transit: 2,
			failed: 1,
		},
	]);
});

test('the chart goes from the first message to what was accepted and delivered', () => {
	const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
	const all = messages(['sale-1', ['1', '2'], 0]);
	now.mockReturnValue(1_060_000);
	for (const message of messages(['sale-2', ['3'], 60_000]).all) all.all.push(message);
	const [campaign] = campaignsOf(all.all);
	now.mockRestore();
	expect(campaign?.chart[0]).toEqual({ accepted: 2, delivered: 2 });
	expect(campaign?.chart[30]).toEqual({ accepted: 2, delivered: 2 });
	expect(campaign?.chart.at(-1)).toEqual({ accepted: 3, delivered: 2 });
});

test('campaigns are apart by their key, the latest first, and a single message is none', () => {
	const all = messages(
		['sale-1', ['1', '2'], 0],
		['order-1042', ['3'], 0],
		['', ['4', '5'], 0],
		['autumn-1', ['6', '7'], 0],
	);
	expect(campaignsOf(all.all).map(({ name }) => name)).toEqual(['autumn', 'sale']);
});
