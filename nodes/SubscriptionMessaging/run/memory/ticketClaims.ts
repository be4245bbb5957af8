import { unlessAborted } from '../../eventLoop/sleep';

/**
 * Tickets that executions of this n8n process are about to look up and send under. Two executions
 * that send under the same ticket at the same moment would both hear from the service that it does not
 * know it, so the second one waits until the first has sent.
 *
 * It holds no more tickets than the executions that are under way hold themselves. Other processes,
 * as the workers of the queue mode are, have a register of their own, and nobody can lock the service.
 */
export class TicketClaims {
	/** Tickets that are held, each with the end of that. */
	readonly claimed = new Map<string, Promise<void>>();

	/**
	 * Waits until nobody else holds any of the tickets. Whoever holds some must not claim others that
	 * somebody could hold who waits for these: what belongs together is claimed at once.
	 *
	 * @param tickets each with the account whose it is
	 * @param signal ends the wait when the execution is cancelled
	 * @returns gives them back
	 * @throws the reason of the signal, also where nobody holds any
	 */
	async claim(
		tickets: Iterable<readonly [account: string, ticket: string]>,
		signal?: AbortSignal,
	): Promise<() => void> {
		signal?.throwIfAborted();
		let free = () => {};
		const held = new Promise<void>((resolve) => {
			free = resolve;
		});
		const mine: string[] = [];
		const giveBack = () => {
			for (const key of mine) this.claimed.delete(key);
			free();
		};
		// All in one order, or two executions could wait for each other.
		const keys = new Set([...tickets].map((ticket) => JSON.stringify(ticket)));
		for (const key of [...keys].sort()) {
			for (let other = this.claimed.get(key); other; other = this.claimed.get(key)) {
				try {
					await unlessAborted(other, signal);
				} finally {
					if (signal?.aborted) giveBack();
				}
			}
			this.claimed.set(key, held);
			mine.push(key);
		}
		return giveBack;
	}
}

/**
 * Those of this process.
 *
 * Bounded: by the sends of the executions that are under way, which give their tickets back at their end.
 */
export const ticketClaims = new TicketClaims();
