const { execFile } = require('node:child_process');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dirname, join, relative, sep } = require('node:path');
const { Transform } = require('node:stream');
const { promisify } = require('node:util');
const { decode, encode } = require('@jridgewell/sourcemap-codec');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { require: tsxRequire } = require('tsx/cjs/api');
const ts = require('typescript');

const { bundledLibraries, licenceTexts } = tsxRequire('./release/bundledLibraries.ts', __filename);

/** What n8n loads by name from package.json. */
const { n8n } = require('./package.json');
/** What the credential loads to do its work, and what it takes from there. */
const SECRETS = { file: 'dist/credentials/secrets.js', name: 'withSecrets' };
const sourceOf = (file) => file.replace(/^dist\//, './').replace(/\.js$/, '');

function clean() {
	return rm('dist', { recursive: true, force: true });
}

/**
 * A map with one position for each line of the bundle: a stack trace leads to the file and to the line
 * with which that begins. Columns would make the map ten times as large to download. A line of brackets
 * alone, which no stack trace names, is the one after that before it: 0.8 kB of what `npm pack` gives.
 *
 * @param isLeft whether the bundle still has the line
 */
function everyLine(map, lines, isLeft) {
	let before = [];
	const mappings = decode(map.mappings).flatMap((segments, index) => {
		if (!isLeft(index)) return [];
		const [, source, line] = segments.find(({ length }) => length > 1) ?? [];
		const isBracket = !/\w/.test(lines[index]) && source === before[0];
		before = source === undefined ? [] : [source, isBracket ? before[1] + 1 : line];
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

const published = async (path) =>
	(await readFile(path, 'utf8')).replace(/^\/\/# sourceMappingURL=.*$/gm, '');

/** A library as it is published: its own map would lead to sources that it does not publish. */
const asPublished = {
	name: 'as published',
	setup({ onLoad }) {
		onLoad({ filter: /node_modules.*\.js$/ }, async ({ path }) => ({
			contents: await published(path),
		}));
	},
};

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

/** The library of phone numbers as it is written, and not as a compiler made it for old browsers. */
const asWritten = {
	name: 'as written',
	setup({ onResolve, resolve }) {
		onResolve({ filter: /\/es6\// }, async ({ path, ...from }) =>
			/libphonenumber-js/.test(from.importer)
				? await resolve(path.replace('/es6/', '/es6-modern/'), from)
				: undefined,
		);
	},
};

/** Where the data of a country have how numbers are written: formats, what goes with them, extensions. */
const FOR_WRITING = new Set([4, 6, 9, 12, 13]);

/** What the library does with more than digits and a plus before them: worth 1.5 kB of what `npm pack` gives. */
const UNUSED = {
	extractFormattedPhoneNumberFromPossibleRfc3966NumberUri:
		'export default (text, { extractFormattedPhoneNumber }) => extractFormattedPhoneNumber(text);',
	createExtensionPattern: "export default () => '(?!)';",
	extractExtension: 'export default () => ({});',
	// It is given a text, a country or options at most, and its data behind them.
	normalizeArguments:
		"export default ([text, country, ...data]) => ({ text, options: typeof country === 'string' ? { defaultCountry: country } : data[0] && country, metadata: data[0] ?? country });",
	// For data without a number of their version.
	'semver-compare': 'export default () => 0;',
};

/** Methods for writing numbers, by their file, and files with a first version of the library beside the second: worth 2.4 kB of what `npm pack` gives. */
const METHODS_FOR_WRITING = {
	PhoneNumber:
		'setExt getPossibleCountries isNonGeographic isEqual getType format formatNational formatInternational getURI',
	metadata:
		'formats _getFormats _getNationalPrefixFormattingRule nationalPrefixFormattingRule _getNationalPrefixIsOptionalWhenFormatting nationalPrefixIsOptionalWhenFormattingInNationalFormat ext chooseCountryByCountryCallingCode getDefaultCountryMetadataForRegion _getDefaultCountryMetadataForThisCallingCode country defaultIDDPrefix',
	isPossible: '',
	parse: '',
	parsePhoneNumberWithError_: '',
	parsePhoneNumber_: '',
	'helpers[\\\\/]checkNumberLength': '',
	'helpers[\\\\/]extractNationalNumber': '',
	'helpers[\\\\/]extractNationalNumberFromPossiblyIncompleteNumber': '',
	'helpers[\\\\/]getCountryByCallingCode': '',
	'helpers[\\\\/]getCountryAndCallingCodeFromOneOfThem': '',
};

/** What is turned off by a constant of the library. */
const TURNED_OFF =
	/^( +)if \(USE_NON_GEOGRAPHIC_COUNTRY_CODE\) \{\n[^]*?^\1\}\n|^const USE_NON_GEO.*$/gm;

/** The code of a carrier that is dialled before a number, which nobody asks for. */
const CARRIER = /^ +(?:let )?carrierCode[,;]?$/gm;

/** For data of the version that is checked below, for numbers of no type that is asked for, and checks of what the library gives itself. */
const OF_OTHER_DATA = {
	PhoneNumber: [/^ {4}if \(!countryOrCountryCallingCode\)[^]*?(?=^ {4}validateMetadata)/m],
	metadata: [
		/if \(this\.v1(?: \|\| this\.v\d)*\) return.*;/g,
		/this\.v1 \? \d+ : this\.v2 \? \d+ : |this\.v2 \? 2 : (?=3)/g,
		/^ +setVersion\.call\(.*$|^function setVersion\(metadata\) \{\n[^]*?^\}\n/gm,
		// In place of what the data have apart.
		/ else \{\n(?: +\/\/.*\n)+ +const countryCodes = [^]*?'001'\) \{\n[^]*?^ {4}\}\n(?= {2}\})/gm,
	],
	parse: [
		TURNED_OFF,
		CARRIER,
		/^ {4}if \((?:carrierCode|ext)\) \{\n[^]*?^ {4}\}\n/gm,
		// Whatever is wrong is no number.
		/^ {4}if \(isViablePhoneNumberStart\(number\)\) \{\n[^]*?^ {4}\}\n/m,
		/^ {6}if \(error === 'TOO_SHORT'\) \{\n[^]*?^ {6}\}\n/m,
		/^ {2}const withExtensionStripped = [^]*?^ {2}\}\n/m,
		// Behind an error, which it throws whenever it is asked here.
		/(?<=^ {6}throw new ParseError\('\w+'\);\n {4}\}\n)(?: {4}\/\/.*\n)* {4}return \{\};\n/gm,
	],
	isPossible: [/^ {2}\/\/ There was a bug in versions [^]*?(?=^\}\n)/m],
	'helpers[\\\\/]extractNationalNumber': [CARRIER],
	'helpers[\\\\/]extractNationalNumberFromPossiblyIncompleteNumber': [
		/^ {8}if \(capturedGroupsCount > 1\) \{\n[^]*?^ {8}\}\n/m,
		/^ {8}if \(hasCapturedGroups\) \{\n[^]*?^ {8}\}\n/m,
		/^ {6}let nationalPrefix;\n[^]*?(?=^ {6}return)/m,
		/^ {8}nationalPrefix,$/m,
		CARRIER,
	],
	'helpers[\\\\/]getCountryByCallingCode': [TURNED_OFF],
	'helpers[\\\\/]getCountryAndCallingCodeFromOneOfThem': [TURNED_OFF],
	'helpers[\\\\/]checkNumberLength': [
		/^ {2}if \(type === 'FIXED_LINE_OR_MOBILE'\)[^]*?(?=^ {2}const actual_length)/m,
	],
};

const empty = (part) => part.replace(/[^\n]+/g, '');

/** @throws Error where the library is written in another way by now, so that nothing is left half done */
function without(code, pattern) {
	if (code.search(pattern) < 0) throw new Error(`Nothing is written as ${pattern} any more.`);
	return code.replace(pattern, empty);
}

/**
 * The code of a class of the library without some methods and without the class of formats, line for line.
 *
 * @throws Error where one of them is not there
 */
function withoutMethods(code, names) {
	const missing = new Set(names.split(' '));
	const isLeftOut = new Set(names.split(' '));
	const less = code.replace(
		/^( {2,4})(?:get )?(\w+)\(.*\) \{\n[^]*?^\1\}\n/gm,
		(method, _indent, name) => {
			missing.delete(name);
			return isLeftOut.has(name) ? empty(method) : method;
		},
	);
	missing.delete('');
	if (missing.size > 0) throw new Error(`There is no ${[...missing].join(', ')} any more.`);
	return (
		less
			.replace(/^class Format \{\n[^]*?^\}\n/m, empty)
			// Numbers of its first version.
			.replace(
				/^ {2}\} else \{\n {4}if \(!input\.phone\)[^]*?^ {2}\}\n/m,
				(other) => `}${empty(other)}`,
			)
			.replace(/^ {2}const valid = \(options\.extended[^]*?(?=^\}\n)/m, empty)
			// Its own data need no check.
			.replace(/^(export function validateMetadata\(.*\) \{)(\n[^]*?^\}\n)/m, (_all, head, body) =>
				[head, '}', empty(body)].join(''),
			)
	);
}

/** Methods of the parser of XML for what it is not asked for, namespaces and what a document says of itself, and within a DOCTYPE. */
const METHODS_OF_PARSER =
	'getCode11 columnIndex qname resolve pushAttribNS processAttribsNS sDTDQuoted sDTDOpenWaka sDTDOpenWakaBang sDTDComment sDTDCommentEnding sDTDCommentEnded sDTDPI sDTDPIEnding sXMLDeclNameStart sXMLDeclName sXMLDeclEq sXMLDeclValueStart sXMLDeclValue sXMLDeclSeparator sXMLDeclEnding';

/** What it does for options that it is not given, and tells nobody of. */
const OF_OTHER_OPTIONS = [
	/^ {12}if \(this\.opt\.forceXMLVersion === true\) \{\n[^]*?^ {12}\}\n/m,
	/^ {8}this\.xmlDecl = \{\n[^]*?^ {8}\};\n/m,
	/^ {8}(?:this\.(?:fileName|topNS|xmlDeclExpects|trackPosition) = .*;|\(_a = this\.readyHandler\).*;)$/gm,
	/^ {4}(?:xmldecl|processinginstruction|comment|opentagstart|end|ready): .*$/gm,
	/^(?:const|var) (?:isChar11|NSed3|XML_DECL_NAME_TERMINATOR|DTD_TERMINATOR|S_XML_DECL\w*|S_DTD_\w+) = .*$/gm,
	/^ {12}this\.topNS = tag\.ns;.*$/gm,
	/^ {8}tag\.isSelfClosing = (?:true|false);$/gm,
	/^ {8}if \(this\.closed\) \{\n[^]*?^ {8}\}\n/m,
	/^ {8}else if \(typeof chunk === "object"\) \{\n[^]*?^ {8}\}\n/m,
	/if \(handler !== undefined\) (?=\{)/g,
	/^ +this\.(?:positionAtNewLine = .*|(?:line|column)(?:\+\+|--| = \d));$/gm,
];

/** What others do without a place, and with a DOCTYPE. */
const METHODS_MADE_SHORT = {
	makeError: 'return new Error(message);',
	setXMLVersion: 'this.isChar = isChar10; this.getCode = this.getCode10;',
	sDTD: 'this.doctypeHandler(this.text);',
};

/**
 * The parser of XML without them, and its characters without those that it never asks for: worth 2.6 kB
 * of what `npm pack` gives. A document with a DOCTYPE is refused, and so as soon as that holds anything.
 */
const withoutNamespaces = {
	name: 'without namespaces',
	setup({ onLoad }) {
		onLoad({ filter: /[\\/]saxes\.js$/ }, async ({ path }) => ({
			contents: OF_OTHER_OPTIONS.reduce(
				without,
				withoutMethods(await published(path), METHODS_OF_PARSER),
			)
				.replace(
					/^ {4}(sDTD|makeError|setXMLVersion)\((.*)\) \{\n([^]*?)^ {4}\}\n/gm,
					(_method, name, given, body) =>
						`${name}(${given}) { ${METHODS_MADE_SHORT[name]} }\n${empty(body)}\n`,
				)
				// The declaration is passed over as any other instruction: each document is read by XML 1.0.
				.replace(
					/this\.state = isQuestion \? S_XML_DECL_ENDING : S_XML_DECL_NAME_START;/,
					"this.piTarget = '', this.state = isQuestion ? S_PI_ENDING : S_PI_BODY;",
				)
				.replace(/^(?:function ns\w+Check\(.*\) \{|exports\.EVENTS = \[)\n[^]*?^[\]}];?\n/gm, empty)
				.replace(/^(?:const|var) (?:isNC\w+|NC_NAME_RE|XML(?:NS)?_NAMESPACE) = .*$/gm, '')
				.replace(
					/^(const rootNS = )([^]*?\};\n)/m,
					(_all, head, body) => `${head}{};${empty(body)}`,
				)
				.replace(/^ {8}if \(xmlnsOpt\) \{\n[^]*?^ {8}\}\n {8}else (?=\{)/m, empty),
		}));
		onLoad({ filter: /xmlchars[\\/]xml[\\/]1\.0[\\/]ed5\.js$/ }, async ({ path }) => ({
			contents: (await published(path)).replace(
				/^exports\.(?:CHAR|S|NAME_START_CHAR|NAME_CHAR|NMTOKEN)_RE = .*$/gm,
				'',
			),
		}));
		onLoad({ filter: /xmlchars[\\/](?:xmlns[\\/]1\.0[\\/]ed3|xml[\\/]1\.1[\\/]ed2)\.js$/ }, () => ({
			contents: '',
		}));
	},
};

/**
 * How numbers are written for people, half of what the library knows of them: nothing here asks for it, as
 * numbers are only read. The test of the package compares what is read with and without. It is worth 11 kB of
 * what `npm pack` gives.
 */
const withoutFormats = {
	name: 'without formats',
	setup({ onLoad }) {
		onLoad({ filter: /libphonenumber-js[\\/]metadata\.min\.json\.js$/ }, () => {
			const data = require('libphonenumber-js/metadata.min.json');
			if (data.version !== 4) throw new Error('The formats may stand elsewhere by now.');
			const kept = (countries) =>
				Object.fromEntries(
					Object.entries(countries).map(([code, of]) => {
						const read = of.map((value, index) => (FOR_WRITING.has(index) ? 0 : value));
						return [code, read.slice(0, read.findLastIndex(Boolean) + 1)];
					}),
				);
			const { countries, nonGeographic } = data;
			const less = { ...data, countries: kept(countries), nonGeographic: kept(nonGeographic) };
			return { contents: `export default ${JSON.stringify(less)}` };
		});
		for (const [file, names] of Object.entries(METHODS_FOR_WRITING)) {
			onLoad(
				{ filter: new RegExp(`libphonenumber-js[\\\\/]es6-modern[\\\\/]${file}\\.js$`) },
				async ({ path }) => ({
					contents: (OF_OTHER_DATA[file] ?? [])
						.reduce(without, withoutMethods(await published(path), names))
						.replace(/^function _extends\(\) .*$/m, 'const _extends = Object.assign;'),
				}),
			);
		}
		for (const [file, contents] of Object.entries(UNUSED)) {
			onLoad(
				{
					filter: new RegExp(
						`libphonenumber-js[\\\\/]es6-modern[\\\\/]((helpers|tools)[\\\\/])?(extension[\\\\/])?${file}\\.js$`,
					),
				},
				() => ({
					contents,
				}),
			);
		}
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
				`export { ${SECRETS.name} } from '${sourceOf(SECRETS.file)}';`,
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
		plugins: [takenOnce, asWritten, withoutFormats, withoutNamespaces, asPublished],
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
		write(SECRETS.file, `exports.${SECRETS.name} = ${fromBundle(SECRETS)};\n`),
		...n8n.nodes.map(node),
		...n8n.credentials.map(credential),
	]);
}

async function write(path, text) {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
}

/** The expression by which a file takes something from the bundle. */
function fromBundle({ file, name }) {
	const path = relative(dirname(file), join('dist', 'bundle.js')).split(sep).join('/');
	return `require('${path}').${name}`;
}

/** The file by whose name n8n finds the class of a node, under the name that the source gives it. */
async function node(file) {
	const name = file.match(/(\w+)\.node\.js$/)[1];
	await write(file, `exports.${name} = class ${name} extends ${fromBundle({ file, name })} {};\n`);
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
	await write(file, outputText);
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
