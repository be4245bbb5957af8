import type { ItemFields } from '../../actions/itemFields';
import type { ItemRequest, Operation } from '../../actions/operation';
import { customTicketOf, isTicketed } from '../../service/call';
import type { Session } from '../../transport/session';
import { keyProblem, TRIAL } from './campaignKey';
import { MOST_PARTS } from './holders';

/**
 * What the tickets of an item begin with, where it belongs to a campaign.
 *
 * @param requests of the item
 * @throws NodeOperationError for a key that is empty or cannot be used here: without it, everyone would
 * get the message again
 */
export function readCampaignKey(
	{ waits }: Operation,
	{ recipientsAllowed }: Pick<Session, 'recipientsAllowed'>,
	fields: ItemFields,
	requests: readonly ItemRequest[],
): string | undefined {
	const options = fields.members('options');
	if (!options.has('campaignKey') || waits || !requests.some(isTicketed)) return undefined;
	const name = fields.displayName('campaignKey');
	const key = options.text('campaignKey')?.trim() ?? '';
	if (key === '') {
		throw fields.invalid(
			`'${name}' is empty, so nothing was sent`,
			'Enter a key, check the expression that fills it, or remove the option.',
		);
	}
	const isTrial = recipientsAllowed.rule === 'redirect';
	const found = keyProblem(key, isTrial);
	if (found) throw fields.invalid(`'${name}' ${found.problem}`, found.fix);
	if (requests.some(({ everyone }) => everyone)) {
		throw fields.invalid(
			`'${name}' needs a list of recipients`,
			'Remove the option. The service itself picks the recipients of a message to everyone.',
		);
	}
	if (requests.some((request) => customTicketOf(request) !== undefined)) {
		throw fields.invalid(
			`'${name}' and '${fields.displayName('custom_ticket')}' cannot be used together`,
			'Remove one of the two options. A campaign numbers its tickets itself.',
		);
	}
	if (requests.some(({ fitted }) => (fitted?.parts ?? 1) > MOST_PARTS)) {
		throw fields.invalid(
			`'${name}' takes texts of at most ${MOST_PARTS} parts`,
			'Shorten the message.',
		);
	}
	return isTrial ? TRIAL + key : key;
}
