import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { collectionIn } from '../actions/fields/itemFields';
import type { ResourceMapping } from '../actions/fields/notice';
import { STORED_PLACEHOLDERS, TEXT_PLACEHOLDERS } from '../actions/fields/template';
import { objectIn, textIn } from '../service/answer/answerOf';
import { isObject } from '../service/collections/object';
import { LIMITS } from '../service/contract/contract';
import { charactersIn, LONGEST_STORED_TEXT, placeholdersIn } from '../service/text/messageText';
import { escapeHtml } from '../wording/html';
import { showCharacters } from './charactersLeft';
import { chosenIn, countForPanel, readForPanel } from './panelData';
import { inDigits } from '../wording/number';

/**
 * The placeholders of the template that was chosen, or of the text that was entered, as fields to
 * map; of a template that cannot be read, those that are there. `showStoredText` beside it says so.
 */
async function getPlaceholders(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	if (this.getCurrentNodeParameter('templateSource') === 'text') {
		const names = namesInText(this);
		const left = fieldsThere(this, names).filter((name) => !names.includes(name));
		return {
			fields: [
				...names.map(asField),
				...left.map((name) => ({ ...asField(name), displayName: `${name} (not in the text)` })),
			],
			emptyFieldsNotice:
				'Placeholders of the text, such as <code>{name}</code>, show here as fields.',
		};
	}
	const text = await storedTextIn(this).catch(() => undefined);
	const names =
		text === undefined
			? fieldsThere(this, [], STORED_PLACEHOLDERS)
			: placeholdersIn(text.slice(0, LONGEST_STORED_TEXT));
	return { fields: names.map(asField) };
}

/** No fields: which placeholders of the entered text the editor has no field for yet. */
async function showNewPlaceholders(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const names = namesInText(this);
	const there = fieldsThere(this, names);
	const added = names.filter((name) => !there.includes(name));
	const named = added.map((name) => `<code>${escapeHtml(`{${name}}`)}</code>`).join(', ');
	return await Promise.resolve({
		fields: [],
		emptyFieldsNotice: named
			? `To fill ${named}, choose 'Refresh Placeholder List' in the menu of the placeholders below.`
			: 'Each placeholder of the text has its field below.',
	});
}

function namesInText(context: ILoadOptionsFunctions): string[] {
	return placeholdersIn(fixedPart(String(context.getCurrentNodeParameter('text') ?? '')));
}

/**
 * Fields that the editor shows: one that is left out loses its value. Where it has none of them yet, it is
 * about to fetch them.
 */
function fieldsThere(
	context: ILoadOptionsFunctions,
	fetched: string[],
	mapper: string = TEXT_PLACEHOLDERS,
): string[] {
	const { schema } = collectionIn(context.getCurrentNodeParameter(mapper));
	if (!Array.isArray(schema) || schema.length === 0) return fetched;
	return schema.filter(isObject).flatMap(({ removed, id }) => (removed ? [] : String(id)));
}

const TOO_LONG = `The stored text has more than ${inDigits(LONGEST_STORED_TEXT)} characters, and a message has at most ${LIMITS.message}. Choose another template.`;

/** No fields: the stored text with its length, as a notice below the template. */
async function showStoredText(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return { fields: [], emptyFieldsNotice: await describeTemplate(this) };
}

async function describeTemplate(context: ILoadOptionsFunctions): Promise<string> {
	try {
		const text = await storedTextIn(context);
		if (text === undefined) {
			return 'Choose a template to see its text, with fields for its placeholders.';
		}
		if (text.length > LONGEST_STORED_TEXT) return TOO_LONG;
		const length = `${charactersIn(text)} of ${LIMITS.message} characters`;
		return `${escapeHtml(text).replaceAll('\n', '<br />')}<br /><small>${length}, before placeholders are filled</small>`;
	} catch (error) {
		return escapeHtml(`The template could not be read. ${(error as Error).message}`);
	}
}

/** No fields: how many people the message reaches, as a notice below the group. */
async function showPeople(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return { fields: [], emptyFieldsNotice: await describePeople(this) };
}

async function describePeople(context: ILoadOptionsFunctions): Promise<string> {
	const keyword = chosenIn(context, 'keyword');
	if (keyword === undefined) return 'Choose a group to see how many people are in it.';
	try {
		const counted = await countForPanel(context, keyword);
		if (typeof counted === 'number') {
			return `${counted} groups. Turn on 'Preview' and execute the step to count their people.`;
		}
		const { people, groups, withoutText } = counted;
		const who = people === 1 ? '1 person' : `${inDigits(people)} people`;
		const off = withoutText > 0 ? `, ${inDigits(withoutText)} with texts off` : '';
		const unit = escapeHtml(keyword);
		if (groups.length === 1) return `<b>${who}</b> in ${unit}${off}.`;
		return `At most <b>${who}</b>${off}, in ${groups.length} groups of ${unit}. People in several groups count more than once.`;
	} catch (error) {
		return escapeHtml(`The people could not be counted. ${(error as Error).message}`);
	}
}

/** What fields name in `resourceMapperMethod`. */
export const resourceMapping = {
	getPlaceholders,
	showCharacters,
	showNewPlaceholders,
	showPeople,
	showStoredText,
} satisfies Record<ResourceMapping, (this: ILoadOptionsFunctions) => Promise<ResourceMapperFields>>;

/** The text of the chosen template; nothing where none is chosen. */
async function storedTextIn(context: ILoadOptionsFunctions): Promise<string | undefined> {
	const keyword = chosenIn(context, 'keyword');
	const id = chosenIn(context, 'id');
	if (keyword === undefined || id === undefined) return undefined;
	const { response } = await readForPanel(context, {
		operation: 'readTemplate',
		keyword,
		parameters: { template: { id } },
	});
	const text = textIn(objectIn(response)?.text);
	if (!text) throw new Error('The service gives no text.');
	return text;
}

/** Expressions inside a text have braces too, and are no placeholders. */
function fixedPart(text: string): string {
	if (!text.startsWith('=')) return text;
	let fixed = '';
	let at = 0;
	for (;;) {
		const start = text.indexOf('{{', at);
		const end = start === -1 ? -1 : text.indexOf('}}', start + 2);
		if (end === -1) return fixed + text.slice(at);
		fixed += text.slice(at, start);
		at = end + 2;
	}
}

function asField(name: string): ResourceMapperField {
	return {
		id: name,
		displayName: name,
		type: 'string',
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	};
}
