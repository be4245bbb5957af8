import type { Call } from '../service/call';
import { MessagingServiceError } from '../service/errors';
import { groupsReached, type Division } from '../service/organization';
import { isSubscribed } from '../service/person';
import { outcomeUnclear } from './connectionError';
import { encode, exchange } from './exchange';
import type { Pace } from './pace';
import { rested } from './restingSteps';
import type { CallContext, Session } from './session';
import { readSubscribers } from './subscribers';

/** What a message to everyone goes to. */
export interface Reached {
	/** Active subscribers; who is in several groups counts in each. */
	readonly people: number;
	/** Groups that they are in. */
	readonly groups: number;
}

/**
 * Counts the active subscribers of a group, or of all groups of a company or division, which the
 * organization tree lists. Each group is read once.
 */
export async function countActive(
	context: CallContext,
	session: Session,
	{ code, keyword }: Pick<Call, 'code' | 'keyword'>,
	settings: { timeLimit?: number; pace?: Pace },
): Promise<Reached | MessagingServiceError> {
	const groups = await groupsOf(context, session, { code, keyword }, settings);
	if (groups instanceof MessagingServiceError) return groups;
	let people = 0;
	for (const group of groups) {
		const error = await readSubscribers(
			context,
			session,
			{ code, keyword: group, ...settings },
			(subscriber) => {
				if (isSubscribed(subscriber)) people += 1;
			},
		);
		if (error) return error;
	}
	return { people, groups: groups.length };
}

/** Keywords of the groups of a unit: the company of the credential is asked first, then the unit itself. */
async function groupsOf(
	context: CallContext,
	session: Session,
	unit: Pick<Call, 'code' | 'keyword'>,
	{ timeLimit, pace }: { timeLimit?: number; pace?: Pace },
): Promise<readonly string[] | MessagingServiceError> {
	let failure: MessagingServiceError | undefined;
	for (const root of new Set([session.companyKeyword, unit.keyword])) {
		const call: Call = {
			operation: 'getOrganizationTree',
			code: unit.code,
			keyword: root,
			parameters: {},
		};
		const encoded = { ...encode(call, session, 'soap'), timeLimit };
		const answer = await exchange(context, session, encoded, pace);
		if (answer instanceof MessagingServiceError) {
			failure ??= answer;
			continue;
		}
		const tree = answer.response as Division | null;
		const isOwn = root === unit.keyword;
		const groups = tree && (await rested(groupsReached(tree, unit.keyword, isOwn)));
		if (groups) return groups;
	}
	return failure ?? outcomeUnclear(`the organization tree does not show ${unit.keyword}`, 'read');
}
