/**
 * What the bundle takes of its libraries: less than they publish, because the package is to weigh at most
 * 250 kB. Each part says what leaving it out is worth. Where a version of a library is written in another way,
 * the build fails; tests of the layer `package` hold what is left against the whole libraries.
 */
const { readFile } = require('node:fs/promises');

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

/** What a compiler made for old browsers, and Node.js has. */
const EXTENDS = [/^function _extends\(\) .*$/m, () => 'const _extends = Object.assign;'];

/** For data of the version that is checked below, for numbers of no type that is asked for, and checks of what the library gives itself. */
const OF_OTHER_DATA = {
	PhoneNumber: [/^ {4}if \(!countryOrCountryCallingCode\)[^]*?(?=^ {4}validateMetadata)/m, EXTENDS],
	parsePhoneNumberWithError_: [EXTENDS],
	parsePhoneNumber_: [EXTENDS],
	metadata: [
		/^class Format \{\n[^]*?^\}\n/m,
		// Its own data need no check.
		[
			/^(export function validateMetadata\(.*\) \{)(\n[^]*?^\}\n)/m,
			(_all, head, body) => [head, '}', empty(body)].join(''),
		],
		/if \(this\.v1(?: \|\| this\.v\d)*\) return.*;/g,
		/this\.v1 \? \d+ : this\.v2 \? \d+ : |this\.v2 \? 2 : (?=3)/g,
		/^ +setVersion\.call\(.*$|^function setVersion\(metadata\) \{\n[^]*?^\}\n/gm,
		// In place of what the data have apart.
		/ else \{\n(?: +\/\/.*\n)+ +const countryCodes = [^]*?'001'\) \{\n[^]*?^ {4}\}\n(?= {2}\})/gm,
	],
	parse: [
		/^ {2}const valid = \(options\.extended[^]*?(?=^\}\n)/m,
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
	isPossible: [
		// Numbers of its first version.
		[/^ {2}\} else \{\n {4}if \(!input\.phone\)[^]*?^ {2}\}\n/m, (other) => `}${empty(other)}`],
		/^ {2}\/\/ There was a bug in versions [^]*?(?=^\}\n)/m,
	],
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
function changed(code, pattern, change) {
	if (code.search(pattern) < 0) throw new Error(`Nothing is written as ${pattern} any more.`);
	return code.replace(pattern, change);
}

/** One entry of a table: a pattern of what is left out, or a pattern and what stands in its place. */
const applied = (code, entry) =>
	Array.isArray(entry) ? changed(code, ...entry) : changed(code, entry, empty);

/**
 * The code of a class of a library without some methods, line for line.
 *
 * @throws Error where one of them is not there
 */
function withoutMethods(code, names) {
	const missing = new Set(names === '' ? [] : names.split(' '));
	const isLeftOut = new Set(missing);
	const less = code.replace(
		/^( {2,4})(?:get )?(\w+)\(.*\) \{\n[^]*?^\1\}\n/gm,
		(method, _indent, name) => {
			missing.delete(name);
			return isLeftOut.has(name) ? empty(method) : method;
		},
	);
	if (missing.size > 0) throw new Error(`There is no ${[...missing].join(', ')} any more.`);
	return less;
}

/** Methods of the parser of XML for what it is not asked for, namespaces and what a document says of itself, and within a DOCTYPE. */
const METHODS_OF_PARSER =
	'getCode11 columnIndex qname resolve pushAttribNS processAttribsNS sDTDQuoted sDTDOpenWaka sDTDOpenWakaBang sDTDComment sDTDCommentEnding sDTDCommentEnded sDTDPI sDTDPIEnding sXMLDeclNameStart sXMLDeclName sXMLDeclEq sXMLDeclValueStart sXMLDeclValue sXMLDeclSeparator sXMLDeclEnding';

/** What others do without a place, and with a DOCTYPE. */
const METHODS_MADE_SHORT = {
	makeError: 'return new Error(message);',
	setXMLVersion: 'this.isChar = isChar10; this.getCode = this.getCode10;',
	sDTD: 'this.doctypeHandler(this.text);',
};

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
	[
		/^ {4}(sDTD|makeError|setXMLVersion)\((.*)\) \{\n([^]*?)^ {4}\}\n/gm,
		(_method, name, given, body) =>
			`${name}(${given}) { ${METHODS_MADE_SHORT[name]} }\n${empty(body)}\n`,
	],
	// The declaration is passed over as any other instruction: each document is read by XML 1.0.
	[
		/this\.state = isQuestion \? S_XML_DECL_ENDING : S_XML_DECL_NAME_START;/,
		() => "this.piTarget = '', this.state = isQuestion ? S_PI_ENDING : S_PI_BODY;",
	],
	/^(?:function ns\w+Check\(.*\) \{|exports\.EVENTS = \[)\n[^]*?^[\]}];?\n/gm,
	/^(?:const|var) (?:isNC\w+|NC_NAME_RE|XML(?:NS)?_NAMESPACE) = .*$/gm,
	[/^(const rootNS = )([^]*?\};\n)/m, (_all, head, body) => `${head}{};${empty(body)}`],
	/^ {8}if \(xmlnsOpt\) \{\n[^]*?^ {8}\}\n {8}else (?=\{)/m,
];

/**
 * The parser of XML without them, and its characters without those that it never asks for: worth 2.6 kB
 * of what `npm pack` gives. A document with a DOCTYPE is refused, and so as soon as that holds anything.
 */
const withoutNamespaces = {
	name: 'without namespaces',
	setup({ onLoad }) {
		onLoad({ filter: /[\\/]saxes\.js$/ }, async ({ path }) => ({
			contents: OF_OTHER_OPTIONS.reduce(
				applied,
				withoutMethods(await published(path), METHODS_OF_PARSER),
			),
		}));
		onLoad({ filter: /xmlchars[\\/]xml[\\/]1\.0[\\/]ed5\.js$/ }, async ({ path }) => ({
			contents: applied(
				await published(path),
				/^exports\.(?:CHAR|S|NAME_START_CHAR|NAME_CHAR|NMTOKEN)_RE = .*$/gm,
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
					contents: (OF_OTHER_DATA[file] ?? []).reduce(
						applied,
						withoutMethods(await published(path), names),
					),
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

/** For esbuild: the first plugin that answers for a file is the one that counts. */
exports.ofLibraries = [asWritten, withoutFormats, withoutNamespaces, asPublished];
