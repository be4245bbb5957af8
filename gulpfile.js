const { execFile } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dirname, join, relative, sep } = require('node:path');
const { Transform } = require('node:stream');
const { promisify } = require('node:util');
const { decode, encode } = require('@jridgewell/sourcemap-codec');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { require: tsxRequire } = require('tsx/cjs/api');
const ts = require('typescript');

const { ofLibraries } = require('./release/ofLibraries.js');
const { bundledLibraries, licenceTexts } = tsxRequire('./release/bundledLibraries.ts', __filename);

/** What n8n loads by name from package.json. */
const { n8n } = require('./package.json');
/** What the credential loads to do its work; the bundle holds what it takes from there. */
const SECRETS = './secrets';
const sourceOf = (file) => file.replace(/^dist\//, './').replace(/\.js$/, '');

function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** What a line holds outside of texts that may throw: a call, a wait, a member, an entry, values that are taken apart or spread. */
const THROWING = /\(|\bthrow\b|\.\w|\.{3}|[\]}].* = |\w\[|\b(?:await|yield)\b/;

/** A template may hold a text within which something is called. */
const mayThrow = (line) =>
	THROWING.test(line.includes('`') ? line : line.replace(/"(?:\\.|[^"\\])*"/g, ''));

/**
 * A map with one position for each line of the bundle: a stack trace leads to the file and to the line
 * with which that begins. Columns would make the map ten times as large to download. A line that no stack
 * trace names is the one after that before it: 1.5 kB of what `npm pack` gives.
 *
 * @param isLeft whether the bundle still has the line
 */
function everyLine(map, lines, isLeft) {
	let before = [];
	const mappings = decode(map.mappings).flatMap((segments, index) => {
		if (!isLeft(index)) return [];
		const [, source, line] = segments.find(({ length }) => length > 1) ?? [];
		const isNeverNamed = !mayThrow(lines[index]) && source === before[0];
		before = source === undefined ? [] : [source, isNeverNamed ? before[1] + 1 : line];
		return [source === undefined ? [] : [[0, ...before, 0]]];
	});
	// Names belong to columns.
	return { ...map, names: [], mappings: encode(mappings) };
}

/**
 * Comments are a tenth of the download, and stand in the repository, at the commit that provenance names.
 * What names a file of this project stays, and what names the first one of a library.
 *
 * @returns the lines, as many as before and indented by tabs, and which of them begin within a text
 */
function withoutComments(code, files) {
	const libraries = new Set();
	const isNamed = (name) => {
		const library = /^node_modules\/[^/]+/.exec(name)?.[0];
		if (library === undefined) return !name.startsWith('outside:');
		return !libraries.has(library) && Boolean(libraries.add(library));
	};
	const names = new Set(files.filter(isNamed).map((name) => `// ${name}`));
	const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, true);
	const found = new Map();
	const texts = [];
	const visit = (node) => {
		if (ts.isTemplateLiteralToken(node)) texts.push([node.getStart(), node.getEnd()]);
		// What it gave would end the search after the first comment of several.
		const add = (start, end) => void found.set(start, end);
		ts.forEachLeadingCommentRange(code, node.getFullStart(), add);
		ts.forEachTrailingCommentRange(code, node.getEnd(), add);
		node.getChildren(file).forEach(visit);
	};
	visit(file);
	let kept = '';
	let at = 0;
	for (const [start, end] of [...found].sort(([a], [b]) => a - b)) {
		const comment = code.slice(start, end);
		// The folder that nearly all of them are in is left out, which is 0.2 kB of what `npm pack` gives.
		const name = comment.replace('nodes/SubscriptionMessaging/', '');
		kept += code.slice(at, start) + (names.has(comment) ? name : comment.replace(/[^\n]+/g, ''));
		// One blank where there was one on each side.
		at = code[start - 1] === ' ' && code[end] === ' ' ? end + 1 : end;
	}
	kept += code.slice(at);
	const lineAt = (position) => file.getLineAndCharacterOfPosition(position).line;
	const inText = new Set(
		texts.flatMap(([start, end]) =>
			Array.from({ length: lineAt(end) - lineAt(start) }, (_, index) => lineAt(start) + 1 + index),
		),
	);
	const indented = (line) =>
		line.trim() &&
		line
			.replace(/^ +/, ({ length }) => '\t'.repeat(length / 2))
			// Data alone, without the blanks that nobody reads: another 0.2 kB.
			.replace(/^(var metadata_\w+ = )(.*);$/, (_line, name, data) => name + compact(data));
	const lines = kept.split('\n').map((line, index) => (inText.has(index) ? line : indented(line)));
	return { lines, inText };
}

