import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../actions/operation';
import { findOperation } from '../actions/router';
import { Accounts } from './accounts';
import { isTool, refuseForeignArguments } from './toolCall';

/** What a run needs before its items can be read. */
export interface Opened {
	readonly operation: Operation;
	readonly accounts: Accounts;
}

/** What a run needs before its items can be read, or why it cannot begin. */
export async function open(context: IExecuteFunctions): Promise<Opened | NodeOperationError> {
	try {
		const operation = chosenOperation(context);
		const accounts = await Accounts.open(context);
		refuseForeignArguments(context);
		return { operation, accounts };
	} catch (error) {
		return error instanceof NodeOperationError
			? error
			: withNextStep(
					new NodeOperationError(context.getNode(), error as Error),
					'Open the node, and check its credential, its resource and its operation.',
				);
	}
}

/** What n8n throws says mostly, but not always, how to mend it. */
export function withNextStep(error: NodeOperationError, fix: string): NodeOperationError {
	error.description ||= fix;
	return error;
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = String(context.getNodeParameter('resource', 0));
	const name = String(context.getNodeParameter('operation', 0));
	const operation = findOperation(resource, name);
	if (!operation) {
		throw new NodeOperationError(
			context.getNode(),
			`'Operation' is "${name}", which the resource "${resource}" does not have`,
			{ description: "Choose 'Resource' and 'Operation' in the node." },
		);
	}
	if (operation.broadcasts) refuseUnlessChosen(context, operation);
	if (operation.waits && isTool(context)) {
		throw new NodeOperationError(
			context.getNode(),
			`'Operation' is ${operation.name}, and an agent cannot wait with one of its tools`,
			{ description: 'Give the agent two tools: Message → Send, and Message → Get Status.' },
		);
	}
	return operation;
}

/** The operation is hidden from agents and takes no expression; a workflow file may still hold either. */
function refuseUnlessChosen(context: IExecuteFunctions, { name, value }: Operation): void {
	if (isTool(context)) {
		throw new NodeOperationError(
			context.getNode(),
			`'Operation' cannot be ${name} in a tool of an AI agent`,
			{
				description:
					'Let the agent name the recipients with Message → Send, or send to the group with a node of the workflow.',
			},
		);
	}
	const entered = context.getNodeParameter('operation', 0, '', { rawExpressions: true });
	if (entered === value) return;
	throw new NodeOperationError(
		context.getNode(),
		`'Operation' cannot become ${name} by an expression, so nothing was sent`,
		{ description: 'Choose the operation by hand, in a node of its own.' },
	);
}
