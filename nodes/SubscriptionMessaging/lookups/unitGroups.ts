import type { Unit } from '../service/contract/call';
import { MessagingServiceError } from '../service/errors/errors';
import { groupsReached, isGiven, unitName } from '../service/answer/organization';
import { askedOnce } from './askedOnce';
import { organizationTree } from './organizationTree';
import type { Pace } from '../transport/pace';
import { rested } from '../eventLoop/restingSteps';
import type { CallContext, Session } from '../transport/session';
import type { LookupSettings } from './ticketLookup';

/**
 * Finds a code and keyword under which the service can be asked for a send to everyone in a unit: status
 * look-ups take that of a group only (Authentication, rule 2). For a company or division it is those
 * of one of its groups, found by one read of the tree for each unit.
 */
export class UnitGroups {
	private readonly found = new Map<string, Promise<Unit | undefined>>();

	constructor(
		private readonly context: CallContext,
		private readonly session: Session,
		private readonly pace?: Pace,
	) {}

	/**
	 * @returns the unit itself where the tree shows no group of it: then it is a group, or the
	 * look-up shows that it is none
	 */
	async groupOf({ code, keyword }: Unit, settings: LookupSettings): Promise<Unit> {
		const unit = { code, keyword };
		const find = async () => await this.find(unit, settings);
		// Where it could not be read, the next look-up reads the tree again.
		return (await askedOnce(this.found, unitName(unit), find, isGiven)) ?? unit;
	}

	/** @returns undefined where the tree could not be read */
	private async find(unit: Unit, settings: LookupSettings): Promise<Unit | undefined> {
		const { context, session, pace } = this;
		const tree = await organizationTree(context, session, unit, { ...settings, pace });
		if (tree instanceof MessagingServiceError) return undefined;
		const groups = (tree && (await rested(groupsReached(tree, unit, true)))) ?? [];
		const group = groups.find(isGiven);
		return group ? { code: group.code ?? unit.code, keyword: group.keyword } : unit;
	}
}
