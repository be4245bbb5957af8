import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { isTicketed } from '../../service/contract/call';
import { panelHint } from '../../wording/panelHint';
import type { Outcomes } from '../values/call';

/**
 * Says, where a workflow is run by hand, how to learn of the delivery of what was accepted; nothing where
 * nothing was, no ticket tells it, or its delivery is reported already. Nor above an item with an error,
 * where it would read as if all were well: the outcome of each is in the summary of the run.
 */
export function acceptedHint(
	context: IExecuteFunctions,
	outcomes: Outcomes,
): NodeExecutionHint | undefined {
	if (context.getMode() !== 'manual') return undefined;
	const isAccepted = [...outcomes].some(
		([{ call }, { kind }]) =>
			kind === 'accepted' && isTicketed(call) && !call.parameters.status_url,
	);
	if (!isAccepted || (context.continueOnFail() && !isAllAccepted(context, outcomes))) {
		return undefined;
	}
	return panelHint(
		'info',
		"Accepted, not yet delivered. Use a <b>Subscription Messaging Trigger</b> to get the delivery status, or <b>Message → Get Status</b> if the service can't reach this n8n.",
	);
}

/** Without a call of its own an item was refused, or left out. */
function isAllAccepted(context: IExecuteFunctions, outcomes: Outcomes): boolean {
	const served = new Set([...outcomes.keys()].flatMap(({ itemIndexes }) => itemIndexes));
	return (
		served.size === context.getInputData().length &&
		[...outcomes.values()].every(({ kind }) => kind === 'accepted')
	);
}
