import {
	deliveryRows,
	messagesOf,
} from '../../../../../nodes/SubscriptionMessaging/run/wait/deliveryRows';
import { ANN, BOB, sent } from './sends';

describe('the rows of a send', () => {
	it('are one for each recipient, with the tickets of the send and nothing known yet', () => {
		expect(deliveryRows(3, [sent('one', [ANN, BOB])])).toEqual(
			[ANN, BOB].map((sendTo) => ({
				sent: true,
				sendTo,
				group: 'NSTAFF',
				status: null,
				status_code: null,
				status_message: null,
				transaction_ticket: 'service-one',
				custom_ticket: 'custom-one',
				timed_out: false,
				item_index: 3,
				code: '12345',
			})),
		);
	});

	it('are the one of the recipient of the item where items were gathered', () => {
		const send = sent('one', [ANN, BOB], { fromItems: true, itemIndexes: [4, 7] });
		expect(deliveryRows(7, [send])).toMatchObject([{ sendTo: BOB, item_index: 7 }]);
		expect(deliveryRows(4, [send])).toMatchObject([{ sendTo: ANN, item_index: 4 }]);
	});

	it('say whom each was for where the credential redirects it', () => {
		const redirected = { redirectedFrom: ['18015551003', '18015551004'] };
		expect(deliveryRows(0, [sent('one', [ANN, BOB], redirected)])).toMatchObject([
			{ sendTo: ANN, redirected_from: '18015551003' },
			{ sendTo: BOB, redirected_from: '18015551004' },
		]);
	});

	it('name no ticket where the service gave none', () => {
		expect(deliveryRows(0, [sent(null, [ANN])])).toMatchObject([
			{ transaction_ticket: null, custom_ticket: null },
		]);
	});

	it('hold each part of a text that was split, which do not share their state', () => {
		const [row, other] = deliveryRows(0, [sent('one', [ANN, BOB]), sent('two', [ANN, BOB])]);
		expect(row).toMatchObject({
			transaction_ticket: 'service-one',
			custom_ticket: 'custom-one',
			transaction_tickets: ['service-one', 'service-two'],
			custom_tickets: ['custom-one', 'custom-two'],
		});
		expect(messagesOf(row!).map(({ custom_ticket }) => custom_ticket)).toEqual([
			'custom-one',
			'custom-two',
		]);
		expect(row!.messages![0]).not.toBe(other!.messages![0]);
	});

	it('are their own only message where the text was not split', () => {
		const [row] = deliveryRows(0, [sent('one', [ANN])]);
		for (const name of ['messages', 'transaction_tickets', 'custom_tickets']) {
			expect(row).not.toHaveProperty(name);
		}
		expect(messagesOf(row!)).toEqual([row]);
	});
});
