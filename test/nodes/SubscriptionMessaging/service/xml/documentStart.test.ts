import {
	documentStart,
	nextLook,
} from '../../../../../nodes/SubscriptionMessaging/service/xml/documentStart';

const HTML_NOTICE =
	'<br />\n<b>Notice</b>:  Undefined index: on line in <b>/srv/api.php</b> on line <b>12</b><br />\n';
const TEXT_NOTICE = '\nWarning: mail() failed on line in /srv/api.php on line 1234\n';

test.each([
	['nothing', ''],
	['blank lines', '\r\n\t \n'],
	['a byte order mark in the middle', '\n\ufeff'],
	['a notice in HTML', HTML_NOTICE],
	['a notice in HTML 5', HTML_NOTICE.replaceAll('<br />', '<br>').replace('<br>', '<br/>')],
	['a short notice in HTML', '<br />\n<b>Notice</b>: no credit<br />\n'],
	['a notice in plain text', TEXT_NOTICE],
	[
		'notices of all kinds',
		`${HTML_NOTICE}${TEXT_NOTICE}${HTML_NOTICE.replace('Notice', 'Strict Standards')}`,
	],
	['a deprecation', TEXT_NOTICE.replace('Warning', 'Deprecated')],
	['a broken standard', TEXT_NOTICE.replace('Warning', 'Strict Standards')],
	['a short notice in HTML 5', '<br /><b>Notice</b>: no credit<br>'],
	['a short notice and blank lines', '<br /><b>Notice</b>: no credit<br />\n \n'],
])('a document begins behind %s', (_, preface) => {
	const document = '<?xml version="1.0"?><a/>';
	expect(documentStart(preface + document)).toBe(preface.length);
	expect(documentStart(preface + document, true)).toBe(preface.length);
});

test.each(['<br />', '<br/>', '<br>', '\n<br />'])(
	'a notice ends behind its line and %j, whatever comes next',
	(end) => {
		const notice = `<br />\n<b>Notice</b>: x in <b>/srv/api.php</b> on line <b>12</b>${end}`;
		expect(documentStart(`${notice}<a/>`)).toBe(notice.length);
	},
);

test.each([
	['', undefined, 0],
	[' \n', undefined, 2],
	['\n<b', undefined, 1],
	['\n<br /><b>Not', undefined, 1],
	['Warning', undefined, 0],
	[HTML_NOTICE.slice(0, -12), undefined, 0],
	[TEXT_NOTICE.slice(0, -1), undefined, 1],
	[`${HTML_NOTICE}\n`, undefined, 0],
	[`${HTML_NOTICE}Warning`, undefined, HTML_NOTICE.length],
	['<br /><b>Notice</b>: no credit on line <b>no 1</b><br />\n<p>', undefined, 0],
	['<br /><b>Notice</b>: no credit<br class="a"><?xml version="1.0"?>', undefined, 0],
	['<br />\n<b>Fatal error</b>:  out of memory', 0, 0],
	['<br /><b>Notice</b>: We are closed<br /><p>Come back</p>', undefined, 0],
	['<body>', 0, 0],
	['PHP Warning', 0, 0],
	['{"a":1}', 0, 0],
])('%j begins at %p, and at %p where nothing follows', (text, start, end) => {
	expect(documentStart(text)).toBe(start);
	expect(documentStart(text, true)).toBe(end);
});

test('a notice that does not end is not waited for without end', () => {
	const notice = `Warning: ${'x'.repeat(10_000)}`;
	expect(documentStart(notice.slice(0, 9_999))).toBeUndefined();
	expect(documentStart(notice)).toBe(0);
});

test('blanks are not waited for without end', () => {
	expect(documentStart(' '.repeat(65_536))).toBeUndefined();
	expect(documentStart(' '.repeat(65_537))).toBe(65_537);
});

test('a beginning that comes byte by byte is looked at with each byte while it is short, and then a few times', () => {
	const looks: number[] = [];
	let next = 0;
	for (let length = 1; length <= 100_000; length += 1) {
		if (length < next) continue;
		looks.push(length);
		next = nextLook(length);
	}
	expect(looks.slice(0, 999)).toEqual(Array.from({ length: 999 }, (_, index) => index + 1));
	expect(looks.length - 999).toBeLessThan(30);
});
