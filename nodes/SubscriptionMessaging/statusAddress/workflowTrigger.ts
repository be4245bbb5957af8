import { NodeHelpers, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { addressLetIn, type TriggerAddress } from './triggerAddress';
import { runningWorkflow, type RunningWorkflow } from '../n8n/executionContext';

/** The path of the trigger's webhook, as its description gives it; a test holds the two together. */
export const TRIGGER_PATH = 'delivery-status';

/** Why no trigger can be reported to, and what to do about it. */
interface NoTrigger {
	readonly problem: string;
	readonly fix: string;
	/** Whether there is no trigger that another address could be in the way of. */
	readonly isMissing: boolean;
}

/** The one trigger that the running workflow has. */
interface WorkflowTrigger extends TriggerAddress {
	/** Where it listens, without anything that it lets in by. */
	readonly listensAt: string;
	/** The same at its Test URL, where n8n tells. */
	readonly test?: TriggerAddress;
}

const ENTER_ONE =
	"Choose Signed Address as 'Delivery Report', and enter the trigger's Production URL as 'Status URL'.";

const NONE =
	"Add a Subscription Messaging Trigger and publish (activate) the workflow, or choose another 'Delivery Report'. For a trigger of another workflow, enter its Production URL as 'Delivery Report Address' in the credential.";

/**
 * The trigger of the workflow that runs, worked out from its nodes, which every process of n8n has.
 */
export function triggerOfWorkflow(
	context: IExecuteFunctions,
	itemIndex: number,
): WorkflowTrigger | NoTrigger {
	const workflow = runningWorkflow(context);
	if (!workflow) {
		return {
			problem: "'Delivery Report' can't find the trigger of this workflow in this version of n8n",
			fix: ENTER_ONE,
			isMissing: false,
		};
	}
	const type = `${context.getNode().type.replace(/Tool$/, '')}Trigger`;
	const all = workflow.nodes.filter((node) => node.type === type);
	const enabled = all.filter(({ disabled }) => !disabled);
	const found = onlyEnabled(enabled, all.length - enabled.length);
	return 'problem' in found ? found : addressOfTrigger(context, workflow, found, itemIndex);
}

function onlyEnabled(triggers: readonly INode[], disabled: number): INode | NoTrigger {
	const [trigger, ...others] = triggers;
	if (trigger && others.length === 0) return trigger;
	if (trigger) {
		return {
			problem: `'Delivery Report' can't choose among the ${triggers.length} triggers of this workflow`,
			fix: ENTER_ONE,
			isMissing: false,
		};
	}
	if (disabled > 0) {
		return {
			problem: "'Delivery Report' goes to the trigger of this workflow, and it is deactivated",
			fix: "Activate the Subscription Messaging Trigger in the workflow and publish it, or choose another 'Delivery Report'.",
			isMissing: true,
		};
	}
	return {
		problem: "'Delivery Report' goes to the trigger of this workflow, and there is none",
		fix: NONE,
		isMissing: true,
	};
}

function addressOfTrigger(
	context: IExecuteFunctions,
	{ id, webhookBaseUrl, webhookTestBaseUrl }: RunningWorkflow,
	trigger: INode,
	itemIndex: number,
): WorkflowTrigger | NoTrigger {
	const at = (base: string) =>
		NodeHelpers.getNodeWebhookUrl(base, id, trigger, TRIGGER_PATH, false);
	const read = (name: string) => valueOf(context, trigger.parameters[name], itemIndex);
	const refused = (what: string): NoTrigger => ({
		problem: `'${what}' of the trigger "${trigger.name}" can't be read here`,
		fix: `Enter '${what}' in the trigger without an expression, or with one that reads $vars, $env or $workflow only.`,
		isMissing: false,
	});
	const authentication = read('authentication');
	if (authentication === undefined) return refused('Authentication');
	const token = authentication === 'sharedToken' ? read('accessKey') : '';
	if (token === undefined) return refused('Token');
	if (authentication === 'sharedToken' && token.trim() === '') {
		return {
			problem: `'Token' of the trigger "${trigger.name}" is empty, so it accepts no posts`,
			fix: "Enter a 'Token' in the trigger, or choose another 'Authentication' there.",
			isMissing: false,
		};
	}
	const letIn = (address: string) => addressLetIn(address, authentication, token);
	const listensAt = at(webhookBaseUrl);
	return {
		...letIn(listensAt),
		listensAt,
		...(webhookTestBaseUrl !== undefined && { test: letIn(at(webhookTestBaseUrl)) }),
	};
}

/** What an expression may read that is the same wherever in the workflow it is evaluated. */
const SAME_EVERYWHERE = new Set(['$vars', '$env', '$workflow']);

/** A parameter of the trigger, evaluated where it is an expression; undefined where only the trigger can. */
function valueOf(
	context: IExecuteFunctions,
	value: unknown,
	itemIndex: number,
): string | undefined {
	if (typeof value !== 'string' || !value.startsWith('=')) return String(value ?? '');
	const reads = value.match(/\$\w*/g) ?? [];
	if (!reads.every((name) => SAME_EVERYWHERE.has(name))) return undefined;
	try {
		const evaluated = context.evaluateExpression(value.slice(1), itemIndex);
		return typeof evaluated === 'string' || typeof evaluated === 'number'
			? String(evaluated)
			: undefined;
	} catch {
		return undefined;
	}
}
