import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { LIMITS } from '../service/contract';
import { NotDocumentedError } from '../service/errors';
import type { SendState } from '../service/nextStep';
import { validate, type Call, type Violation } from '../service/validation';
import { encode, type Transport } from '../transport/exchange';
import type { Session } from '../transport/session';
import { withDeliveryReport } from '../actions/fields/deliveryReport';
import type { Skipped } from '../actions/fields/phoneNumbers';
import { LONGEST_TIME_LIMIT } from '../actions/fields/options';
import type { ItemFields } from '../actions/itemFields';
import type { Operation, Request } from '../actions/operation';
import { isTool } from './toolCall';

const TRANSPORTS = ['soap', 'nvp'] as const satisfies readonly Transport[];
const ON_UNCLEAR = ['stop', 'resend'] as const satisfies ReadonlyArray<SendState['onUnclear']>;

const IF_KNOWN = ['send', 'skip'] as const;

/** What becomes of a send whose custom ticket the service knows already. */
export type IfKnown = (typeof IF_KNOWN)[number];

/** A request of one item, found valid. */
export interface PreparedRequest {
	request: Request;
	call: Call;
	transport: Transport;
	timeLimit: number | undefined;
	onUnclear: SendState['onUnclear'];
	ifKnown: IfKnown;
	removesDuplicates: boolean;
}

/** What one item asks for. */
export interface PreparedItem {
	/** In the order in which they are to be carried out; none where everything was skipped. */
	requests: PreparedRequest[];
	skipped: Skipped[];
	simplify: boolean;
	/** Largest number of rows; Infinity for all. */
	limit: number;
	/** Nothing is sent for it. */
	preview: boolean;
	/** Name of the calls that left for it in an earlier run, and are to be completed. */
	chain?: string;
	/** Other items may send something else to everyone in the same unit. */
	severalBroadcasts: boolean;
	/** Of the whole run where it is the first item. */
	pace: ItemPace;
}

/** How the calls of a run follow each other. */
export interface ItemPace {
	/** Most recipients of one call. */
	batchSize: number;
	/** Most calls under way at once. */
	inParallel: number;
	/** Milliseconds between the start of one call and the next. */
	pause: number;
}

/**
 * Reads and validates one item, before anything leaves.
 *
 * @throws NodeOperationError with the field's display name and the item
 */
export function prepare(
	context: IExecuteFunctions,
	operation: Operation,
	session: Session,
	fields: ItemFields,
): PreparedItem {
	const options = fields.members('options');
	const unit = operation.properties.find(({ name }) => name === 'keyword');
	const requests = [operation.request(fields)]
		.flat()
		.map(withTicketOfPart)
		.map((request) => withDeliveryReport(context, session, operation, fields, request));
	const skipped = requests[0]?.skipped ?? [];
	const prepared = requests
		.filter((request) => !isSkipped(request))
		.flatMap((request) => inPortions(request, operation.gathers))
		.map((request): PreparedRequest => {
			const call: Call = {
				operation: request.operation,
				parameters: request.parameters,
				thread: request.thread,
				everyone: request.everyone,
				code: options.text('code')?.trim() ?? session.code,
				keyword: request.keyword || (unit?.required ? '' : session.companyKeyword),
			};
			refuseBroadcastOfAgent(context, fields, call);
			const violation = validate(call)[0];
			if (violation) throw fields.invalid(...explain(violation, fields));
			const transport = options.choice('transport', TRANSPORTS) ?? 'soap';
			refuseListForCompany(fields, session, call);
			// Refused here and not when its turn comes, because nothing has been sent yet.
			refuseUndocumented(context, session, fields, operation, call, transport);
			return {
				request,
				call,
				transport,
				timeLimit: options.count('timeLimit', LONGEST_TIME_LIMIT),
				onUnclear: options.choice('onUnclearOutcome', ON_UNCLEAR) ?? 'stop',
				ifKnown: options.choice('ifTicketKnown', IF_KNOWN) ?? 'send',
				removesDuplicates: options.boolean('removeDuplicates') ?? false,
			};
		});
	const simplify = operation.simplify !== undefined && fields.boolean('simplify');
	return {
		requests: prepared,
		skipped,
		simplify,
		limit:
			operation.many && simplify && !fields.boolean('returnAll') ? fields.count('limit') : Infinity,
		preview:
			operation.properties.some(({ name }) => name === 'preview') && fields.boolean('preview'),
		severalBroadcasts: options.boolean('severalBroadcasts') ?? false,
		pace: {
			batchSize: options.count('batchSize') ?? 100,
			inParallel: options.count('requestsInParallel') ?? 10,
			pause: options.atLeastZero('pauseBetweenRequests') ?? 0,
		},
	};
}

