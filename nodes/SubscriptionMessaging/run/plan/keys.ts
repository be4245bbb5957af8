import { isTicketed, recipientsOf, type Unit } from '../../service/contract/call';
import { comparableKeyword, unitName } from '../../service/answer/organization';
import type { PreparedRequest } from '../values/call';
import { audienceOfUnit, digestOf } from '../values/audience';

/** Tells the units of a run apart, by account: a keyword is the same in capital letters. */
export function unitKey({ call, settings }: Pick<PreparedRequest, 'call' | 'settings'>): string {
	return JSON.stringify([settings.serviceAccount, unitName(call)]);
}

/**
 * Equal for requests that differ in nothing but the parameter that gathers: they can be one call.
 *
 * @param gathered name of that parameter; nothing for requests that are to be equal in all of it
 */
export function requestKey(
	{ call, settings, signsStatusUrl, fitted }: PreparedRequest,
	gathered?: 'recipientList' | 'phone_list',
): string {
	const parameters = gathered ? { ...call.parameters, [gathered]: undefined } : call.parameters;
	const keyword = comparableKeyword(call.keyword);
	// The ticket of a campaign says of which part it is.
	const part = settings.campaign === undefined ? undefined : partInTicket(fitted);
	return JSON.stringify([{ ...call, keyword, parameters }, settings, signsStatusUrl, part]);
}

/**
 * Whether a request goes to a batch or a list of people, which is named by a number and not by who they
 * are: that may be others in a repeated execution.
 */
export function isNumbered({ call, redirectedFrom }: PreparedRequest): boolean {
	return !redirectedFrom && isTicketed(call) && recipientsOf(call).length > 0;
}

/**
 * Tells the batches of one account and group of the service from those of others.
 *
 * @param user of the session, which is the same in every run
 */
export function batchGroup({ code, keyword }: Unit, user: string): string {
	return digestOf([user, code, comparableKeyword(keyword)]).slice(0, 6);
}

/**
 * Names what is neither a batch nor a list by whom it reaches, and how often that was reached before.
 *
 * @param user of the session, which is the same in every run
 */
export function audienceName(user: string, audiences: readonly string[], nth: number): string {
	return digestOf([user, [...new Set(audiences)], nth]);
}

/** The name of the first message of a run to everyone in a unit. */
export function broadcastName(unit: Unit, user: string): string {
	return audienceName(user, [audienceOfUnit(unit)], 1);
}

/** The part that the ticket of a campaign names; none for a text in one message. */
export function partInTicket(fitted: PreparedRequest['fitted']): number | undefined {
	return fitted && fitted.parts > 1 ? fitted.part : undefined;
}

/** The key of the call with a part of a text, from 1; the first one has the name of its chain. */
export function keyOfPart(chain: string, part: number): string {
	return part === 1 ? chain : `${chain}-${part}`;
}

/** The same for all requests of an item. */
export function itemKey(requests: readonly PreparedRequest[], gathered?: 'recipientList'): string {
	return JSON.stringify(requests.map((prepared) => requestKey(prepared, gathered)));
}
