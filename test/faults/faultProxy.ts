import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../host/freePort';

/** What a network or a server does to an exchange. */
export type Fault = {
	name: string;
	/** Changes the service's own answer, in place of what the fault does at other points. */
	damage?: (answer: Buffer) => Buffer;
} & (
	| {
			kind:
				| 'refuse' // the port is closed for a while
				| 'reset' // RST
				| 'stall' // nothing more comes
				| 'cut' // FIN
				| 'duplicate'; // what was passed on of the answer comes twice
	  }
	| { kind: 'delay'; milliseconds: number }
	/** Somebody else answers, and the connection ends. */
	| { kind: 'answer'; answer: string | ((request: Buffer) => string) }
);

/** Where in an exchange a fault happens, in the order of time. */
export const POINTS = [
	/** The connection is there (or is to be made), and nothing of the request was read. */
	'connect',
	/** The request was read, and nothing of it forwarded. */
	'beforeRequest',
	/** Half of the request was forwarded. */
	'inRequest',
	/** The service processed the request; nothing of its answer was passed on. */
	'beforeAnswer',
	/** Half of the answer's body was passed on. */
	'inAnswer',
	/** The whole answer was passed on; the connection is still open. */
	'afterAnswer',
] as const;

export type Point = (typeof POINTS)[number];

/** A send, the question for a ticket that follows a lost one, or whatever else is read meanwhile. */
export type Kind = 'send' | 'question' | 'read';

export interface Injection {
	fault: Fault;
	point: Point;
	kind: Kind;
	/** From 0, counted by kind. */
	nth: number | 'every';
	/**
	 * From 0, counted over all connections: what a fault at `connect` goes by, because the kind is not
	 * known then. A refusal cannot hit the first.
	 */
	connection?: number;
}

/** How long a port stays closed, in milliseconds. */
export const CLOSED_FOR = 300;

/**
 * Milliseconds that an exchange takes that no fault hit, at most: the client's limit is twice as long at
 * least, and begins to count before its connection is seen here.
 */
const IN_TIME = 500;

/** Lets the other side read what is on its way before a reset, which would discard it. */
const BEFORE_RESET = 20;

/**
 * Stands between a client and a service on 127.0.0.1, one exchange a connection, and does to chosen
 * exchanges what networks and servers do. What is only delayed reaches the service although the
 * client may have given up meanwhile.
 */
export class FaultProxy {
	private static readonly ports = new Set<number>();

	/** How often each injection happened. */
	readonly hits = new Map<Injection, number>();

	/** Questions whose answer did not reach the client as the service gave it. */
	lostQuestions = 0;

	/**
	 * Exchanges that no fault hit, and whose client left all the same, or may have: the machine was too slow.
	 */
	unheard = 0;

	private readonly seen: Record<Kind, number> = { send: 0, question: 0, read: 0 };

	private connections = 0;

	private server: Server | undefined;

	private closed = false;

	private readonly underWay = new Set<Promise<void>>();

	private constructor(
		private readonly upstream: number,
		private readonly injections: readonly Injection[],
		readonly port: number,
		private readonly reopens: () => Promise<unknown>,
	) {}

