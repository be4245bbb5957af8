import type { NodeExecutionHint } from 'n8n-workflow';

/**
 * What the node's panel says above the output.
 *
 * @param message HTML
 */
export function panelHint(type: 'info' | 'warning', message: string): NodeExecutionHint {
	return { message, type, location: 'outputPane' };
}
