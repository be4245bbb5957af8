import { withParameters } from '../../service/contract/call';
import { campaignTicket } from '../campaign/campaignKey';
import { knownForms, MOST_PARTS } from '../search/forms';
import { AHEAD, unusedNumber, walkAll } from '../search/walk';
import { POSITIONS, type ReportedCampaign, type ReportedTicket } from './tickets';

/** What the service says of a ticket, or that it could not say. */
type Use = 'used' | 'free' | 'notSaid';

/** Positions from one number of a campaign to the next: one for each part of a text. */
const FORMS = MOST_PARTS + 2;

/** Tickets of a campaign of which nothing is known. */
interface LeftOpen {
	/** The service took them, because later ones are in use, and does not list them. */
	notListed: ReportedTicket[];
	/** The service could not say whether it has them, and others near them are in use. */
	notSaid: ReportedTicket[];
}

/**
 * Asks for every ticket of a campaign, up to 20 numbers beyond the highest that is in use, and again after
 * a while for those of which the service could not say. How many parts a text had is not known, so one part
 * more is asked for each time that the last one was found: nobody has a part who lacks the one before it.
 *
 * @param wait until those are asked for again
 */
export async function askCampaign(
	campaign: ReportedCampaign,
	inParallel: number,
	useOf: (ticket: ReportedTicket) => Promise<Use>,
	wait: () => Promise<void>,
): Promise<LeftOpen> {
	const asked = new Map<string, Promise<Use>>();
	const open = new Map<string, ReportedTicket & { number: number; part?: number }>();
	const once = async (number: number, part?: number) => {
		const custom_ticket = campaignTicket(campaign.key, number, part);
		const ticket = reportedTicket(campaign, number, part);
		const answer = asked.get(custom_ticket) ?? useOf(ticket);
		asked.set(custom_ticket, answer);
		const use = await answer;
		if (use === 'notSaid') open.set(custom_ticket, { ...ticket, number, part });
		return use === 'used' || undefined;
	};
	let found = await walkCampaign(inParallel, once);
	if (open.size > 0) {
		await wait();
		for (const custom_ticket of open.keys()) asked.delete(custom_ticket);
		open.clear();
		found = await walkCampaign(inParallel, once);
	}
	const { last, used } = found;
	const before = Array.from({ length: Math.max(0, last - AHEAD) }, (_none, index) => index + 1);
	const isOpen = new Set<number>();
	const inOrder = [...open.values()].toSorted((a, b) => a.position - b.position);
	const notSaid = inOrder.filter(({ number, part }) => {
		// A number has one form: the whole text, which is asked for first, or parts.
		if (used.has(number)) return part !== undefined;
		if (number > last + AHEAD || isOpen.has(number)) return false;
		isOpen.add(number);
		return true;
	});
	return {
		notListed: before
			.filter((number) => !used.has(number) && !isOpen.has(number))
			.map((number) => reportedTicket(campaign, number)),
		notSaid,
	};
}

/** The numbers that are in use, and the highest of them. */
async function walkCampaign(
	inParallel: number,
	isUsed: (number: number, part?: number) => Promise<true | undefined>,
) {
	const used = new Set<number>();
	let last = 0;
	for (let parts = 1; parts <= MOST_PARTS; parts += 1) {
		let highest = 0;
		last = await walkAll(inParallel, async (number) => {
			const forms = await knownForms(parts, async (part) => await isUsed(number, part), false);
			for (const { part = 0 } of forms) highest = Math.max(highest, part);
			if (forms.length > 0) used.add(number);
			return forms.length > 0;
		});
		if (highest < parts) break;
	}
	return { last, used };
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
