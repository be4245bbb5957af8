import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** A collection to which nothing was added; n8n compares it as a whole, which its types leave out. */
const EMPTY = {} as unknown as string;

/**
 * Hides an option until another one is added. n8n drops the value of whatever it hides, already while
 * somebody types into the field that decides it. So an option is hidden only while no option is set.
 */
export const UNTIL_ANOTHER: IDisplayOptions['hide'] = { '/options': [{ _cnd: { eq: EMPTY } }] };

/** An option that is of use with another one, and offered once any is added. */
export function offeredLater(option: INodeProperties): INodeProperties {
	const { displayOptions } = option;
	return {
		...option,
		displayOptions: { ...displayOptions, hide: { ...displayOptions?.hide, ...UNTIL_ANOTHER } },
	};
}

/**
 * Options of a text. They are offered once there is a *Message*, and before it once an option is added:
 * each twice, never both at once. A rule for the characters of the text would be a regular expression,
 * which n8n ends after 250 ms of a busy machine, and the execution with it.
 */
export function offeredForText(...options: INodeProperties[]): INodeProperties[] {
	return options.flatMap((option) => [
		{
			...option,
			displayOptions: {
				hide: {
					'/message': [''],
					'/options': [{ _cnd: { not: EMPTY } }],
				},
			},
		},
		offeredLater(option),
	]);
}
