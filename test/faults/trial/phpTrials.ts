import type { Account, CountingService } from '../../interop/php/countingService';
import type { SendFault } from '../../interop/php/countingService';
import { COMMON_DIMENSIONS, hitSend, makesSense, type Cell } from './cell';
import type { Dimensions } from './pairwise';
import type { Counts, StartService } from './trial';

/** Pages of a server in front of the service, broken connections, and the service's own envelope. */
const ANSWERS = [
	...['307', '308', '401', '403', '404', '405', '410', '429', '429 Retry-After'],
	...['500', '502', '503', '503 Retry-After', 'closed', 'truncated', 'cut'],
	...['soapFault', 'nil', 'refused', 'maintenance', 'otherTicket', 'trueWithCode'],
];

export const PHP_DIMENSIONS: Dimensions<Cell> = {
	...COMMON_DIMENSIONS,
	when: ['before', 'in', 'after'],
	answer: ANSWERS,
	notKnown: ['ticketInText', 'plainText', 'changingText', 'emptyList'],
	letter: ['strict', 'blankLines', 'notice', 'emptyFalse', 'textValues', 'decimals', 'localPhones'],
};

/** The plain send's answer has no ticket of the caller and no error code. */
export const makesSenseInPhp = (cell: Cell) =>
	makesSense(cell) &&
	!(cell.form === 'sendToNumbers' && ['otherTicket', 'trueWithCode'].includes(cell.answer));

const GROUPS = [
	{ keyword: 'NSTAFF', recipients: ['18015551001', '18015551002'] },
	{ keyword: 'NCLIENT', recipients: ['18015551003', '18015551004'] },
	{ keyword: 'SGUEST', recipients: ['18015551005', '18015551006'] },
];
const DIVISIONS = [
	{ keyword: 'NORTH', recipients: [...GROUPS[0]!.recipients, ...GROUPS[1]!.recipients] },
	{ keyword: 'SOUTH', recipients: GROUPS[2]!.recipients },
];

/** Seconds; nothing stalls here, and a busy machine is slow. */
const TIME_LIMIT = 30;

/** Each trial has an account of its own. */
export const withPhp =
	(service: CountingService): StartService =>
	async (cell) => {
		const { when, answer, lookUp, notKnown, letter } = cell;
		const faults = [{ nth: hitSend(cell), when, answer } as SendFault];
		const account = await service.account({
			faults,
			lookUp,
			notKnown,
			letter: letter === 'strict' ? [] : [letter],
		});
		return {
			credential: {
				baseUrl: account.baseUrl,
				username: 'u',
				password: 'a-password',
				api_key: 'a-key',
				code: '12345',
			},
			timeLimit: TIME_LIMIT,
			groups: GROUPS,
			divisions: DIVISIONS,
			counts: async () => await counted(account),
			close: async () => await account.close(),
		};
	};

async function counted(account: Account): Promise<Counts> {
	const counts = new Map<string, number>();
	for (const { keyword, sendTo } of (await account.report()).messages) {
		const recipient = `${keyword}/${sendTo}`;
		counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
	}
	return counts;
}