	get baseUrl(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/**
	 * @param upstream port of the service
	 * @param reopens until a port that was closed is open again
	 */
	static async start(
		upstream: number,
		injections: readonly Injection[],
		reopens: () => Promise<unknown> = async () => await sleep(CLOSED_FOR),
	): Promise<FaultProxy> {
		for (;;) {
			// A port that is closed for a while must still be there afterwards: no connection is given
			// it meanwhile, and no other proxy takes it.
			const port = await freePort();
			if (FaultProxy.ports.has(port)) continue;
			FaultProxy.ports.add(port);
			const proxy = new FaultProxy(upstream, injections, port, reopens);
			try {
				await proxy.listen();
				return proxy;
			} catch (error) {
				FaultProxy.ports.delete(port);
				if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
			}
		}
	}

	/** Resolves once every exchange is over, the delayed ones included. */
	async settled(): Promise<void> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	async close(): Promise<void> {
		await this.settled();
		this.closed = true;
		this.server?.close();
		FaultProxy.ports.delete(this.port);
	}

	private async listen(): Promise<void> {
		const server = createServer((client) => this.accept(client));
		server.listen(this.port, '127.0.0.1');
		await once(server, 'listening');
		this.server = server;
	}

	private accept(client: Socket): void {
		client.on('error', () => undefined);
		const number = this.connections++;
		const refusal = this.injections.find(
			({ fault, point, connection }) =>
				fault.kind === 'refuse' && point === 'connect' && connection === number + 1,
		);
		if (refusal) this.server?.close();
		const exchange = this.serve(client, number).finally(() => client.destroy());
		this.follow(
			refusal
				? exchange.then(async () => {
						this.happened(refusal);
						await this.reopen();
					})
				: exchange,
		);
	}

	private follow(work: Promise<void>): void {
		const followed: Promise<void> = work.finally(() => this.underWay.delete(followed));
		this.underWay.add(followed);
	}

	private async reopen(): Promise<void> {
		await this.reopens();
		if (!this.closed) await this.listen();
	}

	private happened(injection: Injection): void {
		this.hits.set(injection, (this.hits.get(injection) ?? 0) + 1);
	}

	private async serve(client: Socket, number: number): Promise<void> {
		const early = this.injections.find(
			({ fault, point, connection }) =>
				fault.kind !== 'refuse' && point === 'connect' && connection === number,
		);
		const exchange = new Exchange(client, this.upstream);
		if (early) {
			this.happened(early);
			if (early.kind === 'question' && early.fault.kind !== 'delay') this.lostQuestions += 1;
			if ((await this.strike(exchange, early.fault, 'connect')) === 'over') return;
		}
		const request = await exchange.readRequest();
		if (!request) {
			if (!early) this.unheard += 1;
			return;
		}
		const kind = kindOf(request);
		const nth = this.seen[kind]++;
		const injection = this.injections.find(
			(it) => it.point !== 'connect' && it.kind === kind && (it.nth === 'every' || it.nth === nth),
		);
		const isWhole = await this.carryOut(exchange, request, injection);
		if (!injection && !early && !isWhole) this.unheard += 1;
		if (kind === 'question' && !isWhole) this.lostQuestions += 1;
	}

	/** @returns whether the service's own answer was passed on, whole, to a client still there */
	private async carryOut(
		exchange: Exchange,
		request: Buffer,
		injection: Injection | undefined,
	): Promise<boolean> {
		const at = async (point: Point) => {
			if (injection?.point !== point) return 'goesOn';
			this.happened(injection);
			return await this.strike(exchange, injection.fault, point);
		};
		try {
			if ((await at('beforeRequest')) === 'over') return false;
			const half = Math.ceil(request.length / 2);
			exchange.forward(request.subarray(0, half));
			if ((await at('inRequest')) === 'over') return false;
			exchange.forward(request.subarray(half));
			await exchange.readAnswer();
			if ((await at('beforeAnswer')) === 'over') return false;
			const damage = injection?.point === 'inAnswer' ? injection.fault.damage : undefined;
			if (injection && damage) {
				this.happened(injection);
				exchange.passOn(damage(exchange.answer));
				return false;
			}
			const middle = middleOfBody(exchange.answer);
			exchange.passOn(exchange.answer.subarray(0, middle));
			if ((await at('inAnswer')) === 'over') return false;
			exchange.passOn(exchange.answer.subarray(middle));
			const isHeard = !exchange.clientIsGone && exchange.age() < IN_TIME;
			await at('afterAnswer');
			await exchange.end();
			return isHeard && !exchange.clientBrokeOff && injection === undefined;
		} finally {
			await exchange.end();
		}
	}

	private async strike(exchange: Exchange, fault: Fault, point: Point): Promise<'over' | 'goesOn'> {
		switch (fault.kind) {
			case 'delay':
				await sleep(fault.milliseconds);
				return 'goesOn';
			case 'duplicate':
				exchange.passOn(
					point === 'inAnswer'
						? exchange.answer.subarray(0, middleOfBody(exchange.answer))
						: exchange.answer,
				);
				return 'goesOn';
			case 'refuse':
				this.server?.close();
				this.follow(this.reopen());
				await exchange.reset();
				return 'over';
			case 'reset':
				await exchange.reset();
				return 'over';
			case 'stall':
				await exchange.clientLeaves();
				return 'over';
			case 'cut':
				await exchange.end();
				return 'over';
			case 'answer': {
				const { answer } = fault;
				exchange.passOn(
					Buffer.from(typeof answer === 'string' ? answer : answer(exchange.request)),
				);
				await exchange.end();
				return 'over';
			}
		}
	}
}

/** One connection of the client, and the one to the service that belongs to it. */
class Exchange {
	/** As far as it was read. */
	request = Buffer.alloc(0);

