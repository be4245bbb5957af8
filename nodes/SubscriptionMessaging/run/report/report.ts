import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeExecutionHint,
} from 'n8n-workflow';

import type { Operation } from '../../actions/operation/operation';
import { each, type Steps } from '../../service/collections/steps';
import { escapeHtml } from '../../wording/html';
import { panelHint } from '../../wording/panelHint';
import { rested } from '../../eventLoop/restingSteps';
import { sleepFor } from '../../eventLoop/sleep';
import type { ChosenPace } from '../values/call';
import type { ReadItems } from '../values/items';
import type { Opened } from '../open/open';
import { labelsOf, serviceItemError } from '../output/errors';
import { nextStep } from '../../wording/nextStep';
import { skippedRow } from '../output/sendRows';
import { FEW, Progress } from '../../n8n/progress';
import { askCampaign, unusedTicket, withoutTicket } from './campaignTickets';
import { ItemsOfPeople } from './itemsOfPeople';
import { recipientRow, summaryRow, type ReportFound } from './reportRows';
import { ReportedPeople } from './reportedPeople';
import { MOST_UNANSWERED, NoReport, TicketAsker } from './ticketAsker';
import {
	POSITIONS,
	reported,
	type Reported,
	type ReportedCampaign,
	type ReportedTicket,
} from './tickets';
import { BETWEEN_LOOK_UPS, provesNothing, type TicketAnswer } from '../../lookups/ticketLookup';
import { inDigits } from '../../wording/number';

/** Items of a run that make a report. */
type Items = ReadItems['toSend'];

const NOT_KNOWN = "the service doesn't know the ticket";
const NOBODY = 'the service has the ticket and lists nobody under it yet';
const NOT_OF_CAMPAIGN = 'no ticket of the campaign lists this recipient';
const NOT_SAID_OF_ALL = "the service doesn't say of every ticket of the campaign whom it lists";

/**
 * Reports on the messages of all items together: the totals, or one row a recipient. A ticket for
 * which the service gives no status is counted as unknown.
 *
 * @throws NodeApiError where the service says nothing of any ticket
 */
export async function report(
	context: IExecuteFunctions,
	{ operation, accounts }: Opened,
	{ toSend: items, pace }: ReadItems,
): Promise<INodeExecutionData[]> {
	const asked = await rested(reported(items));
	const [first] = items.values();
	const people = await rested(ReportedPeople.of(expectedIn(asked)));
	const reading = new ReportReading(context, asked, people);
	try {
		const askers = accounts.sessions.map((session) => new TicketAsker(context, session, pace));
		for (const [account, asker] of askers.entries()) await reading.read(account, asker, pace);
		const silent = askers.find(({ silence }) => silence)?.silence;
		if (silent && !askers.some(({ isAnswered }) => isAnswered)) throw silent;
	} catch (error) {
		throw error instanceof NoReport ? explained(context, operation, error) : error;
	}
	const found = await reading.found(items);
	for (const hint of [...unusedKeys(found), ...reading.hints()]) context.addExecutionHints(hint);
	const pairing = await rested(ItemsOfPeople.of(items));
	return await rested(
		first?.byRecipient ? rowsOfReport(found, items, pairing) : summary(found, pairing),
	);
}

function* expectedIn({ tickets, campaigns }: Reported): Iterable<string> {
	for (const { expected } of [...tickets, ...campaigns]) yield* expected;
}

/** Asks for the tickets, and keeps of each answer what the report needs. */
class ReportReading {
	private readonly tickets = new Map<number, ReportedTicket>();

	private readonly unknown = new Map<number, string>();

	/** Campaigns of which not every ticket says whom it lists. */
	private readonly incomplete: ReportedCampaign[] = [];

	private readonly progress: Progress;

	private readonly signal: AbortSignal | undefined;

