import { UnreadableXmlError } from '../errors/errors';
import { documentStart, nextLook } from './documentStart';

/** An XML declaration that has not ended by here is taken as having none. */
const LONGEST_DECLARATION = 1024;

/** Bytes in which the declaration is looked for, behind what may stand before it. */
const BEGINNING = 65_536 + LONGEST_DECLARATION;

/**
 * Bytes of an XML document to text, strictly. The charset is that of the byte order mark, else of
 * the Content-Type header, else of the XML declaration, else UTF-8. Where one of the latter two says UTF-8,
 * that counts unless none of the bytes beyond ASCII are that.
 * @throws UnreadableXmlError for an unknown charset and for bytes that it does not allow
 */
export class XmlDecoder {
	private charset = '';

	private decoder: StrictDecoder | undefined;

	/** The beginning, until it tells the charset. */
	private opening: Uint8Array[] = [];

	private openingLength = 0;

	/** Bytes of the opening with which it is looked at again. */
	private nextLook = 0;

	/** The first part of a UTF-8 character. */
	private held: Uint8Array = new Uint8Array(0);

	/** What is said beside UTF-8, for where that is wrong. */
	private other: string | undefined;

	/** Whether characters beyond ASCII were UTF-8. */
	private provedUtf8 = false;

	/** The last bytes, once the declaration has proved right. */
	private tail: Uint8Array | undefined;

	constructor(private readonly contentType: string | undefined) {}

	write(chunk: Uint8Array): string {
		if (this.decoder === undefined) return this.open(chunk);
		const bytes = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
		return this.decode(bytes, 0, false);
	}

	end(): string {
		return this.decoder === undefined
			? this.open(new Uint8Array(0), true)
			: this.decode(this.held, 0, true);
	}

	private open(chunk: Uint8Array, last = false): string {
		this.opening.push(chunk);
		this.openingLength += chunk.length;
		if (!last && this.openingLength < this.nextLook) return '';
		this.nextLook = nextLook(this.openingLength);
		const bytes = this.opening.length === 1 ? chunk : Buffer.concat(this.opening);
		const beginning = beginningOf(bytes, last);
		this.opening = beginning === undefined ? [bytes] : [];
		return beginning === undefined ? '' : this.decode(bytes, this.begin(bytes, beginning), last);
	}

	/** @param start length of a byte order mark */
	private decode(bytes: Uint8Array, start: number, last: boolean): string {
		const decoder = this.decoder!;
		if (decoder.encoding === 'utf-8') return this.decodeUtf8(bytes.subarray(start), last);
		this.held = new Uint8Array(0);
		if (this.tail !== undefined) this.provePlausible(bytes);
		try {
			return decoder.decode(bytes.subarray(start), { stream: !last });
		} catch {
			return refuseCharset(`it holds bytes that are not ${this.charset}`);
		}
	}

	/** Chooses the decoder. Returns the length of a byte order mark. */
	private begin(bytes: Uint8Array, beginning: string): number {
		const mark = byteOrderMark(bytes);
		const header = headerCharset(this.contentType, bytes);
		const declared = declaredCharset(bytes, beginning);
		const isDeclared = declared === 'utf-8';
		this.other = isDeclared ? header : declared;
		const named = isAscii(declared) ? undefined : declared;
		this.charset = mark?.charset ?? (isDeclared ? declared : (header ?? named ?? 'utf-8'));
		this.decoder = strictDecoder(this.charset);
		return mark?.length ?? 0;
	}

	private decodeUtf8(bytes: Uint8Array, last: boolean): string {
		// Whole UTF-8 characters decode several times faster than a stream of bytes.
		const end = last ? bytes.length : endOfLastCharacter(bytes);
		this.held = bytes.slice(end);
		try {
			const text = this.decoder!.decode(bytes.subarray(0, end));
			this.provedUtf8 ||= text.length !== end;
			return text;
		} catch {
			const other = this.other === undefined ? undefined : strictDecoder(this.other);
			if (other === undefined || other.encoding === 'utf-8') {
				return refuseCharset(`it holds bytes that are not ${this.charset}`);
			}
			if (this.provedUtf8) return this.refuseMixture();
			this.charset = this.other!;
			this.decoder = other;
			this.tail = new Uint8Array(0);
			return this.decode(bytes, 0, last);
		}
	}