	answer = Buffer.alloc(0);

	/** It left with a reset, before it read everything. */
	clientBrokeOff = false;

	private service: Socket | undefined;

	private readonly begun = performance.now();

	private readonly gone: Promise<unknown>;

	constructor(
		private readonly client: Socket,
		private readonly upstream: number,
	) {
		this.gone = new Promise((resolve) => client.once('close', resolve));
		client.once('error', () => (this.clientBrokeOff = true));
	}

	/** Milliseconds since its connection was accepted. */
	age(): number {
		return performance.now() - this.begun;
	}

	get clientIsGone(): boolean {
		return this.client.destroyed || this.client.readyState === 'writeOnly';
	}

	/** @returns undefined when the client left before the request was complete */
	async readRequest(): Promise<Buffer | undefined> {
		const { client } = this;
		const complete = new Promise<Buffer>((resolve) => {
			client.on('data', (chunk) => {
				this.request = Buffer.concat([this.request, chunk]);
				if (isComplete(this.request)) resolve(this.request);
			});
		});
		return await Promise.race([complete, this.gone.then(() => undefined)]);
	}

	forward(bytes: Buffer): void {
		if (!this.service) {
			this.service = connect(this.upstream, '127.0.0.1').on('error', () => undefined);
		}
		this.service.write(bytes);
	}

	async readAnswer(): Promise<void> {
		const chunks: Buffer[] = [];
		this.service?.on('data', (chunk) => chunks.push(chunk));
		await new Promise((resolve) => this.service?.once('close', resolve));
		this.answer = Buffer.concat(chunks);
	}

	passOn(bytes: Buffer): void {
		if (!this.client.destroyed) this.client.write(bytes);
	}

	async reset(): Promise<void> {
		await sleep(BEFORE_RESET);
		this.service?.destroy();
		this.client.resetAndDestroy();
	}

	/** Closes in good order. */
	async end(): Promise<void> {
		this.service?.destroy();
		if (!this.client.destroyed) this.client.end();
		await this.clientLeaves();
	}

	async clientLeaves(): Promise<void> {
		// Unread bytes would turn the close into a reset, and hide that the client leaves.
		this.client.resume();
		await this.gone;
	}
}

function kindOf(request: Buffer): Kind {
	if (request.includes('getCustomTransactionStatus')) return 'question';
	// Of a plain send the address tells it.
	return /[:.]sendMessage|:sendTemplateMessage|\/httppost[? ]/.test(request.toString('latin1'))
		? 'send'
		: 'read';
}

const HEAD_END = '\r\n\r\n';

function isComplete(request: Buffer): boolean {
	const head = request.indexOf(HEAD_END);
	if (head < 0) return false;
	const length = /^content-length: *(\d+)/im.exec(request.toString('latin1', 0, head))?.[1] ?? '0';
	return request.length >= head + HEAD_END.length + Number(length);
}

function middleOfBody(answer: Buffer): number {
	const body = answer.indexOf(HEAD_END) + HEAD_END.length;
	return body + Math.floor((answer.length - body) / 2);
}
