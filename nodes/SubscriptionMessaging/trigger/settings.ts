import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { collectionIn } from '../actions/fields/itemFields';
import type { FieldMapping } from '../service/callback/fields';
import { chosenUnit, plainCode } from '../service/answer/organization';
import { STATUS_FIELDS } from '../service/callback/spellings';
import { BETWEEN_WORDS } from '../service/text/address';

/** Who may post. */
type Authentication = 'signedAddress' | 'sharedToken' | 'none';

/** Which statuses start the workflow; all of them where nothing is chosen. */
export interface Filters {
	/** As the service writes them; empty for any. */
	statusCodes: readonly string[];
	onlyFinal: boolean;
	onlyWithTicket: boolean;
}

type Context = Pick<IWebhookFunctions, 'getNodeParameter'>;

/**
 * The fields of the trigger as a workflow stores them, of whatever type an expression gives. Each is
 * read when it is asked for, because n8n evaluates it then.
 */
export class TriggerSettings {
	constructor(private readonly context: Context) {}

	/** A value that is not known is read as the strictest one. */
	get authentication(): Authentication {
		const value = this.read('authentication');
		return value === 'none' || value === 'sharedToken' ? value : 'signedAddress';
	}

	/** The shared token; empty where none was entered. */
	get token(): string {
		return textOf(this.read('accessKey', ''));
	}

	/** Whether every post is an event, whatever it holds. */
	get takesAnyCallback(): boolean {
		return this.read('triggerOn') === 'anyCallback';
	}

	/** Whether the service is asked for each status (*Confirm With Service*). */
	get confirms(): boolean {
		return isOn(this.read('confirm', false));
	}

	/** The group, as its list gives it. */
	private get chosen(): string {
		return textOf(this.read('keyword', '', true)).trim();
	}

	/** Under which *Confirm With Service* asks. */
	get keyword(): string {
		return chosenUnit(this.chosen).keyword;
	}

	/** Short code or long code; undefined for that of the credential. */
	get code(): string | undefined {
		return (
			chosenUnit(this.chosen).code ?? (plainCode(textOf(this.read('code', '')).trim()) || undefined)
		);
	}

	/** Whether each item holds what was posted (*Include Raw Data*), and not only one that isn't recognised. */
	get givesRaw(): boolean {
		return isOn(this.read('includeRaw', false));
	}

	/** The service's own names of the fields; an empty one maps nothing. */
	get fieldMapping(): FieldMapping {
		const names = this.collection('fieldMapping');
		return Object.fromEntries(STATUS_FIELDS.map((field) => [field, textOf(names[field])]));
	}

	get filters(): Filters {
		const { statusCodes, onlyFinal, onlyWithTicket } = this.collection('filters');
		return {
			statusCodes: textOf(statusCodes)
				.split(BETWEEN_WORDS)
				.filter((code) => code !== ''),
			onlyFinal: isOn(onlyFinal),
			onlyWithTicket: isOn(onlyWithTicket),
		};
	}

	private collection(name: string): IDataObject {
		return collectionIn(this.read(name, {}));
	}

	private read(name: string, fallback?: unknown, extractValue = false): unknown {
		// A validation looks for rules that none of our fields has.
		return this.context.getNodeParameter(name, fallback, { extractValue, skipValidation: true });
	}
}

const textOf = (value: unknown) => String(value ?? '');

/** An expression may give a text, as `$vars` always does. */
const isOn = (value: unknown) => !['', '0', 'false'].includes(textOf(value));
