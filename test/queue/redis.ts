import { connect } from 'node:net';
import { once } from 'node:events';

import { freePort } from '../../host/freePort';
import { commandNamed } from '../prerequisites.js';
import { startServerAt } from './ownServer';

export interface Redis {
	readonly port: number;
	stop(): Promise<void>;
	/** Ends it at once, and starts it again with what it had written down. */
	crash(): Promise<void>;
}

/** Starts the Redis of the system on 127.0.0.1, which writes down what it is told, as a volume keeps it. */
export async function startRedis(folder: string): Promise<Redis> {
	const port = await freePort();
	const start = async () =>
		await startServerAt(
			port,
			commandNamed('Redis'),
			...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
			...['--appendonly', 'yes', '--appendfsync', 'always'],
		);
	let server = await start();
	return {
		port,
		stop: async () => await server.stop(),
		crash: async () => {
			const socket = connect(port, '127.0.0.1');
			await once(socket, 'connect');
			const closed = once(socket, 'close').catch(() => undefined);
			socket.on('error', () => {});
			socket.write('SHUTDOWN NOSAVE NOW FORCE\r\n');
			await server.ended;
			socket.destroy();
			await closed;
			server = await start();
		},
	};
}
