import type { Letter, LookUpMode } from '../../interop/php/countingService';

/** A send, by its operation and transport; `ask` is *Send and Wait for Response*. */
export type Form =
	| 'send'
	| 'ask'
	| 'sendLocalized'
	| 'sendTemplate'
	| 'sendToNumbers'
	| 'toGroup'
	| 'toGroupNvp'
	| 'toDivision'
	| 'toDivisionNvp';

export const FORMS: readonly Form[] = [
	'send',
	'ask',
	'sendLocalized',
	'sendTemplate',
	'sendToNumbers',
	'toGroup',
	'toGroupNvp',
	'toDivision',
	'toDivisionNvp',
];

/** How the user goes on after the first run of the node. */
export type Course =
	| 'once'
	/** *Retry On Fail*, three tries. */
	| 'retryOnFail'
	/** *Retry* of the failed execution. */
	| 'retry'
	/** *Retry* of the same failed execution, twice. */
	| 'retryTwice'
	/** *Retry* after the node was changed to the other operation for lists: from or to *Send to Numbers*. */
	| 'retryEdited'
	/** *Retry* after the node was changed to reach everyone in the group. */
	| 'retryToEveryone'
	/** The workflow runs again from its start, with the same custom tickets and *Skip*. */
	| 'again';

export const COURSES: readonly Course[] = [
	'once',
	'retryOnFail',
	'retry',
	'retryTwice',
	'retryEdited',
	'retryToEveryone',
	'again',
];

export const LOOK_UPS: readonly LookUpMode[] = [
	'known',
	'late',
	'never',
	'refused',
	'nil',
	'otherRows',
	'failing',
	'busyOnce',
];

/** How a ticket is answered that the service does not know. */
export type NotKnown = 'ticketInText' | 'plainText' | 'changingText' | 'emptyList';

/** One combination of what goes wrong and how the node is set. */
export interface Cell {
	form: Form;
	/** The fault comes before the service carried anything out, after a part, or after all. */
	when: 'before' | 'in' | 'after';
	/** What is answered there, by its name. */
	answer: string;
	/** The second of the sends, or all of them; of a question, which is one send, the first. */
	nth: 1 | 'every';
	lookUp: LookUpMode;
	notKnown: NotKnown;
	/** How the answers keep to the document's letter. */
	letter: Letter | 'strict';
	onUnclear: 'stop' | 'resend';
	course: Course;
	onError: 'stopWorkflow' | 'continueErrorOutput' | 'continueRegularOutput';
	parallel: 1 | 3;
}

/** What the matrix has in common, whichever service is asked. */
export const COMMON_DIMENSIONS = {
	form: FORMS,
	nth: [1, 'every'],
	lookUp: LOOK_UPS,
	onUnclear: ['stop', 'resend'],
	course: COURSES,
	onError: ['stopWorkflow', 'continueErrorOutput', 'continueRegularOutput'],
	parallel: [1, 3],
} as const satisfies Partial<{ [Name in keyof Cell]: readonly Cell[Name][] }>;

/** The plain send has no ticket: nothing to look up, to send again by, or to skip. */
export const hasTicket = ({ form }: Cell) => form !== 'sendToNumbers';

export const isBroadcast = ({ form }: Cell) => form.startsWith('to');

export const isRetried = (course: Course) => course.startsWith('retry') && course !== 'retryOnFail';

export const isEdited = (course: Course) =>
	course === 'retryEdited' || course === 'retryToEveryone';

/** Which send a fault hits, from 0. */
export const hitSend = ({ form, nth }: Cell) => (form === 'ask' && nth === 1 ? 0 : nth);

/** A question has no ticket of the user, and *Retry* is meant to ask once more: the links before lead nowhere. */
const COURSES_OF_QUESTIONS: ReadonlySet<Course> = new Set(['once', 'retryOnFail']);

export function makesSense(cell: Cell): boolean {
	const { form, course, onError, lookUp, onUnclear } = cell;
	if (form === 'ask' && !COURSES_OF_QUESTIONS.has(course)) return false;
	// n8n offers Retry where an execution failed.
	if (isRetried(course) && onError !== 'stopWorkflow') return false;
	if (isEdited(course) && isBroadcast(cell)) return false;
	return hasTicket(cell) || (course !== 'again' && lookUp === 'known' && onUnclear === 'stop');
}

/** In the service's own envelope, or else by somebody in between. */
const ENVELOPES: ReadonlySet<string> = new Set([
	...['soapFault', 'SOAP fault', 'nil', 'refused', 'maintenance', 'otherTicket', 'trueWithCode'],
]);

/** What sort of answer a fault is: all that matters of it is alike for a sort. */
export function sortOfAnswer({ answer }: Cell): 'envelope' | 'busy' | 'page' | 'connection' {
	if (ENVELOPES.has(answer)) return 'envelope';
	if (answer.startsWith('429')) return 'busy';
	return /^\d/.test(answer) ? 'page' : 'connection';
}

/** The service's own envelope says that it did not send. */
export const saysRefused = ({ answer }: Cell) => ['refused', 'maintenance'].includes(answer);

/** Retry with the plain send has no ticket either. */
const isTicketed = (cell: Cell) => hasTicket(cell) && cell.course !== 'retryEdited';

/**
 * The service lies, and nothing that it can be asked tells so: it refuses in its own envelope what it
 * has sent, in whole or in part, or says by 429 that it took nothing, and then does not know the ticket,
 * or refuses to be asked, too. Where it tells nothing else, the outcome is to stay unknown.
 */
export function liesBeyondProof(cell: Cell): boolean {
	const { answer, when, lookUp } = cell;
	if (answer.startsWith('429') && when !== 'before' && lookUp === 'never') return true;
	const isProvable = isTicketed(cell) && lookUp !== 'never' && lookUp !== 'refused';
	return saysRefused(cell) && when !== 'before' && !isProvable;
}

/** A second message is the risk that an option names, or comes of an answer that no one can doubt. */
export function mayBeTwice(cell: Cell): boolean {
	// Refused all that it asks, the node asks again before it sends again.
	if (liesBeyondProof(cell)) return cell.lookUp !== 'refused' || !isTicketed(cell);
	const isRisked = cell.onUnclear === 'resend' || cell.course === 'again';
	// Arrives when the service has said twice that it does not know the ticket.
	if (cell.answer === 'delay past questions') return isRisked;
	if (cell.lookUp !== 'never') return false;
	// 429 says that the request was not taken, and the service twice that it does not know the ticket.
	return isRisked || cell.answer.startsWith('429');
}
