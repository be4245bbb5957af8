/** Notices that PHP writes into its output and goes on after; an error that ends the script is none. */
const KINDS = ['Notice', 'Warning', 'Deprecated', 'Strict Standards'];

/** As they begin, in HTML and in plain text, without blanks. */
const HTML_HEADS = KINDS.map((kind) => `<br/><b>${kind}</b>:`.replaceAll(' ', ''));
const TEXT_HEADS = KINDS.map((kind) => `${kind}:`.replaceAll(' ', ''));

const LONGEST_HEAD = 64;
const LONGEST_NOTICE = 10_000;

/** Blank lines and notices that take more are not waited for. */
const LONGEST_PREFACE = 65_536;

/**
 * Where a document begins that a careless program has written blank lines or notices of PHP before.
 * They can't be part of an XML document, so nothing else can be meant by them.
 *
 * @param isComplete whether no more text will follow
 * @returns an index; undefined while more text is needed. Where only notices were written, the
 * index of the first.
 */
export function documentStart(text: string, isComplete = false): number | undefined {
	const beginning = skipBlanks(text, 0);
	const isAll = isComplete || text.length > LONGEST_PREFACE;
	let at = beginning;
	while (at < text.length) {
		const end = endOfNotice(text, at);
		if (end === 'incomplete') return isAll ? at : undefined;
		if (end === 'none') return at;
		at = skipBlanks(text, end);
	}
	return isAll ? beginning : undefined;
}

/**
 * Characters or bytes with which a beginning that is too short to be known is looked at again. One that comes
 * byte by byte, with very many blanks, would be looked through as often as it has bytes.
 */
export function nextLook(length: number): number {
	return length < 1_000 ? 0 : length * 1.25;
}

function skipBlanks(text: string, from: number): number {
	let at = from;
	while (at < text.length && text.charAt(at).trim() === '') at++;
	return at;
}

function endOfNotice(text: string, from: number): number | 'none' | 'incomplete' {
	// The usual beginning, which no notice has.
	if (text.startsWith('<?', from)) return 'none';
	const head = text.slice(from, from + LONGEST_HEAD).replace(/\s/g, '');
	const isHtml = HTML_HEADS.some((known) => head.startsWith(known));
	if (!isHtml && !TEXT_HEADS.some((known) => head.startsWith(known))) {
		const mayBecome = [...HTML_HEADS, ...TEXT_HEADS].some((known) => known.startsWith(head));
		return mayBecome ? 'incomplete' : 'none';
	}
	const notice = text.slice(from, from + LONGEST_NOTICE);
	const end = isHtml
		? (endAfter(notice, ' on line <b>', /^\d{1,9}<\/b>\s?<br\s?\/?>/) ??
			endAfter(notice, '<br', /^\s?\/?>\s{0,9}(?=<\?xml\s)/))
		: endAfter(notice, ' on line ', /^\d{1,9}\r?\n/);
	if (end !== undefined) return from + end;
	return notice.length === LONGEST_NOTICE ? 'none' : 'incomplete';
}

/** Index behind the first place where the pattern follows the marker. */
function endAfter(notice: string, marker: string, pattern: RegExp): number | undefined {
	for (let at = notice.indexOf(marker); at !== -1; at = notice.indexOf(marker, at + 1)) {
		const behind = at + marker.length;
		const match = pattern.exec(notice.slice(behind, behind + 40));
		if (match) return behind + match[0].length;
	}
	return undefined;
}
