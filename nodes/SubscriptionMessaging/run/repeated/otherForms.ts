import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import type { Unit } from '../../service/contract/call';
import { effectOf } from '../../service/contract/contract';
import { MessagingServiceError, ServiceRefusedError } from '../../service/errors/errors';
import {
	codeOf,
	unitName,
	defaultKeyword,
	divisionsIn,
	groupsIn,
	isGiven,
	type Division,
	type Group,
} from '../../service/answer/organization';
import { addTo } from '../../service/collections/byKey';
import { each, type Steps } from '../../service/collections/steps';
import { organizationTree } from '../../lookups/organizationTree';
import { paceOf, type Pace } from '../../transport/pace';
import { fewAtOnce } from '../../eventLoop/fewAtOnce';
import { rested } from '../../eventLoop/restingSteps';
import type { Session } from '../../transport/session';
import { TicketLookup } from '../../lookups/ticketLookup';
import type { Plan, PlannedCall, RunPace } from '../values/call';
import { executionSecret } from '../../n8n/executionContext';
import { batchGroup, broadcastName, isNumbered } from '../plan/keys';
import type { PlanSettings } from '../plan/plan';
import { escapeHtml } from '../../wording/html';
import { cannotTell, UNKNOWN_IN_A_ROW } from './earlierBatches';
import { nodeError } from '../../wording/nodeError';

/** Tickets of other units that are asked for: nobody waits for all groups of a very large company. */
const MOST_ASKED = 200;

/** A ticket of the node's own that may have been used, by the name of its call, and where to ask for it. */
interface Trace {
	readonly unit: Unit;
	readonly name: string;
}

/**
 * Looks, for a repeated execution of which nothing is remembered, for what it has sent in another form
 * than now: to everyone in place of a list, to a list in place of everyone or of *Send to Numbers*,
 * without a custom ticket, from another group. Who has that is none of the items, so nothing may leave.
 *
 * A ticket of the user's own, another account and *Send to Numbers* leave nothing to look for.
 */
export async function sentInOtherForm(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	{ chains }: Plan,
	{ remembered, ticketFor, userOf }: PlanSettings,
	{ inParallel, pause }: RunPace,
): Promise<NodeOperationError | undefined> {
	// No other try had the same tickets then.
	if (executionSecret(context) === undefined) return undefined;
	const own = new Set(chains.flat().flatMap((call) => (isOwn(call) ? [call.key] : [])));
	for (const sends of byAccount(chains, remembered).values()) {
		const { call, settings } = sends[0]!;
		const { code } = call;
		const session = sessions[settings.account]!;
		const pace = paceOf(session, pause, context.getExecutionCancelSignal());
		const tree = await organization(context, session, code, settings, pace);
		if (tree instanceof MessagingServiceError) return cannotTell(context, ticketFor(''), tree);
		const names = namesOf(userOf(settings.account));
		const all = await rested(tracesOf(names, code, tree, sends, UNKNOWN_IN_A_ROW + inParallel));
		const traces = all.filter(({ name }) => !own.has(name) && remembered(name) === undefined);
		const lookup = new TicketLookup(context, session, pace);
		const isSent = async ({ unit, name }: Trace) => {
			const sent = { ...unit, transaction_ticket: null, custom_ticket: ticketFor(name) };
			const isListed = await lookup.lists(sent, settings);
			return isListed === true ? sent : isListed;
		};
		const found = await fewAtOnce(inParallel, traces, isSent);
		const first = found.find((sent) => typeof sent === 'object' && 'custom_ticket' in sent);
		if (first) return sentOtherwise(context, first);
		const error = found.find((said) => said instanceof MessagingServiceError);
		if (error) return cannotTell(context, ticketFor(''), error);
	}
	return undefined;
}

/** By account and code: the sends of which nothing is remembered. */
function byAccount(
	chains: Plan['chains'],
	remembered: PlanSettings['remembered'],
): Map<string, PlannedCall[]> {
	const all = new Map<string, PlannedCall[]>();
	for (const [planned] of chains) {
		if (!planned || effectOf(planned.call.operation) !== 'send') continue;
		if (remembered(planned.key) !== undefined) continue;
		addTo(all, `${planned.settings.serviceAccount}/${planned.call.code}`, planned);
	}
	return all;
}

