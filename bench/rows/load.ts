import 'reflect-metadata';

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import {
	inTurn,
	N8N_LIBRARIES,
	start,
	usedBytes,
	workOf,
	type Bench,
	type Programs,
} from '../turns';
import { atMost, kilobytes, linesOf, milliseconds, type Section } from '../document';

const OURS = 'this package';
const TWILIO = "n8n's Twilio and Twilio Trigger nodes";
const TWILIO_DESCRIBED = `${TWILIO}, with what n8n has written down of them`;

/** Folders of the packages, by name. */
type Folders = Record<string, string>;

export const programs: Programs<Folders> = Object.fromEntries(
	[OURS, TWILIO, TWILIO_DESCRIBED].map((name) => [name, (folders) => loads(folders[name]!)]),
);

/** Loads a package as n8n does at its start, when its own libraries are there. */
async function loads(folder: string) {
	// V8 would drop compiled code of n8n's meanwhile, and the package seem to take less than nothing.
	setFlagsFromString('--no-flush-bytecode');
	const { LazyPackageDirectoryLoader } = require('n8n-core') as typeof import('n8n-core');
	// n8n's own nodes come first, and take what is needed for the first of all nodes and credentials.
	const nodesBase = dirname(require.resolve('n8n-nodes-base/package.json'));
	const own = new LazyPackageDirectoryLoader(nodesBase);
	await own.loadAll();
	own.getNode('noOp');
	own.getCredential('httpBasicAuth');
	own.releaseTypes();
	return async () => {
		const before = usedBytes();
		const loader = new LazyPackageDirectoryLoader(folder);
		const work = await workOf(async () => {
			await loader.loadAll();
			// n8n has each credential at hand from the start.
			for (const name in loader.known.credentials) loader.getCredential(name);
		});
		if (loader.types.nodes.length < 2) throw new Error(`${folder} did not load`);
		// As n8n does when it has written them down for the editor.
		loader.releaseTypes();
		return { ...work, bytes: usedBytes() - before };
	};
}

export async function measure(bench: Bench): Promise<Section> {
	const { packageFolder, tarball } = bench;
	const folders: Folders = {
		[OURS]: packageFolder,
		[TWILIO]: twilioPackage(bench, false),
		[TWILIO_DESCRIBED]: twilioPackage(bench, true),
	};
	// A process that has loaded a package cannot load it afresh.
	const contenders = start(bench, 'rows/load', Object.keys(folders), folders, true);
	const results = await inTurn(contenders, bench.rounds);
	const ofTwilio = (figure: string) => results.ratio(OURS, TWILIO, figure);
	const unpacked = readdirSync(packageFolder, { recursive: true, encoding: 'utf8' })
		.map((path) => statSync(join(packageFolder, path)))
		.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
	const { dependencies = {} } = require(join(packageFolder, 'package.json'));
	const work = results.picture("Work at n8n's start", 'ms', milliseconds);
	const memory = results.picture("Memory after n8n's start", 'bytes', kilobytes);
	return {
		title: 'Load',
		text: "What n8n does with an installed package at its start, in a process in which n8n's own libraries are loaded; and what is downloaded and unpacked to install it. The Twilio pair is a package like others that are installed: n8n's tool for those writes nothing down, so they are run. In n8n itself the pair is not run either; the last line is for that.",
		goals: [
			atMost(1.5, 'Work to load, compared with the Twilio pair', ofTwilio('ms')),
			atMost(1.5, 'Memory, compared with the Twilio pair', ofTwilio('bytes')),
			atMost(250_000, 'Packed', statSync(tarball).size, kilobytes),
			atMost(1_250_000, 'Unpacked', unpacked, kilobytes),
			atMost(0, 'Run-time dependencies', Object.keys(dependencies).length, String),
		],
		pictures: [work, memory],
		header: ['Package', 'Work', 'Memory'],
		lines: linesOf(work).map((line, at) => [...line, linesOf(memory)[at]![1]!]),
	};
}

/**
 * A package of n8n's own Twilio nodes, which lie among hundreds of others.
 *
 * @param isDescribed whether n8n has written down its nodes and credentials, and reads that in place of
 * running them
 */
function twilioPackage({ node, folder: parent }: Bench, isDescribed: boolean): string {
	const folder = mkdtempSync(join(parent, 'twilio-'));
	mkdirSync(join(folder, 'dist', 'nodes'), { recursive: true });
	for (const part of ['nodes/Twilio', 'credentials']) {
		const target = join(N8N_LIBRARIES, 'n8n-nodes-base', 'dist', part);
		symlinkSync(target, join(folder, 'dist', part), 'junction');
	}
	const nodes = ['Twilio', 'TwilioTrigger'].map((name) => `dist/nodes/Twilio/${name}.node.js`);
	const n8n = { nodes, credentials: ['dist/credentials/TwilioApi.credentials.js'] };
	const manifest = { name: 'n8n-nodes-twilio-pair', version: '1.0.0', n8n };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	const describe = join(N8N_LIBRARIES, 'n8n-core', 'bin', 'generate-metadata');
	if (isDescribed) execFileSync(node, [describe], { cwd: folder });
	return folder;
}
