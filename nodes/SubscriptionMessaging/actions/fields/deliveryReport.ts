import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { LIMITS } from '../../service/contract';
import type { Session } from '../../transport/session';
import { registeredTriggers } from '../../trigger/registry';
import { ownResumeAddress } from '../../trigger/resumeAddress';
import { signAddress } from '../../trigger/signedAddress';
import type { ItemFields } from '../itemFields';
import type { Operation, Request } from '../operation';

const REPORTS = ['address', 'none', 'signedAddress', 'trigger'] as const;

/** Where the service posts what becomes of a message: `status_url` (Events, 1). */
export const deliveryReport: INodeProperties = {
	displayName: 'Delivery Report',
	name: 'deliveryReport',
	type: 'options',
	options: [
		{
			name: 'Address',
			value: 'address',
			description: "Posted to the 'Status URL' as it is entered",
		},
		{ name: 'None', value: 'none', description: 'Nothing is posted' },
		{
			name: 'Signed Address',
			value: 'signedAddress',
			description:
				"Posted to the 'Status URL', signed for a Subscription Messaging Trigger of another workflow that uses the same credential",
		},
		{
			name: 'Trigger of This Workflow',
			value: 'trigger',
			description:
				'Posted to the Subscription Messaging Trigger in this workflow while that is published (active)',
		},
	],
	default: 'trigger',
	description:
		'Who is told when the message is delivered. The service has to be able to reach the address: where it cannot, ask with Message → Get Status instead.',
};

/** Longest ticket that the node makes itself. */
const OWN_TICKET = 'n'.repeat(44);

/**
 * The request with the address that its delivery report goes to, still without signature.
 *
 * @throws NodeOperationError where there is no such address, or it is too long once it is signed
 */
export function withDeliveryReport(
	context: IExecuteFunctions,
	session: Session,
	{ waits }: Operation,
	fields: ItemFields,
	request: Request,
): Request {
	const report = waits ? 'resume' : fields.members('options').choice('deliveryReport', REPORTS);
	if (report === undefined || report === 'address') return request;
	const parameters = { ...request.parameters };
	if (report === 'none')
		return { ...request, parameters: { ...parameters, status_url: undefined } };
	const { address, signed } = {
		resume: () => ({ address: resumeAddress(context), signed: true }),
		signedAddress: () => ({
			address: enteredAddress(fields, parameters.status_url),
			signed: true,
		}),
		trigger: () => onlyTrigger(context, fields),
	}[report]();
	if (signed) {
		const ticket = String(parameters.custom_ticket ?? OWN_TICKET);
		const { length } = signAddress(session.statusAddressKey, address, ticket);
		if (length > LIMITS.statusUrl) {
			throw fields.invalid(
				`The address of the 'Delivery Report' has ${length} characters with its signature, and the service takes ${LIMITS.statusUrl}`,
				'Use a shorter address, or a shorter custom ticket.',
			);
		}
	}
	return {
		...request,
		signsStatusUrl: signed || undefined,
		parameters: { ...parameters, status_url: address },
	};
}

/** Where n8n continues this execution while it waits. */
function resumeAddress(context: IExecuteFunctions): string {
	const { resumeUrl } = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
	return ownResumeAddress(resumeUrl);
}

function enteredAddress(fields: ItemFields, entered: unknown): string {
	if (typeof entered === 'string' && entered !== '') return entered;
	throw fields.invalid(
		"'Status URL' is empty, and 'Delivery Report' goes there",
		"Add the option 'Status URL' with the Production URL of the trigger, or choose another 'Delivery Report'.",
	);
}

function onlyTrigger(context: IExecuteFunctions, fields: ItemFields) {
	const triggers = registeredTriggers(context);
	const [trigger] = triggers;
	if (trigger && triggers.length === 1) return trigger;
	throw fields.invalid(
		trigger
			? `'Delivery Report' goes to the trigger of this workflow, and there are ${triggers.length} of them`
			: "'Delivery Report' goes to the trigger of this workflow, and none is active",
		trigger
			? "Choose Signed Address as 'Delivery Report', and enter the Production URL of one of them as 'Status URL'."
			: "Add a Subscription Messaging Trigger and publish (activate) the workflow, or choose another 'Delivery Report'. In queue mode, n8n may keep the trigger's address from its workers: then choose Signed Address, and enter the Production URL of the trigger as 'Status URL'.",
	);
}
