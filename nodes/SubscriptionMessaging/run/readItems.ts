import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { NodeFields } from '../actions/fields/itemFields';
import type { BareNumbers } from '../actions/fields/shapes';
import { inTurn } from '../eventLoop/turns';
import { notLasting } from './open/accounts';
import { ServiceChecks } from './checks/serviceChecks';
import type { ChosenPace, PreparedItem } from './values/call';
import { ItemsDraft, type ReadItems, type Refuse } from './values/items';
import { rememberedItems } from './memory/policy';
import type { RunMemory } from './memory/store';
import type { Opened } from './open/open';
import { asNodeError } from '../wording/nodeError';
import { rivalBroadcasts, rivalRefusal } from './checks/rivalBroadcasts';
import { chosenPace, prepare } from './read/prepare';
import { withinRecipientsAllowed } from './checks/recipientsAllowed';

/** Where no item can be read, nothing leaves but what an earlier try began. */
const ONE_BY_ONE: ChosenPace = { batchSize: 1, inParallel: 1, pause: 0 };

/** Reads and validates every item, and completes those that an earlier run of the node began. */
export async function readItems(
	context: IExecuteFunctions,
	opened: Opened,
	memory: RunMemory,
	refuse: Refuse,
): Promise<ReadItems> {
	const { sessions } = opened.accounts;
	const { asked, accountOf, pace } = await enteredIn(context, opened);
	const items = new ItemsDraft(refuse, { pace });
	const rememberedItem = rememberedItems(context, memory, asked, accountOf);
	for (const [itemIndex, now] of asked) {
		const item = await attempt(context, itemIndex, async () => {
			const remembered = rememberedItem(itemIndex, now);
			if (remembered instanceof NodeOperationError) throw remembered;
			const { recipientsAllowed } = sessions[accountOf.get(itemIndex) ?? 0]!;
			return await inTurn(() =>
				withinRecipientsAllowed(context, remembered, recipientsAllowed, itemIndex),
			);
		});
		items.put(itemIndex, item);
	}
	// Where several items have different messages for everyone in a unit, none of them is sent.
	for (const group of [items.previews, items.toSend]) {
		for (const [itemIndex, rival] of rivalBroadcasts(group)) {
			items.put(itemIndex, rivalRefusal(context, itemIndex, rival));
		}
	}
	// Asked for last, so that nothing leaves for items that are refused by what they hold.
	const checks = new ServiceChecks(context, sessions);
	for (const group of [items.previews, items.toSend]) {
		for (const [itemIndex, item] of group) {
			items.put(
				itemIndex,
				await attempt(context, itemIndex, () => checks.complete(item, itemIndex)),
			);
		}
	}
	return items;
}

interface Entered {
	readonly asked: ReadonlyMap<number, PreparedItem | NodeOperationError>;
	readonly accountOf: ReadonlyMap<number, number>;
	readonly pace: ChosenPace;
}

/** What the fields hold now, before anything is known of earlier tries. */
async function enteredIn(
	context: IExecuteFunctions,
	opened: Opened,
	bare: BareNumbers = { taken: 0, refused: 0 },
): Promise<Entered> {
	const { operation, accounts } = opened;
	const items = context.getInputData();
	const fields = new NodeFields(context, operation.properties, items.length, bare);
	const asked = new Map<number, PreparedItem | NodeOperationError>();
	const accountOf = new Map<number, number>();
	let pace: ChosenPace | undefined;
	for (const itemIndex of items.keys()) {
		const now = await attempt(context, itemIndex, async () => {
			const account = await accounts.of(itemIndex);
			accountOf.set(itemIndex, account);
			if (operation.waitsFor && account > 0) throw notLasting(context, itemIndex);
			const session = accounts.sessions[account]!;
			return await inTurn(() => {
				const item = prepare(context, operation, session, account, fields.of(itemIndex));
				const chosen = chosenPace(fields.of(itemIndex));
				pace ??= chosen;
				return item;
			});
		});
		asked.set(itemIndex, now);
	}
	const { taken, refused, areRefused } = bare;
	if (!areRefused && taken > 0 && refused * 2 >= taken) {
		// So many lack their country code that the others may, which would be strangers' abroad.
		return await enteredIn(context, opened, { ...bare, areRefused: true });
	}
	return { asked, accountOf, pace: pace ?? ONE_BY_ONE };
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
		return asNodeError(
			context,
			error,
			'Check the expressions in the fields of the node, and what the input item holds.',
			itemIndex,
		);
	}
}
