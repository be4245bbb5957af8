import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

import { isChar } from 'xmlchars/xml/1.1/ed2';

import { packed } from './packed';

const PARSER = readFileSync(require.resolve('saxes'), 'utf8');

describe('the characters of XML 1.1 in the bundle, without what the parser does not ask for', () => {
	it('are asked for by the parser in one way alone', () => {
		expect(PARSER).toContain('const ed2 = require("xmlchars/xml/1.1/ed2");');
		expect(PARSER.match(/\bed2\.\w+/g)).toEqual(['ed2.isChar']);
	});

	it('are those of the library', () => {
		const [, code] = /^\s*exports\d?\.isChar = (\(c.*);$/m.exec(packed('dist/bundle.js'))!;
		const isPackedChar = new Script(code!).runInThisContext() as typeof isChar;
		const bounds = [
			0, 1, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x10ffff,
		];
		for (const bound of [...bounds, 0x110000, 0x20, 0x85, 0x2028]) {
			expect([bound, isPackedChar(bound)]).toEqual([bound, isChar(bound)]);
		}
	});
});
