import { Refusal } from './refusal';

export type UnitKind = 'company' | 'division' | 'group';

export interface Address {
	city?: string;
	state?: string;
	state_abbr?: string;
	street?: string;
	street2?: string;
	zip?: number;
}

export interface Template {
	/** Unique within its unit, deleted ones included. */
	readonly id: string;
	title: string;
	subject: string;
	text: string;
	description: string;
	deleted: boolean;
}

export interface Keyword {
	word: string;
	note: string;
	response: string;
	subscribed_response: string;
	callback_url: string;
	auto_subscribe: number;
	keyword_type: number;
	app_identifier: string;
	active: number;
}

export interface User {
	first_name: string;
	last_name: string;
	phone: string;
	email: string;
	landline: string;
	carrier: string;
	role_id: number;
	address: Address;
}

export interface Subscriber {
	email: number;
	landline: number;
	mobiletxt: number;
	mobilevoice: number;
	subscribed_type: number;
	created_at: string;
	updated_at: string;
	/** Empty while the subscriber is active. */
	unsubdate: string;
	custom_field: string;
	user: User;
}

interface UnitBase {
	readonly keyword: string;
	/** Default short code or long code: decimal digits. */
	readonly code: string;
	readonly parent: Division | undefined;
	name: string;
	deleted: boolean;
	readonly templates: Map<string, Template>;
}

/** A division, or the company at the root, which has the same members. */
export interface Division extends UnitBase {
	readonly kind: 'company' | 'division';
	email: string;
	phone: string;
	url: string;
	address: Address | null;
	readonly divisions: Division[];
	readonly groups: Group[];
}

export interface Group extends UnitBase {
	readonly kind: 'group';
	ispublic: number;
	stackOrder: number;
	/** The default keyword first. */
	readonly keywords: Keyword[];
	readonly subscribers: Subscriber[];
}

export type Unit = Division | Group;
export type UnitOf<K extends UnitKind> = K extends 'group' ? Group : Division;

interface UnitFields {
	name: string;
	/** Made from the name where it is left out. */
	keyword?: string;
	code?: string;
}

const DEFAULT_KEYWORD_TYPE = 1;

/** The tree of units and the rules that hold in it. */
export class Organization {
	readonly company: Division;
	/** Keywords in capitals: a keyword is texted from a phone, so its case does not matter. */
	private readonly units = new Map<string, Unit>();
	private created = 0;

	constructor(company: UnitFields & { code: string }) {
		this.company = this.newDivision('company', undefined, company);
	}

	addDivision(parent: Division, fields: UnitFields): Division {
		const division = this.newDivision('division', parent, fields);
		parent.divisions.push(division);
		return division;
	}

	addGroup(parent: Division, fields: UnitFields): Group {
		const keyword = this.claimKeyword(fields);
		const group: Group = {
			kind: 'group',
			keyword,
			code: fields.code ?? parent.code,
			parent,
			name: fields.name,
			deleted: false,
			templates: new Map(),
			ispublic: 0,
			stackOrder: parent.groups.length,
			keywords: [],
			subscribers: [],
		};
		this.units.set(keyword.toUpperCase(), group);
		this.addKeyword(group, {
			word: keyword,
			note: 'Default keyword',
			keyword_type: DEFAULT_KEYWORD_TYPE,
			auto_subscribe: 1,
		});
		parent.groups.push(group);
		return group;
	}

	/** Adds a further word to a group; any of its words addresses it. */
	addKeyword(group: Group, keyword: Pick<Keyword, 'word' | 'keyword_type'> & Partial<Keyword>) {
		group.keywords.push({
			note: '',
			response: '',
			subscribed_response: '',
			callback_url: '',
			auto_subscribe: 0,
			app_identifier: '',
			active: 1,
			...keyword,
		});
		this.units.set(keyword.word.toUpperCase(), group);
	}

