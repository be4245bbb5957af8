import type { IPollFunctions } from 'n8n-workflow';

import { collectionIn } from '../actions/fields/itemFields';
import { plainCode } from '../service/answer/organization';
import { EVENTS, type SubscriberEvent } from './compare';
import { plainTitle } from '../wording/html';
import { nodeError } from '../wording/nodeError';

/** What a poll looks at. */
export interface PollSettings {
	/** As they are chosen; several may be the same unit. */
	groups: readonly string[];
	events: ReadonlySet<SubscriberEvent>;
	/** Digits; undefined for the code of the credential. */
	code: string | undefined;
}

/** @throws NodeOperationError for fields that cannot be followed */
export function readSettings(context: IPollFunctions): PollSettings {
	const groups = listIn(context.getNodeParameter('groups', []));
	if (groups.length === 0) {
		throw nodeError(
			context,
			"'Group Names or IDs' names no group",
			'Choose at least one group from the list.',
		);
	}
	const events = listIn(context.getNodeParameter('events', [])).map((event) => {
		const known = EVENTS.find((name) => name === event);
		if (known !== undefined) return known;
		throw nodeError(
			context,
			`'Events' holds "${plainTitle(event)}", which is no event of this trigger`,
			`Choose from the list. Events are ${EVENTS.join(', ')}.`,
		);
	});
	if (events.length === 0) {
		throw nodeError(context, "'Events' names no event", 'Choose at least one event from the list.');
	}
	return { groups, events: new Set(events), code: codeIn(context) };
}

function codeIn(context: IPollFunctions): string | undefined {
	const { code } = collectionIn(context.getNodeParameter('options', {}));
	const digits = String(code ?? '').trim();
	if (/^\d*$/.test(digits)) return plainCode(digits) || undefined;
	throw nodeError(
		context,
		"'Code' under 'Options' is not a number",
		'Give the digits of the short code or long code, or leave the field empty.',
	);
}

/** An expression may give a list, or a text with commas. */
function listIn(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
	return [...new Set(entries.map((entry) => String(entry ?? '').trim()))].filter(Boolean);
}
