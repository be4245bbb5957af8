import type { IExecuteFunctions } from 'n8n-workflow';

import { MessagingServiceError } from '../../service/errors/errors';
import { countActive, groupsOfUnit, type Reached } from '../../lookups/activeSubscribers';
import { paceOf } from '../../transport/pace';
import type { Session } from '../../transport/session';
import type { PreparedItem, PreparedRequest } from '../values/call';
import { unitKey } from '../plan/keys';
import type { ReadItems } from '../values/items';

/** How many people the messages of a run to everyone reach: each unit is counted once, when it is asked for. */
export class Reach {
	private readonly counts = new Map<string, Reached | MessagingServiceError>();

	constructor(
		private readonly context: IExecuteFunctions,
		/** By position of the account. */
		private readonly sessions: readonly Session[],
		/** Milliseconds between two requests. */
		private readonly pause: number,
	) {}

	async of(request: PreparedRequest): Promise<Reached | MessagingServiceError> {
		const known = this.known(request);
		if (known) return known;
		const { call, settings } = request;
		const { context } = this;
		const signal = context.getExecutionCancelSignal();
		signal?.throwIfAborted();
		const session = this.sessions[settings.account]!;
		const reading = { timeLimit: settings.timeLimit, pace: paceOf(session, this.pause, signal) };
		const groups = await groupsOfUnit(context, session, call, reading);
		const counted =
			groups instanceof MessagingServiceError
				? groups
				: await countActive(context, session, call.code, groups, reading);
		signal?.throwIfAborted();
		this.counts.set(unitKey(request), counted);
		return counted;
	}

	known(request: PreparedRequest): Reached | MessagingServiceError | undefined {
		return this.counts.get(unitKey(request));
	}

	/** The items, each message to everyone with whom it reaches: all previews, and what was counted before. */
	async addTo(items: ReadItems): Promise<ReadItems> {
		const previews = new Map(items.previews);
		for (const [itemIndex, item] of previews) {
			const request = toEveryone(item);
			if (!request) continue;
			const counted = await this.of(request);
			previews.set(itemIndex, withReached(item, request, counted));
		}
		const toSend = new Map(items.toSend);
		for (const [itemIndex, item] of toSend) {
			const request = toEveryone(item);
			const counted = request && this.known(request);
			if (counted) toSend.set(itemIndex, withReached(item, request, counted));
		}
		return { ...items, previews, toSend };
	}
}

/** The message to everyone that an item begins with, unless an earlier try began it. */
export function toEveryone({
	chain,
	requests: [first],
}: PreparedItem): PreparedRequest | undefined {
	return first?.call.everyone && chain === undefined ? first : undefined;
}

function withReached(
	item: PreparedItem,
	{ call: { keyword } }: PreparedRequest,
	counted: Reached | MessagingServiceError,
): PreparedItem {
	const warn = (warning: string) => [...(item.warnings ?? []), warning];
	if (counted instanceof MessagingServiceError) {
		const warning = `The subscribers of ${keyword} couldn't be counted: ${counted.message}`;
		return { ...item, warnings: warn(warning) };
	}
	const nobody = `${keyword} has no active subscribers, so the message may reach nobody`;
	return {
		...item,
		reached: counted,
		...(counted.people === 0 && { warnings: warn(nobody) }),
	};
}
