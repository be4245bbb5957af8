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

const FIELD = /^(?:INodeProperties|LoadedList)$/;
const OPERATION = /^Operation(?:Of)?$/;
const ENTRY = /^(?:value|name|action|description|builderHint|calls|properties)$/;

/** The name of a type, or that of the entries of a list. */
const nameOf = (annotation) => {
	const type = annotation?.typeAnnotation;
	return (type?.elementType ?? type)?.typeName?.name ?? '';
};

const isLiteral = ({ type } = {}) => type === 'ArrayExpression' || type === 'ObjectExpression';

/**
 * What the editor shows: a field, a function that only writes fields down, and the entry of an operation
 * beside what it does. `docs/operations.md` and n8n's lint hold these.
 */
function isForm({ node, parentPath }) {
	switch (node.type) {
		case 'VariableDeclarator':
			return FIELD.test(nameOf(node.id.typeAnnotation));
		case 'FunctionDeclaration': {
			const [first] = node.body.body;
			return FIELD.test(nameOf(node.returnType)) && isLiteral(first?.argument);
		}
		case 'ObjectProperty': {
			const entry = parentPath?.parent;
			const isEntry =
				entry?.type === 'VariableDeclarator' && OPERATION.test(nameOf(entry.id.typeAnnotation));
			return isEntry && ENTRY.test(node.key.name);
		}
		default:
			return false;
	}
}

/**
 * Leaves the wording of messages alone: `test/guards/troubleshooting.test.ts` compares each message with
 * the docs, and a test that repeats a sentence would have to change with every word of it.
 */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'wording', {
		shouldIgnore: (path) => {
			if (isSentence(textOf(path.node))) return 'wording for people';
			return isForm(path) ? 'a form' : undefined;
		},
	}),
];
