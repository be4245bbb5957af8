import fc from 'fast-check';

import { expectSame } from '../nodes/SubscriptionMessaging/service/xml/besideSaxes';
import { fuzz } from './judge';

const leaf = '<a b="1">text</a>';

test('a document with anything in any order is read or refused as by saxes', async () => {
	const piece = fc.constantFrom(
		...[
			'<a>',
			'</a>',
			'<b x="1">',
			'</b>',
			'<a/>',
			'<c x="1" y="2">1</c>',
			leaf,
			'text',
			' ',
			'\n',
		],
		...[
			'\r',
			'&amp;',
			'&',
			']',
			']]>',
			'>',
			'<',
			'"',
			"'",
			'<!--',
			'-->',
			'<![CDATA[',
			'<?x ',
			'?>',
		],
		...['é', '😀', '\u0085', '<a b="', "<a b='", '<a>1</a>', '<a>1</b>', '<d>]</d>', '<d>&lt;</d>'],
	);
	const content = fc.array(piece, { maxLength: 12 }).map((pieces) => `<r>${pieces.join('')}</r>`);
	// 3,000 inputs of a usual run.
	await fuzz(0.03, content, (document) => expectSame(document));
});
