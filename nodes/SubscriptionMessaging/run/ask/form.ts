import type { IBinaryData, IDataObject, IWebhookFunctions, MultiPartFormData } from 'n8n-workflow';

import type { FormElement } from '../../actions/fields/formElements';
import { collectionIn } from '../../actions/fields/itemFields';
import type { Answerable } from '../../actions/fields/question';

/** What was entered, by the names of the page's controls. */
export type Submitted = Readonly<Record<string, readonly string[]>>;

/** What a post of the form holds. */
export interface Posted {
	token: string;
	decision: string;
	given: Submitted;
	files: Readonly<Record<string, readonly MultiPartFormData.File[]>>;
}

/** Characters of one answer; n8n itself limits the size of a post. */
export const LONGEST = 100_000;

/** Values of one field, as many as n8n takes of a whole form. */
const MOST_VALUES = 1_000;

/**
 * Of a post as n8n has parsed it; a form with files it parses into `data` and `files`. Nothing is looked
 * at but the controls of the page: a post may have a million other names.
 */
export function readPost(context: IWebhookFunctions, question: Answerable): Posted {
	const body: unknown = context.getRequestObject().body;
	const isMultipart = context.getRequestObject().contentType === 'multipart/form-data';
	const whole = collectionIn(body);
	const entered = isMultipart ? collectionIn(whole.data) : whole;
	const textsOf = (name: string) =>
		valuesIn(entered, name).filter((each): each is string => typeof each === 'string');
	const uploaded = isMultipart ? collectionIn(whole.files) : {};
	const filesOf = (name: string) =>
		(valuesIn(uploaded, name) as MultiPartFormData.File[]).filter(({ size = 0 }) => size > 0);
	// Free text is a page of one field.
	const fields = question.type === 'customForm' ? question.elements.length : 1;
	const names = Array.from({ length: fields }, (_, index) => `f${index}`);
	return {
		token: textsOf('token')[0] ?? '',
		decision: textsOf('decision')[0] ?? '',
		given: Object.fromEntries(names.map((name) => [name, textsOf(name)])),
		files: Object.fromEntries(names.map((name) => [name, filesOf(name)])),
	};
}

function valuesIn(record: IDataObject, name: string): unknown[] {
	const value = Object.hasOwn(record, name) ? record[name] : [];
	return Array.isArray(value) ? value.slice(0, MOST_VALUES) : [value];
}

/** An answer as the output shows it, and what the page says was recorded; or what is wrong with it. */
type Read =
	| { values: IDataObject; said?: string; files?: Posted['files'] }
	| { wrong: readonly string[] };

/** @param label of the field for free text */
export function readAnswer(question: Answerable, posted: Posted, label: string): Read {
	if (question.type === 'approval') {
		const { approve, decline } = question;
		if (posted.decision === 'approve') return { values: { approved: true }, said: approve };
		if (posted.decision === 'decline' && decline !== undefined) {
			return { values: { approved: false }, said: decline };
		}
		return { wrong: [] };
	}
	if (question.type === 'freeText') {
		const answer = plainText(posted.given.f0?.[0] ?? '');
		return isText(answer) ? { values: { answer }, said: answer } : { wrong: [label] };
	}
	const form: Array<[string, IDataObject[string]]> = [];
	const files: Record<string, readonly MultiPartFormData.File[]> = {};
	const wrong: string[] = [];
	for (const [index, element] of question.elements.entries()) {
		if (element.type === 'html') continue;
		const own = posted.files[`f${index}`] ?? [];
		const value = valueOf(element, posted.given[`f${index}`] ?? [], own);
		if (value === undefined) wrong.push(element.label);
		else if (element.type === 'file') files[element.name] = own;
		else form.push([element.name, value]);
	}
	return wrong.length > 0 ? { wrong } : { values: { form: Object.fromEntries(form) }, files };
}

/** Browsers send line breaks as CR LF. What is too long for an answer either way stays as it is. */
function plainText(text: string): string {
	return text.length > 2 * LONGEST ? text : text.replaceAll('\r\n', '\n').trim();
}

function isText(text: string): boolean {
	return text !== '' && text.length <= LONGEST;
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/** Whether a day exists; one too late in a month becomes one of the next. */
function isDay(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	return new Date(text).getUTCDate() === Number(text.slice(-2));
}

/** The value of a field; undefined where it is not one that the field can have. */
function valueOf(
	{ type, required, value = '', options, multiple }: FormElement,
	given: readonly string[],
	files: readonly MultiPartFormData.File[],
): IDataObject[string] | undefined {
	if (type === 'hiddenField') return value;
	if (type === 'file') {
		return files.length > (multiple ? Infinity : 1) || (required && files.length === 0)
			? undefined
			: files.length;
	}
	// Many long ones would take long to read, and are no answer together either.
	if (given.join('').length > 2 * LONGEST) return undefined;
	const texts = given.map(plainText).filter((text) => text !== '');
	if (texts.some((text) => !isText(text))) return undefined;
	if (type === 'checkbox') {
		const isKnown = texts.every((text) => options.includes(text));
		return isKnown && !(required && texts.length === 0) ? [...new Set(texts)] : undefined;
	}
	const [text] = texts;
	if (text === undefined) return required ? undefined : null;
	switch (type) {
		case 'number':
			// As browsers write it.
			return /^[-+.\de]+$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
		case 'email':
			return EMAIL.test(text) ? text : undefined;
		case 'date':
			return isDay(text) ? text : undefined;
		case 'dropdown':
		case 'radio':
			return options.includes(text) ? text : undefined;
		default:
			return text;
	}
}

/**
 * The files of an answer as binary data, each under the name of its field as n8n's own forms write it; with a
 * number where there are several, and where two names are written alike.
 */
export async function binaryOf(
	{ nodeHelpers }: IWebhookFunctions,
	files: Posted['files'],
): Promise<Record<string, IBinaryData>> {
	const binary: Record<string, IBinaryData> = {};
	for (const [name, all] of Object.entries(files)) {
		for (const [index, { filepath, originalFilename, newFilename, mimetype }] of all.entries()) {
			const file = originalFilename ?? newFilename;
			const field = name.replace(/\W/g, '_') + (all.length > 1 ? `_${index}` : '');
			let free = field;
			for (let nth = 2; Object.hasOwn(binary, free); nth += 1) free = `${field}_${nth}`;
			binary[free] = await nodeHelpers.copyBinaryFile(filepath, file, mimetype);
		}
	}
	return binary;
}
