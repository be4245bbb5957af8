import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Load, Loaded } from './programs/load';
import { atMost, kilobytes, milliseconds, type Section } from './report';
import { HOST, inTurn, runOnce, unpack, type Bench, type Contender } from './rounds';

const OURS = 'this package';
const TWILIO = "n8n's Twilio and Twilio Trigger nodes";
const TWILIO_DESCRIBED = `${TWILIO}, with what n8n has written down of them`;

const NODES_BASE = join(HOST, 'node_modules', 'n8n-nodes-base', 'dist');

export async function measure(bench: Bench): Promise<Section> {
	const ours = unpack(bench);
	const described = twilioPackage(bench);
	for (const kind of ['known', 'types']) {
		writeDown(described, `${kind}/nodes.json`, 'twilio', 'twilioTrigger');
		writeDown(described, `${kind}/credentials.json`, 'twilioApi');
	}
	// A process that has loaded a package cannot load it afresh.
	const load = (packageFolder: string) => (): Contender<Loaded> => {
		const argument: Load = { packageFolder };
		return { turn: async () => await runOnce(bench, 'load', argument) };
	};
	const contenders = {
		[OURS]: load(ours),
		[TWILIO]: load(twilioPackage(bench)),
		[TWILIO_DESCRIBED]: load(described),
	};
	const results = await inTurn(contenders, bench.rounds);
	const [work, memory] = [results.medians('ms'), results.medians('bytes')];
	return {
		title: 'Load',
		text:
			"What n8n does with an installed package at its start, in a process in which n8n's own libraries are loaded; and what is downloaded and unpacked to install it. " +
			"The Twilio pair is a package like others that are installed: n8n's tool for those writes nothing down, so they are run. In n8n itself the pair is not run either; the last line is for that.",
		pictures: [
			{ name: 'load-work', title: "Work at n8n's start", values: work, as: milliseconds },
			{ name: 'load-memory', title: "Memory after n8n's start", values: memory, as: kilobytes },
		],
		header: ['Package', 'Work', 'Memory'],
		lines: work.map(([name, ms], row) => [name, milliseconds(ms), kilobytes(memory[row]![1])]),
		goals: [
			atMost(1.5, 'Work to load, compared with the Twilio pair', results.ratio(OURS, TWILIO, 'ms')),
			atMost(1.5, 'Memory, compared with the Twilio pair', results.ratio(OURS, TWILIO, 'bytes')),
			...(await sizes(bench.tarball, ours)),
		],
	};
}

async function sizes(tarball: string, folder: string) {
	const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		dependencies?: object;
	};
	const listing = execFileSync('tar', ['-tvzf', tarball], { encoding: 'utf8' });
	const unpacked = listing
		.trim()
		.split('\n')
		.reduce((sum, line) => sum + Number(/^\S+\s+\S+\s+(\d+)/.exec(line)?.[1]), 0);
	return [
		atMost(250_000, 'Packed', (await stat(tarball)).size, kilobytes),
		atMost(1_000_000, 'Unpacked', unpacked, kilobytes),
		atMost(0, 'Run-time dependencies', Object.keys(dependencies).length, String),
	];
}

/** A package of n8n's own Twilio nodes, which lie among hundreds of others. */
function twilioPackage(bench: Bench): string {
	const folder = mkdtempSync(join(bench.folder, 'twilio-'));
	mkdirSync(join(folder, 'dist', 'nodes'), { recursive: true });
	for (const part of ['nodes/Twilio', 'credentials']) {
		symlinkSync(join(NODES_BASE, part), join(folder, 'dist', part), 'junction');
	}
	const n8n = {
		nodes: ['dist/nodes/Twilio/Twilio.node.js', 'dist/nodes/Twilio/TwilioTrigger.node.js'],
		credentials: ['dist/credentials/TwilioApi.credentials.js'],
	};
	const manifest = { name: 'n8n-nodes-twilio-pair', version: '1.0.0', n8n };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	return folder;
}

/** Adds what n8n has written down of the nodes or credentials, and reads in place of running them. */
function writeDown(folder: string, file: string, ...names: string[]): void {
	const all = JSON.parse(readFileSync(join(NODES_BASE, file), 'utf8')) as
		| Array<{ name: string }>
		| object;
	const picked = Array.isArray(all)
		? all.filter(({ name }) => names.includes(name))
		: Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
	mkdirSync(join(folder, 'dist', dirname(file)), { recursive: true });
	writeFileSync(join(folder, 'dist', file), JSON.stringify(picked));
}