const compact = (data) => `${JSON.stringify(JSON.parse(data))};`;

/** What is taken from outside of the bundle, once for all files, so that it has the names of the source. */
const OUTSIDE = {
	'n8n-workflow':
		'NodeApiError, NodeConnectionTypes, NodeHelpers, NodeOperationError, sleep, tryToParseDateTime, WAIT_INDEFINITELY',
	'node:crypto':
		'createHash, createHmac, createSecretKey, hash, randomBytes, randomInt, scrypt, timingSafeEqual',
};

const takenOnce = {
	name: 'taken once',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^(n8n-workflow|node:crypto)$/ }, ({ path, namespace }) =>
			namespace === 'outside' ? { path, external: true } : { path, namespace: 'outside' },
		);
		onLoad({ filter: /./, namespace: 'outside' }, ({ path }) => ({
			contents: `export { ${OUTSIDE[path]} } from '${path}'`,
		}));
	},
};

const LIBRARIES = ['libphonenumber-js/min', 'p-limit', 'saxes'];

/**
 * Puts the libraries before all of our own: what is alike stands together, which is 0.4 kB of what `npm pack`
 * gives. Nothing takes anything from this import, which esbuild would leave out otherwise.
 */
const librariesFirst = {
	name: 'libraries first',
	setup({ onResolve, resolve }) {
		onResolve({ filter: new RegExp(`^(?:${LIBRARIES.join('|')})$`) }, async ({ path, ...from }) => {
			if (from.pluginData === 'resolving') return undefined;
			const { resolveDir, kind } = from;
			const found = await resolve(path, { resolveDir, kind, pluginData: 'resolving' });
			return { ...found, sideEffects: true };
		});
	},
};

/**
 * Libraries are bundled, because n8n Cloud accepts no package with run-time dependencies; one bundle
 * serves all nodes, so that it holds each library once. It is not minified: whoever reviews the package
 * reads its code as it was written. n8n writes stack traces by the map, which names each line; like the maps of
 * `n8n-node build` it holds no texts, and provenance says which commit they are from.
 */
async function bundle() {
	const { metafile, outputFiles } = await esbuild.build({
		stdin: {
			contents: [
				...LIBRARIES.map((library) => `import '${library}';`),
				// By folders: whoever looks for a file finds it, and what is alike stands together, which is 2 kB of what `npm pack` gives.
				...(await sources()).map((file) => `import '${file}';`),
				`export { withSecrets } from './credentials/${SECRETS}';`,
				...n8n.nodes.map((file) => `export * from '${sourceOf(file)}';`),
			].join('\n'),
			resolveDir: __dirname,
			sourcefile: 'package.ts',
		},
		outfile: 'dist/bundle.js',
		bundle: true,
		write: false,
		metafile: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		// A member that a constructor is given is not declared once more, which is 0.7 kB of what `npm pack` gives.
		tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
		plugins: [takenOnce, librariesFirst, ...ofLibraries],
		charset: 'utf8',
		legalComments: 'none',
		sourcemap: 'linked',
		sourcesContent: false,
	});
	const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
	const { lines, inText } = withoutComments(textOf('.js'), Object.keys(metafile.inputs));
	// Others are where a comment was.
	const isLeft = (index) => lines[index] !== '' || inText.has(index) || index === lines.length - 1;
	const libraries = await bundledLibraries(metafile);
	await mkdir('.cache', { recursive: true });
	await Promise.all([
		write('dist/bundle.js', lines.filter((_line, index) => isLeft(index)).join('\n')),
		write(
			'dist/bundle.js.map',
			JSON.stringify(everyLine(JSON.parse(textOf('.map')), lines, isLeft)),
		),
		// What the bundle is made of, for the checks of licences and advisories.
		writeFile('.cache/bundle.json', JSON.stringify(metafile)),
		write('dist/THIRD-PARTY-LICENSES.txt', await licenceTexts(libraries)),
		...n8n.nodes.map(node),
		...n8n.credentials.map(credential),
	]);
}

