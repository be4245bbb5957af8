/** What the address of a waiting execution ends in where *Send and Wait for Delivery* waits. */
export const RESUME_PATH = 'delivery-status';

/**
 * Where n8n continues an execution that waits for delivery. Its address is the same for all nodes of
 * the execution: without an end of its own, a late report would continue a *Wait* node that follows.
 */
export function ownResumeAddress(resumeUrl: string, path = RESUME_PATH): string {
	return resumeUrl.replace(/\/?(?=\?|$)/, `/${path}`);
}
