import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createProxy, type Server } from 'node:http';
import { createServer, type Server as SecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { commandNamed } from '../prerequisites.js';

const N8N = join(__dirname, '../../host/node_modules/n8n/dist');

/** The registry that n8n asks where it has no licence for another one. */
function registryOfN8n(): URL {
	const config = readFileSync(
		join(N8N, 'modules/community-packages/community-packages.config.js'),
		'utf8',
	);
	return new URL(/this\.registry = '([^']+)'/.exec(config)?.[1] ?? '');
}

/** A package manager's registry on 127.0.0.1, of one package. */
export interface Registry {
	/** What lets n8n, and the npm that it runs, find it in place of npm's own. */
	readonly env: NodeJS.ProcessEnv;
	/** Paths that were asked for. */
	readonly asked: string[];
	/** Puts a version there, which becomes the newest. */
	publish(tarball: string): Promise<void>;
	close(): Promise<void>;
}

interface Manifest {
	name: string;
	version: string;
	dist: { tarball: string; integrity: string; shasum: string };
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

async function listening<T extends Server | SecureServer>(server: T): Promise<T> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

/** A proxy that leads the connections to one host to a server of ours, and no other one anywhere. */
function leading(host: string, port: number): Server {
	const proxy = createProxy((_request, response) => response.writeHead(403).end());
	proxy.on('connect', ({ url }, socket: Socket) => {
		socket.on('error', () => socket.destroy());
		if (url !== `${host}:443`) {
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const onward = connect(port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			onward.pipe(socket).pipe(onward);
		});
		onward.on('error', () => socket.destroy());
		socket.on('close', () => onward.destroy());
	});
	return proxy;
}

/** What the registry knows, by path. */
class Shelf {
	private readonly versions: Record<string, Manifest> = {};

	private readonly files = new Map<string, Buffer>();

	private newest = '';

	constructor(private readonly origin: string) {}

	async add(tarball: string): Promise<void> {
		const packed = ['-xzOf', tarball, 'package/package.json'];
		const manifest = JSON.parse(execFileSync('tar', packed, { encoding: 'utf8' })) as Manifest;
		const content = await readFile(tarball);
		const hash = (name: string, encoding: 'base64' | 'hex') =>
			createHash(name).update(content).digest(encoding);
		const path = `/${manifest.name}/-/${manifest.name}-${manifest.version}.tgz`;
		this.files.set(path, content);
		this.versions[manifest.version] = {
			...manifest,
			dist: {
				tarball: this.origin + path,
				integrity: `sha512-${hash('sha512', 'base64')}`,
				shasum: hash('sha1', 'hex'),
			},
		};
		this.newest = manifest.version;
	}

	find(path: string): string | Buffer | undefined {
		const { name } = this.versions[this.newest] ?? {};
		const tags = { latest: this.newest };
		if (path === `/${name}`) {
			return JSON.stringify({ name, 'dist-tags': tags, versions: this.versions });
		}
		const version = path.startsWith(`/${name}/`) ? basename(path) : '';
		const found = this.versions[version === 'latest' ? tags.latest : version];
		return found ? JSON.stringify(found) : this.files.get(path);
	}
}

/** Starts a registry that has no package yet. */
export async function startRegistry(): Promise<Registry> {
	const { origin, hostname } = registryOfN8n();
	const folder = await mkdtemp(join(tmpdir(), 'registry-'));
	const [key, certificate, settings] = [
		join(folder, 'key.pem'),
		join(folder, 'cert.pem'),
		join(folder, 'npmrc'),
	];
	const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
	const names = ['-subj', '/CN=registry', '-addext', `subjectAltName=DNS:${hostname}`];
	const files = ['-keyout', key, '-out', certificate];
	execFileSync(commandNamed('OpenSSL'), [...request, ...names, ...files], { stdio: 'ignore' });
	await writeFile(settings, '');

	const shelf = new Shelf(origin);
	const asked: string[] = [];
	const server = await listening(
		createServer(
			{ key: await readFile(key), cert: await readFile(certificate) },
			({ url = '/' }, response) => {
				const path = decodeURIComponent(url.split('?', 1)[0]!);
				asked.push(path);
				const found = shelf.find(path);
				response.setHeader(
					'Content-Type',
					typeof found === 'string' ? 'application/json' : 'application/octet-stream',
				);
				if (found === undefined) response.writeHead(404).end('{"error":"Not found"}');
				else response.end(found);
			},
		),
	);
	const proxy = await listening(leading(hostname, portOf(server)));
	const through = `http://127.0.0.1:${portOf(proxy)}`;
	return {
		env: {
			HTTPS_PROXY: through,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificate,
			npm_config_registry: `${origin}/`,
			// Neither what this machine says of registries nor what it remembers of npm's own.
			npm_config_userconfig: settings,
			npm_config_cache: join(folder, 'cache'),
			npm_config_update_notifier: 'false',
		},
		asked,
		publish: async (tarball) => await shelf.add(tarball),
		close: async () => {
			server.closeAllConnections();
			proxy.closeAllConnections();
			server.close();
			proxy.close();
			await rm(folder, { recursive: true, force: true, maxRetries: 10 });
		},
	};
}
