import type { NodeExecutionHint } from 'n8n-workflow';

import { isSend } from '../../actions/operation/operation';
import type { Ended } from '../values/ended';
import { acceptedHint } from './accepted';
import { bulkHint } from './summary';
import { unpublishedHint } from './unpublished';
import { warningHint } from '../checks/warnings';
import type { ReadItems } from '../values/items';
import { recipientsAllowedHint } from '../checks/recipientsAllowed';

/** Sums up a send of several items in the node's panel, and says what a person should see to. */
export async function addHints(
	ended: Ended,
	items: ReadItems,
	more: readonly NodeExecutionHint[],
	took: string | undefined,
): Promise<void> {
	const { context, operation, plan, outcomes } = ended;
	if (!isSend(operation)) return;
	const all = [...items.toSend.values(), ...items.previews.values()];
	const hints = [
		bulkHint(plan, outcomes, items.refused.size, took),
		recipientsAllowedHint(all),
		...more,
		warningHint(all),
		...(operation.waitsFor
			? []
			: [await unpublishedHint(context, plan), acceptedHint(context, outcomes)]),
	];
	for (const hint of hints) {
		if (hint) context.addExecutionHints(hint);
	}
}
