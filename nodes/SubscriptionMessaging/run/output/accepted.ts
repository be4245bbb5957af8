import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { isTicketed } from '../../service/call';
import type { Outcomes } from '../call';

/**
 * Says, where a workflow is run by hand, how to learn of the delivery of what was accepted; nothing where
 * nothing was, no ticket tells it, or its delivery is reported already.
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
	if (!isAccepted) return undefined;
	return {
		message:
			"Accepted, not yet delivered. Use a <b>Subscription Messaging Trigger</b> to get the delivery status, or <b>Message → Get Status</b> if the service can't reach this n8n.",
		type: 'info',
		location: 'outputPane',
	};
}
