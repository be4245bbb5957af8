import type { IExecuteFunctions } from 'n8n-workflow';

import { deliveryReport } from '../../actions/fields/deliveryReport';
import { readCode } from '../../actions/fields/options';
import type { ItemFields } from '../../actions/fields/itemFields';
import type { ItemRequest } from '../../actions/fields/itemRequest';
import type { Operation } from '../../actions/operation/operation';
import { isTicketed, ticketIn, withParameters } from '../../service/contract/call';
import { LIMITS } from '../../service/contract/contract';
import { ownResumeAddress } from '../../statusAddress/resumeAddress';
import { lengthOfSigned } from '../../statusAddress/sign';
import type { TriggerAddress } from '../../statusAddress/triggerAddress';
import type { Session } from '../../transport/session';
import { longestTicket } from '../campaign/campaignKey';
import { resumeUrlOf } from '../../n8n/executionContext';
import { triggerOfWorkflow } from '../../statusAddress/workflowTrigger';

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
	{ waitsFor }: Operation,
	fields: ItemFields,
	request: ItemRequest,
): ItemRequest {
	// Whether the text is delivered changes nothing: the answer does.
	if (waitsFor === 'answer') return request;
	const report = waitsFor ? 'resume' : fields.members('options').choice(deliveryReport);
	if (report === undefined || !isTicketed(request)) return request;
	if (report === 'address') {
		// An expression may give no address, for which there is no report.
		if (!fields.members('options').has('status_url')) enteredAddress(fields, undefined);
		return request;
	}
	if (report === 'none') return withParameters(request, { status_url: undefined });
	const { address, signed } = {
		resume: () => ({ address: ownResumeAddress(resumeUrlOf(context)), signed: true }),
		signedAddress: () => ({
			address: enteredAddress(fields, request.parameters.status_url),
			signed: true,
		}),
		trigger: () => reportAddress(context, session, fields),
		triggerTest: () => reportAddress(context, session, fields, context.getMode() === 'manual'),
	}[report]();
	if (signed) {
		const options = fields.members('options');
		const key = options.text('campaignKey');
		const own = key === undefined ? OWN_TICKET : longestTicket(ticketIn(key));
		const customTicket = request.parameters.custom_ticket ?? own;
		const code = readCode(options, session, request.keyword);
		const length = lengthOfSigned(address, { customTicket, code });
		if (length > LIMITS.statusUrl) {
			throw fields.invalid(
				`The 'Delivery Report' has an address of ${length} characters, and ${LIMITS.statusUrl} are allowed`,
				'Its signature counts. Use a shorter address, or a shorter custom ticket.',
			);
		}
	}
	return {
		...withParameters(request, { status_url: address }),
		...(signed && { signsStatusUrl: true }),
	};
}

function enteredAddress(fields: ItemFields, entered: string | null | undefined): string {
	if (entered) return entered;
	throw fields.invalid(
		"'Status URL' is empty, and 'Delivery Report' goes there",
		"Add the option 'Status URL', or choose another 'Delivery Report'.",
	);
}

/** The trigger of the workflow; the address of the credential where the workflow has none. */
function reportAddress(
	context: IExecuteFunctions,
	{ deliveryReportAddress }: Session,
	fields: ItemFields,
	triesOut = false,
): TriggerAddress {
	const trigger = triggerOfWorkflow(context, fields.itemIndex);
	if (!('problem' in trigger)) return (triesOut && trigger.test) || trigger;
	if (trigger.isMissing && deliveryReportAddress !== '') {
		return { address: deliveryReportAddress, signed: true };
	}
	throw fields.invalid(trigger.problem, trigger.fix);
}
