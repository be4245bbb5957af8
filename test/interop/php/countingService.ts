import { join } from 'node:path';

import axios from 'axios';

import { commandOf, startServer } from '../program';

/** What the service does to a send, in place of taking it and saying so. */
export interface SendFault {
	/** From 0, in the order in which sends arrive at an account. */
	nth: number | 'every';
	/** The answer comes before anything is carried out, after a part of the recipients, or after all. */
	when: 'before' | 'in' | 'after';
	/** By name: an HTTP status, with ` Retry-After` behind it or not, or one of those of OddAnswer.php. */
	answer: string;
}

export type LookUpMode =
	| 'known'
	| 'late'
	| 'never'
	| 'refused'
	| 'nil'
	| 'otherRows'
	| 'failing'
	| 'busyOnce';

/** What a careless program writes, and the document does not forbid. */
export type Letter =
	| 'blankLines'
	| 'notice'
	| 'emptyFalse'
	| 'textValues'
	| 'decimals'
	| 'localPhones';

/** How an account errs; without any of it, it does what the interface's document says. */
export interface Oddness {
	faults?: SendFault[];
	lookUp?: LookUpMode;
	/** Seconds until a look-up that is late shows a send. */
	lateness?: number;
	/** How a ticket is answered that is not known. */
	notKnown?: 'ticketInText' | 'plainText' | 'changingText' | 'emptyList';
	/** In every group, with their numbers as they are written here; `unsubdate` of those who left. */
	people?: Array<{ phone: string; unsubdate?: string; invited?: true; mobiletxt?: 0 | 1 }>;
	letter?: Letter[];
}

/** What an account did, by its own count. */
export interface AccountReport {
	messages: Array<{
		operation: string;
		keyword: string;
		sendTo: string;
		ticket: string;
		text: string;
	}>;
	sends: Array<{
		operation: string;
		keyword: string;
		ticket: string;
		broadcast: boolean;
		recipients: string[];
		fault: SendFault | null;
	}>;
	lookUps: Array<{ keyword: string; ticket: string }>;
	/** Keywords of the groups whose subscribers were listed. */
	lists: string[];
}

/** One account of the service, which nobody else uses. */
export interface Account {
	/** For the credential of the node. */
	readonly baseUrl: string;
	report(): Promise<AccountReport>;
	/** Forgets it. */
	close(): Promise<void>;
}

/** A messaging service in PHP, written from the interface's document alone, with accounts that count. */
export interface CountingService {
	account(oddness: Oddness): Promise<Account>;
	stop(): Promise<void>;
}

export async function startCountingService(): Promise<CountingService> {
	const program = await startServer(commandOf('php'), [join(__dirname, 'counting', 'server.php')]);
	let accounts = 0;
	return {
		account: async (oddness) => {
			accounts += 1;
			const name = `account${accounts}`;
			const control = `${program.baseUrl}/control/${name}`;
			await axios.post(control, JSON.stringify(oddness));
			return {
				baseUrl: `${program.baseUrl}/${name}`,
				report: async () => (await axios.get<AccountReport>(control)).data,
				close: async () => void (await axios.delete(control)),
			};
		},
		stop: async () => await program.stop(),
	};
}
