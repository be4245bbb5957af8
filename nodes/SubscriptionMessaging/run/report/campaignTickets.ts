import { withParameters } from '../../service/contract/call';
import { campaignTicket } from '../campaign/campaignKey';
import { AHEAD, knownForms, MOST_PARTS, unusedNumber, walkAll } from '../campaign/search';
import { POSITIONS, type ReportedCampaign, type ReportedTicket } from './tickets';

/** Whether a ticket is in use, or may be. */
type IsUsed = (ticket: ReportedTicket) => Promise<boolean>;

/** Positions from one number of a campaign to the next: one for each part of a text. */
const FORMS = MOST_PARTS + 2;

/**
 * Asks for every ticket of a campaign once, up to 20 numbers beyond the highest that is in use. How many
 * parts a text had is not known, so one part more is asked for each time that the last one was found:
 * nobody has a part who lacks the one before it.
 *
 * @returns the tickets that the service took, because later ones are in use, and does not list
 */
export async function askCampaign(
	campaign: ReportedCampaign,
	inParallel: number,
	isUsed: IsUsed,
): Promise<ReportedTicket[]> {
	const asked = new Map<string, Promise<boolean>>();
	const used = new Set<number>();
	const once = async (number: number, part?: number) => {
		const custom_ticket = campaignTicket(campaign.key, number, part);
		const answer = asked.get(custom_ticket) ?? isUsed(reportedTicket(campaign, number, part));
		asked.set(custom_ticket, answer);
		return (await answer) || undefined;
	};
	let last = 0;
	for (let parts = 1; parts <= MOST_PARTS + 1; parts += 1) {
		let highest = 0;
		last = await walkAll(inParallel, async (number) => {
			const forms = await knownForms(parts, async (part) => await once(number, part), false);
			for (const { part = 0 } of forms) highest = Math.max(highest, part);
			if (forms.length > 0) used.add(number);
			return forms.length > 0;
		});
		if (highest < parts) break;
	}
	const before = Array.from({ length: Math.max(0, last - AHEAD) }, (_none, index) => index + 1);
	return before
		.filter((number) => !used.has(number))
		.map((number) => reportedTicket(campaign, number));
}

/** A ticket of the campaign that nobody can have used. */
export function unusedTicket(campaign: ReportedCampaign): ReportedTicket {
	return reportedTicket(campaign, unusedNumber());
}

function reportedTicket(campaign: ReportedCampaign, number: number, part?: number): ReportedTicket {
	const { call, settings, itemIndexes, position } = campaign;
	const custom_ticket = campaignTicket(campaign.key, number, part);
	return {
		position: position + number * FORMS + (part ?? 0),
		call: { ...call, operation: 'getCustomTransactionStatus', parameters: { custom_ticket } },
		settings,
		itemIndexes,
		expected: [],
	};
}

/** In place of a ticket, for those whom no ticket of the campaign lists. */
export function withoutTicket(campaign: ReportedCampaign): ReportedTicket {
	const { call, ...ticket } = reportedTicket(campaign, 0);
	const position = campaign.position + POSITIONS - 1;
	return { ...ticket, call: withParameters(call, { custom_ticket: '' }), position };
}
