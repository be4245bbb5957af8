import { randomBytes, randomInt } from 'node:crypto';

import { objectIn, type AnswerOf } from '../service/answer/answerOf';
import type { CallName, StatusQuestion } from '../service/contract/call';
import type { TransactionDetail } from '../service/answer/deliveryStatus';
import {
	MessagingServiceError,
	ServiceRefusedError,
	SoapFaultError,
} from '../service/errors/errors';
import { unitName, isGiven } from '../service/answer/organization';
import { each, type Steps } from '../service/collections/steps';
import { outcomeUnclear } from '../wording/outcomeUnclear';
import { askService, type AskSettings, type Named } from '../transport/exchange';
import type { Pace } from '../transport/pace';
import { askedOnce } from './askedOnce';
import { rested } from '../eventLoop/restingSteps';
import type { CallContext, Session } from '../transport/session';

/** Milliseconds between two look-ups of a ticket: a status may show late. */
export const BETWEEN_LOOK_UPS = 2000;

/** A send, by the ticket of the service or else by the caller's own. */
export interface SentMessage {
	code: string;
	/** Of the group that the send went through; status look-ups take no other (Authentication, rule 2). */
	keyword: string;
	transaction_ticket: string | null;
	custom_ticket: string | null;
	/** Sent to everyone in a unit: there are no recipients that rows could be compared with. */
	everyone?: boolean;
}

/** What the service has under a ticket. */
export type TicketAnswer =
	| { kind: 'known'; details: TransactionDetail[] }
	/** It answers as for a ticket that nobody has used. */
	| { kind: 'notKnown' }
	/**
	 * It could not say: `noRows` where it has the ticket and lists nobody under it yet, `couldNotSay`
	 * where it gave no answer, or one that tells nothing of the ticket.
	 */
	| {
			kind: 'noRows' | 'couldNotSay';
			error: MessagingServiceError;
			/** It refuses all that it is asked, in the same words for tickets that nobody has used. */
			refusesAll?: boolean;
	  };

/** How the service is asked. */
export type LookupSettings = Pick<AskSettings, 'transport' | 'timeLimit'>;

/** What the service said of a ticket, before it is known what it means. */
type Said =
	| { kind: 'rows'; details: TransactionDetail[] }
	| { kind: 'refused'; refusal: ServiceRefusedError }
	| { kind: 'emptyList' }
	/** No answer, or one that tells nothing; `isAnswer` where it came from the service itself. */
	| { kind: 'nothing'; error: MessagingServiceError; isAnswer?: boolean };

/** How the service answers for a ticket that nobody has used, or why that could not be found out. */
type UnusedTicket =
	| { kind: 'emptyList' | 'rows' }
	| ({ kind: 'refused' } & Refused)
	| { kind: 'notLearned'; error: MessagingServiceError; refused?: Refused };

/** What refusals for unused tickets have in common. */
interface Refused {
	code: string;
	/** Nothing in place of one that is another in each. */
	words: ReadonlyArray<string | undefined>;
}

/**
 * Asks what the service has under a ticket (Message operations: getTransactionStatus,
 * getCustomTransactionStatus).
 *
 * The interface does not show how a ticket is answered that the service does not know, and a refusal
 * may as well mean maintenance, or a keyword that must not ask. So that is learned from the service
 * itself, once for each keyword and only when a look-up needs it: two tickets are asked for that nobody
 * can have used, and then the group is read, which must succeed under the same keyword.
 */
export class TicketLookup {
	private readonly learned = new Map<string, Promise<UnusedTicket>>();

	private readonly listed = new Map<string, Promise<Said>>();

	constructor(
		private readonly context: CallContext,
		private readonly session: Session,
		private readonly pace?: Pace,
	) {}

	/**
	 * What was learned so far counts no longer: a service that fails may refuse everything in the words in
	 * which it refused a ticket that it did not know.
	 */
	learnAgain(): void {
		this.learned.clear();
	}

	async ask(sent: SentMessage, settings: LookupSettings = {}): Promise<TicketAnswer> {
		const said = await this.said(sent, settings);
		if (said.kind === 'rows') return await this.withRows(sent, said.details, settings);
		if (said.kind === 'nothing') return { kind: 'couldNotSay', error: said.error };
		const unused = await this.unusedTicket(sent, settings);
		if (unused.kind === 'rows') return { kind: 'couldNotSay', error: provesNothing() };
		if (said.kind === 'emptyList') {
			if (unused.kind === 'emptyList') return { kind: 'notKnown' };
			return unused.kind === 'notLearned'
				? { kind: 'couldNotSay', error: unused.error }
				: {
						kind: 'noRows',
						error: outcomeUnclear('the service lists nobody under the ticket yet', 'read'),
					};
		}
		const { refusal } = said;
		const isLike = (refused?: Refused) =>
			refused && isSameRefusal(refusal, sentTicket(sent), refused);
		if (unused.kind === 'refused' && isLike(unused)) return { kind: 'notKnown' };
		const refusesAll = unused.kind === 'notLearned' && isLike(unused.refused);
		return { kind: 'couldNotSay', error: refusal, refusesAll };
	}

