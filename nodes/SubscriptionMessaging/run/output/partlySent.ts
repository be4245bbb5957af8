import type { IDataObject } from 'n8n-workflow';

import { recipientsOf } from '../../service/contract/call';
import { PartlySentError } from '../../service/errors/errors';
import type { Steps } from '../../service/collections/steps';
import { onlyTo } from '../values/addressed';
import type { AcceptedCall, Outcomes, PlannedCall, PreparedItem } from '../values/call';
import { knownAnswer } from '../values/knownAnswer';
import { sendRow } from './sendRows';

/**
 * What an item sent to a list that the service took in part: whom of it the service lists under the
 * ticket. Nothing where no call of the item ended so, or where they lack a part of the text.
 */
export function* reachedRow(
	itemIndex: number,
	calls: readonly PlannedCall[],
	outcomes: Outcomes,
	item: PreparedItem,
): Steps<IDataObject | undefined> {
	const error = partlySent(calls, outcomes);
	if (!error) return undefined;
	const reached = new Set(error.reached);
	const sends = calls.flatMap((planned): AcceptedCall[] => {
		const outcome = outcomes.get(planned);
		const recipients = recipientsOf(planned.call);
		const toThem = onlyTo(planned, (position) => reached.has(recipients[position]!.sendTo));
		if (outcome?.kind === 'accepted') return [{ ...outcome, planned: toThem }];
		if (outcome?.kind !== 'unknown' || outcome.error !== error) return [];
		const message = 'The service lists these recipients under the custom ticket';
		return [{ planned: toThem, answer: knownAnswer(toThem.call, message), evidence: 'recovered' }];
	});
	if (sends.length < calls.length) return undefined;
	return { ...(yield* sendRow(itemIndex, sends, item)), not_accepted: [...error.others] };
}

function partlySent(
	calls: readonly PlannedCall[],
	outcomes: Outcomes,
): PartlySentError | undefined {
	for (const planned of calls) {
		const outcome = outcomes.get(planned);
		if (outcome?.kind === 'unknown' && outcome.error instanceof PartlySentError) {
			return outcome.error;
		}
	}
	return undefined;
}