	/** The unit of a keyword, deleted or not. */
	find(keyword: string): Unit | undefined {
		return this.units.get(keyword.toUpperCase());
	}

	/**
	 * The existing unit of a keyword; refuses when there is none, when it or a unit above it is
	 * deleted, or when it is of another kind than `kinds`.
	 */
	existing<K extends UnitKind>(keyword: string, kinds: readonly K[]): UnitOf<K> {
		const unit = this.ofKind(keyword, kinds);
		if (isDeleted(unit)) {
			throw new Refusal('keywordDeleted', `The ${unit.kind} of keyword ${keyword} is deleted`);
		}
		return unit;
	}

	/** The unit of a keyword, deleted or not; refuses an unknown keyword and another kind. */
	ofKind<K extends UnitKind>(keyword: string, kinds: readonly K[]): UnitOf<K> {
		const unit = this.find(keyword);
		if (!unit) throw new Refusal('keywordUnknown', `Keyword ${keyword} is unknown`);
		if (!(kinds as readonly UnitKind[]).includes(unit.kind)) {
			throw new Refusal(
				'keywordOfWrongUnit',
				`Keyword ${keyword} is that of a ${unit.kind}; this takes that of a ${kinds.join(' or ')}`,
			);
		}
		return unit as UnitOf<K>;
	}

	restore(unit: Unit): void {
		if (!unit.deleted) {
			throw new Refusal('notDeleted', `The ${unit.kind} ${unit.keyword} is not deleted`);
		}
		if (unit.parent && isDeleted(unit.parent)) {
			throw new Refusal('parentDeleted', `The division above ${unit.keyword} is deleted`);
		}
		unit.deleted = false;
	}

	private newDivision(
		kind: Division['kind'],
		parent: Division | undefined,
		fields: UnitFields,
	): Division {
		const division: Division = {
			kind,
			keyword: this.claimKeyword(fields),
			code: fields.code ?? parent?.code ?? '',
			parent,
			name: fields.name,
			deleted: false,
			templates: new Map(),
			email: '',
			phone: '',
			url: '',
			address: null,
			divisions: [],
			groups: [],
		};
		this.units.set(division.keyword.toUpperCase(), division);
		return division;
	}

	private claimKeyword({ keyword, name }: UnitFields): string {
		if (keyword !== undefined) {
			if (this.find(keyword)) {
				throw new Refusal('fieldInvalid', `Keyword ${keyword} is taken already`);
			}
			return keyword;
		}
		const stem =
			name
				.toUpperCase()
				.replace(/[^A-Z0-9]/g, '')
				.slice(0, 8) || 'UNIT';
		let candidate: string;
		do candidate = `${stem}${100_000 + ++this.created}`;
		while (this.find(candidate));
		return candidate;
	}
}

export function isDeleted(unit: Unit): boolean {
	return unit.deleted || (unit.parent !== undefined && isDeleted(unit.parent));
}

/** Also with a date of zeros, as some databases write that there is none. */
export const isActive = ({ unsubdate }: Subscriber) => !/[1-9]/.test(unsubdate);

/** Existing groups of a unit, those of the divisions below it included; a group is its own. */
export function groupsWithin(unit: Unit): Group[] {
	if (unit.kind === 'group') return [unit];
	return [
		...unit.groups.filter((group) => !group.deleted),
		...unit.divisions.filter((division) => !division.deleted).flatMap(groupsWithin),
	];
}

/** Path of a unit below the company, e.g. "North › Harbour › Pilots". */
export function pathOf(unit: Unit): string {
	return unit.parent?.parent ? `${pathOf(unit.parent)} › ${unit.name}` : unit.name;
}

/** The template that a group sends for an id: its own, or else that of the nearest unit above. */
export function templateFor(unit: Unit, id: string): Template | undefined {
	const own = unit.templates.get(id);
	if (own && !own.deleted) return own;
	return unit.parent && templateFor(unit.parent, id);
}
