import type {
	NodeOperationError,
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	INodeProperties,
} from 'n8n-workflow';

import { isObject } from '../../service/collections/object';
import { BETWEEN_ENTRIES } from '../../service/text/address';
import { normalizePhoneNumber } from '../../service/text/phoneNumber';
import { itemError } from '../../wording/itemError';
import { displayNameOf } from './displayName';
import type { BareNumbers, ChoiceField } from './shapes';

/** What an expression makes of an object in the middle of a text. */
const OBJECT_IN_TEXT = '[object Object]';

/**
 * Milliseconds for which n8n evaluates the expression of a field for one item after the other. Whatever is
 * done in between makes it slower: this is worth a tenth of the time of 1,000 messages from input items
 * (`npm run bench -- engine`), as it shows once it is 0.
 */
const EVALUATED_AHEAD = 5;

/** What an expression gives for some items that follow each other. */
interface Evaluated {
	from: number;
	values: unknown[];
}

/** The fields of a node, of which those that hold no expression are the same for all its items. */
export class NodeFields {
	private readonly fixed = new Map<string, unknown>();

	/** Fields that n8n has to evaluate for each item. */
	private readonly evaluated = new Map<string, Evaluated>();

	/** @param items that are read, each after the one before */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly properties: readonly INodeProperties[],
		private readonly items = 1,
		readonly bare: BareNumbers = { taken: 0, refused: 0 },
	) {}

	of(itemIndex: number): ItemFields {
		return new ItemFields(this.context, this, itemIndex);
	}

	/** Whether a field holds the same for all items; known once it has been read. */
	isFixed(name: string): boolean {
		return this.fixed.has(name);
	}

	/** @internal evaluated once an item, or once for all where it can be: n8n would do it at each reading */
	parameter(name: string, itemIndex: number, fallback: unknown, extractValue: boolean): unknown {
		if (this.fixed.has(name)) return this.fixed.get(name);
		const read = (item: number, options: IGetNodeParameterOptions) =>
			this.context.getNodeParameter(name, item, fallback, {
				// It looks for rules that none of our fields has.
				skipValidation: true,
				...options,
			});
		const known = this.evaluated.get(name);
		const position = itemIndex - (known?.from ?? 0);
		if (known && position in known.values) return known.values[position];
		const value = read(itemIndex, { extractValue });
		if (!known && !holdsExpression(read(itemIndex, { rawExpressions: true }))) {
			this.fixed.set(name, value);
			return value;
		}
		const values = [value];
		this.evaluated.set(name, { from: itemIndex, values });
		const end = performance.now() + EVALUATED_AHEAD;
		for (let next = itemIndex + 1; next < this.items && performance.now() < end; next += 1) {
			try {
				values.push(read(next, { extractValue }));
			} catch {
				// It is evaluated again, and fails, when that item is read.
				break;
			}
		}
		return value;
	}
}

/**
 * The fields of one item, read with the type that the interface wants.
 *
 * Expressions can give anything: a number where the field holds text becomes its digits, what
 * cannot be meant (an object, a list, NaN) is refused by the field's display name and the item.
 */
export class ItemFields {
	constructor(
		private readonly context: IExecuteFunctions,
		readonly node: NodeFields,
		readonly itemIndex: number,
	) {}

	/** Whether a field that has been read was entered, and not given by an expression or a model. */
	isFixed(name: string): boolean {
		return this.node.isFixed(name);
	}

	/** Text, with something else where an expression gave an object; an empty string where there is none. */
	text(name: string, forObject?: string): string {
		const value = this.parameter(name);
		return forObject !== undefined && typeof value === 'string'
			? value.replaceAll(OBJECT_IN_TEXT, () => forObject)
			: this.asText(value, this.displayName(name));
	}

	/** Text of a resource locator, chosen from the list or entered. */
	locator(name: string): string {
		return this.asText(this.parameter(name, '', true), this.displayName(name)).trim();
	}

	choice<T extends string>(field: ChoiceField<T>): T {
		return this.asChoice(this.parameter(field.name), field);
	}

	boolean(name: string): boolean {
		return this.asBoolean(this.parameter(name), this.displayName(name));
	}

	/** The value as entered; the interface's limits are checked with the rest of the call. */
	integer(name: string): unknown {
		return trimmed(this.parameter(name));
	}

	/** A positive whole number. */
	count(name: string, most?: number): number {
		return this.asCount(this.parameter(name), this.displayName(name), most);
	}

