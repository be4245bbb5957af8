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
		if (value === undefined || value === null || value === '') {
			return `'${label}' in the credential is empty`;
		}
		if (typeof value !== 'string') return `'${label}' in the credential must be text`;
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
	const keyword = credential.keyword ?? '';
	if ([...keyword.trim()].length > MAX_SECRET_LENGTH || CONTROL_CHARACTER.test(keyword.trim())) {
		return `'Company Keyword' in the credential must be a keyword of at most ${MAX_SECRET_LENGTH} characters`;
	}
	return problemWithAddress(credential.baseUrl);
}

function problemWithAddress(baseUrl: string): string | undefined {
	const address = String(baseUrl ?? '').trim();
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
		return "'Base URL' in the credential must be the address of the service, e.g. https://messaging.example.com";
	}
	const { username, password } = new URL(address);
	if (/[?#]/.test(address) || username || password) {
		return "'Base URL' in the credential must hold only the address, without a user name, a question mark or a hash sign";
	}
	return undefined;
}

/** Address of the service without blanks around it and without a slash at its end. */
export function serviceAddress({ baseUrl }: SubscriptionMessagingCredential): string {
	return baseUrl.trim().replace(/\/+$/, '');
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

/**
 * Makes what takes the secrets out of texts of foreign origin, such as an error page that repeats the
 * request: however they are written there, and where the text was cut inside of one.
 */
export function secretMask(credential: SubscriptionMessagingCredential): (text: string) => string {
	const forms = [credential.password, credential.api_key]
		.filter((secret) => secret.length >= SHORTEST_MASKED)
		.toSorted((a, b) => b.length - a.length)
		.map(anyFormOf);
	return (text) => forms.reduce((masked, form) => masked.replace(form, MASK), text);
}

const MASK = '•••';
const CUT = '…';

/** Characters: to mask a shorter secret would make every text unreadable. */
const SHORTEST_MASKED = 4;

function anyFormOf(secret: string): RegExp {
	const characters = [...secret].map(anyFormOfCharacter);
	const whole = characters.join('');
	const beginnings = characters
		.map((_character, length) => characters.slice(0, length).join(''))
		.slice(SHORTEST_MASKED)
		.toReversed();
	return new RegExp([whole, ...beginnings.map((start) => `${start}(?=${CUT})`)].join('|'), 'giu');
}

/** A character as such, percent-encoded, as a reference of XML or HTML, or escaped as in JSON. */
function anyFormOfCharacter(character: string): string {
	const hex = (character.codePointAt(0) ?? 0).toString(16);
	// Written as a code point, no character can make the expression invalid: its message would hold it.
	const literal = `\\u{${hex}}`;
	const percent = [...Buffer.from(character)]
		.map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
		.join('');
	const forms = [
		`\\\\?${literal}`,
		percent,
		`&#0*${Number.parseInt(hex, 16)};`,
		`&#x0*${hex};`,
		`\\\\u0*${hex}`,
	];
	if (XML_ENTITIES[character]) forms.push(XML_ENTITIES[character]);
	if (character === ' ') forms.push('\\s+', '\\+');
	return `(?:${forms.join('|')})`;
}

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
