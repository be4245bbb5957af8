import type { Call } from '../service/call';
import { MessagingServiceError } from '../service/errors';
import {
	comparableKeyword,
	defaultKeyword,
	divisionsIn,
	groupsIn,
	isGiven,
	type Division,
	type Group,
} from '../service/organization';
import { firstOf, type Steps } from '../service/steps';
import { organizationTree } from './organizationTree';
import type { Pace } from './pace';
import { rested } from '../eventLoop/restingSteps';
import type { CallContext, Session } from './session';
import type { LookupSettings } from './ticketLookup';

/**
 * Finds a keyword under which the service can be asked for a send to everyone in a unit: status
 * look-ups take that of a group only (Authentication, rule 2). For a company or division it is that
 * of one of its groups, found by one read of the tree for each unit.
 */
export class UnitGroups {
	private readonly found = new Map<string, Promise<string | undefined>>();

	constructor(
		private readonly context: CallContext,
		private readonly session: Session,
		private readonly pace?: Pace,
	) {}

	/**
	 * @returns the unit's own keyword where the tree shows no group of it: then it is a group, or the
	 * look-up shows that it is none
	 */
	async keywordFor(
		unit: Pick<Call, 'code' | 'keyword'>,
		settings: LookupSettings,
	): Promise<string> {
		const key = `${unit.code}/${comparableKeyword(unit.keyword)}`;
		const finding = this.found.get(key) ?? this.find(unit, settings);
		this.found.set(key, finding);
		const keyword = await finding;
		// The next look-up reads the tree again.
		if (keyword === undefined && this.found.get(key) === finding) this.found.delete(key);
		return keyword ?? unit.keyword;
	}

	/** @returns undefined where the tree could not be read */
	private async find(
		unit: Pick<Call, 'code' | 'keyword'>,
		settings: LookupSettings,
	): Promise<string | undefined> {
		const { context, session, pace } = this;
		const tree = await organizationTree(context, session, unit, { ...settings, pace });
		if (tree instanceof MessagingServiceError) return undefined;
		return (tree && (await rested(groupKeyword(tree, unit.keyword)))) || unit.keyword;
	}
}

function* groupKeyword(tree: Division, keyword: string): Steps<string | undefined> {
	const isMeant = (unit: Division | Group | null | undefined) =>
		isGiven(unit) && comparableKeyword(defaultKeyword(unit)) === comparableKeyword(keyword);
	if (yield* firstOf(groupsIn(tree), isMeant)) return keyword;
	// The tree for a keyword begins with its unit, whose own keyword it may leave out.
	const division =
		(yield* firstOf(divisionsIn(tree), isMeant)) ??
		(defaultKeyword(tree) === '' ? tree : undefined);
	if (!division) return undefined;
	const group = yield* firstOf(
		groupsIn(division),
		(unit) => isGiven(unit) && defaultKeyword(unit) !== '',
	);
	return group ? defaultKeyword(group) : undefined;
}
