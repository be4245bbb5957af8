/**
 * What the layers of the tests need beyond Node and npm.
 * `node test/prerequisites.js --install` installs what is missing, on Debian and Ubuntu.
 */
const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const needs = require('./prerequisites.json');

const INSTALL = 'node test/prerequisites.js --install';

const candidates = ({ variable, commands }) =>
	process.env[variable] === undefined ? commands : [process.env[variable]];

/** The first command of a need with which its check succeeds, or undefined. */
const commandFor = (need) =>
	candidates(need).find((command) => spawnSync(command, need.check).status === 0);

/** What has to be said of a need that is missing. */
const missing = (need) => {
	const named = process.env[need.variable];
	return named === undefined
		? `needs ${need.name}`
		: `${need.variable} names ${named}, which does not run`;
};

/** @returns {string | undefined} what a layer lacks on this machine, in words */
function lackOf(layer) {
	const lacks = needs.filter((need) => need.layers.includes(layer) && !commandFor(need));
	return lacks.length > 0 ? lacks.map(missing).join(', ') : undefined;
}

/**
 * @returns {string} the command that a layer needs
 * @throws Error that tells how to install it where it is missing
 */
function commandOf(layer) {
	return commandIn(needs.find(({ layers }) => layers.includes(layer)));
}

/** The same for one of the things that a layer needs, by its name. */
function commandNamed(name) {
	return commandIn(needs.find((need) => need.name === name));
}

function commandIn(need) {
	const command = commandFor(need);
	if (command === undefined) {
		throw new Error(`${missing(need)}. On Debian or Ubuntu: ${INSTALL}`);
	}
	return command;
}

function isUbuntu() {
	try {
		return /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
	} catch {
		return false;
	}
}

/** @throws Error when a program does not succeed */
function asRoot(...command) {
	const [program, ...args] = process.getuid?.() === 0 ? command : ['sudo', ...command];
	const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
	if (status !== 0) throw error ?? new Error(`${command.join(' ')} did not succeed`);
}

function install() {
	const lacking = needs.filter((need) => !commandFor(need));
	// Ubuntu's package of Chromium only installs the snap.
	const snaps = lacking.filter(({ ubuntu }) => ubuntu && isUbuntu());
	const packages = new Set(
		lacking.filter((need) => !snaps.includes(need)).flatMap((need) => need.packages),
	);
	if (packages.size > 0) {
		asRoot('apt-get', 'update', '-qq');
		// Runlevel 1 keeps the packages from starting their servers.
		const quietly = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
		const options = ['-y', '-qq', '--no-install-recommends'];
		asRoot(...quietly, 'apt-get', 'install', ...options, ...packages);
	}
	for (const { ubuntu } of snaps) asRoot('snap', 'install', ubuntu.snap);
}

module.exports = { INSTALL, commandNamed, commandOf, lackOf };

if (require.main === module) {
	if (process.argv[2] === '--install') install();
	const lacks = needs.filter((need) => !commandFor(need));
	for (const need of lacks)
		process.stdout.write(`${need.layers.join(', ') || 'n8n'} ${missing(need)}\n`);
	if (lacks.length === 0) process.stdout.write('Everything that the tests need is installed.\n');
	else if (process.argv[2] !== '--install') process.stdout.write(`To install it: ${INSTALL}\n`);
	process.exitCode = lacks.length === 0 ? 0 : 1;
}
