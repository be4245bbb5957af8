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
	nvpMethod?: 'POST' | 'GET';
	ignoreSslIssues?: boolean;
}

/** What `withSecrets` reads and rewrites of a request. */
export interface SecretlessRequest {
	url: string;
	method?: string;
	body?: unknown;
}

const SECRETS = { username: 'Username', password: 'Password', api_key: 'API Key' } as const;
type Secret = keyof typeof SECRETS;
const SECRET_NAMES = Object.keys(SECRETS) as Secret[];

/** Characters; Limits in interface.md. */
const MAX_SECRET_LENGTH = 40;
const CONTROL_CHARACTER = /\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/u;

/**
 * Says why a credential cannot be used, or nothing when it can.
 * The text names the field, never its value.
 */
export function problemWithCredential(
	credential: SubscriptionMessagingCredential,
): string | undefined {
	for (const name of SECRET_NAMES) {
		const label = SECRETS[name];
		const value = credential[name];
		if (typeof value !== 'string' || value === '') {
			return `'${label}' in the credential is empty`;
		}
		if ([...value].length > MAX_SECRET_LENGTH) {
			return `'${label}' in the credential is longer than ${MAX_SECRET_LENGTH} characters`;
		}
		if (CONTROL_CHARACTER.test(value)) {
			return `'${label}' in the credential contains a line break or another control character; it may have come along when it was pasted`;
		}
	}
	if (!/^\d+$/.test(String(credential.code ?? ''))) {
		return "'Code' in the credential must be the short code or long code in digits, e.g. 12345";
	}
	return problemWithAddress(credential.baseUrl);
}

function problemWithAddress(baseUrl: string): string | undefined {
	const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	if (!url || !/^https?:$/.test(url.protocol)) {
		return "'Base URL' in the credential must be the address of the service, e.g. https://messaging.example.com";
	}
	if (url.search || url.hash || url.username || url.password) {
		return "'Base URL' in the credential must hold only the address, without a user name, a question mark or a hash sign";
	}
	return undefined;
}

/**
 * Writes username, password and API key into a request: into the authentication object of a
 * SOAP envelope, else as form fields, or as query parameters of a GET
 * (Authentication, rule 1, in interface.md).
 *
 * Applying it again changes nothing, because n8n authenticates a second time after a 401.
 * Refuses a credential that cannot be used and any address outside the credential's own service,
 * so that the password cannot be sent to another host.
 */
export function withSecrets<T extends SecretlessRequest>(
	credential: SubscriptionMessagingCredential,
	request: T,
): T {
	const problem = problemWithCredential(credential);
	if (problem) throw new Error(problem);
	const target = new URL(request.url);
	if (target.origin !== new URL(credential.baseUrl).origin) {
		throw new Error(
			`The credential belongs to ${new URL(credential.baseUrl).host} and is not sent to ${target.host}`,
		);
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

/** Takes the secrets out of a text of foreign origin, such as an error page that repeats the request. */
export function maskSecrets(credential: SubscriptionMessagingCredential, text: string): string {
	return [credential.password, credential.api_key]
		.flatMap((secret) => [secret, escapeXml(secret), encodeURIComponent(secret)])
		.filter((written) => written.length >= SHORTEST_MASKED)
		.reduce((masked, written) => masked.replaceAll(written, '•••'), text);
}

/** A secret of one or two letters would make every text unreadable. */
const SHORTEST_MASKED = 4;

/** A space as `%20`, which servers decode alike in a body and in an address. */
function intoForm(credential: SubscriptionMessagingCredential, fields: URLSearchParams): string {
	for (const name of SECRET_NAMES) fields.set(name, credential[name]);
	return fields.toString().replaceAll('+', '%20');
}

/**
 * The first `<auth …>` start tag is the authentication object: it precedes all other parameters,
 * and a `<` inside a value is always escaped.
 */
const AUTH_ELEMENT = /<auth(?:\s[^>]*)?>(?:<(username|password|api_key) [^>]*>[^<]*<\/\1>)*/;

function intoEnvelope(credential: SubscriptionMessagingCredential, envelope: string): string {
	const members = SECRET_NAMES.map(
		(name) => `<${name} xsi:type="xsd:string">${escapeXml(credential[name])}</${name}>`,
	).join('');
	if (!AUTH_ELEMENT.test(envelope)) {
		throw new Error('The SOAP envelope has no authentication object to put the credential into');
	}
	return envelope.replace(AUTH_ELEMENT, (written) => {
		const startTag = written.slice(0, written.indexOf('>') + 1);
		return startTag + members;
	});
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
