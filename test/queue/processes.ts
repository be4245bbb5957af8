import { freePort } from '../../host/freePort';
import { commandOf, listensAt, type N8nOptions } from '../../host/n8n';
import { startN8nProcess, type RunningProcess } from '../../host/n8nProcess';

/** What all processes of one n8n in queue mode share. Each has a user folder of its own. */
export interface Queue {
	/** Of a Redis on 127.0.0.1. */
	redisPort: number;
	/** Of a PostgreSQL on 127.0.0.1 that lets the user `n8n` into the database `n8n`. */
	postgresPort: number;
	/** Where posts reach the webhook processors. */
	webhookUrl: string;
	encryptionKey: string;
}

/**
 * Has n8n leave executions to workers, manual ones too, and posts to webhook processors, as
 * `deploy/compose.yaml` does.
 */
export const environmentOf = (queue: Queue): NodeJS.ProcessEnv => ({
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(queue.redisPort),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(queue.postgresPort),
	DB_POSTGRESDB_DATABASE: 'n8n',
	DB_POSTGRESDB_USER: 'n8n',
	DB_POSTGRESDB_PASSWORD: 'n8n',
	DB_POSTGRESDB_POOL_SIZE: '10',
	N8N_ENCRYPTION_KEY: queue.encryptionKey,
	WEBHOOK_URL: queue.webhookUrl,
});

const healthOf = (port: number) => ({ url: `http://127.0.0.1:${port}`, path: '/healthz' });

export async function startWorker(options: N8nOptions): Promise<RunningProcess> {
	const port = await freePort();
	const env = {
		...options.env,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	return await startN8nProcess(await commandOf({ ...options, env }, 'worker'), healthOf(port));
}

export async function startWebhookProcessor(
	options: N8nOptions & { port: number },
): Promise<RunningProcess> {
	const { port } = options;
	const env = {
		...options.env,
		...listensAt(port),
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	};
	return await startN8nProcess(await commandOf({ ...options, env }, 'webhook'), healthOf(port));
}
