import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const textOf = (node) => {
	if (node.type === 'StringLiteral') return node.value;
	if (node.type === 'TemplateLiteral') {
		return node.quasis.map(({ value }) => value.cooked).join('…');
	}
	return '';
};

/** Three words in a row are a sentence for people; names, tags, codes and addresses have fewer. */
const isSentence = (text) => /\p{L}+['’,:]? \p{L}+['’,:]? \p{L}+/u.test(text);

/**
 * Leaves the wording of messages alone: `test/guards/troubleshooting.test.ts` compares each message with
 * the docs, and a test that repeats a sentence would have to change with every word of it.
 */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'wording', {
		shouldIgnore: ({ node }) => (isSentence(textOf(node)) ? 'wording for people' : undefined),
	}),
];
