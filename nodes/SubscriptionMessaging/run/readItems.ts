import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { NodeFields } from '../actions/itemFields';
import { ServiceChecks } from './checks/serviceChecks';
import type { PreparedItem } from './call';
import { rememberedItems } from './memory/policy';
import type { RunMemory } from './memory/store';
import { withNextStep, type Opened } from './open';
import { rivalBroadcast } from './output/errors';
import { rivalBroadcasts } from './plan/keys';
import { prepare } from './prepare';
import { withinRecipientsAllowed } from './checks/recipientsAllowed';

/** What the input items ask for, by their position. */
export interface ReadItems {
	/** To be carried out. */
	readonly toSend: ReadonlyMap<number, PreparedItem>;
	/** To be shown only. */
	readonly previews: ReadonlyMap<number, PreparedItem>;
	/** Why nothing is done for the others. */
	readonly refused: ReadonlyMap<number, NodeOperationError>;
}

/**
 * Reads and validates every item, and completes those that an earlier run of the node began.
 *
 * @param refuse called with each item that cannot be carried out; throws where that ends the run
 */
export async function readItems(
	context: IExecuteFunctions,
	{ operation, accounts }: Opened,
	memory: RunMemory,
	refuse: (refusal: NodeOperationError) => void,
): Promise<ReadItems> {
	const groups = {
		toSend: new Map<number, PreparedItem>(),
		previews: new Map<number, PreparedItem>(),
	};
	const refused = new Map<number, NodeOperationError>();
	const leaveOut = (itemIndex: number, refusal: NodeOperationError) => {
		refuse(refusal);
		refused.set(itemIndex, refusal);
	};
	const fields = new NodeFields(context, operation.properties);
	const asked = new Map<number, PreparedItem | NodeOperationError>();
	const accountOf = new Map<number, number>();
	for (const itemIndex of context.getInputData().keys()) {
		const now = await attempt(context, itemIndex, async () => {
			const account = await accounts.of(itemIndex);
			accountOf.set(itemIndex, account);
			if (operation.waits && account > 0) throw ofAnotherAccount(context, itemIndex);
			const session = accounts.sessions[account]!;
			return prepare(context, operation, session, account, fields.of(itemIndex));
		});
		asked.set(itemIndex, now);
	}
	const rememberedItem = rememberedItems(context, memory, asked);
	const node = context.getNode();
	for (const [itemIndex, now] of asked) {
		const item = await attempt(context, itemIndex, async () => {
			const remembered = rememberedItem(itemIndex, now);
			if (remembered instanceof NodeOperationError) throw remembered;
			const { recipientsAllowed } = accounts.sessions[accountOf.get(itemIndex) ?? 0]!;
			return withinRecipientsAllowed(node, remembered, recipientsAllowed, itemIndex);
		});
		if (item instanceof NodeOperationError) leaveOut(itemIndex, item);
		else groups[item.preview ? 'previews' : 'toSend'].set(itemIndex, item);
	}
	for (const group of [groups.previews, groups.toSend]) {
		leaveOutRivals(context, group, leaveOut);
	}
	// Asked for last, so that nothing leaves for items that are refused by what they hold.
	const checks = new ServiceChecks(context, accounts.sessions);
	for (const group of [groups.previews, groups.toSend]) {
		await completeAll(context, checks, group, leaveOut);
	}
	return { ...groups, refused };
}

/** Leaves out items that send to everyone in a unit, of which several items have different messages. */
function leaveOutRivals(
	context: IExecuteFunctions,
	group: Map<number, PreparedItem>,
	leaveOut: (itemIndex: number, refusal: NodeOperationError) => void,
): void {
	for (const [itemIndex, rival] of rivalBroadcasts(group)) {
		leaveOut(itemIndex, rivalBroadcast(context, itemIndex, rival));
		group.delete(itemIndex);
	}
}

/** Completes the items of a group by what only the service knows, and leaves out those that it refuses. */
async function completeAll(
	context: IExecuteFunctions,
	checks: ServiceChecks,
	group: Map<number, PreparedItem>,
	leaveOut: (itemIndex: number, refusal: NodeOperationError) => void,
): Promise<void> {
	for (const [itemIndex, item] of group) {
		const asked = await attempt(context, itemIndex, () => checks.complete(item, itemIndex));
		if (asked instanceof NodeOperationError) {
			leaveOut(itemIndex, asked);
			group.delete(itemIndex);
		} else group.set(itemIndex, asked);
	}
}

/** When the pause is over, no item is there to evaluate the credential's expressions for. */
function ofAnotherAccount(context: IExecuteFunctions, itemIndex: number): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`This item's credential is of another account, so it can't wait with the others [item ${itemIndex}]`,
		{
			description:
				'Nothing was sent for it. Let a Loop Over Items node give the items of one account at a time, or use Message → Send.',
			itemIndex,
		},
	);
}

/** What reading an item's fields throws, an expression that fails included, is about that item. */
async function attempt<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	read: () => Promise<T>,
): Promise<T | NodeOperationError> {
	try {
		return await read();
	} catch (error) {
		return error instanceof NodeOperationError
			? error
			: withNextStep(
					new NodeOperationError(context.getNode(), error as Error, { itemIndex }),
					'Check the expressions in the fields of the node, and what the input item holds.',
				);
	}
}
