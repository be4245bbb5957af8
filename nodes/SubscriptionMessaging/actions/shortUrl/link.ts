import type { IDataObject } from 'n8n-workflow';

import type { ServiceAnswer } from '../../service/answer/answer';
import type { Call } from '../../service/call';

/**
 * The answer about a short URL, with its link under a name of its own. What the service answers is not
 * shown in the interface, so a link is taken only where the answer holds exactly one address besides
 * the one that was given; `response` stays as the service gave it.
 */
export function shortUrlRow(answer: ServiceAnswer, { parameters }: Call): IDataObject[] {
	const url = 'url' in parameters ? parameters.url : '';
	const addresses = new Set(addressesIn(answer));
	addresses.delete(url);
	const [link] = addresses;
	return [
		{
			...(addresses.size === 1 && { short_url: link }),
			url,
			response: answer.response as IDataObject,
		},
	];
}

/** Texts that are a web address as a whole. */
function addressesIn(answer: ServiceAnswer): string[] {
	const found: string[] = [];
	const seen = new Set<object>();
	const look = (value: unknown) => {
		if (typeof value === 'string') {
			const text = value.trim();
			if (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)) found.push(text);
		} else if (typeof value === 'object' && value !== null && !seen.has(value)) {
			seen.add(value);
			Object.values(value).forEach(look);
		}
	};
	look(answer);
	return found;
}
