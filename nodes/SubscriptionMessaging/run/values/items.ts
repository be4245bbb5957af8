import { NodeOperationError } from 'n8n-workflow';

import type { ChosenPace, PreparedItem } from './call';

/** What the input items ask for, by their position. */
export interface ReadItems {
	/** To be carried out. */
	readonly toSend: ReadonlyMap<number, PreparedItem>;
	/** To be shown only. */
	readonly previews: ReadonlyMap<number, PreparedItem>;
	/** Why nothing is done for the others. */
	readonly refused: ReadonlyMap<number, NodeOperationError>;
	/** Of the whole run, as the first item says that can be read. */
	readonly pace: ChosenPace;
}

/** Called with why an item cannot be carried out; throws where that ends the run. */
export type Refuse = (refusal: NodeOperationError) => void;

/** The items of a run while one of its phases reads, alters or refuses them. */
export class ItemsDraft implements ReadItems {
	readonly toSend: Map<number, PreparedItem>;
	readonly previews: Map<number, PreparedItem>;
	readonly refused: Map<number, NodeOperationError>;
	readonly pace: ChosenPace;

	constructor(
		private readonly refuse: Refuse,
		{ toSend, previews, refused, pace }: Partial<ReadItems> & Pick<ReadItems, 'pace'>,
	) {
		this.pace = pace;
		this.toSend = new Map(toSend);
		this.previews = new Map(previews);
		this.refused = new Map(refused);
	}

	/**
	 * An item as it is by now, or why nothing is done for it.
	 *
	 * @throws the refusal, where it ends the run
	 */
	put(itemIndex: number, item: PreparedItem | NodeOperationError): void {
		if (!(item instanceof NodeOperationError)) {
			this[item.preview ? 'previews' : 'toSend'].set(itemIndex, item);
			return;
		}
		this.refuse(item);
		this.refused.set(itemIndex, item);
		this.toSend.delete(itemIndex);
		this.previews.delete(itemIndex);
	}
}
