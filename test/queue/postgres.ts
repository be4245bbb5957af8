import { execFile, execFileSync } from 'node:child_process';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { freePort } from '../../host/freePort';
import { commandNamed } from '../prerequisites.js';
import { startServerAt } from './ownServer';

export interface Postgres {
	readonly port: number;
	/** Lines of the answer, columns divided by `|`. */
	query(sql: string): Promise<string[]>;
	stop(): Promise<void>;
	/** Ends it at once, without telling its clients, and starts it again with what was committed. */
	crash(): Promise<void>;
}

/** Milliseconds until PostgreSQL must have recovered from a crash. */
const RECOVERY_LIMIT = 60_000;

/** PostgreSQL refuses to run as root; who it runs as then. */
const USERS = ['postgres', 'nobody'];

/** The name of a program of the installation that `initdb` is part of. */
function program(name: string): string {
	const initdb = commandNamed('PostgreSQL');
	return initdb.includes('/') ? join(dirname(initdb), name) : name;
}

/** What a command has to begin with to run as somebody who is not root. */
async function asSomebody(folder: string): Promise<string[]> {
	if (process.getuid?.() !== 0) return [];
	for (const user of USERS) {
		const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
		try {
			await chown(folder, idOf('-u'), idOf('-g'));
		} catch {
			continue;
		}
		const ids = [`--reuid=${idOf('-u')}`, `--regid=${idOf('-g')}`, '--clear-groups'];
		return ['setpriv', ...ids];
	}
	throw new Error(`PostgreSQL does not run as root, and there is no user ${USERS.join(' or ')}`);
}

/** Starts the PostgreSQL of the system on 127.0.0.1 with a database `n8n` for the user `n8n`. */
export async function startPostgres(folder: string): Promise<Postgres> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const [first, ...rest] = [
		...(await asSomebody(folder)),
		...[program('initdb'), '--pgdata', folder, '--username=n8n', '--auth=trust'],
		...['--no-sync', '--encoding=UTF8', '--locale=C'],
	];
	await promisify(execFile)(first!, rest, { cwd: folder });
	const port = await freePort();
	const settings = {
		listen_addresses: '127.0.0.1',
		port: String(port),
		unix_socket_directories: '',
		// What a process that is killed has written stays in memory of the system.
		fsync: 'off',
		max_connections: '100',
	};
	const command = [
		...(await asSomebody(folder)),
		...[program('postgres'), '-D', folder],
		...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
	];
	const queryIn = async (database: string, sql: string) => {
		const place = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', database];
		const { stdout } = await promisify(execFile)('psql', [...place, '-AtX', '-c', sql]);
		return stdout.split('\n').filter((line) => line !== '');
	};
	/** It listens before it has recovered, and refuses whoever asks until then. */
	const start = async () => {
		const started = await startServerAt(port, ...command);
		for (const deadline = Date.now() + RECOVERY_LIMIT; ; await sleep(50)) {
			const answer = await queryIn('postgres', 'SELECT 1').catch((error: Error) => error);
			if (!(answer instanceof Error)) return started;
			if (Date.now() > deadline) throw answer;
		}
	};
	let server = await start();
	await queryIn('postgres', 'CREATE DATABASE n8n');
	const end = async () => {
		const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
		process.kill(Number(pid), 'SIGQUIT');
		await server.ended;
	};
	return {
		port,
		query: async (sql) => await queryIn('n8n', sql),
		stop: end,
		crash: async () => {
			await end();
			server = await start();
		},
	};
}
