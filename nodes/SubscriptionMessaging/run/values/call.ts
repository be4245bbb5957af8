/** The values of a run: what its items ask for, what is called for them, and how that ended. */

import type { Skipped } from '../../actions/fields/skipped';
import type { Maximums } from '../../actions/fields/maximums';
import type { SubscriberRule } from '../../actions/fields/subscribers';
import type { ItemRequest } from '../../actions/fields/itemRequest';
import type { ServiceAnswer } from '../../service/answer/answerOf';
import type { Call } from '../../service/contract/call';
import type {
	MessagingServiceError,
	NotThisInterfaceError,
	OutcomeUnclearError,
	PartlySentError,
	ServiceRefusedError,
} from '../../service/errors/errors';
import type { Reached } from '../../lookups/activeSubscribers';
import type { RecipientsAllowed } from '../../transport/recipientsRule';
import type { CallSettings } from './settings';

/** A request of one item, found valid. */
export interface PreparedRequest
	extends Pick<
		ItemRequest,
		| 'recipient'
		| 'expected'
		| 'fromItems'
		| 'fitted'
		| 'smart'
		| 'keepsName'
		| 'question'
		| 'signsStatusUrl'
	> {
	readonly call: Call;
	readonly settings: CallSettings;
	/** Whom its recipients stand for, in their order, where the credential redirects them. */
	readonly redirectedFrom?: readonly string[];
}

/** What one item asks for. */
export interface PreparedItem {
	/** In the order in which they are to be carried out; none where everything was skipped. */
	readonly requests: readonly PreparedRequest[];
	readonly skipped: readonly Skipped[];
	readonly simplify: boolean;
	/** Largest number of rows; Infinity for all. */
	readonly limit: number;
	/** The report is one row a recipient, and not their totals. */
	readonly byRecipient?: boolean;
	/** Nothing is sent for it. */
	readonly preview: boolean;
	/** It is a preview because n8n runs the workflow to evaluate it. */
	readonly evaluation?: true;
	/** The credential limits whom it reaches, and how. */
	readonly recipientsAllowed?: Exclude<RecipientsAllowed['rule'], 'anyone'>;
	/** Which subscribers of the group it may reach; everyone on its list where it is left out. */
	readonly subscribers?: SubscriberRule;
	/** What it must not exceed. */
	readonly maximums?: Maximums;
	/** Whom it reached as it was entered, before anybody was left out, or what it alters. */
	readonly audience: string;
	/** Whether nothing may be sent that leaves a placeholder unfilled. */
	readonly checksPlaceholders?: boolean;
	/** Display name of the field whose keyword a model may have given, and which is to be a group. */
	readonly asksForUnit?: string;
	/** Text of the stored template that it sends, where that could be read. */
	readonly storedText?: string;
	/** Whom its message to everyone goes to, where that was counted. */
	readonly reached?: Reached;
	/** What a person should look at before sending more of it. */
	readonly warnings?: readonly string[];
	/** Name of the calls that left for it in an earlier run, and are to be completed. */
	readonly chain?: string;
	/** Other items may send something else to everyone in the same unit. */
	readonly severalBroadcasts: boolean;
}

/** How the calls of a run follow each other, as its fields say. */
export interface ChosenPace {
	/** Most recipients of one call. */
	readonly batchSize: number;
	/** Most calls under way at once. */
	readonly inParallel: number;
	/** Milliseconds between the start of one call and the next. */
	readonly pause: number;
}

/** How the calls of a run follow each other. */
export interface RunPace extends ChosenPace {
	/** After a failure: start no further call, or go on. */
	readonly goesOn: boolean;
}

/** An item that a call serves. */
export interface Member {
	readonly itemIndex: number;
	readonly item: PreparedItem;
	/** Keys of all calls that serve it. */
	readonly calls: readonly string[];
}

/** Whether a ticket tells a send from every other: `shared` by several, or `none` to ask by. */
export type TicketUse = 'own' | 'shared' | 'none';

