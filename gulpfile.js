const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dirname, join, relative, sep } = require('node:path');
const { decode, encode } = require('@jridgewell/sourcemap-codec');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { require: tsxRequire } = require('tsx/cjs/api');
const ts = require('typescript');

const { bundledLibraries, licenceTexts } = tsxRequire('./release/bundledLibraries.ts', __filename);
const { PHONE_METADATA, trimmedModule } = tsxRequire('./release/phoneMetadata.ts', __filename);

/** What n8n loads by name from package.json. */
const { n8n } = require('./package.json');
const loaded = [...n8n.credentials, ...n8n.nodes];
/** Sources whose declarations are published: those, and what they name. */
const DECLARED = /^credentials[\\/][^\\/]+\.credentials\.ts$|\.node\.ts$|[\\/]credentialTest\.ts$/;
const sourceOf = (file) => file.replace(/^dist\//, './').replace(/\.js$/, '');

function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** Leaves out what of the libraries is never used, and that the bundler cannot know of. */
const trimmedLibraries = {
	name: 'trimmed-libraries',
	setup(build) {
		build.onLoad({ filter: PHONE_METADATA }, async ({ path }) => ({
			contents: trimmedModule(await readFile(path, 'utf8')),
		}));
	},
};

/**
 * One position for each line of our sources, without columns and names: all that a stack trace
 * shows, in a third of the bytes.
 */
function linesOnly(map) {
	const sources = map.sources.filter((source) => !source.includes('node_modules/'));
	const indexes = map.sources.map((source) => sources.indexOf(source));
	const mappings = decode(map.mappings).map((segments) => {
		let before;
		return segments.flatMap(([column, source, line]) => {
			const index = source === undefined ? -1 : indexes[source];
			const place = index < 0 ? 'elsewhere' : `${index}:${line}`;
			if (place === before) return [];
			before = place;
			return [index < 0 ? [column] : [column, index, line, 0]];
		});
	});
	return { ...map, sources, names: [], mappings: encode(mappings) };
}

/**
 * Libraries are bundled, because n8n Cloud accepts no package with run-time dependencies; one bundle
 * serves all that n8n loads, so that it holds each library once. n8n writes stack traces by the map,
 * which like the maps of `n8n-node build` holds no texts; provenance says which commit they are from.
 */
async function bundle() {
	const { metafile, outputFiles } = await esbuild.build({
		stdin: {
			contents: loaded.map((file) => `export * from '${sourceOf(file)}';`).join('\n'),
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
		external: ['n8n-workflow'],
		minify: true,
		legalComments: 'none',
		sourcemap: 'linked',
		sourcesContent: false,
		plugins: [trimmedLibraries],
	});
	const libraries = await bundledLibraries(metafile);
	await Promise.all(['dist', '.cache'].map((folder) => mkdir(folder, { recursive: true })));
	await Promise.all([
		...outputFiles.map(({ path, text }) =>
			writeFile(path, path.endsWith('.map') ? JSON.stringify(linesOnly(JSON.parse(text))) : text),
		),
		// What the bundle is made of, for the checks of licences and advisories.
		writeFile('.cache/bundle.json', JSON.stringify(metafile)),
		writeFile('dist/THIRD-PARTY-LICENSES.txt', await licenceTexts(libraries)),
		...loaded.map(loadFromBundle),
	]);
}

/** The file by whose name n8n finds a class. */
async function loadFromBundle(file) {
	const name = file.match(/(\w+)\.(?:node|credentials)\.js$/)[1];
	const path = relative(dirname(file), join('dist', 'bundle.js')).split(sep).join('/');
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, `exports.${name} = require('${path}').${name};\n`);
}

/**
 * Checks the types of everything, and writes declarations of what n8n loads and of what these name.
 *
 * @throws with what the compiler found
 */
async function types() {
	const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
	const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, __dirname);
	const program = ts.createProgram(fileNames, {
		...options,
		noEmit: false,
		declaration: true,
		emitDeclarationOnly: true,
		rootDir: __dirname,
		outDir: join(__dirname, 'dist'),
	});
	const declared = program
		.getSourceFiles()
		.filter(({ fileName }) => DECLARED.test(relative(__dirname, fileName)));
	const found = [
		...ts.getPreEmitDiagnostics(program),
		...declared.flatMap((file) => [...program.emit(file).diagnostics]),
	];
	if (found.length > 0) {
		throw new Error(
			ts.formatDiagnostics(found, {
				getCanonicalFileName: (name) => name,
				getCurrentDirectory: () => __dirname,
				getNewLine: () => '\n',
			}),
		);
	}
}

function assets() {
	return src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
		allowEmpty: true,
	}).pipe(dest('dist'));
}

exports.bundle = series(clean, parallel(bundle, assets));
exports.build = series(exports.bundle, types);
exports.default = exports.build;
