import type {
	AcceptedCall,
	PlannedCall,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';

export const ANN = '18015551001';
export const BOB = '18015551002';

/** An accepted send to some numbers; its tickets are its name. */
export function sent(
	name: string | null,
	numbers: string[],
	more: Partial<PlannedCall> = {},
	keyword = 'NSTAFF',
): AcceptedCall {
	const planned = {
		call: {
			operation: 'sendMessage',
			code: '12345',
			keyword,
			parameters: {
				message: 'Hello',
				recipientList: { recipients: numbers.map((sendTo) => ({ sendTo, type: 1 })) },
				...(name !== null && { custom_ticket: `custom-${name}` }),
			},
		},
		itemIndexes: [0],
		...more,
	} as unknown as PlannedCall;
	const answer = { result: true, transaction_ticket: name === null ? '' : `service-${name}` };
	return { planned, answer, evidence: 'answered' } as AcceptedCall;
}