	/** The members of a collection that were added. */
	members(name: string): FieldSet {
		return new FieldSet(this, this.recordIn(this.parameter(name, {}), this.displayName(name)));
	}

	/** The single entry of a fixed collection. */
	record(name: string, group: string): FieldSet | undefined {
		const value = this.parameter(name, {});
		return isEmpty(value) ? undefined : this.recordOf(value, group, this.displayName(name));
	}

	/** The rows of a fixed collection. */
	rows(name: string, group: string): FieldSet[] {
		return this.rowsOf(this.parameter(name, {}), group, this.displayName(name));
	}

	/** The values of a resource mapper, by the names of its fields; an empty text is a value. */
	mapped(name: string): Array<{ name: string; value: string }> {
		const label = this.displayName(name);
		const values = this.recordIn(this.recordIn(this.parameter(name, {}), label).value, label);
		return Object.entries(values)
			.filter(([, value]) => value !== null && value !== undefined)
			.map(([field, value]) => ({ name: field, value: this.asText(value, `${label}: ${field}`) }));
	}

	/**
	 * A list written with commas, line breaks or the like, or given as a list by an expression.
	 * Empty entries are left out.
	 */
	list(name: string): string[] {
		const value = this.parameter(name);
		const label = this.displayName(name);
		const entries = Array.isArray(value)
			? value.map((entry) => this.asText(entry, label))
			: [this.asText(value, label)];
		return entries
			.flatMap((entry) => entry.split(BETWEEN_ENTRIES))
			.map((entry) => entry.trim())
			.filter((entry) => entry !== '');
	}

	/** What the input item holds. */
	input(): IDataObject {
		return this.context.getInputData()[this.itemIndex]?.json ?? {};
	}

	/** Timezone of the workflow. */
	timezone(): string {
		return this.context.getTimezone();
	}

	/** An error about this item that n8n shows as it is. */
	invalid(message: string, description: string): NodeOperationError {
		return itemError(this.context, this.itemIndex, message, description);
	}

	/** Display name of the field with this name, which is the interface's name of it. */
	displayName(name: string): string {
		return displayNameOf(this.node.properties, name);
	}

	/** @internal shared with FieldSet */
	asText(value: unknown, label: string): string {
		if (value === undefined || value === null) return '';
		switch (typeof value) {
			case 'string':
				if (!value.includes(OBJECT_IN_TEXT)) return value;
				break;
			case 'boolean':
			case 'bigint':
				return String(value);
			case 'number':
				if (Number.isFinite(value)) return plainDigits(value);
		}
		throw this.invalid(
			`'${label}' must be text, but ${kindOf(typeof value === 'string' ? {} : value)} was given`,
			'Check the expression that fills it, for instance whether it picks a single field.',
		);
	}

	/** @internal shared with FieldSet */
	asBoolean(value: unknown, label: string): boolean {
		if (value === true || value === 'true' || value === 1 || value === '1') return true;
		if (value === false || value === 'false' || value === 0 || value === '0') return false;
		throw this.invalid(
			`'${label}' must be true or false, but ${kindOf(value)} was given`,
			'Check the expression that fills it.',
		);
	}

	/** @internal shared with FieldSet */
	asChoice<T extends string>(value: unknown, { name, options }: ChoiceField<T>): T {
		const choices = options.map((option) => option.value);
		const choice = choices.find((candidate) => candidate === value);
		if (choice !== undefined) return choice;
		throw this.invalid(
			`'${this.displayName(name)}' must be one of ${choices.length > 10 ? 'its options' : choices.join(', ')}, but ${kindOf(value)} was given`,
			'Choose one of the options, or check the expression that fills it.',
		);
	}

