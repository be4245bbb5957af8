import { AHEAD } from '../search/walk';

/**
 * Gives out the numbers of a campaign, each time the lowest free one. A number waits while it is 20 or
 * more above one that is not known to be accepted, because the next run searches no further than that.
 */
export class CampaignNumbers {
	private readonly underWay = new Set<number>();

	private waiting: Array<() => void> = [];

	private isClosed = false;

	/** The lowest number that is not known to be accepted. */
	private lowestOpen = 1;

	/** @param used those that are known to be accepted */
	constructor(private readonly used: Set<number>) {}

	/** Nobody else gets the number; it was begun by an earlier try. */
	reserve(number: number): void {
		this.underWay.add(number);
	}

	/**
	 * Waits for a number that may be used; undefined once the campaign has ended.
	 *
	 * @param reserved the number of what an earlier try began
	 */
	async take(reserved?: number): Promise<number | undefined> {
		while (!this.isClosed) {
			if (reserved !== undefined) return reserved;
			while (this.used.has(this.lowestOpen)) this.lowestOpen += 1;
			let number = this.lowestOpen;
			while (this.used.has(number) || this.underWay.has(number)) number += 1;
			if (number < this.lowestOpen + AHEAD) {
				this.underWay.add(number);
				return number;
			}
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		return undefined;
	}

	/** Something was accepted under the number. */
	accept(number: number): void {
		this.underWay.delete(number);
		this.used.add(number);
		this.wake();
	}

	/** Nothing was sent under the number, so it is free again. */
	giveBack(number: number): void {
		this.underWay.delete(number);
		this.wake();
	}

	/** Nobody knows what was sent under a number, so no further one is given out. */
	close(): void {
		this.isClosed = true;
		this.wake();
	}

	private wake(): void {
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}
}
