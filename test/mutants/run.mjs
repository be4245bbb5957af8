/**
 * Changes the sources in small ways and counts the changes that no test of the unit layer notices.
 * `npm run test:mutants -- --help` tells how to choose files.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { cache, root, runMain, SetupError } from '../../host/prepare.mjs';
import { filesChangedSince, rangesChangedSince } from './changes.mjs';
import { hasTest, isMutated, roomOf, ROOMS, testsOf } from './rooms.mjs';
import { compare, namedSurvivors, placeOf } from './survivors.js';
import { writeWorkflowPart } from './workflow.mjs';

const HELP = `npm run test:mutants                       all mutated folders, for hours
npm run test:mutants -- <file or folder>…  these
npm run test:mutants -- --changed          files that differ from the branch main
npm run test:mutants -- --changed <commit> files that differ from a commit

--lines                 with --changed: no more of each file than the lines that differ
--concurrency <number>  mutants at a time, instead of one less than there are cores
--incremental           tries only what changed since the last run with this option
`;
const posix = (path) => path.split(sep).join('/');

function filesUnder(path) {
	const absolute = join(root, path);
	if (!existsSync(absolute)) throw new SetupError(`There is no ${path}`);
	if (statSync(absolute).isFile()) return [posix(path)];
	return readdirSync(absolute, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => posix(relative(root, join(parentPath, name))));
}

const commitOf = ([commit = 'main']) => commit;

function chosenFiles({ values, positionals }) {
	if (values.changed) return filesChangedSince(commitOf(positionals)).filter(isMutated);
	const folders = positionals.length > 0 ? positionals : ROOMS.map(({ folder }) => folder);
	const found = folders.flatMap(filesUnder).filter(isMutated);
	if (found.length > 0) return found;
	throw new SetupError(
		`None of these files is mutated. Folders: ${ROOMS.map(({ folder }) => folder).join(', ')}`,
	);
}

/** File by file, so that each mutant is run against the tests beside it alone. */
async function mutantsOf(files, { values, positionals }) {
	const workflow = await writeWorkflowPart();
	const lines = values.lines ? rangesChangedSince(commitOf(positionals)) : undefined;
	const mutants = [];
	for (const file of files) {
		const ranges = lines ? (lines.get(file) ?? []) : [file];
		// What was only taken out leaves nothing to mutate.
		if (ranges.length === 0) continue;
		const own = await mutantsIn(file, ranges, workflow, values);
		mutants.push(...own);
		// All of them take hours, so that each file tells at once.
		const { unnamed } = compare(own, namedSurvivors());
		const inOrder = unnamed.toSorted((one, other) => one.row - other.row);
		process.stdout.write(`\n${inOrder.map((mutant) => `${shown(mutant)}\n\n`).join('')}`);
	}
	return mutants;
}

/** Where no test stands beside a file, each mutant survives a command that looks at none of them. */
const UNTESTED = {
	testRunner: 'command',
	commandRunner: { command: 'node --version' },
	coverageAnalysis: 'off',
};

const testedBy = (file, workflow) => ({
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'test/mutants/jest.config.js',
		config: {
			testMatch: testsOf(file),
			moduleNameMapper: { '^n8n-workflow$': workflow },
		},
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
});

async function mutantsIn(file, ranges, workflow, { concurrency, incremental }) {
	const isTested = hasTest(file);
	const results = await new Stryker({
		mutate: ranges,
		...(isTested ? testedBy(file, workflow) : UNTESTED),
		plugins: ['@stryker-mutator/jest-runner', join(root, 'test/mutants/wording.mjs')],
		ignorers: ['wording'],
		// A busy machine is no endless loop.
		timeoutMS: 30_000,
		warnings: { slow: false },
		// Each mutant is tried in a copy of what the tests of the unit layer need.
		ignorePatterns: ['.cache', 'dist', 'bench', 'host', 'examples', 'docs'].map(
			(name) => `/${name}`,
		),
		tempDirName: join(cache, 'mutants', 'copies'),
		cleanTempDir: 'always',
		// Whatever survived while there was no test is to be tried once there is one.
		incremental: incremental && isTested,
		incrementalFile: join(cache, 'mutants', `${file.replaceAll('/', '.')}.incremental.json`),
		reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'json'],
		jsonReporter: { fileName: join(cache, 'mutants', 'report.json') },
		...(concurrency && { concurrency: Number(concurrency) }),
	}).runMutationTest();
	const text = readFileSync(join(root, file), 'utf8');
	return results
		.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
		.map(({ status, location, replacement, mutatorName }) => ({
			file,
			...placeOf(text, location),
			row: location.start.line,
			mutator: mutatorName,
			replacement,
			isKilled: status === 'Killed' || status === 'Timeout',
			isReached: isTested && status !== 'NoCoverage',
		}));
}

