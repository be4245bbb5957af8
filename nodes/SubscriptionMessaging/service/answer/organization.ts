import { textIn, type ReadStruct } from './answerOf';
import type { CallName } from '../contract/call';
import { LargeMap } from '../collections/largeMap';
import { each, firstOf, type Steps } from '../collections/steps';

export type Division = ReadStruct<'WSDivision'>;
export type Group = ReadStruct<'WSSubscriptionnode'>;

/**
 * The keyword of a unit; empty where it has none. The tree may give a group's keywords only as a list,
 * in which type 1 is the default one (Keyword: keyword_type).
 */
export function defaultKeyword(unit: Division | Group): string {
	const given = 'keywords' in unit ? unit.keywords : undefined;
	// The interface shows none of a division, so there it may be anything.
	const keywords = Array.isArray(given) ? given : [];
	const first = keywords.find((entry) => Number(entry?.keyword_type) === 1) ?? keywords[0];
	return textIn(unit.keyword) || textIn(first?.word) || '';
}

/** A sparse or nil entry, which is given as well: whoever reads them rests after some entries. */
type Nothing = null | undefined;

/** All divisions of a tree, the root among them, each before those below it. An answer is a tree. */
export function* divisionsIn(tree: Division): Generator<Division | Nothing> {
	// Grows while it is read, by a list for each division that has some below it.
	const lists: Array<ReadonlyArray<Division | Nothing>> = [[tree]];
	for (const list of lists) {
		for (const division of list) {
			yield division;
			if (division?.divisions?.length) lists.push(division.divisions);
		}
	}
}

/** Empty where it has none. */
export function nameOf(unit: Division | Group | Nothing): string {
	return textIn(unit?.name) ?? '';
}

/**
 * The groups of a division and of those below it: null for one that is not told, or for all those of such a
 * division; undefined, which is no group, where a division has none.
 */
export function* groupsIn(tree: Division): Generator<Group | Nothing> {
	for (const division of divisionsIn(tree)) {
		const groups = isGiven(division) ? division.subscriptionnodes : [null];
		if (groups?.length) for (const group of groups) yield group ?? null;
		else yield undefined;
	}
}

/** A sparse or nil entry is no unit. */
export function isGiven<T>(entry: T | Nothing): entry is T {
	return entry !== null && entry !== undefined;
}

/**
 * Operations that answer for the credential's own company when no keyword is given yet:
 * the credential test and the first look at the organization have none to give.
 */
const FOR_OWN_COMPANY: ReadonlySet<CallName> = new Set([
	'authenticationTest',
	'test',
	'getOrganizationTree',
]);

export function meansOwnCompany(operation: CallName): boolean {
	return FOR_OWN_COMPANY.has(operation);
}

/** A keyword in the form that keywords are compared in: the service does not tell them apart by their case. */
export function comparableKeyword(keyword: string): string {
	return keyword.trim().toLowerCase();
}

/** The number that a code is (Authentication: code): with zeros before it, it is none of another unit. */
export function plainCode(code: string): string {
	return code.replace(/^0+(?=\d)/, '');
}

/** The code of a unit, where the tree gives one; zero is how a number says that there is none. */
export function codeOf(unit: Division | Group | Nothing): string | undefined {
	const code = textIn(unit?.default_code);
	return code && /^0*[1-9]\d*$/.test(code) ? plainCode(code) : undefined;
}

/** Tells units apart, however their keywords are written. */
export function unitName({ code, keyword }: { code: string; keyword: string }): string {
	return `${comparableKeyword(keyword)}@${code}`;
}

/**
 * A unit as it is chosen from a list: its keyword and, where it has another code than the credential, an @ and
 * that code. Keyword and code address a unit together (Authentication: code).
 */
export function chosenUnit(chosen: string): { keyword: string; code?: string } {
	const at = chosen.lastIndexOf('@');
	const code = chosen.slice(at + 1);
	if (at < 1 || !/^\d+$/.test(code)) return { keyword: chosen };
	return { keyword: chosen.slice(0, at).trim(), code: plainCode(code) };
}

