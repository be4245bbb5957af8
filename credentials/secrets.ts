/** The values of a credential, as n8n hands them over. */
export interface SubscriptionMessagingCredential {
	/** Address of the service without a path of its own operations, e.g. `https://messaging.example.com`. */
	baseUrl: string;
	username: string;
	password: string;
	api_key: string;
	/** Digits: the default short code or long code. */
	code: string;
	/** Keyword of the company or division that lists start from; may be empty. */
	keyword?: string;
	/** Production URL of a trigger that takes the delivery reports of workflows without one; may be empty. */
	deliveryReportAddress?: string;
	nvpMethod?: 'POST' | 'GET';
	/** An expression may give it as a text. */
	ignoreSslIssues?: boolean | 'true' | 'false';
	/** Whom the nodes can reach; anyone where the credential is older than the field. */
	recipientsAllowed?: unknown;
	/** Of *Only These*: addresses, separated by commas, semicolons or line breaks. */
	allowedRecipients?: unknown;
	redirectToPhone?: unknown;
	redirectToEmail?: unknown;
}

/** What `withSecrets` reads and rewrites of a request. */
export interface SecretlessRequest {
	/** n8n's HTTP Request node has none: it names the address otherwise. */
	url?: string;
	method?: string;
	body?: unknown;
}

const SECRETS = { username: 'Username', password: 'Password', api_key: 'API Key' } as const;
type Secret = keyof typeof SECRETS;
const SECRET_NAMES = Object.keys(SECRETS) as Secret[];

const REQUIRED = Object.entries({ baseUrl: 'Base URL', ...SECRETS, code: 'Code' });

/** Characters (Limits). */
const MAX_SECRET_LENGTH = 40;
const CONTROL_CHARACTER = /\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/u;

/** Whom the service knows a credential as, however its letters are written. */
export const userOf = ({ username }: SubscriptionMessagingCredential): string =>
	username.trim().toLowerCase();

/** Why a credential cannot be used, with the name of the field and never its value. */
export interface CredentialProblem {
	readonly problem: string;
	/** How to mend it, as a sentence. */
	readonly fix: string;
}

/** Why a credential cannot be used; nothing when it can. Empty fields are named all at once. */
export function problemWithCredential(
	credential: SubscriptionMessagingCredential,
): CredentialProblem | undefined {
	return (
		emptyFields(credential) ??
		problemWithSecrets(credential) ??
		problemWithUnit(credential) ??
		problemWithChoice(credential) ??
		problemWithAddress(credential.baseUrl) ??
		problemWithReportAddress(credential)
	);
}

function emptyFields(credential: SubscriptionMessagingCredential): CredentialProblem | undefined {
	const empty = REQUIRED.filter(([name]) => String(credential[name as Secret] ?? '') === '').map(
		([, label]) => `'${label}'`,
	);
	const last = empty.pop();
	if (last === undefined) return undefined;
	return {
		problem:
			empty.length > 0
				? `${empty.join(', ')} and ${last} in the credential are empty`
				: `${last} in the credential is empty`,
		fix: 'Enter what the service gave you, or check the expression that fills the field.',
	};
}

function problemWithSecrets(
	credential: SubscriptionMessagingCredential,
): CredentialProblem | undefined {
	for (const name of SECRET_NAMES) {
		const field = `'${SECRETS[name]}' in the credential`;
		const value: unknown = credential[name];
		if (typeof value !== 'string') {
			return { problem: `${field} must be text`, fix: 'Check the expression that fills it.' };
		}
		if ([...value].length > MAX_SECRET_LENGTH) {
			return {
				problem: `${field} is longer than ${MAX_SECRET_LENGTH} characters`,
				fix: 'Something else was pasted. Copy the value of the service again.',
			};
		}
		if (CONTROL_CHARACTER.test(value)) {
			return {
				problem: `${field} contains a line break or control character`,
				fix: 'Delete the value and enter it again, without a line break.',
			};
		}
	}
	return undefined;
}

/** Empty where there is none; an expression may give a number. */
export function companyKeywordOf({ keyword }: SubscriptionMessagingCredential): string {
	return String(keyword ?? '').trim();
}

function problemWithUnit(
	credential: SubscriptionMessagingCredential,
): CredentialProblem | undefined {
	if (!/^\d+$/.test(String(credential.code))) {
		return {
			problem: "'Code' in the credential must be digits",
			fix: 'Enter the short code or long code, e.g. 12345.',
		};
	}
	const word = companyKeywordOf(credential);
	if ([...word].length <= MAX_SECRET_LENGTH && !CONTROL_CHARACTER.test(word)) return undefined;
	return {
		problem: `'Company Keyword' in the credential must be a keyword of at most ${MAX_SECRET_LENGTH} characters`,
		fix: 'Enter the keyword of your company or division, or leave the field empty.',
	};
}

