import { Callbacks, DEFAULT_CALLBACK_SETTINGS, type CallbackSettings } from './callbacks';
import { Messages, type Status, type Transport } from './messages';
import type { Organization } from './organization';
import { addSubscribers, seedOrganization } from './seed';

interface Credentials {
	username: string;
	password: string;
	apiKey: string;
	/** Short code or long code of every unit: decimal digits. */
	code: string;
}

export interface SandboxSettings extends Credentials, CallbackSettings {
	/** Milliseconds from a send until its messages count as delivered. */
	statusDelay: number;
	/** Status look-ups are answered by the keyword of a company or division too, not of a group only. */
	statusByAnyUnit: boolean;
	/** Subscribers of the further group CROWD under NORTH; no such group for 0. */
	crowd: number;
}

export const DEFAULT_SETTINGS: SandboxSettings = {
	username: 'apiuser',
	password: 'sandbox-password',
	apiKey: 'sandbox-key',
	code: '12345',
	statusDelay: 5_000,
	statusByAnyUnit: false,
	crowd: 0,
	...DEFAULT_CALLBACK_SETTINGS,
};

/** One request to the service, without what it carried: no secret is ever kept. */
export interface Call {
	time: string;
	transport: Transport;
	operation: string;
	keyword: string;
	result: boolean;
	error_code: number;
	message: string;
}

const KEPT_CALLS = 10_000;

/** The state of one running sandbox. */
export class Sandbox {
	readonly settings: SandboxSettings;
	readonly messages = new Messages();
	readonly callbacks: Callbacks;
	readonly shortUrls = new Map<string, string>();
	private log: Call[] = [];
	private tree: Organization;

	constructor(settings: Partial<SandboxSettings> = {}) {
		this.settings = { ...DEFAULT_SETTINGS, ...settings };
		this.callbacks = new Callbacks(this.settings);
		this.tree = this.seeded();
	}

	get organization(): Organization {
		return this.tree;
	}

	/** The latest calls, oldest first: the last 10,000 at least. */
	get calls(): readonly Call[] {
		return this.log;
	}

	logCall(call: Call): void {
		this.log.push(call);
		if (this.log.length >= KEPT_CALLS * 2) this.log = this.log.slice(-KEPT_CALLS);
	}

	/** Makes messages count as delivered at once: those of a ticket, or all. Returns how many. */
	deliver(ticket?: string): number {
		const delivered = this.messages.deliver(ticket);
		this.callbacks.delivered(delivered);
		return delivered.length;
	}

	/** Gives messages of a ticket a status for good and posts it. Returns how many. */
	setStatus(ticket: string, sendTo: string | undefined, status: Status): number {
		const changed = this.messages.fix(ticket, sendTo, status);
		this.callbacks.changed(changed);
		return changed.length;
	}

	/** Back to the seeded organization, without messages and calls; settings stay. */
	reset(): void {
		this.tree = this.seeded();
		this.messages.clear();
		this.callbacks.clear();
		this.shortUrls.clear();
		this.log = [];
	}

	private seeded(): Organization {
		const organization = seedOrganization(this.settings.code);
		if (this.settings.crowd > 0) {
			const north = organization.existing('NORTH', ['division']);
			const crowd = organization.addGroup(north, { keyword: 'CROWD', name: 'Crowd' });
			addSubscribers(crowd, this.settings.crowd);
		}
		return organization;
	}
}
