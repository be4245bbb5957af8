import type { ItemFields } from '../../actions/fields/itemFields';
import { reportBy } from '../../actions/message/getReport.operation';
import type { ItemRequest } from '../../actions/fields/itemRequest';
import type { Operation } from '../../actions/operation/operation';
import { customTicketOf, isTicketed, ticketIn } from '../../service/contract/call';
import type { Session } from '../../transport/session';
import { keyProblem, TRIAL } from './campaignKey';
import { MOST_PARTS } from '../search/forms';

/**
 * What the tickets of an item begin with, where it belongs to a campaign.
 *
 * @param requests of the item
 * @throws NodeOperationError for a key that is empty or cannot be used here: without it, everyone would
 * get the message again
 */
export function readCampaignKey(
	{ waitsFor, reports }: Operation,
	{ recipientsAllowed }: Pick<Session, 'recipientsAllowed'>,
	fields: ItemFields,
	requests: readonly ItemRequest[],
): string | undefined {
	const isTrial = recipientsAllowed.rule === 'redirect';
	if (reports) return keyOfReport(fields, isTrial);
	const options = fields.members('options');
	if (!options.has('campaignKey') || waitsFor || !requests.some(isTicketed)) return undefined;
	const name = fields.displayName('campaignKey');
	const key = ticketIn(options.text('campaignKey') ?? '');
	if (key === '') {
		throw fields.invalid(
			`'${name}' is empty, so nothing was sent`,
			'Enter a key, check the expression that fills it, or remove the option.',
		);
	}
	refuseUnusable(fields, key, isTrial);
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

/** The key that a report is on, if it is on a campaign. */
function keyOfReport(fields: ItemFields, isTrial: boolean): string | undefined {
	if (fields.choice(reportBy) !== 'campaignKey') return undefined;
	const key = ticketIn(fields.text('campaignKey'));
	if (key === '') {
		throw fields.invalid(
			`'${fields.displayName('campaignKey')}' is empty`,
			'Enter the key that the campaign was sent with, or check the expression that fills it.',
		);
	}
	refuseUnusable(fields, key, isTrial);
	return isTrial ? TRIAL + key : key;
}

function refuseUnusable(fields: ItemFields, key: string, isTrial: boolean): void {
	const found = keyProblem(key, isTrial);
	if (!found) return;
	throw fields.invalid(`'${fields.displayName('campaignKey')}' ${found.problem}`, found.fix);
}