/** Nobody is to send a password over a connection, or in a form, that was not chosen. */
function problemWithChoice({
	nvpMethod,
	ignoreSslIssues,
}: SubscriptionMessagingCredential): CredentialProblem | undefined {
	const [name, values] = !['POST', 'GET'].includes(nvpMethod ?? 'POST')
		? ['NVP Method', 'POST or GET']
		: ![true, false, 'true', 'false'].includes(ignoreSslIssues ?? false)
			? ['Ignore SSL Issues (Insecure)', 'true or false']
			: [];
	if (name === undefined) return undefined;
	return {
		problem: `'${name}' in the credential must be ${values}`,
		fix: 'Check the expression that fills it.',
	};
}

/** Whether a certificate that cannot be validated is taken: only where that was chosen. */
export function ignoresSslIssues({ ignoreSslIssues }: SubscriptionMessagingCredential): boolean {
	return String(ignoreSslIssues) === 'true';
}

/** Empty where there is none. */
export function deliveryReportAddressOf({
	deliveryReportAddress,
}: SubscriptionMessagingCredential): string {
	return String(deliveryReportAddress ?? '').trim();
}

function problemWithReportAddress(
	credential: SubscriptionMessagingCredential,
): CredentialProblem | undefined {
	const address = deliveryReportAddressOf(credential);
	if (address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address))) return undefined;
	return {
		problem: "'Delivery Report Address' in the credential must be the URL of a trigger",
		fix: 'Copy the Production URL of a Subscription Messaging Trigger, e.g. https://n8n.example.com/webhook/…/delivery-status, or leave the field empty.',
	};
}

function problemWithAddress(baseUrl: string): CredentialProblem | undefined {
	const address = String(baseUrl).trim();
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
		return {
			problem: "'Base URL' in the credential is not an http:// or https:// address",
			fix: 'Enter the address of the service, e.g. https://messaging.example.com.',
		};
	}
	const { username, password } = new URL(address);
	if (/[?#]/.test(address) || username || password) {
		return {
			problem: "'Base URL' in the credential must hold only the address",
			fix: 'Remove what stands before an @, and what follows a question mark or a hash sign.',
		};
	}
	return undefined;
}

/** Address of the service without blanks around it and without a slash at its end. */
export function serviceAddress({ baseUrl }: SubscriptionMessagingCredential): string {
	let address = baseUrl.trim();
	while (address.endsWith('/')) address = address.slice(0, -1);
	return address;
}

/**
 * Writes username, password and API key into a request: into the authentication object of a
 * SOAP envelope, else as form fields, or as query parameters of a GET
 * (Authentication, rule 1).
 *
 * Applying it again changes nothing, because n8n authenticates a second time after a 401.
 *
 * @throws Error for a credential that cannot be used, for a request that is none of this package's nodes,
 * and for any address outside of the credential's own service, so that the password cannot be sent to
 * another host
 */
export function withSecrets<T extends SecretlessRequest>(
	credential: SubscriptionMessagingCredential,
	request: T,
): T {
	const found = problemWithCredential(credential);
	if (found) throw new Error(`${found.problem}. ${found.fix}`);
	if (request.url === undefined || !URL.canParse(request.url)) {
		throw new Error(
			'This credential works only in the Subscription Messaging nodes. Use one of them in place of this node.',
		);
	}
	const target = new URL(request.url);
	const service = new URL(serviceAddress(credential));
	if (target.origin !== service.origin) {
		throw new Error(`The credential belongs to ${service.host} and is not sent to ${target.host}`);
	}
	if (typeof request.body === 'string' && request.body.trimStart().startsWith('<')) {
		return { ...request, body: intoEnvelope(credential, request.body) };
	}
	if (request.method === 'GET') {
		target.search = intoForm(credential, target.searchParams);
		return { ...request, url: target.href };
	}
	const form = new URLSearchParams(request.body as string | URLSearchParams | undefined);
	return { ...request, body: intoForm(credential, form) };
}

/** A space as `%20`, which servers decode alike in a body and in an address. */
function intoForm(credential: SubscriptionMessagingCredential, fields: URLSearchParams): string {
	for (const name of SECRET_NAMES) fields.set(name, credential[name]);
	return fields.toString().replaceAll('+', '%20');
}

/** The authentication object begins here: it precedes all other parameters. */
const AUTH_START = /<auth(?=[\s>])/;

/** One of its members as it is written below. */
const MEMBER = /<(username|password|api_key) [^>]{0,100}>[^<]{0,500}<\/\1>/y;

/** A `<` or `>` inside a value is always escaped. */
function intoEnvelope(credential: SubscriptionMessagingCredential, envelope: string): string {
	const members = SECRET_NAMES.map(
		(name) => `<${name} xsi:type="xsd:string">${escapeXml(credential[name])}</${name}>`,
	).join('');
	const startTag = envelope.search(AUTH_START);
	const start = startTag === -1 ? 0 : envelope.indexOf('>', startTag) + 1;
	if (start === 0) {
		throw new Error('The SOAP envelope has no authentication object to put the credential into');
	}
	return envelope.slice(0, start) + members + envelope.slice(endOfMembers(envelope, start));
}

/** Where the members end that are there already, because the credential was applied before. */
function endOfMembers(envelope: string, start: number): number {
	let end = start;
	MEMBER.lastIndex = end;
	while (MEMBER.test(envelope)) end = MEMBER.lastIndex;
	return end;
}

const XML_ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

function escapeXml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? character);
}
