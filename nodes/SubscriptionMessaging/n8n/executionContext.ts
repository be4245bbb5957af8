import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INode,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

/**
 * Public members of n8n-core's execution contexts that `IExecuteFunctions` does not declare, as they are
 * in n8n 1.85, 1.123, 2.8 and 2.41. Another version may lack any of them, so each is optional, and is
 * looked at before it is used. Nothing else in this package reads undeclared members.
 */
interface Undeclared {
	workflow?: { id?: unknown; nodes?: unknown };
	additionalData?: {
		/** Of the execution that a sub-workflow runs for; `getMode()` says `integrated` there. */
		rootExecutionMode?: unknown;
		/** Of a run for an evaluation and its sub-workflows. */
		evaluationRunId?: unknown;
		webhookBaseUrl?: unknown;
		webhookTestBaseUrl?: unknown;
		webhookWaitingBaseUrl?: unknown;
		credentialsHelper?: Partial<IWorkflowExecuteAdditionalData['credentialsHelper']>;
	};
}

/** Whether n8n runs the workflow, or the one that it is a part of, to evaluate it. */
export function isEvaluation(context: Pick<IExecuteFunctions, 'getMode'>): boolean {
	const { rootExecutionMode, evaluationRunId } = (context as Undeclared).additionalData ?? {};
	return (
		context.getMode() === 'evaluation' ||
		rootExecutionMode === 'evaluation' ||
		(typeof evaluationRunId === 'string' && evaluationRunId !== '')
	);
}

/**
 * The secret of the execution, which n8n (2.15 or newer) puts into the addresses it is resumed by. It
 * outlives a crash, and *Retry* hands it on to the execution that it makes.
 */
export function executionSecret(context: IExecuteFunctions): string | undefined {
	const { $execution } = context.getWorkflowDataProxy(0) as {
		$execution?: { resumeUrl?: string };
	};
	const { resumeUrl = '' } = $execution ?? {};
	if (!URL.canParse(resumeUrl)) return undefined;
	return new URL(resumeUrl).searchParams.get('signature') || undefined;
}

/** Where n8n continues this execution while it waits. */
export function resumeUrlOf(context: IExecuteFunctions): string {
	const { resumeUrl } = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
	return resumeUrl;
}

/** How often the node ran before in the execution, as in a loop. A repetition by n8n is no new run. */
export function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}

/** The workflow as it runs, and where n8n receives posts for it. */
export interface RunningWorkflow {
	id: string;
	nodes: readonly INode[];
	/** Ends in the name of the endpoint, e.g. `https://n8n.example/webhook`. */
	webhookBaseUrl: string;
	/** The same for test events, e.g. `https://n8n.example/webhook-test`. */
	webhookTestBaseUrl?: string;
}

/** Undefined where this version of n8n does not tell. */
export function runningWorkflow(context: object): RunningWorkflow | undefined {
	const { workflow, additionalData } = context as Undeclared;
	const { id, nodes } = workflow ?? {};
	const { webhookBaseUrl, webhookTestBaseUrl } = additionalData ?? {};
	if (typeof id !== 'string' || typeof webhookBaseUrl !== 'string') return undefined;
	if (typeof nodes !== 'object' || nodes === null) return undefined;
	return {
		id,
		nodes: Object.values(nodes as Record<string, INode>),
		webhookBaseUrl,
		...(typeof webhookTestBaseUrl === 'string' && { webhookTestBaseUrl }),
	};
}

/** What the addresses of waiting executions begin with, where this version of n8n tells. */
export function waitingBaseUrl(context: object): string | undefined {
	const { webhookWaitingBaseUrl: url } = (context as Undeclared).additionalData ?? {};
	return typeof url === 'string' ? url : undefined;
}

/**
 * A credential of the node as it was entered, with the texts of its expressions.
 *
 * @returns undefined where this version of n8n does not tell
 */
export async function enteredCredential(
	context: IExecuteFunctions,
	type: string,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const { additionalData } = context as Undeclared;
	const details = context.getNode().credentials?.[type];
	if (!details || !additionalData?.credentialsHelper?.getDecrypted) return undefined;
	try {
		return await additionalData.credentialsHelper.getDecrypted(
			additionalData as IWorkflowExecuteAdditionalData,
			details,
			type,
			context.getMode(),
			context.getExecuteData(),
			true,
		);
	} catch {
		return undefined;
	}
}
