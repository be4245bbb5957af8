import {
	BusyError,
	NotThisInterfaceError,
	OutcomeUnclearError,
	PartlySentError,
	type MessagingServiceError,
} from '../service/errors/errors';

const CHECK_BASE_URL =
	"Check the 'Base URL' of the credential: it is the address without '/webservices' or '/httppost'.";

const AFTER_FAULT: Readonly<Record<NotThisInterfaceError['fault'], string>> = {
	elsewhere: CHECK_BASE_URL,
	denied: `The service reports a wrong password differently, so a server in front of it (proxy, firewall) refused the request. ${CHECK_BASE_URL}`,
	redirected:
		"Enter the address that it leads to as the 'Base URL' of the credential; credentials are never sent on to another address.",
	tooLarge:
		"Send less at once, e.g. by a lower 'Batch Size', or choose POST as the 'NVP Method' of the credential.",
	unavailable:
		'The service, or a server in front of it, is not available at the moment. Try again later.',
};

const LOOK_IT_UP = 'Look it up with Message → Get Status';

/** How people learn what became of a send; not a whole sentence. */
export function lookItUp(custom_ticket: string): string {
	return `${LOOK_IT_UP} by the custom ticket ${custom_ticket}`;
}

/**
 * How to go on after an error, with the fields and operations as the editor names them; nothing where
 * the error says nothing of it.
 */
export function adviceOn(error: MessagingServiceError): string | undefined {
	if (error instanceof NotThisInterfaceError) return AFTER_FAULT[error.fault];
	if (error instanceof BusyError) {
		return 'Try again later.';
	}
	const { description } = error;
	if (error instanceof PartlySentError) {
		const ofRest = adviceOn(error.rest);
		const first = ofRest?.includes(LOOK_IT_UP) ? 'Then' : `${lookItUp(error.ticket)}, and`;
		return [description, ofRest, first, 'send to the others by a new execution.']
			.filter(Boolean)
			.join(' ');
	}
	const page = error instanceof OutcomeUnclearError ? error.known.page : undefined;
	return page ? `${description} ${AFTER_FAULT[page.fault]}` : description;
}

/** How people write the names of the credential's fields. */
const WORDS: ReadonlyArray<[label: string, word: RegExp]> = [
	['Username', /\b(?<!another )user[\s_-]?(name|id)?\b(?!.*(opt[e-]|unsub|credit))/i],
	['Password', /\bpassword\b/i],
	['API Key', /\bapi[\s_-]?key\b/i],
	[
		'Code',
		/(?<!\b(error|reason|status|result|country|area|zip|post(al)?)[\s-])\bcode\b|\b(short|long)[\s_-]?code\b/i,
	],
	['Company Keyword', /\bkeyword\b/i],
];

/** Display names of the fields of the credential that the service's own words name. */
export function credentialFieldsIn(said: string | null): string[] {
	return WORDS.filter(([, word]) => word.test(said ?? '')).map(([label]) => label);
}

const LIST = new Intl.ListFormat('en-GB');

/** As in `'Username', 'Password' and 'Code'`. */
export function quotedList(labels: readonly string[]): string {
	return LIST.format(labels.map((label) => `'${label}'`));
}