/** Each part of a text can be asked for only under a ticket of its own. */
function withTicketOfPart(request: Request): Request {
	const { fitted, parameters } = request;
	const { custom_ticket } = parameters;
	if (!fitted || fitted.part === 1 || !custom_ticket) return request;
	const ticket = `${String(custom_ticket)}-${fitted.part}`;
	return { ...request, parameters: { ...parameters, custom_ticket: ticket } };
}

/** An item whose only recipient is left out by an option asks for nothing. */
function isSkipped({ fromItems, skipped, parameters }: Request): boolean {
	const { recipients } = (parameters.recipientList ?? {}) as { recipients?: unknown[] };
	return fromItems === true && recipients?.length === 0 && (skipped?.length ?? 0) > 0;
}

/** A request whose list of numbers is longer than the service takes, as several. */
function inPortions(request: Request, gathers: Operation['gathers']): Request[] {
	if (gathers !== 'phone' && gathers !== 'phone_list') return [request];
	const numbers = String(request.parameters[gathers] ?? '').split(',');
	return portions(numbers, LIMITS.phoneNumbers).map((portion) => ({
		...request,
		parameters: { ...request.parameters, [gathers]: portion.join(',') },
	}));
}

export function portions<T>(entries: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(entries.length / size) }, (_portion, index) =>
		entries.slice(index * size, (index + 1) * size),
	);
}

/** The field is hidden from agents; a workflow file may still let one fill it. */
function refuseBroadcastOfAgent(context: IExecuteFunctions, fields: ItemFields, call: Call) {
	if (!call.everyone || !isTool(context)) return;
	throw fields.invalid(
		`'${fields.displayName('recipients')}' cannot be Everyone in the Unit in a tool of an AI agent`,
		'Let the agent name the recipients, or send to everyone with a node of the workflow.',
	);
}

/** Sending rules 1 to 3: with a list of recipients only the keyword of a group is allowed. */
function refuseListForCompany(fields: ItemFields, session: Session, call: Call) {
	const company = session.companyKeyword.toLowerCase();
	if (!call.parameters.recipientList || company === '') return;
	if (call.keyword.toLowerCase() !== company) return;
	throw fields.invalid(
		`'${fields.displayName('keyword')}' is the company or division of the credential, and a list of recipients can only be sent by a group`,
		'Choose a group.',
	);
}

function refuseUndocumented(
	context: IExecuteFunctions,
	session: Session,
	fields: ItemFields,
	operation: Operation,
	call: Call,
	transport: Transport,
) {
	// The form of SOAP is documented for whatever the fields of its operations give.
	if (transport === 'soap' && call.operation !== 'plainSend') return;
	try {
		encode(call, session, transport);
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

/** Message and description, with the field's display name and, in a list, its entry from 1. */
function explain(
	{ path, problem, fix }: Violation,
	fields: ItemFields,
): [message: string, description: string] {
	const name = path.findLast((step) => typeof step === 'string') ?? '';
	const entry = path.find((step) => typeof step === 'number');
	const place = entry === undefined ? '' : ` (entry ${entry + 1})`;
	return [`'${fields.displayName(name)}'${place} ${problem}`, fix];
}
