import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../../actions/operation/operation';
import type { Session } from '../../transport/session';
import type { FailedOutcome, Outcomes, Plan } from './call';

/** A run that is over: what its output, its errors and its hints are made from. */
export interface Ended {
	readonly context: IExecuteFunctions;
	readonly operation: Operation;
	/** By position of the account. */
	readonly sessions: readonly Session[];
	readonly plan: Plan;
	readonly outcomes: Outcomes;
}

/** Whether an attempt did not succeed, as far as anybody knows. */
export function hasFailed(
	outcome: { readonly kind: string } | undefined,
): outcome is FailedOutcome {
	return outcome?.kind === 'failed' || outcome?.kind === 'unknown';
}
