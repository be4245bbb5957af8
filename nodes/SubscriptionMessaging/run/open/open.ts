import type { IExecuteFunctions } from 'n8n-workflow';

import { displayNameOf } from '../../actions/fields/displayName';
import type { Operation } from '../../actions/operation/operation';
import { findOperation } from '../../actions/router';
import { Accounts } from './accounts';
import { isReview, isTool, refuseForeignArguments } from '../../n8n/toolCall';
import { asNodeError, nodeError } from '../../wording/nodeError';

/** What a run needs before its items can be read. */
export interface Opened {
	readonly operation: Operation;
	readonly accounts: Accounts;
}

/** @throws NodeOperationError where a run cannot begin */
export async function openRun(context: IExecuteFunctions): Promise<Opened> {
	try {
		const operation = chosenOperation(context);
		const accounts = await Accounts.open(context);
		if (operation.waitsFor) await accounts.refuseUnlessLasting();
		refuseForeignArguments(context);
		return { operation, accounts };
	} catch (error) {
		throw asNodeError(
			context,
			error,
			'Open the node, and check its credential, its resource and its operation.',
		);
	}
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = String(context.getNodeParameter('resource', 0));
	const name = String(context.getNodeParameter('operation', 0));
	const operation = findOperation(resource, name);
	if (!operation) {
		throw nodeError(
			context,
			`The resource "${resource}" has no operation "${name}"`,
			"Choose 'Resource' and 'Operation' in the node.",
		);
	}
	if (isReview(context)) refuseUnlessReviewed(context, operation);
	if (operation.broadcasts) refuseUnlessChosen(context, operation);
	if (operation.waitsFor && isTool(context)) {
		throw nodeError(
			context,
			`'Operation' is ${operation.name}, and an agent can't wait with one of its tools`,
			'Give the agent two tools: Message → Send, and Message → Get Status.',
		);
	}
	return operation;
}

/** Fields that decide who reviews what an agent does, which no agent may fill in for itself. */
const REVIEWERS = ['sendTo', 'recipientList', 'keyword'];

function refuseUnlessReviewed(
	context: IExecuteFunctions,
	{ properties, waitsFor, name: operation }: Operation,
): void {
	if (waitsFor !== 'answer') {
		throw nodeError(
			context,
			`'Operation' is ${operation}, which can't be used for a human review`,
			'Choose Message → Send and Wait for Response for a human review.',
		);
	}
	const chosen = REVIEWERS.find((name) => {
		const entered = context.getNode().parameters[name];
		return /\$from_?ai|\$tool|toolParam/i.test(JSON.stringify(entered ?? ''));
	});
	if (chosen === undefined) return;
	throw nodeError(
		context,
		`'${displayNameOf(properties, chosen)}' is filled in by the model, so nobody was asked`,
		'The agent must not choose who reviews it. Enter who is asked in the node.',
	);
}

/** The operation is hidden from agents and takes no expression; a workflow file may still hold either. */
function refuseUnlessChosen(context: IExecuteFunctions, { name, value }: Operation): void {
	if (isTool(context)) {
		throw nodeError(
			context,
			`'Operation' can't be ${name} in a tool of an AI agent`,
			'Let the agent name the recipients with Message → Send, or send to the group with a node of the workflow.',
		);
	}
	const entered = context.getNodeParameter('operation', 0, '', { rawExpressions: true });
	if (entered === value) return;
	throw nodeError(
		context,
		`'Operation' cannot become ${name} by an expression, so nothing was sent`,
		'Choose the operation by hand, in a node of its own.',
	);
}
