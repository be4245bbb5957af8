import type { INodeProperties } from 'n8n-workflow';

type More = Partial<INodeProperties>;

/** A field for text, empty at first. */
export function textField(displayName: string, name: string, more?: More): INodeProperties {
	return { displayName, name, type: 'string', default: '', ...more };
}

/** @param choices their names by their values */
export function choiceField(
	displayName: string,
	name: string,
	choices: Readonly<Record<string, string>>,
	initial: string,
	more?: More,
): INodeProperties {
	const options = Object.entries(choices).map(([value, label]) => ({ name: label, value }));
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
