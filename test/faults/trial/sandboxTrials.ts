import { startSandbox } from '../../../sandbox/server';
import type { Sandbox } from '../../../sandbox/sandbox';
import { addSubscribers } from '../../../sandbox/seed';
import { credentialFor } from '../../engine/sandboxed';
import { FaultProxy, type Fault, type Injection, type Point } from '../faultProxy';
import { envelope, FAULTS, html, http } from '../faults';
import { COMMON_DIMENSIONS, hitSend, isBroadcast, makesSense, type Cell } from './cell';
import type { Dimensions } from './pairwise';
import type { StartService } from './trial';

/** What a proxy in between does, by the name of the fault; the connection itself is among it. */
const NETWORK = ['reset', 'cut', 'stall', 'delay past the limit', 'delay past questions'];
const PAGES = ['307', '308', '401', '403', '404', '405', '410'];
const FAULTY = ['429', '429 Retry-After', '500', '502', '503', '503 Retry-After'];
const DAMAGE = ['truncated XML', 'garbled XML', 'SOAP fault'];
const ENVELOPES = ['maintenance', 'otherTicket', 'trueWithCode'];

export const SANDBOX_DIMENSIONS: Dimensions<Cell> = {
	...COMMON_DIMENSIONS,
	when: ['before', 'in', 'after'],
	answer: [...NETWORK, ...PAGES, ...FAULTY, ...DAMAGE, ...ENVELOPES],
	notKnown: ['ticketInText'],
	letter: ['strict'],
};

/** An answer by somebody else has no middle. */
export function makesSenseInSandbox(cell: Cell): boolean {
	const { form, when, answer } = cell;
	if (when === 'in' && !NETWORK.includes(answer) && !DAMAGE.includes(answer)) return false;
	if (form === 'sendToNumbers' && ['otherTicket', 'trueWithCode'].includes(answer)) return false;
	return makesSense(cell);
}

const POINT_OF: Record<string, Point> = {
	before: 'beforeRequest',
	in: 'inRequest',
	after: 'beforeAnswer',
};

/** The operation that a request names; of a plain send that of its answer. */
function operationIn(request: Buffer): { operation: string; isSoap: boolean } {
	const text = request.toString('latin1');
	const soap = /<ns1:(\w+)>/.exec(text)?.[1];
	if (soap) return { operation: soap, isSoap: true };
	const nvp = /method_name=\w+\.(\w+)/.exec(text)?.[1];
	return { operation: nvp ?? 'sendMessageSpecifyNumbers', isSoap: false };
}

/** An envelope of the service, in the form of the request. */
const answered = (members: string) => (request: Buffer) => {
	const { operation, isSoap } = operationIn(request);
	return http(
		'200 OK',
		'text/xml',
		isSoap
			? envelope(
					`<${operation}Response><${operation}Return>${members}</${operation}Return></${operation}Response>`,
				)
			: `<?xml version="1.0"?><${operation}>${members}</${operation}>`,
	);
};

const MAINTENANCE = answered(
	'<result>false</result><error_code>999</error_code><message>Down for maintenance</message>',
);

const MEMBERS: Record<string, (request: Buffer) => string> = {
	maintenance: MAINTENANCE,
	otherTicket: answered(
		'<result>true</result><error_code>0</error_code><custom_ticket>somebody-elses</custom_ticket><transaction_ticket>1-a</transaction_ticket>',
	),
	trueWithCode: answered(
		'<result>true</result><error_code>17</error_code><message>Queue</message>',
	),
};

const ROWS_OF_OTHERS = answered(
	'<result>true</result><error_code>0</error_code><response><transactionlist><item><sendTo>18015559999</sendTo><status_code>101</status_code></item></transactionlist></response>',
);

/** Seconds that the node waits for an answer: enough for a machine that is busy with other trials. */
const TIME_LIMIT = 3;

/**
 * Milliseconds that a request or an answer is delayed by. What arrives past the limit is shown, where
 * look-ups are late, well before the second of them, which comes two seconds after the limit.
 */
const DELAYS: Readonly<Record<string, number>> = {
	'delay past the limit': TIME_LIMIT * 1000 + 400,
	'delay past questions': TIME_LIMIT * 1000 + 6000,
};