/** What the bundle may take something from, folder by folder, and `service/` before what uses it. */
async function sources() {
	const root = 'nodes/SubscriptionMessaging';
	const files = await readdir(root, { recursive: true });
	const own = files
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.node.ts'))
		.map((file) => file.split(sep).join('/').slice(0, -'.ts'.length))
		.toSorted();
	const isService = (file) => file.startsWith('service/');
	return [...own.filter(isService), ...own].map((file) => `./${root}/${file}`);
}

async function write(path, text) {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
}

/** The expression by which a file loads the bundle. */
function bundleOf(file) {
	const path = relative(dirname(file), join('dist', 'bundle.js')).split(sep).join('/');
	return `require('${path}')`;
}

/** The file by whose name n8n finds the class of a node, under the name that the source gives it. */
async function node(file) {
	const name = file.match(/(\w+)\.node\.js$/)[1];
	await write(file, `exports.${name} = class ${name} extends ${bundleOf(file)}.${name} {};\n`);
}

/**
 * A credential stays a file by itself: n8n runs it whenever it starts, and the bundle only once there
 * is something to do. What it does is in the bundle.
 */
async function credential(file) {
	const { outputText } = ts.transpileModule(await readFile(`${sourceOf(file)}.ts`, 'utf8'), {
		compilerOptions: {
			module: ts.ModuleKind.CommonJS,
			target: ts.ScriptTarget.ES2022,
			removeComments: true,
		},
	});
	const loads = `require('${SECRETS}')`;
	if (!outputText.includes(loads)) throw new Error(`${file} does not load ${SECRETS}`);
	await write(file, outputText.replace(loads, bundleOf(file)));
}

/**
 * Writes down what n8n would learn of the package by running it, as n8n does for its own nodes and
 * with the same tool. n8n then reads that at its start, and runs a node when it is used.
 */
async function descriptions() {
	await promisify(execFile)(process.execPath, ['node_modules/n8n-core/bin/generate-metadata']);
	// For the checks of n8n's own nodes only.
	await rm('dist/methods', { recursive: true });
	// n8n offers *Custom API Call* for a credential with this member: a request of its HTTP Request node,
	// which cannot use this one. A package that is installed while n8n runs is described without it, too,
	// because n8n copies only members of the object itself.
	const file = 'dist/types/credentials.json';
	const described = JSON.parse(await readFile(file, 'utf8'));
	for (const credential of described) delete credential.authenticate;
	await writeFile(file, JSON.stringify(described));
}

/** Of what only n8n reads, the layout is worth 1.2 kB of what `npm pack` gives. */
const withoutLayout = () =>
	new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			if (file.extname === '.json') {
				file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents)));
			}
			done(null, file);
		},
	});

function assets() {
	return src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
		allowEmpty: true,
	})
		.pipe(withoutLayout())
		.pipe(dest('dist'));
}

exports.bundle = series(clean, parallel(bundle, assets));
exports.build = series(exports.bundle, descriptions);
