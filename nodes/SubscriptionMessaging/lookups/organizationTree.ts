import { objectIn } from '../service/answer/answerOf';
import type { Unit } from '../service/contract/call';
import { MessagingServiceError } from '../service/errors/errors';
import type { Division } from '../service/answer/organization';
import { askService, type AskSettings } from '../transport/exchange';
import type { CallContext, Session } from '../transport/session';

/**
 * Reads the organization from a unit downwards (Task operations: getOrganizationTree).
 *
 * @returns undefined where the answer holds no tree, or why there is no answer
 */
export async function organizationTree(
	context: CallContext,
	session: Session,
	{ code, keyword }: Unit,
	asking: AskSettings,
): Promise<Division | MessagingServiceError | undefined> {
	const answer = await askService(
		context,
		session,
		{ operation: 'getOrganizationTree', code, keyword, parameters: {} },
		asking,
	);
	return answer instanceof MessagingServiceError ? answer : objectIn(answer.response);
}