	constructor(
		context: IExecuteFunctions,
		private readonly asked: Reported,
		private readonly people: ReportedPeople,
	) {
		this.signal = context.getExecutionCancelSignal();
		// How many tickets a campaign has shows while they are asked for.
		const requests = asked.campaigns.length > 0 ? undefined : asked.tickets.length;
		this.progress = new Progress(context, { requests });
	}

	async read(account: number, asker: TicketAsker, { inParallel }: ChosenPace): Promise<void> {
		const isOwn = ({ settings }: ReportedTicket) => settings.account === account;
		const own = this.asked.tickets.filter(isOwn).values();
		const askNext = async () => {
			for (const ticket of own) {
				const isUsed = await this.noteAnswer(ticket, await asker.ask(ticket));
				if (!isUsed) await this.leaveUnknown(ticket, NOT_KNOWN);
			}
		};
		await Promise.all(Array.from({ length: inParallel }, askNext));
		for (const campaign of this.asked.campaigns.filter(isOwn)) {
			const isComplete = await this.readCampaign(asker, campaign, inParallel);
			if (!isComplete) this.incomplete.push(campaign);
		}
		this.signal?.throwIfAborted();
	}

	/**
	 * @returns whether each ticket that may be in use says whom it lists
	 * @throws NoReport where the service does not tell tickets apart
	 */
	private async readCampaign(
		asker: TicketAsker,
		campaign: ReportedCampaign,
		inParallel: number,
	): Promise<boolean> {
		const unused = unusedTicket(campaign);
		if ((await asker.ask(unused)).kind === 'known') {
			throw new NoReport(provesNothing(), unused);
		}
		let silent = 0;
		let reason = '';
		const reasons = new Map<number, string>();
		let isComplete = true;
		const useOf = async (ticket: ReportedTicket) => {
			// It no longer answers, and a campaign has no last number to come to.
			if (silent >= MOST_UNANSWERED) return 'notSaid';
			const answer = await asker.ask(ticket);
			if (answer.kind === 'couldNotSay') {
				silent += 1;
				reason = answer.error.message;
				reasons.set(ticket.position, reason);
				return 'notSaid';
			}
			silent = 0;
			if (answer.kind === 'noRows') {
				isComplete = false;
				await this.leaveOpen(ticket, NOBODY, campaign);
				return 'used';
			}
			return (await this.noteAnswer(ticket, answer)) ? 'used' : 'free';
		};
		const { notListed, notSaid } = await askCampaign(campaign, inParallel, useOf, async () => {
			silent = 0;
			if (asker.isAnswered) await sleepFor(BETWEEN_LOOK_UPS, this.signal);
		});
		for (const ticket of notListed) await this.leaveOpen(ticket, NOT_KNOWN, campaign);
		const { silence } = asker;
		if (silence) {
			const nobody = { ...withoutTicket(campaign), expected: campaign.expected };
			await this.leaveUnknown(nobody, silence.message);
		} else {
			for (const ticket of notSaid) {
				await this.leaveOpen(ticket, reasons.get(ticket.position) ?? reason, campaign);
			}
		}
		return isComplete && notSaid.length + notListed.length === 0;
	}

	async found(items: Items): Promise<ReportFound> {
		const { campaigns } = this.asked;
		for (const campaign of campaigns) {
			// Whoever occurs in two groups of one key gets the message once.
			const isSame = (other: ReportedCampaign | undefined) =>
				other?.key === campaign.key &&
				other.settings.serviceAccount === campaign.settings.serviceAccount;
			const reason = this.incomplete.some(isSame) ? NOT_SAID_OF_ALL : NOT_OF_CAMPAIGN;
			const isOfIt = (ticket: number) => isSame(campaigns[Math.floor(ticket / POSITIONS) - 1]);
			const { position } = withoutTicket(campaign);
			await rested(this.people.addUnlisted(position, campaign.expected, reason, isOfIt));
		}
		return {
			people: await rested(this.people.inOrder()),
			messages: this.people.messages,
			tickets: this.tickets,
			unknown: new Map([...this.unknown].toSorted(([a], [b]) => a - b)),
			campaigns,
			skipped: [...items.values()].flatMap(({ skipped }) => skipped),
		};
	}

