import { isWaiting, statusOf, type Message, type Status } from './messages';
import { Refusal } from './refusal';
import { escapeText } from './xml';

export const CALLBACK_FORMATS = ['form', 'query', 'json', 'xml', 'soap', 'text', 'none'] as const;
export const CALLBACK_CHARSETS = ['utf-8', 'iso-8859-1'] as const;

/** How statuses are posted to a `status_url`. The document shows neither format nor timing (Events, 1). */
export interface CallbackSettings {
	/** `query` is a GET, `none` posts nothing. */
	callbackFormat: (typeof CALLBACK_FORMATS)[number];
	callbackCharset: (typeof CALLBACK_CHARSETS)[number];
	/** All statuses of a send in one post, except as `query`. */
	callbackList: boolean;
	/** Milliseconds from a change of status to its post. */
	callbackDelay: number;
	/** How often each post is made, whatever is answered. */
	callbackCopies: number;
	/** Further tries of a post that was not answered with 2xx, and the milliseconds between them. */
	callbackRetries: number;
	callbackRetryDelay: number;
	/** "Sent to Carrier" is posted after "Delivered". */
	callbackReorder: boolean;
}

export const DEFAULT_CALLBACK_SETTINGS: CallbackSettings = {
	callbackFormat: 'form',
	callbackCharset: 'utf-8',
	callbackList: false,
	callbackDelay: 0,
	callbackCopies: 1,
	callbackRetries: 3,
	callbackRetryDelay: 2_000,
	callbackReorder: false,
};

/** A post, without the query of its address. */
interface CallbackPost {
	time: string;
	address: string;
	sendTo: string[];
	status_code: number;
	/** Status of the answer; 0 without one, null while it is refused or under way. */
	answered: number | null;
	/** Beginning of the answer's body: n8n says there why it refuses a post. */
	answer: string;
	refused: boolean;
}

/** A status that is posted once, to try an address out. */
interface SampleEvent {
	address: string;
	custom_ticket: string;
	transaction_ticket: string;
	sendTo: string;
	status: Status;
}

type Stated = readonly [message: Message, status: Status];
/** What of a message a post holds. */
type StatedRow = readonly [
	message: Pick<Message, 'transaction_ticket' | 'custom_ticket' | 'sendTo'>,
	status: Status,
];

const MOST_WAITING = 10_000;
const DROPPED = 'of 10,000 messages at once, and drops those of more';
const AT_ONCE = 10;
const KEPT_POSTS = 1_000;
const TIME_LIMIT = 10_000;
/** Characters of an answer that are kept. */
const KEPT_ANSWER = 300;

/** Posts delivery statuses, to addresses on this machine only. */
export class Callbacks {
	/** The latest, oldest first. */
	readonly posts: CallbackPost[] = [];
	private readonly timers = new Set<NodeJS.Timeout>();
	private readonly due: Array<() => Promise<void>> = [];
	private readonly announced = new WeakSet<Message>();
	private readonly warned = new Set<string>();
	private underWay = 0;
	private ending = new AbortController();

	constructor(private readonly settings: CallbackSettings) {}

	/** The messages of one send were accepted. */
	sent(messages: readonly Message[]): void {
		const [first] = messages;
		if (!first || first.status_url === '' || this.settings.callbackFormat === 'none') return;
		const waiting = messages.filter(isWaiting);
		if (waiting.length === 0) {
			this.delivered(messages);
			return;
		}
		const { callbackReorder, callbackDelay } = this.settings;
		const delivery = first.deliveredFrom - Date.now();
		const sentToCarrier = waiting.map((message): Stated => [message, statusOf(message)]);
		const behind = callbackReorder ? delivery + 200 : 0;
		this.later(callbackDelay + behind, () => this.announce(sentToCarrier));
		// A timer may be a moment earlier than the clock.
		this.later(delivery + 5, () => this.delivered(messages));
	}

	/** The messages have reached their recipients. */
	delivered(messages: readonly Message[]): void {
		if (this.settings.callbackFormat === 'none') return;
		const news = messages.filter(
			(message) => message.status_url !== '' && !isWaiting(message) && !this.announced.has(message),
		);
		for (const message of news) this.announced.add(message);
		this.tell(news);
	}

