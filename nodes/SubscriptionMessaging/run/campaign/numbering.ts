import type { PlannedCall } from '../values/call';
import { partInTicket, unitKey } from '../plan/keys';
import { underTicket, type Signer } from '../plan/ticket';
import { campaignTicket, numberIn } from './campaignKey';
import type { CampaignNumbers } from './numbers';

/** Tells the campaigns of a run apart: a key is numbered for each account and group. */
export function campaignId(planned: Pick<PlannedCall, 'call' | 'settings'>): string {
	return JSON.stringify([unitKey(planned), planned.settings.campaign]);
}

/** How a chain of a campaign ended. */
export type ChainEnd = 'accepted' | 'nothingSent' | 'unknown';

/** Gives the chains of a run their numbers as they begin. */
export class Numbering {
	private readonly begun = new Map<readonly PlannedCall[], number>();

	/**
	 * @param campaigns by {@link campaignId}
	 * @param signed signs the address of a delivery report for a ticket
	 * @param rememberedTicket ticket of a call that an earlier try of the run began
	 */
	constructor(
		private readonly campaigns: ReadonlyMap<string, CampaignNumbers>,
		private readonly signed: Signer,
		private readonly rememberedTicket: (key: string) => string | undefined,
	) {}

	/** Keeps the numbers of what earlier tries began, and puts these chains first: others wait for them. */
	order(chains: ReadonlyArray<readonly PlannedCall[]>): Array<readonly PlannedCall[]> {
		const isBegun = (chain: readonly PlannedCall[]) => this.earlierNumber(chain) !== undefined;
		for (const chain of chains) {
			const number = this.earlierNumber(chain);
			if (number !== undefined) this.numbersOf(chain)?.reserve(number);
		}
		return [...chains.filter(isBegun), ...chains.filter((chain) => !isBegun(chain))];
	}

	/** The chain under its number; as it is where it has none, and undefined where no more may be sent. */
	async begin(chain: readonly PlannedCall[]): Promise<readonly PlannedCall[] | undefined> {
		const numbers = this.numbersOf(chain);
		const campaign = chain[0]?.settings.campaign;
		if (!numbers || campaign === undefined) return chain;
		const number = await numbers.take(this.earlierNumber(chain));
		if (number === undefined) return undefined;
		const numbered = chain.map((planned) => this.withNumber(planned, campaign, number));
		this.begun.set(numbered, number);
		return numbered;
	}

	end(chain: readonly PlannedCall[], end: ChainEnd): void {
		const numbers = this.numbersOf(chain);
		const number = this.begun.get(chain);
		if (!numbers || number === undefined) return;
		if (end === 'accepted') numbers.accept(number);
		else if (end === 'nothingSent') numbers.giveBack(number);
		else numbers.close();
	}

	private numbersOf([first]: readonly PlannedCall[]): CampaignNumbers | undefined {
		return first?.settings.campaign === undefined
			? undefined
			: this.campaigns.get(campaignId(first));
	}

	private earlierNumber(chain: readonly PlannedCall[]): number | undefined {
		for (const { key, settings } of chain) {
			const ticket = this.rememberedTicket(key);
			if (settings.campaign === undefined || ticket === undefined) continue;
			const number = numberIn(settings.campaign, ticket);
			if (number !== undefined) return number;
		}
		return undefined;
	}

	private withNumber(planned: PlannedCall, campaign: string, number: number): PlannedCall {
		const { key, fitted } = planned;
		const custom_ticket =
			this.rememberedTicket(key) ?? campaignTicket(campaign, number, partInTicket(fitted));
		return underTicket(planned, custom_ticket, this.signed);
	}
}