	/** That it is not UTF-8 is certain only while nothing looks like it. */
	private provePlausible(bytes: Uint8Array): void {
		const known = Buffer.concat([this.tail!, bytes]);
		if (UTF8_CHARACTER.test(known.toString('latin1'))) this.refuseMixture();
		this.tail = known.subarray(-3);
	}

	private refuseMixture(): never {
		return refuseCharset(
			`its header and its declaration say utf-8 and ${this.other}, and it holds bytes of both`,
		);
	}
}

/** Beyond ASCII, in bytes that are given as Latin-1. */
const UTF8_CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;

type StrictDecoder = InstanceType<typeof TextDecoder>;

function strictDecoder(charset: string): StrictDecoder {
	try {
		return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
	} catch {
		return refuseCharset(`its charset "${charset}" is not known`);
	}
}

function refuseCharset(reason: string): never {
	throw new UnreadableXmlError(reason);
}

/**
 * The declaration, and what follows it, byte by byte; no declaration where there is none.
 *
 * @param isAll no more bytes will follow
 * @returns undefined while the bytes do not suffice to tell the charset
 */
function beginningOf(bytes: Uint8Array, isAll: boolean): string | undefined {
	if (bytes.length < 4 && !isAll) return undefined;
	const text = latin1(bytes);
	const start = documentStart(text, isAll);
	if (start === undefined) return undefined;
	const rest = text.slice(start, start + LONGEST_DECLARATION);
	const mayBeDeclaration = rest.startsWith('<?xm') || '<?xm'.startsWith(rest);
	const isLong = rest.length >= LONGEST_DECLARATION || bytes.length >= BEGINNING;
	const isComplete = !mayBeDeclaration || rest.includes('?>') || isLong;
	return isAll || isComplete ? rest : undefined;
}

function byteOrderMark(bytes: Uint8Array): { charset: string; length: number } | undefined {
	const a = bytes[0];
	const b = bytes[1];
	if (a === 0xef && b === 0xbb && bytes[2] === 0xbf) return { charset: 'utf-8', length: 3 };
	if (a === 0xff && b === 0xfe) return { charset: 'utf-16le', length: 2 };
	if (a === 0xfe && b === 0xff) return { charset: 'utf-16be', length: 2 };
	return undefined;
}

function headerCharset(contentType = '', bytes: Uint8Array): string | undefined {
	const charset = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]?.toLowerCase();
	if (isAscii(charset)) return 'utf-8';
	return charset === 'utf-16' && bytes[0] === 0 ? 'utf-16be' : charset;
}

function declaredCharset(bytes: Uint8Array, beginning: string): string | undefined {
	if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
	if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
	const end = beginning.indexOf('?>');
	if (end === -1 || !/^<\?xml\s/.test(beginning)) return undefined;
	const declaration = beginning.slice(0, end);
	const declared = /\sencoding\s{0,20}=\s{0,20}["']([^"'>]{1,60})["']/
		.exec(declaration)?.[1]
		?.toLowerCase();
	// A declaration that can be read byte by byte was not written in UTF-16, whatever it says.
	return declared?.startsWith('utf-16') ? undefined : declared;
}

/** ASCII is UTF-8 too, and who says ASCII and sends more means UTF-8, or else what decoders make of the name. */
function isAscii(charset: string | undefined): boolean {
	return charset === 'us-ascii' || charset === 'ascii';
}

function latin1(bytes: Uint8Array): string {
	const { buffer, byteOffset, length } = bytes;
	return Buffer.from(buffer, byteOffset, Math.min(length, BEGINNING)).toString('latin1');
}

function endOfLastCharacter(bytes: Uint8Array): number {
	for (let back = 1; back <= 3 && back <= bytes.length; back++) {
		const byte = bytes[bytes.length - back]!;
		if (byte >= 0xc0) {
			const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
			return size > back ? bytes.length - back : bytes.length;
		}
		if (byte < 0x80) break;
	}
	return bytes.length;
}
