import type { Unit } from '../service/contract/call';
import { MessagingServiceError } from '../service/errors/errors';
import { groupsReached, isGiven, type ReachedGroup } from '../service/answer/organization';
import { isOn, isSubscribed, personOf, type Person } from '../service/answer/person';
import { outcomeUnclear } from '../wording/outcomeUnclear';
import type { AskSettings } from '../transport/exchange';
import { organizationTree } from './organizationTree';
import { rested } from '../eventLoop/restingSteps';
import type { CallContext, Session } from '../transport/session';
import { readSubscribers } from './subscribers';

/** Active subscribers of one group. */
interface ActiveInGroup extends ReachedGroup {
	readonly people: number;
}

/** What a message to everyone goes to. */
export interface Reached {
	/** Active subscribers; people in several groups count more than once. */
	readonly people: number;
	readonly groups: readonly ActiveInGroup[];
	/** How many of them have texts switched off. */
	readonly withoutText: number;
	/** The first of them, and of those without texts. */
	readonly named: readonly Person[];
	readonly namedWithoutText: readonly Person[];
}

type Reading = Omit<AskSettings, 'transport'>;

/** People of each sort that are kept; all others are only counted. */
const MOST_NAMED = 100;

/** Counts the active subscribers of groups, each of which is read once. */
export async function countActive(
	context: CallContext,
	session: Session,
	code: string,
	groups: readonly ReachedGroup[],
	reading: Reading,
): Promise<Reached | MessagingServiceError> {
	const named: Person[] = [];
	const namedWithoutText: Person[] = [];
	const counted: ActiveInGroup[] = [];
	let all = 0;
	let withoutText = 0;
	for (const group of groups) {
		const { keyword, code: own = code } = group;
		const before = all;
		const error = await readSubscribers(
			context,
			session,
			{ code: own, keyword, ...reading },
			(subscriber) => {
				if (!isSubscribed(subscriber)) return;
				all += 1;
				const receivesText = isOn(subscriber.mobiletxt);
				if (!receivesText) withoutText += 1;
				if (named.length < MOST_NAMED) named.push(personOf(subscriber, keyword));
				if (!receivesText && namedWithoutText.length < MOST_NAMED) {
					namedWithoutText.push(personOf(subscriber, keyword));
				}
			},
		);
		if (error) return error;
		counted.push({ ...group, people: all - before });
	}
	return { people: all, groups: counted, withoutText, named, namedWithoutText };
}

/**
 * The group itself, or all groups of a company or division, which the organization tree lists: that of
 * the credential's company is asked for first, then that of the unit.
 */
export async function groupsOfUnit(
	context: CallContext,
	session: Session,
	unit: Unit,
	reading: Reading,
): Promise<readonly ReachedGroup[] | MessagingServiceError> {
	let failure: MessagingServiceError | undefined;
	for (const root of new Set([session.companyKeyword, unit.keyword])) {
		const place = { code: unit.code, keyword: root };
		const tree = await organizationTree(context, session, place, reading);
		if (tree instanceof MessagingServiceError) {
			failure ??= tree;
			continue;
		}
		const isOwn = root === unit.keyword;
		const groups = tree && (await rested(groupsReached(tree, unit, isOwn)));
		if (groups?.every(isGiven)) return groups;
		if (groups) {
			const reason = `the organization tree does not name each group of ${unit.keyword}`;
			failure = outcomeUnclear(reason, 'read');
		}
	}
	return failure ?? outcomeUnclear(`the organization tree does not show ${unit.keyword}`, 'read');
}
