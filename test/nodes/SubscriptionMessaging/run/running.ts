import type { INodeExecutionData } from 'n8n-workflow';

import { execute } from '../../../../nodes/SubscriptionMessaging/run/execute';
import { refusal, reply, rows, type FakeAnswer, type FakeRequest } from '../transport/fakeService';
import { DONE, fakeRun, type FakeRunOptions } from './fakeRun';

const SEND = { keyword: 'NSTAFF', sendTo: '18015550001', type: 1, message: 'Hello' };
/** A value for each item, in their order. */
export const byItem =
	<T>(...values: T[]) =>
	(itemIndex: number) =>
		values[itemIndex];

export interface Running extends FakeRunOptions {
	count?: number;
	/** Of the execution, which *Retry* hands on. */
	secret?: string;
}

const textsIn = (body: string) =>
	[...body.matchAll(/<message(?: [^>]*)?>([^<]*)</g)].map(([, text = '']) => text);

/** What a run gives and what it asked of the service. */
export async function running({ count = 1, secret = '', ...run }: Running) {
	const fake = fakeRun({
		...run,
		items: Array.from({ length: count }, () => ({})),
		parameters: { ...SEND, ...run.parameters },
	});
	const waits: Date[] = [];
	const resumeUrl = `https://n8n.example/webhook-waiting/7?signature=${secret}`;
	const proxy = fake.context.getWorkflowDataProxy(0);
	Object.assign(fake.context, {
		getWorkflowDataProxy: () => ({ ...proxy, $execution: { resumeUrl } }),
		evaluateExpression: () => resumeUrl,
		getExecutionId: () => '7',
		getWorkflow: () => ({ id: 'w', name: 'Alerts', active: true }),
		putExecutionToWait: async (until: Date) => await Promise.resolve(waits.push(until)),
	});
	const result = await execute(fake.context).then(
		(items) => ({ items, error: undefined }),
		(error: unknown) => ({ items: [] as INodeExecutionData[], error: error as Error }),
	);
	return {
		...result,
		errors: result.items.map(({ error }) => error?.message),
		paired: result.items.map(
			({ pairedItem }) => (pairedItem as { item: number } | undefined)?.item,
		),
		sent: fake.requests
			.filter(({ operation }) => operation.startsWith('send'))
			.map(({ sendTo }) => sendTo),
		requests: fake.requests,
		texts: fake.requests.map(({ options }) => textsIn(String(options.body))).flat(),
		hints: fake.hints.map(({ message }) => message),
		kept: fake.kept as { runs: Record<string, { id: string; items: object; calls: object }> },
		waits,
	};
}

export const people = byItem('18015550000', '18015550001', '18015550002');
/** Refuses messages to the numbers, and knows no ticket. */
export const fails =
	(...numbers: string[]) =>
	({ operation, sendTo }: FakeRequest) =>
		operation.includes('TransactionStatus')
			? refusal(operation, 'Unknown ticket', 7)
			: numbers.some((number) => sendTo.includes(number))
				? refusal(operation, 'No credit', 9)
				: reply(operation, `${DONE}<transaction_ticket>T</transaction_ticket>`);

/** A service that remembers whom it sent to under which ticket, and what it is told to say of them. */
export function service(said: (to: readonly string[]) => readonly string[] = (to) => to) {
	const sent = new Map<string, string[]>();
	return {
		sent,
		answer: ({ operation, ticket, sendTo, keyword }: FakeRequest): FakeAnswer => {
			if (operation === 'getOrganizationTree') return reply(operation, DONE);
			if (operation.includes('TransactionStatus')) {
				const people = sent.get(`${ticket}/${keyword}`);
				return people
					? rows(operation, said(people))
					: refusal(operation, `Ticket ${ticket} is unknown`);
			}
			sent.set(`${ticket}/${keyword}`, sendTo.length > 0 ? sendTo : ['18019990000']);
			return reply(operation, `${DONE}<transaction_ticket>T</transaction_ticket>`);
		},
	};
}