	/** How long it took, of many tickets. */
	hints(): NodeExecutionHint[] {
		const { size } = this.tickets;
		const took = this.progress.summary();
		if (took === undefined || size <= FEW) return [];
		return [panelHint('info', `Asked for ${inDigits(size)} tickets ${took}.`)];
	}

	/** @returns whether the ticket is in use */
	private async noteAnswer(ticket: ReportedTicket, answer: TicketAnswer): Promise<boolean> {
		this.progress.done(answer.kind === 'known' ? answer.details.length : 0);
		const { position, expected } = ticket;
		switch (answer.kind) {
			case 'notKnown':
				return false;
			case 'known':
				this.tickets.set(position, ticket);
				await rested(this.people.add(position, answer.details, expected));
				return true;
			default:
				await this.leaveUnknown(ticket, answer.kind === 'noRows' ? NOBODY : answer.error.message);
				return true;
		}
	}

	/** Whom the items name is missed by name, and not by a ticket that may be theirs. */
	private async leaveOpen(
		ticket: ReportedTicket,
		reason: string,
		{ expected }: ReportedCampaign,
	): Promise<void> {
		if (expected.length === 0) return await this.leaveUnknown(ticket, reason);
		this.tickets.set(ticket.position, ticket);
		this.unknown.set(ticket.position, reason);
	}

	private async leaveUnknown(ticket: ReportedTicket, reason: string): Promise<void> {
		const { position, expected } = ticket;
		this.tickets.set(position, ticket);
		this.unknown.set(position, reason);
		await rested(this.people.addUnknown(position, reason, expected));
	}
}

function* summary(found: ReportFound, pairing: ItemsOfPeople): Steps<INodeExecutionData[]> {
	return [{ json: yield* summaryRow(found), pairedItem: pairing.all }];
}

function* rowsOfReport(
	found: ReportFound,
	items: Items,
	pairing: ItemsOfPeople,
): Steps<INodeExecutionData[]> {
	const { people, tickets, campaigns } = found;
	const pseudo = new Map(campaigns.map(withoutTicket).map((one) => [one.position, one]));
	const ticketAt = (position: number) => (tickets.get(position) ?? pseudo.get(position))!;
	const output: INodeExecutionData[] = [];
	yield* each(people, (person) => {
		output.push({
			json: recipientRow(person, ticketAt),
			pairedItem: pairing.of(person.sendTo, person.tickets.map(ticketAt)),
		});
	});
	yield* each(skippedIn(items), (row) => output.push(row));
	return output;
}

function* skippedIn(items: Items): Iterable<INodeExecutionData> {
	for (const [item, { skipped }] of items) {
		for (const one of skipped) yield { json: skippedRow(one), pairedItem: { item } };
	}
}

/** A key that was written otherwise than at its send finds nothing. */
function unusedKeys({ campaigns, tickets }: ReportFound): NodeExecutionHint[] {
	const used = new Set([...tickets.keys()].map((position) => Math.floor(position / POSITIONS)));
	return campaigns.flatMap(({ key, call, position }): NodeExecutionHint[] => {
		if (used.has(position / POSITIONS)) return [];
		return [
			panelHint(
				'warning',
				escapeHtml(
					`The service knows no message of the group ${call.keyword} with the campaign key ${key}. Check the key and the group.`,
				),
			),
		];
	});
}

function explained(
	context: IExecuteFunctions,
	operation: Operation,
	{ said, ticket: { call, settings, itemIndexes } }: NoReport,
): NodeApiError {
	const isCampaign = settings.campaign !== undefined;
	return serviceItemError(context, itemIndexes[0] ?? 0, said, {
		message: said.message,
		description: nextStep(said, call, labelsOf(operation), isCampaign),
	});
}
