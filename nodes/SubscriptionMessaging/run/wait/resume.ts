import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isFinalStatus } from '../../service/answer/deliveryStatus';
import { firstOf } from '../../service/collections/steps';
import { rested } from '../../eventLoop/restingSteps';
import type { Session } from '../../transport/session';
import { RESUME_PATH } from '../../statusAddress/resumeAddress';
import { calledAddress, queryOf } from '../../statusAddress/address';
import { checkAddress, SIGNATURE_PARAMETER } from '../../statusAddress/sign';
import { askForStatuses } from './askForStatuses';
import { messagesOf, type DeliveryRow } from './deliveryRows';
import { callOffNudge, nudgeAtLimit, nudgeOnceMore } from './nudges';
import { takeCall, pausedItems, waitingWebhook } from './paused';
import { rowsIn, withRows } from './waitingItems';

/** Where a waiting execution of the action node gets the delivery reports of its messages. */
export const resumeWebhook = waitingWebhook(RESUME_PATH);

/**
 * Takes a callback as a nudge to ask the service, and goes on once every message is final or the time
 * is over, which the stored limit and the clock decide, whoever asks. Until then, and for whoever is
 * not asked to post here, the execution keeps waiting. Never throws.
 */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await takeCall(
		context,
		'A callback',
		async (session) => await nudged(context, session),
		() => answered(context, 500),
	);
}

async function nudged(context: IWebhookFunctions, session: Session): Promise<IWebhookResponseData> {
	const address = calledAddress(context.getRequestObject());
	const ticket = checkAddress(await session.statusAddressKey(), address)?.customTicket;
	const waiting = pausedItems(context);
	const before = await rested(rowsIn(waiting));
	const isMeant = (row: DeliveryRow) =>
		messagesOf(row).some(({ custom_ticket }) => custom_ticket === ticket);
	const isExpected = ticket !== undefined && (await rested(firstOf(before, isMeant)));
	if (!isExpected) return answered(context, 401);
	const limited = await rested(firstOf(before, (row) => Boolean(row.waited_until)));
	const limit = Date.parse(limited?.waited_until ?? '');
	const isOver = Date.now() >= limit;
	const news = isOver ? undefined : ticket;
	const { rows, isToCome } = await askForStatuses(context, session, before, { news, isOver });
	const open = await rested(firstOf(rows, (row) => !isFinalStatus(row)));
	if (open && !isOver) {
		await nudgeAtLimit(context, session, limit, open);
		const late = await rested(firstOf(rows, (row) => isMeant(row) && !isFinalStatus(row)));
		if (late && isReport(context)) await nudgeOnceMore(context, session, late);
		// So that it is posted again.
		return answered(context, isToCome ? 503 : 200);
	}
	callOffNudge(context, limit);
	const items = await rested(withRows(waiting, rows, settled));
	// Answered before n8n goes on: of two callbacks at once it refuses one, and nothing is lost by it.
	return { ...answered(context, 200), workflowData: [items] };
}

/** Whether somebody reports something: the posts of n8n itself are empty, and so is what they add to the address. */
function isReport(context: IWebhookFunctions): boolean {
	const { 'content-length': length, 'transfer-encoding': coding } = context.getHeaderData();
	if (coding !== undefined || Number(length ?? 0) > 0) return true;
	const names = new URLSearchParams(queryOf(calledAddress(context.getRequestObject()))).keys();
	return [...names].some((name) => !OWN_PARAMETERS.has(name));
}

/** Ours, and that of n8n. */
const OWN_PARAMETERS = new Set([SIGNATURE_PARAMETER, 'signature']);

function answered(context: IWebhookFunctions, httpStatus: number): IWebhookResponseData {
	context.getResponseObject().status(httpStatus).end();
	return { noWebhookResponse: true };
}

/** A message whose end has become known is not late any more. */
function settled(row: DeliveryRow): DeliveryRow {
	return isFinalStatus(row) ? { ...row, timed_out: false, waited_until: undefined } : row;
}
