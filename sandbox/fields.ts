import { Refusal } from './refusal';
import type { Incoming, IncomingStruct } from './types';

/**
 * Members of an object as they came, asked for by type. Missing and nil are one and the same, as
 * they are for a service that matches parameters by name.
 */
export class Fields {
	constructor(
		private readonly values: IncomingStruct,
		/** Stands before a field's name in a refusal, e.g. "recipient 2: ". */
		private readonly where = '',
	) {}

	/** Whether the member was given at all, be it empty. */
	has(name: string): boolean {
		return this.values[name] !== undefined && this.values[name] !== null;
	}

	/** Text of at most `max` characters; '' when it is missing. */
	text(name: string, max = Infinity): string {
		const value = this.values[name] ?? '';
		if (typeof value !== 'string') throw this.invalid(name, 'must be text');
		if (characters(value) > max) {
			throw new Refusal(
				'fieldTooLong',
				`${this.where}${name} has ${characters(value)} characters, allowed are ${max}`,
			);
		}
		return value;
	}

	required(name: string, max = Infinity): string {
		const value = this.text(name, max);
		if (value === '') throw new Refusal('fieldMissing', `${this.where}${name} is required`);
		return value;
	}

	/** A whole number of at most nine digits, or null when it is missing. */
	integer(name: string): number | null {
		const value = this.text(name).trim();
		if (value === '') return null;
		if (!/^[+-]?\d{1,9}$/.test(value)) throw this.invalid(name, 'must be a whole number');
		return Number(value);
	}

	boolean(name: string): boolean | null {
		const value = this.text(name).trim().toLowerCase();
		if (value === '') return null;
		if (!['true', 'false', '1', '0'].includes(value))
			throw this.invalid(name, 'must be true or false');
		return value === 'true' || value === '1';
	}

	/** `where` stands before the names of its members in a refusal. */
	object(name: string, where = `${this.where}${name}.`): Fields | undefined {
		const value = this.values[name];
		return isObject(value) ? new Fields(value, where) : undefined;
	}

	/** Objects of a list; none when it is missing. `label` names one of them in a refusal. */
	list(name: string, label: string): Fields[] {
		const value = this.values[name];
		if (!Array.isArray(value)) return [];
		return value.map(
			(entry, index) =>
				new Fields(isObject(entry) ? entry : {}, `${this.where}${label} ${index + 1}: `),
		);
	}

	invalid(name: string, rule: string): Refusal {
		return new Refusal('fieldInvalid', `${this.where}${name} ${rule}`);
	}
}

const isObject = (value: Incoming | undefined): value is IncomingStruct =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Length in characters, an emoji counting as one. */
export function characters(text: string): number {
	return [...text].length;
}
