import type { INodeProperties } from 'n8n-workflow';

type More = Partial<INodeProperties>;

/** An options field, whose type knows its values. */
export interface ChoiceField<T extends string> {
	readonly name: string;
	readonly options: ReadonlyArray<{ readonly value: T }>;
}

/** A field for text, empty at first. */
export function textField(displayName: string, name: string, more?: More): INodeProperties {
	return { displayName, name, type: 'string', default: '', ...more };
}

/** @param choices their names by their values */
export function choiceField<T extends string>(
	displayName: string,
	name: string,
	choices: Readonly<Record<T, string>>,
	initial: NoInfer<T>,
	more?: Pick<INodeProperties, 'displayOptions'>,
): INodeProperties & { options: Array<{ name: string; value: T }> } {
	const values = Object.keys(choices) as T[];
	const options = values.map((value) => ({ name: choices[value], value }));
	return { displayName, name, type: 'options', options, default: initial, ...more };
}

/** A collection that has its fields under `values`, as those of n8n's own nodes have. */
export function valuesField(
	displayName: string,
	name: string,
	placeholder: string,
	values: INodeProperties[],
	more?: More,
): INodeProperties {
	const options = [{ displayName: 'Values', name: 'values', values }];
	return { displayName, name, type: 'fixedCollection', placeholder, default: {}, options, ...more };
}

/** Numbers of all items of a run that are American ones if their country code is missing, as `3234591296`. */
export interface BareNumbers {
	/** Taken for one of another country, which they are as they stand. */
	taken: number;
	/** Refused, because they are of no country as they stand. */
	refused: number;
	/** Whether those are refused too that would be taken. */
	readonly areRefused?: true;
}
