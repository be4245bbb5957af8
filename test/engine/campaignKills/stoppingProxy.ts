import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Where a run is stopped. */
export interface Stop {
	/** From 1: n8n connects anew for each request. */
	connection: number;
	/** Before the service gets this request, or when it has answered and the answer has not arrived. */
	when: 'request' | 'answer';
	/** What stops: n8n, while the service goes on with what it has got; or the service, for good. */
	what: 'process' | 'service';
}

/** Stands before a service, and tells when a run has come to a point. */
export class StoppingProxy {
	isStopped = false;

	private connections = 0;

	/** What the service is still busy with. */
	private readonly busy = new Set<Promise<unknown>>();

	private readonly clients = new Set<Socket>();

	private constructor(
		private readonly server: Server,
		private readonly port: number,
		private readonly stop: Stop,
		private readonly onStop: () => void,
	) {
		server.on('connection', (client) => this.connected(client));
	}

	static async start(port: number, stop: Stop, onStop: () => void): Promise<StoppingProxy> {
		const server = createServer({ allowHalfOpen: true });
		const proxy = new StoppingProxy(server, port, stop, onStop);
		server.listen({ port: 0, host: '127.0.0.1' });
		await once(server, 'listening');
		return proxy;
	}

	get baseUrl(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Once the service has done what had arrived. */
	async close(): Promise<void> {
		this.server.close();
		for (const client of this.clients) client.destroy();
		await Promise.all(this.busy);
	}

	private connected(client: Socket): void {
		this.connections += 1;
		const isPoint = this.connections === this.stop.connection;
		client.on('error', () => {});
		if (isPoint && this.stop.when === 'request') this.stopNow();
		if (this.isStopped) {
			client.destroy();
			return;
		}
		this.clients.add(client);
		const service = connect({ port: this.port, host: '127.0.0.1', allowHalfOpen: true });
		this.busy.add(new Promise((resolve) => service.once('close', resolve)));
		service.on('error', () => {});
		client.on('data', (bytes) => service.write(bytes));
		client.on('end', () => service.end());
		client.on('close', () => {
			this.clients.delete(client);
			service.end();
		});
		service.on('data', (bytes) => {
			if (isPoint) this.stopNow();
			if (!this.isStopped) client.write(bytes);
		});
		service.on('end', () => {
			service.end();
			client.end();
		});
		service.on('close', () => client.destroy());
	}

	private stopNow(): void {
		if (this.isStopped) return;
		this.isStopped = true;
		if (this.stop.what === 'service') {
			for (const client of this.clients) client.destroy();
		}
		this.onStop();
	}
}
