import { UnreadableXmlError } from './errors';

/** An XML declaration that has not ended by here is taken as having none. */
const LONGEST_DECLARATION = 1024;

/**
 * Bytes of an XML document to text, strictly. The charset is that of the byte order mark, else of
 * the Content-Type header, else of the XML declaration, else UTF-8.
 * @throws UnreadableXmlError for an unknown charset and for bytes that it does not allow
 */
export class XmlDecoder {
	private charset = '';

	private decoder: StrictDecoder | undefined;

	/** Bytes that cannot be decoded yet: the beginning, or the first part of a UTF-8 character. */
	private held: Uint8Array = new Uint8Array(0);

	constructor(private readonly contentType: string | undefined) {}

	write(chunk: Uint8Array): string {
		const bytes = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
		if (this.decoder === undefined && !beginningIsComplete(bytes)) {
			this.held = bytes.slice();
			return '';
		}
		return this.decode(bytes, false);
	}

	end(): string {
		return this.decode(this.held, true);
	}

	private decode(bytes: Uint8Array, last: boolean): string {
		let start = 0;
		if (this.decoder === undefined) {
			const mark = byteOrderMark(bytes);
			start = mark?.length ?? 0;
			this.charset =
				mark?.charset ??
				headerCharset(this.contentType, bytes) ??
				declaredCharset(bytes) ??
				'utf-8';
			this.decoder = strictDecoder(this.charset);
		}
		try {
			if (this.decoder.encoding !== 'utf-8') {
				this.held = new Uint8Array(0);
				return this.decoder.decode(bytes.subarray(start), { stream: !last });
			}
			// Whole UTF-8 characters decode several times faster than a stream of bytes.
			const end = last ? bytes.length : endOfLastCharacter(bytes);
			this.held = bytes.slice(end);
			return this.decoder.decode(bytes.subarray(start, end));
		} catch {
			return refuse(`it holds bytes that are not ${this.charset}`);
		}
	}
}

type StrictDecoder = InstanceType<typeof TextDecoder>;

function strictDecoder(charset: string): StrictDecoder {
	try {
		return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
	} catch {
		return refuse(`its charset "${charset}" is not known`);
	}
}

function refuse(reason: string): never {
	throw new UnreadableXmlError(reason);
}

/** Whether the bytes suffice to tell the charset. */
function beginningIsComplete(bytes: Uint8Array): boolean {
	if (bytes.length < 4) return false;
	const text = latin1(bytes);
	return !text.startsWith('<?xm') || text.includes('?>') || bytes.length >= LONGEST_DECLARATION;
}

function byteOrderMark(bytes: Uint8Array): { charset: string; length: number } | undefined {
	const [a, b, c] = bytes;
	if (a === 0xef && b === 0xbb && c === 0xbf) return { charset: 'utf-8', length: 3 };
	if (a === 0xff && b === 0xfe) return { charset: 'utf-16le', length: 2 };
	if (a === 0xfe && b === 0xff) return { charset: 'utf-16be', length: 2 };
	return undefined;
}

function headerCharset(contentType = '', bytes: Uint8Array): string | undefined {
	const charset = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]?.toLowerCase();
	// ASCII is UTF-8 too, and a server that says ASCII and sends more means UTF-8.
	if (charset === 'us-ascii' || charset === 'ascii') return 'utf-8';
	return charset === 'utf-16' && bytes[0] === 0 ? 'utf-16be' : charset;
}

function declaredCharset(bytes: Uint8Array): string | undefined {
	if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
	if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
	const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)/.exec(latin1(bytes))?.[1];
	// A declaration that can be read byte by byte was not written in UTF-16, whatever it says.
	return declared?.toLowerCase().startsWith('utf-16') ? undefined : declared?.toLowerCase();
}

function latin1(bytes: Uint8Array): string {
	const { buffer, byteOffset, length } = bytes;
	return Buffer.from(buffer, byteOffset, Math.min(length, LONGEST_DECLARATION)).toString('latin1');
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
