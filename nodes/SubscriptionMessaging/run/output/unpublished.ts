import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { isTicketed } from '../../service/contract/call';
import { isListening } from '../../transport/listening';
import { panelHint } from '../../wording/panelHint';
import type { Plan, PlannedCall } from '../values/call';
import { triggerOfWorkflow } from '../../statusAddress/workflowTrigger';

/**
 * Says, where a workflow is run by hand that is not published, that the delivery reports of what was
 * sent cannot arrive yet.
 */
export async function unpublishedHint(
	context: IExecuteFunctions,
	{ chains }: Plan,
): Promise<NodeExecutionHint | undefined> {
	if (context.getMode() !== 'manual') return undefined;
	const trigger = triggerOfWorkflow(context, 0);
	if ('problem' in trigger) return undefined;
	const { listensAt, test } = trigger;
	const reportsThere = ({ call }: PlannedCall) =>
		isTicketed(call) && call.parameters.status_url?.split('?', 1)[0] === listensAt;
	if (!chains.flat().some(reportsThere)) return undefined;
	const isPublished =
		(await isListening(context.helpers, listensAt)) ?? context.getWorkflow().active;
	if (isPublished) return undefined;
	const meanwhile = test
		? " To try it before: choose Trigger of This Workflow (Test URL) as 'Delivery Report', and press 'Execute step' in the trigger first, in another tab."
		: '';
	return panelHint(
		'warning',
		`This workflow is not published, so no delivery report of this message arrives. Publish (activate) it.${meanwhile}`,
	);
}
