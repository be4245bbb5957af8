import type { FormElement } from '../../actions/fields/formElements';
import { escapeHtml } from '../../wording/html';
import { LONGEST, type Submitted } from './form';
import type { StoredQuestion } from './ask';
import type { Words } from './words';

/** A text as a part of HTML, in an attribute too. */
function html(text: string): string {
	return escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:1.1rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1.25rem}
h1{font-size:1.25rem;margin:0 0 1rem;overflow-wrap:anywhere}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
.note{font-size:.9rem;opacity:.8;overflow-wrap:anywhere}
label,legend{display:block;font-weight:600;margin-top:1rem;padding:0;overflow-wrap:anywhere}
fieldset{border:0;margin:1rem 0 0;padding:0}
legend{margin:0}
fieldset label{font-weight:400;margin:0;padding:.6rem 0}
input,select,textarea,button{font:inherit;box-sizing:border-box}
input:not([type=checkbox],[type=radio]),select,textarea{width:100%;padding:.6rem;border:1px solid #777;border-radius:.4rem}
button{display:block;width:100%;min-height:3rem;margin-top:1rem;padding:.6rem;border:2px solid #0b57d0;border-radius:.5rem;background:#0b57d0;color:#fff;font-weight:600;overflow-wrap:anywhere}
button.second{background:transparent;color:inherit;border-color:#777}
:focus-visible{outline:3px solid #f90;outline-offset:2px}`;

/** What a page may load: nothing but its own style. */
export function policyFor(nonce: string): string {
	return `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'`;
}

/**
 * A whole page without scripts. It holds its policy, too, because n8n puts another one in place of the
 * header where it gives an answer out itself.
 *
 * @param nonce of its style, which the policy of the page names
 */
function pageWith(words: Words, nonce: string, title: string, body: string): string {
	return `<!doctype html>
<html lang="${words.language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policyFor(nonce)}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${html(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1 dir="auto">${html(title)}</h1>
${body}
</main></body></html>
`;
}

/** What the page of a link is made from. */
export interface QuestionPage {
	stored: StoredQuestion;
	/** Whom the link was given to. */
	person: string;
	token: string;
	/** What was entered before, and the labels of what is wrong in it. */
	given?: Submitted;
	wrong?: readonly string[];
}

/** The page with the question, and a form that answers it. */
export function questionPage(words: Words, nonce: string, asking: QuestionPage): string {
	const { stored, person, token, wrong = [] } = asking;
	const { question, title } = stored;
	const isForm = question.type === 'customForm';
	const problem =
		wrong.length > 0
			? `<p role="alert" dir="auto"><strong>${html(words.check)} ${html(wrong.join(', '))}</strong></p>\n`
			: '';
	const body = `<p class="text" dir="auto">${html(question.message)}</p>
${problem}<form method="post"${isForm ? ' enctype="multipart/form-data"' : ''}>
<input type="hidden" name="token" value="${token}">
${controls(words, asking)}
</form>
<p class="note">${html(words.answeringAs.replace('{}', () => person))}</p>`;
	return pageWith(words, nonce, title || words.answer, body);
}

/** A page that only says something, such as what was decided. */
export function notePage(
	words: Words,
	nonce: string,
	title: string,
	said: string,
	isEnd = true,
): string {
	const end = isEnd ? `\n<p>${html(words.close)}</p>` : '';
	return pageWith(
		words,
		nonce,
		title,
		`<p role="status" class="text" dir="auto">${html(said)}</p>${end}`,
	);
}

function controls(words: Words, { stored: { question }, given }: QuestionPage): string {
	if (question.type === 'approval') {
		const { approve, decline } = question;
		return [
			button('approve', approve),
			...(decline === undefined ? [] : [button('decline', decline)]),
		].join('\n');
	}
	const send = `<button>${html(words.submit)}</button>`;
	if (question.type === 'freeText') {
		const text: FormElement = {
			type: 'textarea',
			name: '',
			label: words.answer,
			required: true,
			options: [],
		};
		return `${control(words, text, 0, given)}\n${send}`;
	}
	const { elements } = question;
	return [...elements.map((element, index) => control(words, element, index, given)), send].join(
		'\n',
	);
}

function button(value: string, label: string): string {
	const second = value === 'decline' ? ' class="second"' : '';
	return `<button name="decision" value="${value}"${second} dir="auto">${html(label)}</button>`;
}

function control(
	words: Words,
	element: FormElement,
	index: number,
	given: Submitted | undefined,
): string {
	const { type, label, required, placeholder, options, multiple, accept } = element;
	const name = `f${index}`;
	const entered = given ? (given[name] ?? []) : valuesOf(element);
	const value = type === 'password' ? '' : (entered[0] ?? '').slice(0, LONGEST);
	const must = required ? ' required' : '';
	const mark = required ? ' *' : '';
	const hint = placeholder ? ` placeholder="${html(placeholder)}"` : '';
	const caption = `<label for="${name}" dir="auto">${html(label)}${mark}</label>\n`;
	switch (type) {
		case 'html':
			return `<p class="text" dir="auto">${html(element.value ?? '')}</p>`;
		case 'hiddenField':
			return '';
		case 'textarea':
			return `${caption}<textarea id="${name}" name="${name}" dir="auto" rows="4"${hint}${must}>\n${html(value)}</textarea>`;
		case 'dropdown':
			return `${caption}<select id="${name}" name="${name}" dir="auto"${must}><option value="">${html(words.choose)}</option>${options
				.map(
					(each) =>
						`<option value="${html(each)}"${entered.includes(each) ? ' selected' : ''}>${html(each)}</option>`,
				)
				.join('')}</select>`;
		case 'radio':
		case 'checkbox':
			return `<fieldset><legend dir="auto">${html(label)}${mark}</legend>${options
				.map((each) => {
					const isChecked = entered.includes(each) ? ' checked' : '';
					const isNeeded = type === 'radio' ? must : '';
					return `<label dir="auto"><input type="${type}" name="${name}" value="${html(each)}"${isChecked}${isNeeded}> ${html(each)}</label>`;
				})
				.join('')}</fieldset>`;
		default: {
			const more = `${multiple ? ' multiple' : ''}${accept ? ` accept="${html(accept)}"` : ''}${type === 'number' ? ' step="any"' : ''}`;
			const filled = type === 'file' ? '' : ` value="${html(value)}"`;
			return `${caption}<input id="${name}" name="${name}" dir="auto" type="${type}"${filled}${hint}${more}${must}>`;
		}
	}
}

/** What a field holds at first; several boxes are named with commas. */
function valuesOf({ type, value = '' }: FormElement): string[] {
	return type === 'checkbox' ? value.split(',').map((each) => each.trim()) : [value];
}
