const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

/** What n8n loads by name from package.json, one bundle each. */
const { n8n } = require('./package.json');
const entryPoints = [...n8n.credentials, ...n8n.nodes].map((file) =>
	file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);

function clean() {
	return rm('dist', { recursive: true, force: true });
}

function types() {
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc'), '--project', '.'], {
		stdio: 'inherit',
	});
}

/** Libraries are bundled, because n8n Cloud accepts no package with run-time dependencies. */
function bundle() {
	return esbuild.build({
		entryPoints,
		outbase: '.',
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		sourcemap: 'linked',
		sourcesContent: false,
		legalComments: 'linked',
	});
}

function assets() {
	return src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
		allowEmpty: true,
	}).pipe(dest('dist'));
}

exports.types = types;
exports.bundle = series(clean, parallel(bundle, assets));
exports.build = series(types, exports.bundle);
exports.default = exports.build;
