import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE, openSession, type Session } from '../../transport/session';
import { enteredCredential } from '../../n8n/executionContext';
import { itemsOfAgent } from '../../n8n/toolCall';
import { nodeError } from '../../wording/nodeError';

/**
 * The accounts that a run sends from: one, unless fields of the credential hold expressions that give
 * other values for other items.
 */
export class Accounts {
	/** By the values of a credential: its position among the sessions. */
	private readonly positions = new Map<string, number>();

	private readonly open: Session[] = [];

	private texts: Promise<ICredentialDataDecryptedObject | undefined> | undefined;

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
		if (itemIndex === 0 || !(await this.dependsOnItem())) return 0;
		return this.positionOf(await openSession(this.context, itemIndex));
	}

	/** @throws NodeOperationError where the credential cannot be used any more once the run has paused */
	async refuseUnlessLasting(): Promise<void> {
		if (Object.values((await this.entered()) ?? {}).some(readsRun)) throw notLasting(this.context);
	}

	/**
	 * What an expression gives for some items tells nothing of the others, so the texts that were entered
	 * are looked at. Where n8n does not tell them, the credential is read for each item.
	 */
	private async dependsOnItem(): Promise<boolean> {
		const entered = await this.entered();
		return !entered || Object.values(entered).some(mayDifferByItem);
	}

	/** Asked for once. */
	private async entered(): Promise<ICredentialDataDecryptedObject | undefined> {
		this.texts ??= enteredCredential(this.context, CREDENTIAL_TYPE);
		return await this.texts;
	}

	/** Whether another one of so many items has another account than the first. */
	private async differAmong(items: number): Promise<boolean> {
		if (!(await this.dependsOnItem())) return false;
		for (let itemIndex = 1; itemIndex < items; itemIndex += 1) {
			if (!(await this.isFirst(itemIndex))) return true;
		}
		return false;
	}

	/** Whether an item has the account of the first one. */
	private async isFirst(itemIndex: number): Promise<boolean> {
		try {
			return this.positionOf(await openSession(this.context, itemIndex)) === 0;
		} catch {
			return false;
		}
	}

	private positionOf(session: Session): number {
		const known = this.positions.get(session.values);
		if (known !== undefined) return known;
		this.positions.set(session.values, this.open.length);
		return this.open.push(session) - 1;
	}
}

/** A variable or external secret of n8n, which is the same for all items. */
const SAME_FOR_ALL =
	/\{\{\s*\$(?:vars|secrets)(?:\.[A-Za-z_]\w*|\[(?:"[^"'\\]*"|'[^"'\\]*')\])+\s*\}\}/g;

/** Whether a value of a credential, as it was entered, may be another one for other items. */
function mayDifferByItem(entered: unknown): boolean {
	if (typeof entered !== 'string' || !entered.startsWith('=')) return false;
	return entered.replace(SAME_FOR_ALL, '').includes('{{');
}

/** A name that n8n may know during a run alone; the others it knows after a pause, too. */
const OF_THE_RUN =
	/\$(?!(?:env|execution|if|ifEmpty|jmespath|max|min|now|secrets|today|vars)\b)[\w(]/;

/** Whether a value of a credential, as it was entered, reads an item, a node or the run. */
function readsRun(entered: unknown): boolean {
	if (typeof entered !== 'string' || !entered.startsWith('=')) return false;
	const [, ...expressions] = entered.split('{{');
	return expressions.some((expression) => OF_THE_RUN.test(expression.split('}}', 1)[0]!));
}

/** When a pause is over, n8n evaluates the expressions of a credential without the run and its items. */
export function notLasting(context: IExecuteFunctions, itemIndex?: number): NodeOperationError {
	return nodeError(
		context,
		"The credential reads an item or a node, which it can't after a pause",
		'Nothing was sent. Choose a credential without such an expression, or use Message → Send.',
		itemIndex,
	);
}

function ofSomeItem(context: IExecuteFunctions): NodeOperationError {
	return nodeError(
		context,
		"The agent's items have different accounts",
		"n8n doesn't tell a tool which item it is called for, so the service was not asked. Let a Loop Over Items node give the agent one item at a time.",
	);
}
