import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { openSession, type Session } from '../transport/session';
import { itemsOfAgent } from './toolCall';

/**
 * The accounts that a run sends from: one, unless fields of the credential hold expressions that give
 * other values for other items.
 */
export class Accounts {
	/** By what identifies an account: its position among the sessions. */
	private readonly positions = new Map<string, number>();

	private readonly open: Session[] = [];

	private differs: Promise<boolean> | undefined;

	private constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * @throws NodeOperationError where the credential of the first item cannot be used, or where it is
	 * not known which item of an agent this is for, and they have several accounts
	 */
	static async open(context: IExecuteFunctions): Promise<Accounts> {
		const accounts = new Accounts(context);
		accounts.positionOf(await openSession(context, 0));
		const items = itemsOfAgent(context);
		if (items > 1 && (await accounts.differAmong(items))) throw ofSomeItem(context);
		return accounts;
	}

	get sessions(): readonly Session[] {
		return this.open;
	}

	/**
	 * Position of the account of an item.
	 *
	 * @throws NodeOperationError where the credential cannot be used for this item
	 */
	async of(itemIndex: number): Promise<number> {
		if (itemIndex === 0) return 0;
		this.differs ??= this.dependsOnItem(this.context.getInputData().length);
		if (!(await this.differs)) return 0;
		return this.positionOf(await openSession(this.context, itemIndex));
	}

	/**
	 * n8n does not tell whether a credential holds expressions, and to read it for each item would ask
	 * its database as often. So it is read once for an item that does not exist: what depends on the
	 * item fails then, or gives something else.
	 *
	 * @param items how many there are
	 */
	private async dependsOnItem(items: number): Promise<boolean> {
		return !(await this.isFirst(items));
	}

	/** Whether another one of so many items has another account than the first. */
	private async differAmong(items: number): Promise<boolean> {
		if (!(await this.dependsOnItem(items))) return false;
		for (let itemIndex = 1; itemIndex < items; itemIndex += 1) {
			if (!(await this.isFirst(itemIndex))) return true;
		}
		return false;
	}

	/** Whether an item has the account of the first one. */
	private async isFirst(itemIndex: number): Promise<boolean> {
		try {
			const session = await openSession(this.context, itemIndex);
			return session.account === this.open[0]!.account;
		} catch {
			return false;
		}
	}

	private positionOf(session: Session): number {
		const known = this.positions.get(session.account);
		if (known !== undefined) return known;
		this.positions.set(session.account, this.open.length);
		return this.open.push(session) - 1;
	}
}

function ofSomeItem(context: IExecuteFunctions): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		"The agent's items have different accounts, so nothing was sent",
		{
			description:
				"n8n doesn't tell a tool which item it is called for. Let a Loop Over Items node give the agent one item at a time.",
		},
	);
}
