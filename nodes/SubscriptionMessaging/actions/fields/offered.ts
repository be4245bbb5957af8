import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { LIMITS } from '../../service/contract';

/** A collection to which nothing was added; n8n compares it as a whole, which its types leave out. */
const EMPTY = {} as unknown as string;

/**
 * Hides an option until another one is added. n8n drops the value of whatever it hides, already while
 * somebody types into the field that decides it. So an option is hidden only while no option is set.
 */
const UNTIL_ANOTHER: IDisplayOptions['hide'] = { '/options': [{ _cnd: { eq: EMPTY } }] };

/**
 * One SMS that the service takes as it is: no placeholder, and only characters of ASCII that are one
 * septet each (GSM 03.38). An expression may give anything.
 */
const PLAIN_MESSAGE = `^(?!=)[\\n\\r -Z_a-z]{0,${LIMITS.message}}$`;

/** An option that is of use with another one, and offered once any is added. */
export function offeredLater(option: INodeProperties): INodeProperties {
	const { displayOptions } = option;
	return {
		...option,
		displayOptions: { ...displayOptions, hide: { ...displayOptions?.hide, ...UNTIL_ANOTHER } },
	};
}

/**
 * Options for a text that is long, or holds a placeholder or a special character. They are offered for
 * such a *Message*, and for any other once an option is added: each twice, never both at once.
 */
export function offeredForText(...options: INodeProperties[]): INodeProperties[] {
	return options.flatMap((option) => [
		{
			...option,
			displayOptions: {
				hide: {
					'/message': [{ _cnd: { regex: PLAIN_MESSAGE } }],
					'/options': [{ _cnd: { not: EMPTY } }],
				},
			},
		},
		offeredLater(option),
	]);
}
