import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import ts from 'typescript';

export const ROOT = resolve(__dirname, '../..');

/**
 * TypeScript files below a folder of the project, by their paths from its root.
 *
 * @throws where there is none, because a rule that looks at nothing finds nothing
 */
export function sourcesIn(folder: string): ts.SourceFile[] {
	const found = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
		.map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
		.filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
		.map((path) => parse(path, readFileSync(join(ROOT, path), 'utf8')));
	if (found.length === 0) throw new Error(`There is no source in ${folder}`);
	return found;
}

export function parse(path: string, text: string): ts.SourceFile {
	return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Places in a file, as "path:line: text", that a rule does not allow. */
export function offences(file: ts.SourceFile, isOffence: (node: ts.Node) => boolean): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (isOffence(node)) {
			const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
			found.push(`${file.fileName}:${line}: ${node.getText().split('\n')[0]}`);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

/** The plain texts in a file that are wanted. */
export function literalsOf(file: ts.SourceFile, isWanted: (node: ts.Node) => boolean): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		const text = textOf(node);
		if (text !== undefined && isWanted(node)) found.push(text);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

/** The module that a declaration, a `require` or a dynamic `import` names. */
export function importedModule(node: ts.Node): string | undefined {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
		return textOf(node.moduleSpecifier);
	}
	if (ts.isExternalModuleReference(node)) return textOf(node.expression);
	if (ts.isImportTypeNode(node)) {
		return ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : undefined;
	}
	const isCall =
		ts.isCallExpression(node) &&
		(node.expression.kind === ts.SyntaxKind.ImportKeyword ||
			node.expression.getText() === 'require');
	return isCall ? textOf(node.arguments[0]) : undefined;
}

export function textOf(node: ts.Node | undefined): string | undefined {
	return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}
