import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { pictureOf } from './bars';
import type { Bench } from './bench';
import { unpack } from './packageFolder';
import type { Load, Loaded } from './programs/load';
import { atMost, kilobytes, milliseconds, type Section } from './report';
import { inTurn, runOnce, type Contender } from './rounds';
import { median, ratio } from './statistics';

export const programs = ['load'];

const HOST = join(__dirname, '..', 'host');

const OURS = 'this package';
const TWILIO = "n8n's Twilio and Twilio Trigger nodes";
const TWILIO_DESCRIBED = `${TWILIO}, with what n8n has written down of them`;

export async function measure(bench: Bench): Promise<Section> {
	const ours = unpack(bench.tarball);
	const twilio = twilioPackage();
	const twilioDescribed = describedTwilioPackage();
	// A process that has loaded a package cannot load it afresh.
	const contender = (packageFolder: string) => (): Promise<Contender<Loaded>> => {
		const argument: Load = { host: HOST, packageFolder };
		const env = { NODE_PATH: join(HOST, 'node_modules') };
		return Promise.resolve({
			turn: () => runOnce<Loaded>({ node: bench.node, name: 'load', argument, env }),
			close: () => undefined,
		});
	};
	try {
		const results = await inTurn(
			new Map([
				[OURS, contender(ours)],
				[TWILIO, contender(twilio)],
				[TWILIO_DESCRIBED, contender(twilioDescribed)],
			]),
			bench.rounds,
		);
		const timesOf = (name: string) => results.get(name)!.map(({ ms }) => ms);
		const memoriesOf = (name: string) => results.get(name)!.map(({ bytes }) => bytes);
		return {
			title: 'Load',
			text:
				"What n8n does with an installed package at its start, in a process in which n8n's own libraries are loaded; and what is downloaded and unpacked to install it. " +
				"The Twilio pair is a package like others that are installed: n8n's tool for those writes nothing down, so they are run. In n8n itself the pair is not run either; the last line is for that.",
			pictures: [
				pictureOf(
					'benchmark-load-work',
					"Work at n8n's start",
					[...results.keys()].map((name) => [name, median(timesOf(name))]),
					milliseconds,
				),
				pictureOf(
					'benchmark-load-memory',
					"Memory after n8n's start",
					[...results.keys()].map((name) => [name, median(memoriesOf(name))]),
					kilobytes,
				),
			],
			header: ['Package', 'Work', 'Memory'],
			lines: [...results.keys()].map((name) => [
				name,
				milliseconds(median(timesOf(name))),
				kilobytes(median(memoriesOf(name))),
			]),
			goals: [
				atMost(1.5, {
					goal: 'Work to load, compared with the Twilio pair',
					value: ratio(timesOf(OURS), timesOf(TWILIO)),
				}),
				atMost(1.5, {
					goal: 'Memory, compared with the Twilio pair',
					value: ratio(memoriesOf(OURS), memoriesOf(TWILIO)),
				}),
				...(await sizes(bench.tarball, ours)),
			],
		};
	} finally {
		await rm(dirname(ours), { recursive: true });
		await rm(twilio, { recursive: true });
		await rm(twilioDescribed, { recursive: true });
	}
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
		atMost(250_000, { goal: 'Packed', value: (await stat(tarball)).size, as: kilobytes }),
		atMost(1_000_000, { goal: 'Unpacked', value: unpacked, as: kilobytes }),
		atMost(0, {
			goal: 'Run-time dependencies',
			value: Object.keys(dependencies).length,
			as: String,
		}),
	];
}

/** A package of n8n's own Twilio nodes, which lie among hundreds of others. */
function twilioPackage(): string {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-bench-twilio-'));
	const base = join(HOST, 'node_modules', 'n8n-nodes-base', 'dist');
	mkdirSync(join(folder, 'dist', 'nodes'), { recursive: true });
	symlinkSync(join(base, 'nodes', 'Twilio'), join(folder, 'dist', 'nodes', 'Twilio'), 'junction');
	symlinkSync(join(base, 'credentials'), join(folder, 'dist', 'credentials'), 'junction');
	const manifest = {
		name: 'n8n-nodes-twilio-pair',
		version: '1.0.0',
		n8n: {
			nodes: ['dist/nodes/Twilio/Twilio.node.js', 'dist/nodes/Twilio/TwilioTrigger.node.js'],
			credentials: ['dist/credentials/TwilioApi.credentials.js'],
		},
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	return folder;
}

/** The same, with what n8n has written down of these nodes and reads in place of running them. */
function describedTwilioPackage(): string {
	const folder = twilioPackage();
	const pick = (file: string, ...names: string[]) => {
		const path = join(HOST, 'node_modules', 'n8n-nodes-base', 'dist', file);
		const all = JSON.parse(readFileSync(path, 'utf8')) as Array<{ name: string }> | object;
		const picked = Array.isArray(all)
			? all.filter(({ name }) => names.includes(name))
			: Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
		mkdirSync(join(folder, 'dist', dirname(file)), { recursive: true });
		writeFileSync(join(folder, 'dist', file), JSON.stringify(picked));
	};
	for (const kind of ['known', 'types']) {
		pick(`${kind}/nodes.json`, 'twilio', 'twilioTrigger');
		pick(`${kind}/credentials.json`, 'twilioApi');
	}
	return folder;
}
