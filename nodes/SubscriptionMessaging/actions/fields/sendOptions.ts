import type { INodeProperties } from 'n8n-workflow';

import {
	batchSize,
	defaultCountry,
	impossibleNumbers,
	onUnclearOutcome,
	pauseBetweenRequests,
	removeDuplicates,
	requestsInParallel,
} from './bulk';
import { deliveryReport } from './deliveryReport';
import { code, customTicket, options, statusUrl, timeLimit } from './options';

/** The options of every send that carries a ticket and a list of recipients. */
export function sendOptions(...more: INodeProperties[]): INodeProperties {
	return options(
		batchSize,
		code,
		customTicket,
		defaultCountry,
		deliveryReport,
		impossibleNumbers,
		onUnclearOutcome,
		pauseBetweenRequests,
		removeDuplicates,
		requestsInParallel,
		statusUrl,
		timeLimit,
		...more,
	);
}
