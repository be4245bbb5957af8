/** The address of a request as it was called: n8n's own parsing would have simplified it. */
export function calledAddress({ originalUrl, url }: { originalUrl?: string; url: string }): string {
	return originalUrl ?? url;
}

/** What follows the question mark of an address; so do parameters that somebody added to ours with a second one. */
export function queryOf(address: string): string {
	const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
	return query.replace(SECOND_QUERY, '$1&');
}

const SECOND_QUERY = /((?:^|&)(?:signed_ticket|token)=[^&?]*)\?(?=[^?&=]+=)/;

/** Value of a parameter that occurs exactly once in a query. */
export function onlyValue(query: string, name: string): string | undefined {
	const values = new URLSearchParams(query).getAll(name);
	return values.length === 1 ? values[0] : undefined;
}

/** The address with one more parameter in its query. */
export function withParameter(address: string, name: string, value: string): string {
	const [fragment = ''] = /#.*/s.exec(address) ?? [];
	const main = address.slice(0, address.length - fragment.length);
	const separator = main.includes('?') ? (/[?&]$/.test(main) ? '' : '&') : '?';
	return `${main}${separator}${name}=${encodeURIComponent(value)}${fragment}`;
}

/**
 * The last two steps of a path. Of the address of a trigger these are its own id and the name of its
 * webhook, of a waiting execution the execution's id and that name. What comes before them a proxy may
 * change between the address that is given out and the one that n8n sees, such as the path below which
 * n8n is served, and no trigger can know it.
 *
 * So one signature fits the trigger's Production URL and its Test URL, which differ only there. Both are
 * the same trigger, whose id no other has: whoever has an address for one may post the same statuses of
 * the same message to the other, which listens only while somebody in the editor has it listen.
 */
export function endOfPath(address: string): string {
	const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
	const steps = path.split('/').filter((step) => step !== '');
	return steps.slice(-2).map(decodedStep).join('/');
}

/** Proxies encode the same step differently. */
function decodedStep(step: string): string {
	try {
		return decodeURIComponent(step);
	} catch {
		return step;
	}
}
