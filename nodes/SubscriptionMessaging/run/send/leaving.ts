import { unitName } from '../../service/answer/organization';
import { comparableTicket, customTicketOf, recipientsOf } from '../../service/contract/call';
import { recipientKey } from '../../service/text/personKey';
import { intendedFor } from '../values/addressed';
import type { Plan, PlannedCall } from '../values/call';
import type { SendRun } from './sendOnce';

/** What is begun is completed, whatever else is to leave under its ticket. */
export function begunFirst({ memory }: SendRun, { chains }: Plan): Array<readonly PlannedCall[]> {
	const begun = new Set(chains.filter((chain) => chain.some(({ key }) => memory.call(key))));
	return [...begun, ...chains.filter((chain) => !begun.has(chain))];
}

/** Under tickets of the user with Skip. What is remembered counts whatever its ticket is: one of the user's that told it apart is its own by then. */
function isSkipped({ memory }: SendRun, { key, settings, ticket }: PlannedCall): boolean {
	if (settings.ifKnown !== 'skip' || settings.campaign !== undefined) return false;
	return ticket !== 'own' || memory.call(key) !== undefined;
}

/**
 * The units that the messages of a run to everyone are asked for under. A ticket does not tell one of a division
 * from one of the group that it is asked for under.
 */
export async function unitsAsked(
	run: SendRun,
	{ chains }: Plan,
): Promise<Map<PlannedCall, string>> {
	const units = new Map<PlannedCall, string>();
	const all = chains.flat().filter((planned) => planned.call.everyone && isSkipped(run, planned));
	// Nothing more leaves where all of them did.
	if (all.every(({ key }) => run.memory.call(key))) return units;
	for (const planned of all) {
		units.set(planned, unitName(await run.lookup.unitAsked(planned.call, planned.settings)));
	}
	return units;
}

/**
 * With Skip, nobody gets two messages under one ticket of the user: of which the service knows neither yet, or of
 * which an earlier try has sent one, or may have.
 */
export class Leaving {
	/** By key, the chain that has it. */
	private readonly chains = new Map<string, string>();

	/** @param broadcasts messages to everyone, which no row tells apart */
	constructor(
		private readonly run: SendRun,
		{ chains }: Plan,
		private readonly broadcasts: ReadonlyMap<PlannedCall, string>,
	) {
		const all = chains.flat().filter((planned) => isSkipped(run, planned));
		const isRemembered = ({ key }: PlannedCall) => run.memory.call(key) !== undefined;
		const ticketOf = ({ call }: PlannedCall) => comparableTicket(customTicketOf(call));
		const asked = new Set(all.filter((planned) => !isRemembered(planned)).map(ticketOf));
		for (const planned of all) {
			if (isRemembered(planned) && asked.has(ticketOf(planned))) this.take(planned);
		}
	}

	/** Whether a message of another chain leaves under the ticket for the same people; if not, this one does. */
	hasSame(planned: PlannedCall, leaves: boolean): boolean {
		if (!isSkipped(this.run, planned) || !(leaves || this.broadcasts.has(planned))) return false;
		const isTwice = this.keysOf(planned).some((key) => {
			const chain = this.chains.get(key);
			return chain !== undefined && chain !== planned.chain;
		});
		if (leaves && !isTwice) this.take(planned);
		return isTwice;
	}

	private take(planned: PlannedCall): void {
		for (const key of this.keysOf(planned)) this.chains.set(key, planned.chain);
	}

	private keysOf(planned: PlannedCall): string[] {
		const { call } = planned;
		const unit = this.broadcasts.get(planned) ?? unitName(call);
		const under = JSON.stringify([unit, comparableTicket(customTicketOf(call))]);
		if (call.everyone) return [under];
		const types = recipientsOf(call).map(({ type }) => type);
		return intendedFor(planned).map((sendTo, nth) => under + recipientKey(sendTo, types[nth]));
	}
}