function faultNamed(name: string): Fault {
	const milliseconds = DELAYS[name];
	if (milliseconds !== undefined) return { name, kind: 'delay', milliseconds };
	const known = FAULTS.find((fault) => fault.name === name);
	if (known) return known;
	const answer = MEMBERS[name] ?? html(Number(name), 'Not Here', 'Location: http://127.0.0.1:9/');
	return { name, kind: 'answer', answer };
}

/** What look-ups, and what is read beside them, are answered with in place of the truth. */
function lookUpFaults({ lookUp }: Cell): Injection[] {
	const to = (kind: Injection['kind'], answer: string | ((request: Buffer) => string)) => ({
		fault: { name: lookUp, kind: 'answer' as const, answer },
		point: 'beforeRequest' as const,
		kind,
		nth: 'every' as const,
	});
	switch (lookUp) {
		case 'refused':
			return [to('question', MAINTENANCE), to('read', MAINTENANCE)];
		case 'nil':
			return [to('question', answered('<result>true</result><error_code>0</error_code>'))];
		case 'otherRows':
			return [to('question', ROWS_OF_OTHERS)];
		case 'failing':
			return [to('question', html(500, 'Internal Server Error'))];
		case 'busyOnce':
			return [{ ...to('question', html(503, 'Busy', 'Retry-After: 1')), nth: 0 }];
		default:
			return [];
	}
}

/** Milliseconds until a look-up that is late shows a send: after the first question, before the second. */
const LATENESS = 800;

function delayLookUps({ messages }: Sandbox, lookUp: Cell['lookUp']): void {
	if (lookUp !== 'late' && lookUp !== 'never') return;
	const withCustomTicket = messages.withCustomTicket.bind(messages);
	messages.withCustomTicket = (ticket) => {
		const found = withCustomTicket(ticket);
		const age = Date.now() - Date.parse(found?.[0]?.time ?? '');
		return lookUp === 'late' && age > LATENESS ? found : undefined;
	};
}

/** Units that share no subscriber, so that each broadcast is counted by itself. */
function addUnits({ organization }: Sandbox) {
	const { company } = organization;
	const divisions = [1, 2].map((number) => {
		const keyword = `TRIALDIV${number}`;
		return organization.addDivision(company, { keyword, name: keyword });
	});
	const groups = [1, 2, 3].map((number) => {
		const keyword = `TRIAL${number}`;
		const group = organization.addGroup(divisions[number % 2]!, { keyword, name: keyword });
		addSubscribers(group, 2);
		for (const [index, subscriber] of group.subscribers.entries()) {
			subscriber.user.phone = `1385${number}00000${index}`;
		}
		return group;
	});
	const phones = (own: typeof groups) =>
		own.flatMap(({ subscribers }) => subscribers.map(({ user }) => user.phone));
	return {
		groups: groups.map((group) => ({ keyword: group.keyword, recipients: phones([group]) })),
		divisions: divisions.map((division) => ({
			keyword: division.keyword,
			recipients: phones(groups.filter(({ parent }) => parent === division)),
		})),
	};
}

/** Each trial has a sandbox of its own, behind a proxy that does what the cell says. */
export const withSandbox: StartService = async (cell) => {
	const running = await startSandbox({ statusDelay: 0 });
	const { sandbox } = running;
	delayLookUps(sandbox, cell.lookUp);
	const units = isBroadcast(cell) ? addUnits(sandbox) : { groups: [], divisions: [] };
	const fault = faultNamed(cell.answer);
	const point = cell.when === 'in' && fault.damage ? 'inAnswer' : POINT_OF[cell.when]!;
	const proxy = await FaultProxy.start(running.port, [
		{ fault, point, kind: 'send', nth: hitSend(cell) },
		...lookUpFaults(cell),
	]);
	return {
		credential: credentialFor(proxy),
		timeLimit: TIME_LIMIT,
		...units,
		counts: async () => {
			await proxy.settled();
			const counts = new Map<string, number>();
			for (const { keyword, sendTo } of sandbox.messages.all) {
				const recipient = `${keyword}/${sendTo}`;
				counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
			}
			return counts;
		},
		wasTooSlow: () => proxy.unheard > 0,
		close: async () => {
			await proxy.close();
			await running.close();
		},
	};
};
