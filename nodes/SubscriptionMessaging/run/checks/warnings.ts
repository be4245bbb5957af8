import type { NodeExecutionHint } from 'n8n-workflow';

import { recipientsOf, textOf } from '../../service/contract/call';
import { listedNames } from '../../actions/fields/placeholders';
import {
	fillPlaceholders,
	lengthWarning,
	textLimit,
	unfilledInMessage,
} from '../../service/text/messageText';
import { escapeHtml } from '../../wording/html';
import { counted, MOST_FREQUENT, mostFrequent } from '../../wording/number';
import { panelHint } from '../../wording/panelHint';
import { LIMITS } from '../../service/contract/contract';
import { tally } from '../../service/collections/byKey';
import type { PreparedItem, PreparedRequest } from '../values/call';

/**
 * What a person should know of the texts of an item before many of them are sent: that carriers may
 * cut or multiply them, and that people may read braces. Each once, and a few of them only.
 *
 * @param storedText of the template that the item sends, where it was read
 */
export function textWarnings(requests: readonly PreparedRequest[], storedText?: string): string[] {
	const warnings = new Set<string>();
	for (const { call } of requests) {
		// Those to recipients have custom fields, and were checked with them.
		if (!call.everyone && call.operation !== 'plainSend') continue;
		const unfilled = unfilledInMessage(textOf(call) ?? '', [], new Set());
		if (unfilled.length === 0) continue;
		warnings.add(
			`${listedNames(unfilled)} may go out as written, as this send has no custom fields`,
		);
	}
	for (const text of textsThatCountAsEnglish(requests, storedText)) {
		if (warnings.size >= MOST_FREQUENT) break;
		const warning = lengthWarning(text);
		if (warning) warnings.add(warning);
	}
	return [...warnings];
}

function* textsThatCountAsEnglish(
	requests: readonly PreparedRequest[],
	storedText: string | undefined,
): Generator<string> {
	for (const { call } of requests) {
		const base = textOf(call) ?? storedText ?? '';
		const recipients = recipientsOf(call);
		if (recipients.length === 0) yield base;
		for (const { message, customfields, locale } of recipients) {
			const text = message || base;
			// What has the limit of another language has been checked against it.
			if (textLimit(locale).max !== LIMITS.message) continue;
			yield customfields?.length ? fillPlaceholders(text, customfields).text : text;
		}
	}
}

/** Sums up the warnings of a run's items in the node's panel. */
export function warningHint(items: Iterable<PreparedItem>): NodeExecutionHint | undefined {
	let warned = 0;
	const counts = new Map<string, number>();
	for (const { warnings = [] } of items) {
		if (warnings.length > 0) warned += 1;
		for (const warning of warnings) tally(counts, warning);
	}
	if (warned === 0) return undefined;
	const named = mostFrequent(counts, 'warning');
	return panelHint('warning', `${counted(warned, 'item')} to look at: ${escapeHtml(named)}`);
}