	/**
	 * Whether the service lists somebody under this ticket, and not under one that nobody has used; or why
	 * it does not say.
	 */
	async lists(
		sent: SentMessage,
		settings: LookupSettings,
	): Promise<boolean | MessagingServiceError> {
		const said = await this.said(sent, settings);
		if (said.kind === 'nothing') return said.error;
		const anybody = said.kind === 'rows' ? await this.listsAnybody(sent, settings) : true;
		return typeof anybody === 'boolean' ? !anybody : anybody;
	}

	/**
	 * Whether the service lists somebody under a ticket that nobody has used, so that rows tell nothing; or
	 * why it does not say. Asked once for each keyword; where that fails, by the next look-up that needs it.
	 */
	async listsAnybody(
		sent: SentMessage,
		settings: LookupSettings,
	): Promise<boolean | MessagingServiceError> {
		const unused = unusedBeside(sent);
		const { length } = sentTicket(unused);
		const key = JSON.stringify([settings.transport, unitName(sent), length]);
		const ask = async () => await this.said(unused, settings);
		const said = await askedOnce(this.listed, key, ask, ({ kind }) => kind !== 'nothing');
		if (said.kind !== 'nothing') return said.kind === 'rows';
		return said.isAnswer ? false : said.error;
	}

	/**
	 * Rows tell by their recipients whether they are those of the send. Of one to everyone they cannot, so
	 * a ticket that nobody has used is asked for at the same time: what was learned before may be over.
	 */
	private async withRows(
		sent: SentMessage,
		details: TransactionDetail[],
		settings: LookupSettings,
	): Promise<TicketAnswer> {
		if (!sent.everyone) return { kind: 'known', details };
		const unused = await this.said(unusedBeside(sent), settings);
		if (unused.kind === 'rows') return { kind: 'couldNotSay', error: provesNothing() };
		return unused.kind === 'nothing'
			? { kind: 'couldNotSay', error: unused.error }
			: { kind: 'known', details };
	}

	/** Learned once; where that fails, by the next look-up that needs it. */
	private async unusedTicket(sent: SentMessage, settings: LookupSettings): Promise<UnusedTicket> {
		const hasNone = sent.transaction_ticket === null;
		const key = JSON.stringify([settings.transport, unitName(sent), hasNone]);
		const learn = async () => await this.learn(sent, settings);
		return await askedOnce(this.learned, key, learn, ({ kind }) => kind !== 'notLearned');
	}

	private async learn(sent: SentMessage, settings: LookupSettings): Promise<UnusedTicket> {
		const first = unusedLike(sent);
		const second = unusedLike(sent);
		const answers: Said[] = [];
		for (const unused of [first, second]) {
			const said = await this.said(unused, settings);
			if (said.kind === 'nothing') return { kind: 'notLearned', error: said.error };
			// It lists somebody under any ticket, so that rows tell nothing by themselves.
			if (said.kind === 'rows') return { kind: 'rows' };
			answers.push(said);
		}
		const { code, keyword } = sent;
		const group = await this.call(
			{ operation: 'readSubscriptionnode', code, keyword, parameters: {} },
			settings,
		);
		const [one, other] = answers;
		const common =
			one?.kind === 'refused' && other?.kind === 'refused'
				? inCommon([one.refusal, sentTicket(first)], [other.refusal, sentTicket(second)])
				: notToldApart();
		if (group instanceof MessagingServiceError) {
			const refused = common.kind === 'refused' ? common : undefined;
			return { kind: 'notLearned', error: group, refused };
		}
		const isEmptyTwice = one?.kind === 'emptyList' && other?.kind === 'emptyList';
		return isEmptyTwice ? { kind: 'emptyList' } : common;
	}

	private async said(
		{ code, keyword, transaction_ticket, custom_ticket }: SentMessage,
		settings: LookupSettings,
	): Promise<Said> {
		const answer = await this.call<StatusQuestion>(
			transaction_ticket === null
				? {
						operation: 'getCustomTransactionStatus',
						code,
						keyword,
						parameters: { custom_ticket: custom_ticket ?? '' },
					}
				: {
						operation: 'getTransactionStatus',
						code,
						keyword,
						parameters: { transaction_ticket_id: transaction_ticket },
					},
			settings,
		);
		if (answer instanceof ServiceRefusedError) return { kind: 'refused', refusal: answer };
		if (answer instanceof MessagingServiceError) {
			return { kind: 'nothing', error: answer, isAnswer: answer instanceof SoapFaultError };
		}
		return await rested(rowsIn(answer));
	}

	private async call<N extends CallName>(
		call: Named<N>,
		settings: LookupSettings,
	): Promise<AnswerOf<N> | MessagingServiceError> {
		const { context, session, pace } = this;
		return await askService<N>(context, session, call, { ...settings, pace });
	}
}

/** What it lists under a ticket proves nothing. */
export function provesNothing(): MessagingServiceError {
	return outcomeUnclear('the service lists recipients under tickets that nobody has used', 'read');
}

