import type { INode, NodeOperationError } from 'n8n-workflow';

import type { PreparedRequest } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { refuseSegments } from '../../../../../nodes/SubscriptionMessaging/run/checks/maxSegments';
import type {
	Call,
	Recipient,
} from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import { broadcastCall, plainCall, request, sendCall, to, unit } from '../preparedItems';

const context = { getNode: () => ({ name: 'Messaging', type: 'messaging' }) as INode };
const LONG = 'a'.repeat(160);
const TYPOGRAPHIC = `’${'a'.repeat(99)}`;

/** The number of SMS that a refusal names; 0 where the item may be sent. */
function needed(requests: PreparedRequest[], segments: number, storedText?: string): number {
	try {
		refuseSegments(context, { requests, maximums: { segments } }, 7, storedText);
		return 0;
	} catch (error) {
		const { message, description, context } = error as NodeOperationError;
		expect(description).toContain('Shorten the message');
		expect(context.itemIndex).toBe(7);
		const pattern = /^The text needs (\d+) SMS, and 'Max Segments' is (\d+) \[item 7\]$/;
		expect(message).toMatch(pattern);
		return Number(pattern.exec(message)?.[1]);
	}
}

const named = (sendTo: string, name: string): Recipient => ({
	sendTo,
	type: 1,
	customfields: [{ name: 'name', value: name }],
});

test('what needs as many SMS as allowed is sent, and what needs more is refused', () => {
	expect(needed([request(sendCall(to('1'), LONG))], 1)).toBe(0);
	expect(needed([request(sendCall(to('1'), TYPOGRAPHIC))], 1)).toBe(2);
	expect(needed([request(sendCall(to('1'), TYPOGRAPHIC))], 2)).toBe(0);
});

test('parts of a text count together, duplicates and portions of a list do not', () => {
	const part = (text: string, nth: number, ...numbers: string[]) =>
		request(sendCall(to(...numbers), text), { fitted: { part: nth, parts: 2 } });
	expect(needed([part(LONG, 1, '1', '1'), part(TYPOGRAPHIC, 2, '1')], 2)).toBe(3);
	expect(needed([request(plainCall('1', LONG)), request(plainCall('2', LONG))], 1)).toBe(0);
});

test('placeholders count with the values of each recipient', () => {
	const text = `{name} ${'a'.repeat(150)}`;
	const requests = [request(sendCall([named('1', 'Ann'), named('2', 'Maximiliane')], text))];
	expect(needed(requests, 1)).toBe(2);
	expect(needed([request(sendCall([named('1', 'Ann')], text))], 1)).toBe(0);
});

test('a message of a recipient counts in place of that of all', () => {
	const call = sendCall([{ sendTo: '1', type: 1, message: TYPOGRAPHIC }]);
	expect(needed([request(call)], 1)).toBe(2);
});

test.each([3, 4])('what goes out as type %d is no SMS', (type) => {
	expect(needed([request(sendCall([{ sendTo: '1', type }], TYPOGRAPHIC))], 1)).toBe(0);
});

test('a message to everyone and the text of a stored template count, too', () => {
	expect(needed([request(broadcastCall(TYPOGRAPHIC))], 1)).toBe(2);
	const stored: Call = {
		...unit,
		operation: 'sendTemplateMessage',
		parameters: { template: { id: '7' }, recipientList: { recipients: [named('1', 'Zoë’s')] } },
	};
	expect(needed([request(stored)], 1, `Hi {name}, ${'a'.repeat(70)}`)).toBe(2);
	expect(needed([request(stored)], 1, 'Hi {name}')).toBe(0);
});

test('without the option nothing is refused', () => {
	const requests = [request(sendCall(to('1'), TYPOGRAPHIC))];
	expect(() => refuseSegments(context, { requests }, 0)).not.toThrow();
	expect(() => refuseSegments(context, { requests, maximums: { recipients: 1 } }, 0)).not.toThrow();
});