	/** The messages were given another status by hand. */
	changed(messages: readonly Message[]): void {
		if (this.settings.callbackFormat === 'none') return;
		const news = messages.filter(({ status_url }) => status_url !== '');
		for (const message of news) this.announced.add(message);
		this.tell(news);
	}

	/**
	 * Posts a made-up status once and answers what came back, for whoever sets up a trigger. Unlike the
	 * statuses of messages it goes to any address, because a person enters it for this one post.
	 *
	 * @throws Refusal where it is no address of the web
	 */
	async sample({ address, sendTo, status, ...tickets }: SampleEvent): Promise<CallbackPost> {
		const url = URL.canParse(address) ? new URL(address) : undefined;
		if (!url || !/^https?:$/.test(url.protocol)) {
			throw new Refusal('fieldInvalid', 'address must begin with http:// or https://');
		}
		const post = newPost(url.origin + url.pathname, [sendTo], status);
		this.keep(post);
		const { callbackFormat } = this.settings;
		Object.assign(
			post,
			await send(
				url,
				[[{ sendTo, ...tickets }, status]],
				{ ...this.settings, callbackFormat: callbackFormat === 'none' ? 'form' : callbackFormat },
				this.ending.signal,
			),
		);
		return post;
	}

	/** Whether nothing is being posted, and nothing will be unless something happens to a message. */
	get isIdle(): boolean {
		return this.timers.size === 0 && this.due.length === 0 && this.underWay === 0;
	}

	/** Forgets what is still to be posted. */
	clear(): void {
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
		this.due.length = 0;
		this.posts.length = 0;
		this.ending.abort();
		this.ending = new AbortController();
	}

	private tell(news: readonly Message[]): void {
		const bySend = new Map<string, Message[]>();
		for (const message of news) {
			const { transaction_ticket: ticket } = message;
			const send = bySend.get(ticket);
			if (send) send.push(message);
			else bySend.set(ticket, [message]);
		}
		for (const send of bySend.values()) {
			const stated = send.map((message): Stated => [message, statusOf(message)]);
			this.later(this.settings.callbackDelay, () => this.announce(stated));
		}
	}

	private keep(post: CallbackPost): void {
		this.posts.push(post);
		if (this.posts.length > KEPT_POSTS) this.posts.shift();
	}

	private later(milliseconds: number, action: () => void): void {
		if (this.timers.size >= MOST_WAITING) {
			this.warnOnce(DROPPED);
			return;
		}
		const timer = setTimeout(
			() => {
				this.timers.delete(timer);
				action();
			},
			Math.max(milliseconds, 0),
		);
		timer.unref();
		this.timers.add(timer);
	}

	private announce(stated: readonly Stated[]): void {
		const { callbackFormat, callbackList, callbackCopies } = this.settings;
		const inOne = callbackList && callbackFormat !== 'query';
		const posts = inOne ? [stated] : stated.map((one) => [one]);
		for (const post of posts) {
			for (let copy = 0; copy < callbackCopies; copy++) this.post(post, 0);
		}
	}

	private post(stated: readonly Stated[], tries: number): void {
		const [[message, status]] = stated as [Stated];
		const url = URL.canParse(message.status_url) ? new URL(message.status_url) : undefined;
		// Without its query, which holds a signature.
		const address = url
			? url.origin + url.pathname
			: message.status_url.replace(/\?.*/s, '').slice(0, 100);
		const record = newPost(
			address,
			stated.map(([{ sendTo }]) => sendTo),
			status,
		);
		record.refused = !url || !isThisMachine(url);
		this.keep(record);
		if (!url || record.refused) {
			this.warnOnce(`on this machine only, and not to ${url?.origin ?? address}`);
			return;
		}
		if (this.due.length >= MOST_WAITING) {
			this.warnOnce(DROPPED);
			return;
		}
		const { signal } = this.ending;
		this.due.push(async () => {
			const { answered, answer } = await send(url, stated, this.settings, signal);
			Object.assign(record, { answered, answer });
			const isAnswered = answered >= 200 && answered < 300;
			if (isAnswered || signal.aborted || tries >= this.settings.callbackRetries) return;
			this.later(this.settings.callbackRetryDelay, () => this.post(stated, tries + 1));
		});
		void this.work();
	}