	/** @internal shared with FieldSet */
	asCount(value: unknown, label: string, most = Number.MAX_SAFE_INTEGER, least = 1): number {
		const count = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
		if (typeof count === 'number' && Number.isInteger(count) && count >= least && count <= most) {
			return count;
		}
		const range =
			most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of at least ${least}`;
		throw this.invalid(
			`'${label}' must be a whole number ${range}, but ${kindOf(value)} was given`,
			'Check the value, or the expression that fills it.',
		);
	}

	/** @internal shared with FieldSet */
	rowsOf(value: unknown, group: string, label: string): FieldSet[] {
		const rows = this.recordIn(value, label)[group] ?? [];
		if (!Array.isArray(rows)) {
			throw this.invalid(
				`'${label}' must be a list of rows, but ${kindOf(rows)} was given`,
				'Add the rows in the node, or check the expression that fills it.',
			);
		}
		return rows.map((row) => new FieldSet(this, this.recordIn(row, label)));
	}

	/** @internal shared with FieldSet */
	recordOf(value: unknown, group: string, label: string): FieldSet {
		return new FieldSet(this, this.recordIn(this.recordIn(value, label)[group], label));
	}

	private parameter(name: string, fallback?: unknown, extractValue = false): unknown {
		return this.node.parameter(name, this.itemIndex, fallback, extractValue);
	}

	private recordIn(value: unknown, label: string): IDataObject {
		if (isEmpty(value)) return {};
		if (!isObject<IDataObject[string]>(value)) {
			throw this.invalid(
				`'${label}' must be a set of fields, but ${kindOf(value)} was given`,
				'Add the fields in the node, or check the expression that fills it.',
			);
		}
		return value;
	}
}

/** The members of a collection, or of one row of a fixed collection. */
export class FieldSet {
	constructor(
		private readonly fields: ItemFields,
		private readonly values: IDataObject,
	) {}

	/** Whether the member was added, whatever it holds. */
	has(name: string): boolean {
		return Object.hasOwn(this.values, name);
	}

	/** Text, or nothing where the member was not added or is empty. */
	text(name: string): string | undefined {
		return this.change(name) || undefined;
	}

	/** Text that replaces what is stored: an empty one clears it, one that was not added keeps it. */
	change(name: string): string | undefined {
		const value = this.values[name];
		if (value === undefined || value === null) return undefined;
		return this.fields.asText(value, this.fields.displayName(name));
	}

	/** As {@link change}, a phone number in digits with its country code. */
	phone(name: string): string | undefined {
		const text = this.change(name);
		if (!text) return text;
		const read = normalizePhoneNumber(text);
		if ('number' in read) return read.number;
		throw this.fields.invalid(
			`'${this.fields.displayName(name)}': ${read.problem}`,
			'Enter one phone number with its country code, e.g. 18015551234.',
		);
	}

	boolean(name: string): boolean | undefined {
		return this.added(name, (value, label) => this.fields.asBoolean(value, label));
	}

	choice<T extends string>(field: ChoiceField<T>): T | undefined {
		return this.added(field.name, (value) => this.fields.asChoice(value, field));
	}

	/** A positive whole number. */
	count(name: string, most?: number): number | undefined {
		return this.given(name, (value, label) => this.fields.asCount(value, label, most));
	}

	/** A whole number, 0 included. */
	atLeastZero(name: string): number | undefined {
		return this.given(name, (value, label) => this.fields.asCount(value, label, undefined, 0));
	}

	/** The value as entered; the interface's limits are checked with the rest of the call. */
	integer(name: string): unknown {
		const value = trimmed(this.values[name]);
		return isEmpty(value) ? undefined : value;
	}

	/** The single entry of a fixed collection. */
	record(name: string, group: string): FieldSet | undefined {
		return this.given(name, (value, label) => this.fields.recordOf(value, group, label));
	}

	/** The rows of a fixed collection. */
	rows(name: string, group: string): FieldSet[] {
		return this.fields.rowsOf(this.values[name], group, this.fields.displayName(name));
	}

	/** Reads a member by its label, also where an expression gives nothing for it. */
	private added<T>(name: string, read: (value: unknown, label: string) => T): T | undefined {
		return this.has(name) ? read(this.values[name], this.fields.displayName(name)) : undefined;
	}

	/** Reads a member by its label; nothing where it was not added or is empty. */
	private given<T>(name: string, read: (value: unknown, label: string) => T): T | undefined {
		const value = this.values[name];
		return isEmpty(value) ? undefined : read(value, this.fields.displayName(name));
	}
}

/** What a collection holds, of whatever types an expression gives; nothing where that is none. */
export function collectionIn(value: unknown): IDataObject {
	return isObject<IDataObject[string]>(value) ? value : {};
}

/** Whether n8n has to evaluate something in what was entered. */
function holdsExpression(entered: unknown): boolean {
	if (typeof entered === 'string') return entered.startsWith('=');
	return typeof entered === 'object' && entered !== null
		? Object.values(entered).some(holdsExpression)
		: false;
}

function trimmed(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Digits without an exponent: a phone number from a spreadsheet is often a number. */
function plainDigits(value: number): string {
	return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

function kindOf(value: unknown): string {
	if (isEmpty(value)) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value);
}
