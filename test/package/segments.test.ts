import { Script } from 'node:vm';

import fc from 'fast-check';
import { split } from 'split-sms';

import { packed } from './packed';

describe('the library of segments in the bundle, without what nothing asks for', () => {
	const ofBundle = (() => {
		const [beginning = '', ...parts] = packed('dist/bundle.js').split(/^(?=\/\/ \S+\.[jt]s$)/m);
		const code = parts.find((part) => part.startsWith('// node_modules/split-sms/'))!;
		const name = [...code.matchAll(/^var (require_\w+) = /gm)].at(-1)![1];
		const { split: own } = new Script(`${beginning}\n${code}\n${name}()`).runInThisContext() as {
			split: typeof split;
		};
		return own;
	})();

	const counted = (how: typeof split, text: string) => {
		const { characterSet, parts } = how(text);
		return [characterSet, parts.length];
	};

	it.each([0, 1, 69, 70, 71, 133, 134, 135, 152, 153, 154, 159, 160, 161, 305, 306, 307, 1000])(
		'counts %i characters of each kind as the whole library does',
		(length) => {
			for (const sign of ['a', '€', 'ж', '😀', 'a€', 'aж', 'ж😀']) {
				const text = sign.repeat(length);
				expect(counted(ofBundle, text)).toEqual(counted(split, text));
			}
		},
	);

	it('counts any text as the whole library does', () => {
		const sign = fc.constantFrom('a', ' ', '\n', '€', '{', '^', 'é', 'ж', '😀', '\ud83d');
		fc.assert(
			fc.property(fc.array(sign, { maxLength: 400 }), (signs) => {
				const text = signs.join('');
				expect(counted(ofBundle, text)).toEqual(counted(split, text));
			}),
		);
	});
});