/** One call to the service, for one item or for many. */
export interface PlannedCall extends PreparedRequest {
	/** Position in the plan. */
	readonly index: number;
	/** Tells its chain from all others of the run, and is the same when n8n runs the node once more. */
	readonly chain: string;
	/** Tells it from all other calls of the run, likewise. */
	readonly key: string;
	/** The items that it alters something or sends for; none for a call that only reads. */
	readonly members: readonly Member[];
	/** The items it serves: ascending, but for a look-up, which has them in the order of its numbers. */
	readonly itemIndexes: readonly number[];
	/** `given` by the user, and carried by no other call of the run. */
	readonly ticket: TicketUse | 'given';
}

/** What is to be called for a run, and which calls serve which item. */
export interface Plan {
	/** Calls of a chain follow each other; chains are independent. */
	readonly chains: ReadonlyArray<readonly PlannedCall[]>;
	/** By item: its calls, in order. */
	readonly callsOf: ReadonlyMap<number, readonly PlannedCall[]>;
	/** By item: whom it leaves out, where nothing is sent for it. */
	readonly skippedItems: ReadonlyMap<number, readonly Skipped[]>;
}

/** From what a call is known to be accepted: its own answer, or its ticket after or before it. */
export type Evidence = 'answered' | 'recovered' | 'sentBefore';

/** How a call ended that was attempted and, as far as anybody knows, did not succeed. */
export type FailedOutcome =
	/** Certainly not carried out. */
	| {
			readonly kind: 'failed';
			readonly error: MessagingServiceError;
			/** See `TicketState`: the service refused all that it was asked about it in the same words. */
			readonly isRefusedAlike?: boolean;
	  }
	| {
			readonly kind: 'unknown';
			readonly error: OutcomeUnclearError | PartlySentError;
			/** Of a send: see `RememberedCall`. */
			readonly tries?: number;
			/** Nothing left for it now. */
			readonly isEarlier?: true;
	  };

/** How a call ended that was attempted. */
export type SendOutcome =
	| {
			readonly kind: 'accepted';
			readonly answer: ServiceAnswer;
			readonly evidence: Evidence;
			/** By an earlier try of the run: nothing left for it now. */
			readonly isEarlier?: true;
	  }
	| FailedOutcome;

/** How a call ended; `notAttempted` when an earlier one failed or the execution was cancelled. */
export type Outcome = SendOutcome | { readonly kind: 'notAttempted' };

export type Outcomes = ReadonlyMap<PlannedCall, Outcome>;

/** A call that was accepted, with the answer to it. */
export interface AcceptedCall {
	readonly planned: PlannedCall;
	readonly answer: ServiceAnswer;
	readonly evidence: Evidence;
}

/** What is remembered of a call that altered something or sent a message. */
export type RememberedCall = {
	/** As it was sent; an expression may give another one by now. */
	readonly custom_ticket?: string;
	readonly ticket: TicketUse;
	/** Its recipients whom the service does not list, where it had the others before: they get nothing under its ticket. */
	readonly others?: readonly string[];
} & (
	| { readonly state: 'accepted'; readonly answer: ServiceAnswer; readonly evidence: Evidence }
	| {
			readonly state: 'unclear';
			readonly lost?: LostAnswer;
			/** Requests that may have reached the service, or the most that may, once it was refused after one; 1 where it is missing. */
			readonly tries?: number;
	  }
);

/** Why the outcome of a call is not known, so that a repeated run can still say it. */
export interface LostAnswer {
	readonly reason: string;
	/** That came in place of an answer. */
	readonly page?: Pick<NotThisInterfaceError, 'found' | 'httpStatus' | 'detail'>;
	/** By which the service said that it did not send, and which no look-up could confirm. */
	readonly refusal?: Pick<ServiceRefusedError, 'errorCode' | 'serviceMessage'>;
	/** See `TicketState`. The refusal is taken at its word, but *Retry On Fail* asks before it sends again. */
	readonly isRefusedAlike?: true;
}

/** What was sent for an item, or may have been. */
export interface RememberedItem
	extends Pick<PreparedItem, 'requests' | 'skipped' | 'simplify' | 'audience'> {
	/** The calls that it shares with other items. */
	readonly chain: string;
	/** Keys of these calls. */
	readonly calls: readonly string[];
}