	private async work(): Promise<void> {
		if (this.underWay >= AT_ONCE) return;
		this.underWay += 1;
		for (let next = this.due.shift(); next; next = this.due.shift()) await next();
		this.underWay -= 1;
	}

	private warnOnce(text: string): void {
		if (this.warned.has(text)) return;
		this.warned.add(text);
		console.warn(`The sandbox posts statuses ${text}`);
	}
}

/** Nothing that the sandbox is told may make it reach another machine. */
export function isThisMachine({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
	return (
		/^https?:$/.test(protocol) &&
		(hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname))
	);
}

function newPost(address: string, sendTo: string[], { status_code }: Status): CallbackPost {
	const time = new Date().toISOString();
	return { time, address, sendTo, status_code, answered: null, answer: '', refused: false };
}

/** Status of the answer, 0 without one, and the beginning of its body. */
async function send(
	url: URL,
	stated: readonly StatedRow[],
	settings: CallbackSettings,
	signal: AbortSignal,
): Promise<{ answered: number; answer: string }> {
	const { callbackFormat: format, callbackCharset: charset } = settings;
	const { type, body } = write(stated, settings);
	const query = `${url.search === '' ? '?' : '&'}${body}`;
	try {
		const response = await fetch(format === 'query' ? url.href + query : url, {
			redirect: 'manual',
			signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT)]),
			...(format !== 'query' && {
				method: 'POST',
				headers: { 'Content-Type': charset === 'utf-8' ? type : `${type}; charset=${charset}` },
				body: Buffer.from(body, charset === 'utf-8' ? 'utf8' : 'latin1'),
			}),
		});
		const said = await response.text();
		return { answered: response.status, answer: said.slice(0, KEPT_ANSWER) };
	} catch {
		return { answered: 0, answer: '' };
	}
}

const rowOf = ([message, status]: StatedRow) => ({
	transaction_ticket: message.transaction_ticket,
	custom_ticket: message.custom_ticket,
	sendTo: message.sendTo,
	status_code: String(status.status_code),
	status_message: status.status_message,
});
type Row = ReturnType<typeof rowOf>;

const form = (fields: ReadonlyArray<readonly [string, string]>) =>
	fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

const lines = (row: Row) =>
	Object.entries(row)
		.map(([name, value]) => `${name}: ${value}\n`)
		.join('');

const elements = (row: Row) =>
	Object.entries(row)
		.map(([name, value]) => `<${name}>${escapeText(value)}</${name}>`)
		.join('');

const SOAP_NAMESPACES =
	'xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:webservices2_0_0"' +
	' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
	' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"';

function write(
	stated: readonly StatedRow[],
	{ callbackFormat, callbackList }: CallbackSettings,
): { type: string; body: string } {
	const rows = stated.map(rowOf);
	const [row] = rows as [Row];
	const xmlRows = rows.map((it) => `<item>${elements(it)}</item>`).join('');
	switch (callbackFormat) {
		case 'json': {
			const value = callbackList ? { transactionlist: rows } : row;
			return { type: 'application/json', body: JSON.stringify(value) };
		}
		case 'xml': {
			const content = callbackList
				? `<transactionlist>${xmlRows}</transactionlist>`
				: elements(row);
			return { type: 'text/xml', body: `<status>${content}</status>` };
		}
		case 'soap': {
			const list =
				`<transactionlist xsi:type="SOAP-ENC:Array"` +
				` SOAP-ENC:arrayType="ns1:WSTransactionDetail[${rows.length}]">${xmlRows}</transactionlist>`;
			return {
				type: 'text/xml',
				body:
					`<SOAP-ENV:Envelope ${SOAP_NAMESPACES}><SOAP-ENV:Body><ns1:status>` +
					`${list}</ns1:status></SOAP-ENV:Body></SOAP-ENV:Envelope>`,
			};
		}
		case 'text':
			return { type: 'text/plain', body: rows.map(lines).join('') };
		default: {
			const fields = callbackList
				? rows.flatMap((it) =>
						Object.entries(it).map(([name, value]) => [`${name}[]`, value] as const),
					)
				: Object.entries(row);
			return { type: 'application/x-www-form-urlencoded', body: form(fields) };
		}
	}
}
