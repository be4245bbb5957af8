import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { ServiceAnswer } from '../service/answer';
import { MessagingServiceError, NotDocumentedError, ServiceRefusedError } from '../service/errors';
import { validate, type Call, type Violation } from '../service/validation';
import { encode, exchange, type EncodedCall, type Transport } from '../transport/exchange';
import { openSession, type Session } from '../transport/session';
import { ItemFields } from './itemFields';
import type { Operation } from './operation';
import { findOperation } from './router';

const TRANSPORTS = ['soap', 'nvp'] as const satisfies readonly Transport[];

/** A call that was found valid, with what its item asks of the answer. */
interface PreparedCall {
	call: Call;
	encoded: EncodedCall;
	simplify: boolean;
	/** Largest number of rows; Infinity for all. */
	limit: number;
}

/**
 * Runs the node: every item is read and validated before the first request leaves, then the
 * items are called one after the other.
 *
 * With *Continue*, an item that fails becomes an item with `error` and the others go on;
 * otherwise the error says what was done before it, so that nothing is repeated unknowingly.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const session = await openSession(context);
	const prepared = context
		.getInputData()
		.map((_item, itemIndex) =>
			attempt(context, itemIndex, () => prepare(context, operation, session, itemIndex)),
		);
	const invalid = prepared.find((item) => item instanceof NodeOperationError);
	if (invalid && !context.continueOnFail()) throw invalid;

	const output: INodeExecutionData[] = [];
	const done: DoneItem[] = [];
	for (const [itemIndex, item] of prepared.entries()) {
		context.getExecutionCancelSignal()?.throwIfAborted();
		if (item instanceof NodeOperationError) {
			output.push(errorItem(item, itemIndex));
			continue;
		}
		const answer = await perform(context, session, item, itemIndex);
		if (answer instanceof NodeApiError) {
			if (!context.continueOnFail()) throw withReport(answer, done, prepared.length);
			output.push(errorItem(answer, itemIndex));
			continue;
		}
		const { call, encoded, simplify, limit } = item;
		if (encoded.effect !== 'read') done.push({ itemIndex, ticket: answer.transaction_ticket });
		const rows =
			simplify && operation.simplify
				? operation.simplify(answer, call).slice(0, limit)
				: [answer as IDataObject];
		for (const json of rows) output.push({ json, pairedItem: { item: itemIndex } });
	}
	return output;
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
	return operation;
}

/** What reading an item's fields throws, an expression that fails included, is about that item. */
function attempt<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	read: () => T,
): T | NodeOperationError {
	try {
		return read();
	} catch (error) {
		return error instanceof NodeOperationError
			? error
			: new NodeOperationError(context.getNode(), error as Error, { itemIndex });
	}
}

function prepare(
	context: IExecuteFunctions,
	operation: Operation,
	session: Session,
	itemIndex: number,
): PreparedCall {
	const fields = new ItemFields(context, operation.properties, itemIndex);
	const request = operation.request(fields);
	const options = fields.members('options');
	const unit = operation.properties.find(({ name }) => name === 'keyword');
	const call: Call = {
		...request,
		code: options.text('code')?.trim() ?? session.code,
		keyword: request.keyword || (unit?.required ? '' : session.companyKeyword),
	};
	const violation = validate(call)[0];
	if (violation) throw fields.invalid(...explain(violation, fields));
	return {
		call,
		encoded: {
			...encodeFor(
				context,
				fields,
				operation,
				call,
				session,
				options.choice('transport', TRANSPORTS),
			),
			timeLimit: options.count('timeLimit'),
		},
		simplify: operation.simplify !== undefined && fields.boolean('simplify'),
		limit: operation.many && fields.boolean('simplify') ? limitOf(fields) : Infinity,
	};
}

function limitOf(fields: ItemFields): number {
	return fields.boolean('returnAll') ? Infinity : fields.count('limit');
}

function encodeFor(
	context: IExecuteFunctions,
	fields: ItemFields,
	operation: Operation,
	call: Call,
	session: Session,
	transport: Transport = 'soap',
): EncodedCall {
	try {
		return encode(call, session, transport);
	} catch (error) {
		if (!(error instanceof NotDocumentedError)) {
			throw new NodeOperationError(context.getNode(), error as Error);
		}
		const what = error.parameter
			? `'${fields.displayName(error.parameter)}'`
			: `the operation '${operation.name}'`;
		throw fields.invalid(
			`'Transport' cannot be ${error.transport} here, because the service documents no ${error.transport} form of ${what}`,
			"Choose SOAP as 'Transport', or remove the option.",
		);
	}
}

/** Message and description, with the field's display name and, in a list, its row from 1. */
function explain(
	{ path, problem, fix }: Violation,
	fields: ItemFields,
): [message: string, description: string] {
	const name = path.findLast((step) => typeof step === 'string') ?? '';
	const entry = path.find((step) => typeof step === 'number');
	const place = entry === undefined ? '' : ` (entry ${entry + 1})`;
	return [`'${fields.displayName(name)}'${place} ${problem}`, fix];
}

async function perform(
	context: IExecuteFunctions,
	session: Session,
	{ encoded }: PreparedCall,
	itemIndex: number,
): Promise<ServiceAnswer | NodeApiError> {
	try {
		return await exchange(context, session, encoded);
	} catch (error) {
		if (!(error instanceof MessagingServiceError)) {
			throw new NodeOperationError(context.getNode(), error as Error, { itemIndex });
		}
		// From texts alone: n8n would search an error object for a status code and replace the message.
		const explained = new NodeApiError(
			context.getNode(),
			{},
			{
				message: `${session.mask(error.message)} [item ${itemIndex}]`,
				description: session.mask(error.description ?? ''),
				itemIndex,
			},
		);
		if (error instanceof ServiceRefusedError) explained.context.error_code = error.errorCode;
		return explained;
	}
}

/** An item that changed something or sent a message. */
interface DoneItem {
	itemIndex: number;
	ticket: unknown;
}

/** Says in the error what was carried out before it, because n8n discards the output of the run. */
function withReport(error: NodeApiError, done: DoneItem[], total: number): NodeApiError {
	const failed = error.context.itemIndex as number;
	if (total === 1) return error;
	const carriedOut = done.map(({ itemIndex, ticket }) =>
		typeof ticket === 'string' ? `${itemIndex} (ticket ${ticket})` : String(itemIndex),
	);
	const before = done.length > 0 ? `Carried out before: items ${carriedOut.join(', ')}.` : '';
	const after = failed + 1 < total ? `Not attempted: items ${failed + 1} to ${total - 1}.` : '';
	error.description = [error.description, before, after].filter(Boolean).join(' ');
	return error;
}

/**
 * The item that stands for a failure. n8n writes the message of its `error` into `json`, and leads
 * it to the error output; a `json.error` on the first item, set here, would make n8n run the whole
 * node again with *Retry On Fail*.
 */
function errorItem(
	error: NodeOperationError | NodeApiError,
	itemIndex: number,
): INodeExecutionData {
	return { json: {}, error, pairedItem: { item: itemIndex } };
}
