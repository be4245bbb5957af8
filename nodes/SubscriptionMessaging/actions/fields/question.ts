import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { isObject } from '../../service/collections/object';
import type { Recipient } from '../../service/contract/call';
import { fillPlaceholders, textLimit } from '../../service/text/messageText';
import type { FieldSet, ItemFields } from './itemFields';
import { elements, readElements, type FormElement } from './formElements';
import {
	approvalOptions,
	approvalType,
	limitType,
	limitWaitTime,
	responseType,
	resumeUnit,
} from './responseTypes';
import { notice } from './notice';

/** What a person is asked, and how they can answer. It is kept with the execution while that waits. */
export type Question = Answerable & {
	/** As long as it likes. */
	readonly message: string;
	/** Who asks; the workflow where it is left out. */
	readonly title?: string;
	/** Until when an answer counts. */
	readonly limit?: { minutes: number } | { until: string };
};

export type Answerable =
	/** With the labels of the buttons; without `decline` there is only one. */
	| { readonly type: 'approval'; readonly approve: string; readonly decline?: string }
	| { readonly type: 'freeText' }
	| { readonly type: 'customForm'; readonly elements: readonly FormElement[] };

const questionField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Send the newsletter to 1,200 people?',
	description: 'The whole question, as long as you like. The page behind the link shows it.',
};

/** The text message in front of the link. */
const lineField: INodeProperties = {
	displayName: 'Text Before the Link',
	name: 'line',
	type: 'string',
	default: 'Approve?',
	description:
		"Start of the text. A link of about 150 characters follows. If they don't fit, the node makes a short URL.",
};

/** Shows how many characters remain beside the link; has no value. */
const charactersLeft = notice(
	{
		displayName: 'Characters Left',
		name: 'charactersLeft',
		description: 'Shows how many characters of the text remain beside the link',
	},
	'showCharacters',
	['line', 'options.locale'],
	{ singular: 'character', plural: 'characters' },
);

/** The fields of a question. */
export const questionFields: INodeProperties[] = [
	// Above the line, because n8n covers with a tip what stands below a field while that is typed into.
	...charactersLeft,
	lineField,
	questionField,
	responseType,
	approvalOptions,
	elements,
];

const PAGE_TITLE: INodeProperties = {
	displayName: 'Page Title',
	name: 'responseFormTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Front office',
	description: 'Who asks, at the top of the page. The name of the workflow if empty.',
};

export const questionOptions = [limitWaitTime, PAGE_TITLE];

/** @throws NodeOperationError where nobody could be asked or answer */
export function readQuestion(fields: ItemFields): Question {
	const type = fields.choice(responseType);
	const options = fields.members('options');
	const text = readMessage(fields).trim();
	if (text === '') {
		throw fields.invalid(
			`'${fields.displayName('message')}' is empty, so there is nothing to answer`,
			'Enter the question, or check the expression that fills it.',
		);
	}
	const title = options.text('responseFormTitle')?.trim();
	const limit = readLimit(fields, options);
	const how = readAnswerable(fields, type);
	return { ...how, message: text, ...(title && { title }), ...(limit && { limit }) };
}

function readAnswerable(fields: ItemFields, type: Question['type']): Answerable {
	if (type === 'freeText') return { type };
	if (type === 'customForm') return { type, elements: readElements(fields) };
	const labels = fields.record('approvalOptions', 'values');
	const isDouble = labels?.choice(approvalType) === 'double';
	return {
		type,
		approve: labels?.text('approveLabel')?.trim() || 'Approve',
		...(isDouble && { decline: labels?.text('disapproveLabel')?.trim() || 'Decline' }),
	};
}

/** In n8n's own question of a human review stand the parameters of the tool, which the node gets as its input. */
function readMessage(fields: ItemFields): string {
	const { toolParameters } = fields.input();
	return isObject(toolParameters)
		? fields.text('message', JSON.stringify(toolParameters, null, 2))
		: fields.text('message');
}

/** The line of the text message. */
export function readLine(fields: ItemFields): string {
	return lineFrom(fields.text('line'));
}

/** What is empty becomes what the field holds unless it is changed. */
export function lineFrom(entered: unknown): string {
	return String(entered ?? '').trim() || String(lineField.default);
}

/** What stands between the line and the link. */
export const BEFORE_LINK = ' ';

/** How many characters of a text a line leaves for the link, with its values and as it is sent. */
export function roomFor(
	line: string,
	{ customfields, locale }: Pick<Recipient, 'customfields' | 'locale'>,
): number {
	const rooms = [line, fillPlaceholders(line, customfields ?? []).text].map((text) => {
		const limit = textLimit(locale, text + BEFORE_LINK);
		return limit.max - limit.length(text + BEFORE_LINK);
	});
	return Math.min(...rooms);
}

/** Milliseconds since 1970; NaN where it is no time. The editor stores that of a clock in the workflow's timezone. */
function timeOf(entered: unknown, timezone: string): number {
	// n8n itself would take it for seconds.
	if (Number(entered) > 1e11) return Number(entered);
	try {
		return tryToParseDateTime(entered, timezone).toMillis();
	} catch {
		return Number.NaN;
	}
}

const MINUTES = { minutes: 1, hours: 60, days: 24 * 60 };

/** The year 3000, at which n8n's own waits without limit end. */
const LATEST = Date.UTC(3000, 0, 1);

function readLimit(fields: ItemFields, options: FieldSet): Question['limit'] {
	const entered = options.record('limitWaitTime', 'values');
	if (!entered) return undefined;
	const type = entered.choice(limitType);
	if (type === 'atSpecifiedTime') {
		const time = timeOf(entered.integer('maxDateAndTime'), fields.timezone());
		if (time > Date.now() && time < LATEST) return { until: new Date(time).toISOString() };
		throw fields.invalid(
			`'${fields.displayName('maxDateAndTime')}' is not in the future`,
			'Enter a date and time that is still to come, or check the expression that fills it.',
		);
	}
	const unit = entered.choice(resumeUnit) ?? 'hours';
	const amount = entered.has('resumeAmount') ? entered.integer('resumeAmount') : 1;
	const minutes = Number(amount ?? Number.NaN) * MINUTES[unit];
	if (minutes > 0 && Date.now() + minutes * 60_000 < LATEST) return { minutes };
	throw fields.invalid(
		`'${fields.displayName('resumeAmount')}' is not a time to wait`,
		'Enter a number above 0, or check the expression that fills it.',
	);
}