/**
 * Whether a unit of an organization tree is a group, or a company or division, which cannot send to a list
 * (Sending rules 1 to 3). Nothing where the tree does not have the keyword.
 */
export function* kindOfUnit(
	tree: Division,
	{ code, keyword }: { code: string; keyword: string },
): Steps<'division' | 'group' | undefined> {
	const wanted = comparableKeyword(keyword);
	const isOwn = (unit: Division | Group | Nothing) => (codeOf(unit) ?? code) === code;
	// A unit under another code may have the same keyword.
	for (const isMeant of [isOwn, () => true]) {
		const isWanted = (unit: Division | Group | Nothing, word?: string) =>
			word !== undefined && comparableKeyword(word) === wanted && isMeant(unit);
		const division = firstOf(divisionsIn(tree), (unit) => isWanted(unit, textIn(unit?.keyword)));
		if (yield* division) return 'division';
		const group = firstOf(addressedIn(tree), ({ group: own, word }) => isWanted(own, word));
		if (yield* group) return 'group';
	}
	return undefined;
}

/** All that groups are addressed by: the own keyword of each, and those of its list. */
function* addressedIn(tree: Division): Generator<{ group?: Group | Nothing; word?: string }> {
	for (const group of groupsIn(tree)) {
		yield { group, word: textIn(group?.keyword) };
		for (const entry of group?.keywords ?? []) yield { group, word: textIn(entry?.word) };
	}
}

/** A group that a message to everyone reaches. */
export interface ReachedGroup {
	readonly keyword: string;
	readonly name: string;
	/** Its own, where the tree gives one. */
	readonly code?: string;
}

/**
 * The groups that a message to everyone in a unit reaches: itself for a group, all groups below it for a
 * company or division, with undefined for what the tree does not name: a group, or a division with all of its own. Nothing where the tree does not show the unit, nor where it does not tell which of a
 * division and a group with one keyword is the one with the code.
 *
 * @param isOwn the tree is that of the unit, whose own keyword it may leave out
 */
export function* groupsReached(
	tree: Division,
	{ code, keyword }: { code: string; keyword: string },
	isOwn: boolean,
): Steps<Array<ReachedGroup | undefined> | undefined> {
	const wanted = comparableKeyword(keyword);
	const isMeant = (word?: string) => word !== undefined && comparableKeyword(word) === wanted;
	const isWanted = (unit: Division | Nothing) => isGiven(unit) && isMeant(defaultKeyword(unit));
	const isOfCode = (unit: Division | Group | Nothing) => codeOf(unit) === code;
	const hasNoCode = (unit: Division | Group | Nothing) => codeOf(unit) === undefined;
	const division =
		(yield* firstOf(divisionsIn(tree), (unit) => isWanted(unit) && isOfCode(unit))) ??
		(yield* firstOf(divisionsIn(tree), (unit) => isWanted(unit) && hasNoCode(unit)));
	const found =
		(yield* firstOf(addressedIn(tree), ({ word, group }) => isMeant(word) && isOfCode(group))) ??
		(yield* firstOf(addressedIn(tree), ({ word }) => isMeant(word)));
	const isDivision = division && (!found || isOfCode(division));
	if (!isDivision) {
		if (division) return undefined;
		const isNamed = found && (isOfCode(found.group) || hasNoCode(found.group));
		if (found) return [{ keyword, name: isNamed ? nameOf(found.group) : '' }];
		if (!isOwn || defaultKeyword(tree) !== '') return undefined;
	}
	const known = new LargeMap<true>();
	const groups: Array<ReachedGroup | undefined> = [];
	yield* each(groupsIn(division ?? tree), (group) => {
		if (group === undefined) return;
		const own = isGiven(group) ? defaultKeyword(group) : '';
		const ownCode = codeOf(group);
		const key = [own, ownCode].join('@');
		if (known.has(key)) return;
		known.set(key, true);
		groups.push(own === '' ? undefined : { keyword: own, name: nameOf(group), code: ownCode });
	});
	return groups;
}