function notToldApart(): Extract<UnusedTicket, { kind: 'notLearned' }> {
	return {
		kind: 'notLearned',
		error: outcomeUnclear(
			'the service answers differently for tickets that nobody has used',
			'read',
		),
	};
}

function* rowsIn({ response }: AnswerOf<StatusQuestion>): Steps<Said> {
	const transactionlist = objectIn(response)?.transactionlist;
	const empty = outcomeUnclear('the service gave an empty answer', 'read');
	if (!transactionlist) return { kind: 'nothing', error: empty, isAnswer: true };
	if (transactionlist.length === 0) return { kind: 'emptyList' };
	if (!transactionlist.some(isGiven)) return { kind: 'nothing', error: empty, isAnswer: true };
	// An entry that cannot be read is of somebody, and names nobody.
	const details: TransactionDetail[] = [];
	yield* each(transactionlist, (detail) => {
		details.push(detail ?? {});
	});
	return { kind: 'rows', details };
}

function sentTicket({ transaction_ticket, custom_ticket }: SentMessage): string {
	return transaction_ticket ?? custom_ticket ?? '';
}

/** Letters and digits of a ticket of the service that are enough to make up one that is not in use. */
const TELLING = 8;

/** A ticket that nobody can have used; in place of one of the service, written as that is. */
function unusedLike({ transaction_ticket, ...sent }: SentMessage): SentMessage {
	const random = () => randomBytes(8).toString('hex');
	if (transaction_ticket === null) {
		return { ...sent, transaction_ticket, custom_ticket: `n8n-${random()}-${random()}` };
	}
	if (transaction_ticket.replace(/[^0-9a-z]/gi, '').length < TELLING) {
		return { ...sent, transaction_ticket: random() };
	}
	const letter = (first: string) => String.fromCharCode(first.charCodeAt(0) + randomInt(26));
	const written = transaction_ticket
		.replace(/[0-9]/g, () => String(randomInt(10)))
		.replace(/[a-z]/g, () => letter('a'))
		.replace(/[A-Z]/g, () => letter('A'));
	return { ...sent, transaction_ticket: written };
}

/**
 * A ticket that nobody can have used, beside one of this node: it ends otherwise, and is the same where the
 * service keeps the beginning of a ticket.
 */
function unusedBeside(sent: SentMessage): SentMessage {
	const { transaction_ticket, custom_ticket } = sent;
	if (transaction_ticket !== null || !custom_ticket?.startsWith('n8n-')) return unusedLike(sent);
	// A user may have named a ticket so as well, and its last letter may be any.
	const last = /x$/i.test(custom_ticket) ? 'y' : 'x';
	return { ...sent, custom_ticket: custom_ticket.slice(0, -1) + last };
}

/**
 * What two refusals for unused tickets have in common: their code, which may be that of every refusal
 * (Errors), and their words. Beside a code, a word with digits may differ, as a reference or the time does.
 */
function inCommon(
	[one, oneTicket]: [ServiceRefusedError, string],
	[other, otherTicket]: [ServiceRefusedError, string],
): UnusedTicket {
	const code = codeOf(one);
	const words = wordsOf(one, oneTicket);
	const others = wordsOf(other, otherTicket);
	const isSame = (word: string, nth: number) => word === others[nth];
	const isAlike = (word: string, nth: number) =>
		isSame(word, nth) || (Number(code) !== 0 && DIGIT.test(word) && DIGIT.test(others[nth]!));
	if (code !== codeOf(other) || words.length !== others.length || !words.every(isAlike)) {
		return notToldApart();
	}
	return {
		kind: 'refused',
		code,
		words: words.map((word, nth) => (isSame(word, nth) ? word : undefined)),
	};
}

function isSameRefusal(
	refusal: ServiceRefusedError,
	ticket: string,
	{ code, words }: Refused,
): boolean {
	const said = wordsOf(refusal);
	const expected = words.flatMap((word) =>
		word?.replaceAll(TICKET, () => small(ticket)).split(BLANKS),
	);
	return (
		codeOf(refusal) === code &&
		said.length === expected.length &&
		said.every((word, nth) => word === (expected[nth] ?? (DIGIT.test(word) && word)))
	);
}

/** Whether two refusals have the same code and words, but for the ticket. */
export function areSameRefusals(
	one: ServiceRefusedError,
	other: ServiceRefusedError,
	ticket?: string,
): boolean {
	const said = (refusal: ServiceRefusedError) =>
		[codeOf(refusal), ...wordsOf(refusal, ticket)].join(' ');
	return said(one) === said(other);
}

function codeOf({ errorCode }: ServiceRefusedError): string {
	return String(errorCode ?? '');
}

const BLANKS = /\s+/;

const DIGIT = /\d/;

/** In place of the ticket. */
const TICKET = '\0';

const small = (text: string) => text.toLowerCase();

/** A ticket is the same in capitals. */
function wordsOf({ serviceMessage }: ServiceRefusedError, ticket?: string): string[] {
	const words = small(serviceMessage ?? '');
	return (ticket ? words.replaceAll(small(ticket), TICKET) : words).split(BLANKS);
}
