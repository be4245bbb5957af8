import type {
	Outcome,
	PlannedCall,
	PreparedRequest,
} from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import { reachedRow } from '../../../../../nodes/SubscriptionMessaging/run/output/partlySent';
import {
	OutcomeUnclearError,
	PartlySentError,
} from '../../../../../nodes/SubscriptionMessaging/service/errors/errors';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import {
	accepted,
	byIndex,
	item,
	outcomesOf,
	planOf,
	request,
	sendCall,
	to,
} from '../preparedItems';

const ANN = '18015550001';
const BEN = '18015550002';
const lost = new OutcomeUnclearError('the connection broke', 'Look it up.');
const partly: Outcome = {
	kind: 'unknown',
	error: new PartlySentError([BEN], [ANN], lost, 'order-1'),
};

/** The row of an item that sends texts to both, whose calls ended so. */
function rowAfter(texts: string[], ...outcomes: Array<Outcome | undefined>) {
	return rowOf({}, texts, ...outcomes);
}

function rowOf(
	more: Partial<PreparedRequest>,
	texts: string[],
	...outcomes: Array<Outcome | undefined>
) {
	const list = item(texts.map((text) => request(sendCall(to(ANN, BEN), text), more)));
	const plan = planOf(byIndex(list));
	const calls: readonly PlannedCall[] = plan.callsOf.get(0) ?? [];
	return finished(reachedRow(0, calls, outcomesOf(plan, ...(outcomes as Outcome[])), list));
}

describe('A list that the service took in part', () => {
	it('names those who have the message, and the others', () => {
		expect(rowAfter(['Hello'], partly)).toMatchObject({
			recipients: [BEN],
			not_accepted: [ANN],
			recovered: true,
		});
	});

	it('does so for a text in parts whose last one it took in part', () => {
		const row = rowAfter(['One', 'Two'], accepted({ transaction_ticket: 'T' }), partly);
		expect(row).toMatchObject({ recipients: [BEN], not_accepted: [ANN] });
	});

	it('names nobody who lacks a part of the text', () => {
		expect(rowAfter(['One', 'Two'], partly, { kind: 'notAttempted' })).toBeUndefined();
	});

	it('names whom the message of each was for, where the credential redirects it', () => {
		const redirectedFrom = ['18015550003', '18015550004'];
		expect(rowOf({ redirectedFrom }, ['Hello'], partly)).toMatchObject({
			recipients: [BEN],
			redirected_from: ['18015550004'],
		});
	});

	it('names nobody where of another part nothing is known', () => {
		const unknown: Outcome = { kind: 'unknown', error: lost };
		expect(rowAfter(['One', 'Two'], partly, unknown)).toBeUndefined();
		expect(rowAfter(['One', 'Two'], partly)).toBeUndefined();
		expect(rowAfter(['One', 'Two'], undefined, partly)).toBeUndefined();
	});

	it('has no row where nothing is known of its recipients', () => {
		expect(rowAfter(['Hello'], { kind: 'unknown', error: lost })).toBeUndefined();
		expect(rowAfter(['Hello'], accepted())).toBeUndefined();
	});
});