const scoreOf = (mutants) =>
	(100 * mutants.filter(({ isKilled }) => isKilled).length) / mutants.length;

const shown = ({ file, row, mutator, original, replacement, line, isReached }) =>
	[
		`${file}:${row} ${mutator}${isReached ? '' : ', reached by no test'}`,
		`    ${line.slice(0, 160)}`,
		`  - ${original.slice(0, 160)}`,
		`  + ${replacement.replace(/\s+/g, ' ').slice(0, 160)}`,
	].join('\n');

/** @returns lines of a table, and whether each room reaches what is asked of it */
function scores(mutants) {
	const rows = [...new Set(mutants.map(({ file }) => file))].sort().map((file) => {
		const own = mutants.filter((mutant) => mutant.file === file);
		return `  ${scoreOf(own).toFixed(1).padStart(5)} % of ${String(own.length).padStart(4)}  ${file}`;
	});
	const rooms = ROOMS.map(({ folder, least }) => {
		const own = mutants.filter(({ file }) => roomOf(file).folder === folder);
		return { folder, least, count: own.length, score: scoreOf(own) };
	}).filter(({ count }) => count > 0);
	const totals = rooms.map(
		({ folder, least, count, score }) =>
			`${score < least ? 'FAIL' : 'ok  '} ${score.toFixed(1)} % of ${count}, at least ${least} %: ${folder}`,
	);
	return {
		table: [...rows, '', ...totals],
		isEnough: rooms.every((room) => room.score >= room.least),
	};
}

await runMain(async () => {
	const args = parseArgs({
		allowPositionals: true,
		options: {
			changed: { type: 'boolean' },
			concurrency: { type: 'string' },
			help: { type: 'boolean' },
			incremental: { type: 'boolean', default: false },
			lines: { type: 'boolean', default: false },
		},
	});
	if (args.values.help) {
		process.stdout.write(HELP);
		return;
	}
	if (args.values.lines && !args.values.changed) throw new SetupError('--lines needs --changed');
	const files = chosenFiles(args);
	if (files.length === 0) {
		process.stdout.write('No mutated file was changed.\n');
		return;
	}
	const mutants = await mutantsOf(files, args);
	const { unnamed, outdated: missing } = compare(mutants, namedSurvivors());
	// Those that are named for other lines of a file did not have their turn.
	const outdated = args.values.lines ? [] : missing;
	const { table, isEnough } = scores(mutants);
	process.stdout.write(`\n${table.join('\n')}\n`);
	for (const { file, original, replacement } of outdated) {
		process.stdout.write(
			`test/mutants/survivors is out of date: ${file}: ${original} → ${replacement}\n`,
		);
	}
	const untested = files.filter(
		(file) => !hasTest(file) && mutants.some((mutant) => mutant.file === file),
	);
	for (const file of untested) {
		const [test] = testsOf(file);
		process.stdout.write(`No test tries ${file}: write ${test.replace('<rootDir>/', '')}\n`);
	}
	process.stdout.write(`\n${unnamed.length} survivors that test/mutants/survivors does not name\n`);
	const isNamed = unnamed.length === 0 && outdated.length === 0;
	// A few lines have too few mutants for a score.
	const isGood = isEnough || args.values.lines;
	process.exitCode = isGood && isNamed && untested.length === 0 ? 0 : 1;
});
