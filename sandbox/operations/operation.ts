import type { Fields } from '../fields';
import type { Transport } from '../messages';
import type { Unit, UnitKind, UnitOf } from '../organization';
import { Refusal } from '../refusal';
import type { Sandbox } from '../sandbox';
import type { Outgoing, StructName, TypeName } from '../types';

export const BINDINGS = ['task', 'division', 'message', 'template', 'subscriptionnode'] as const;
export type Binding = (typeof BINDINGS)[number];

/** Limits (Limits). */
export const MAX = {
	credential: 40,
	keyword: 40,
	text: 160,
	textNotEnglish: 70,
	customTicket: 50,
	statusUrl: 500,
	numbers: 100,
} as const;

export const UNIT_KINDS = ['company', 'division', 'group'] as const;

/** One request, as a transport hands it over. */
export interface Request {
	readonly transport: Transport;
	readonly operation: string;
	readonly auth: Fields;
	readonly parameters: Fields;
}

/** What an operation gives on success. */
export interface Reply {
	message: string;
	response?: Outgoing;
	transaction_ticket?: string;
	custom_ticket?: string;
}

export interface Operation {
	readonly binding: Binding;
	readonly auth: 'WSSimpleAuthentication' | 'WSAuthentication';
	/** Types by name; second names of the document are parameters of their own. */
	readonly parameters: Readonly<Record<string, TypeName>>;
	readonly returns: StructName;
	/** The document shows no name-value-pair form of it (Message operations). */
	readonly soapOnly?: true;
	perform(call: Call): Reply;
}

/** A request at work: its fields, and the units that it may address. */
export class Call {
	constructor(
		readonly sandbox: Sandbox,
		readonly request: Request,
	) {}

	get parameters(): Fields {
		return this.request.parameters;
	}

	/** The existing unit of the keyword in the authentication object. */
	existing<K extends UnitKind>(...kinds: K[]): UnitOf<K> {
		return this.checkCode(this.sandbox.organization.existing(this.keyword(), kinds));
	}

	/** Where a new division goes, and the default code that it gets (Division operations). */
	parentOfNew<K extends UnitKind>(...kinds: K[]): { parent: UnitOf<K>; code: string } {
		const parent = this.sandbox.organization.existing(this.keyword(), kinds);
		return { parent, code: this.request.auth.required('code').trim() };
	}

	/** The same, deleted or not. */
	evenDeleted<K extends UnitKind>(...kinds: K[]): UnitOf<K> {
		return this.checkCode(this.sandbox.organization.ofKind(this.keyword(), kinds));
	}

	/**
	 * The unit of the keyword, or the company when the keyword is empty. The document wants a
	 * keyword here as everywhere; but a client has none to give before it has seen the tree.
	 */
	existingOrCompany<K extends UnitKind>(...kinds: K[]): Unit {
		if (this.request.auth.text('keyword') !== '') return this.existing(...kinds);
		return this.checkCode(this.sandbox.organization.company);
	}

	private keyword(): string {
		const keyword = this.request.auth.text('keyword', MAX.keyword);
		if (keyword === '') throw new Refusal('keywordMissing', 'keyword is required');
		return keyword;
	}

	private checkCode<U extends Unit>(unit: U): U {
		const code = this.request.auth.required('code').trim();
		if (code !== unit.code) {
			throw new Refusal('codeRejected', `Code ${code} is not the code of keyword ${unit.keyword}`);
		}
		return unit;
	}
}

export function objectParameter(call: Call, name: string): Fields {
	const fields = call.parameters.object(name);
	if (!fields) throw new Refusal('fieldMissing', `${name} is required`);
	return fields;
}

/** Members of `names` that were given, as text; what is missing or nil stays unchanged. */
export function givenTexts(fields: Fields, names: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		names.filter((name) => fields.has(name)).map((name) => [name, fields.text(name)]),
	);
}