/** Whether it is looked for by itself, under the node's own ticket. */
function isOwn({ ticket, settings }: PlannedCall): boolean {
	return ticket === 'own' && settings.campaign === undefined;
}

/** Whether `earlierBatches` looks for lists to the same group, and finds who is on them. */
function isSearched(planned: PlannedCall): boolean {
	return isNumbered(planned) && isOwn(planned);
}

function namesOf(user: string) {
	return {
		list: (unit: Unit, nth = 1): Trace => {
			return { unit, name: `${batchGroup(unit, user)}-${nth}` };
		},
		/** @param group under which it is asked for */
		everyone: (unit: Unit, group = unit): Trace => {
			return { unit: group, name: broadcastName(unit, user) };
		},
	};
}

/**
 * Messages to everyone in a unit, lists to those units that now get something else, and the first list of
 * each other group. Only a group can be asked under.
 */
function* tracesOf(
	{ list, everyone }: ReturnType<typeof namesOf>,
	code: string,
	tree: Division | undefined,
	sends: readonly PlannedCall[],
	most: number,
): Steps<Trace[]> {
	const groups = new Map<string, Unit>();
	const divisions = new Map<string, Unit>();
	const addIn = (units: Map<string, Unit>) => (unit: Division | Group | null | undefined) =>
		isGiven(unit) && add(units, { code: codeOf(unit) ?? code, keyword: defaultKeyword(unit) });
	if (tree) {
		yield* each(groupsIn(tree), addIn(groups));
		yield* each(divisionsIn(tree), addIn(divisions));
	}
	const units = new Map<string, Unit>();
	for (const { call } of sends) add(units, { code, keyword: call.keyword });
	const ofGroups = [...units].filter(([key]) => !divisions.has(key));
	const searched = new Set(sends.filter(isSearched).map(({ call }) => unitName(call)));
	const lists = ofGroups.filter(([key]) => !searched.has(key)).map(([, unit]) => unit);
	const [asked] = [...ofGroups.map(([, unit]) => unit), ...groups.values(), ...units.values()];
	const nth = Array.from({ length: Math.ceil(most / (lists.length || 1)) }, (_none, at) => at + 1);
	const others = (all: Map<string, Unit>) =>
		[...all].flatMap(([key, unit]) => (units.has(key) ? [] : [unit]));
	return [
		...lists.flatMap((unit) => nth.map((number) => list(unit, number))),
		...[...units].map(([key, unit]) => everyone(unit, divisions.has(key) ? asked : unit)),
		...[
			...others(groups).flatMap((group) => [list(group), everyone(group)]),
			...others(divisions).map((unit) => everyone(unit, asked)),
		].slice(0, MOST_ASKED),
	];
}

/** Adds a unit that can be asked for. */
function add(units: Map<string, Unit>, unit: Unit): void {
	if (unit.keyword !== '') units.set(unitName(unit), unit);
}

/** @returns undefined where the service, or the credential, shows none; or why it is not known */
async function organization(
	context: IExecuteFunctions,
	session: Session,
	code: string,
	settings: PlannedCall['settings'],
	pace: Pace,
): Promise<Division | MessagingServiceError | undefined> {
	const keyword = session.companyKeyword;
	if (keyword === '') return undefined;
	const tree = await organizationTree(context, session, { code, keyword }, { ...settings, pace });
	return tree instanceof ServiceRefusedError ? undefined : tree;
}

function sentOtherwise(
	context: IExecuteFunctions,
	{ custom_ticket, keyword }: { custom_ticket: string; keyword: string },
): NodeOperationError {
	return nodeError(
		context,
		'An earlier try sent this in another way, so nothing was sent now',
		`The service lists recipients under the custom ticket ${custom_ticket} of the group ${escapeHtml(keyword)}. Choose the same operation, group and custom ticket again to send only what is missing, or look it up with Message → Get Status, and send to the others by a new execution.`,
	);
}
