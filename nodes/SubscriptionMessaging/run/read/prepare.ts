import type { IExecuteFunctions } from 'n8n-workflow';

import {
	addresseesOf,
	customTicketOf,
	isTicketed,
	numbersOf,
	recipientsOf,
	withParameters,
	type Call,
	type EnteredCall,
	type Unit,
} from '../../service/contract/call';
import { LIMITS } from '../../service/contract/contract';
import { NotDocumentedError } from '../../service/errors/errors';
import {
	chosenUnit,
	comparableKeyword,
	meansOwnCompany,
	plainCode,
} from '../../service/answer/organization';
import { validated } from '../../service/request/validation';
import type { Violation } from '../../service/errors/violation';
import { encode } from '../../transport/exchange';
import type { Session } from '../../transport/session';
import { placeIn } from '../../actions/fields/entryPlace';
import { LONGEST_TIME_LIMIT, readCode, transportField } from '../../actions/fields/options';
import { checksPlaceholders } from '../../actions/fields/placeholders';
import { readMaximums } from '../../actions/fields/maximums';
import { ifTicketKnown, onUnclearOutcome } from '../../actions/fields/sendOptions';
import { readSubscriberRule } from '../../actions/fields/subscribers';
import { howToMend } from '../../wording/howToMend';
import type { ItemFields } from '../../actions/fields/itemFields';
import { reportOutput } from '../../actions/message/getReport.operation';
import type { ItemRequest } from '../../actions/fields/itemRequest';
import { isSend, isSimplified, type Operation } from '../../actions/operation/operation';
import type { ChosenPace, PreparedItem, PreparedRequest } from '../values/call';
import { readCampaignKey } from '../campaign/readCampaignKey';
import { refuseSegments } from '../checks/maxSegments';
import { audienceOf } from '../values/audience';
import { isEvaluation } from '../../n8n/executionContext';
import { portions } from '../../service/collections/lists';
import { withDeliveryReport } from './deliveryReport';
import type { CallSettings } from '../values/settings';
import { isTool } from '../../n8n/toolCall';

/**
 * Reads and validates one item, before anything leaves.
 *
 * @param account position of the account of the session among those of the run
 * @throws NodeOperationError with the field's display name and the item
 */
export function prepare(
	context: IExecuteFunctions,
	operation: Operation,
	session: Session,
	account: number,
	fields: ItemFields,
): PreparedItem {
	const options = fields.members('options');
	const entry = operation.request(fields);
	const asked = Array.isArray(entry) ? entry : [entry];
	const campaign = readCampaignKey(operation, session, fields, asked);
	const settings = settingsOf(options, account, session, campaign);
	refuseWithoutTicket(fields, options, settings, asked);
	refuseOtherCode(operation, fields, options, asked);
	const entered = asked
		.map(withTicketOfPart)
		.map((request) => withDeliveryReport(context, session, operation, fields, request));
	const check = (call: EnteredCall) => checked(operation, session, settings, fields, call);
	const requests = entered.flatMap(inPortions).flatMap((request): PreparedRequest[] => {
		const { skipped = [], leftOut, fromItems } = request;
		// An item whose only recipient is left out by an option asks for nothing.
		const isSkipped = fromItems && skipped.length > 0 && recipientsOf(request).length === 0;
		if (leftOut || isSkipped) return [];
		const call = check({ ...request, ...unitOf(operation, request, options, session) });
		const { recipient, expected, fitted, smart, signsStatusUrl, question, keepsName } = request;
		const more = { recipient, expected, fromItems, fitted, smart, signsStatusUrl, question };
		return [{ call, settings, ...more, keepsName }];
	});
	const ofSend = isSend(operation) ? sendChoices(context, fields, asked) : NO_SEND;
	refuseSegments(context, { requests, maximums: ofSend.maximums }, fields.itemIndex);
	const simplify = isSimplified(operation) && fields.boolean('simplify');
	return {
		requests,
		audience: audienceOf(requests),
		skipped: entered[0]?.skipped ?? [],
		simplify,
		limit: simplify ? mostRows(operation, fields) : Infinity,
		...ofSend,
		byRecipient: operation.reports && fields.choice(reportOutput) === 'recipients',
		asksForUnit: unitOfModel(context, fields, requests),
		severalBroadcasts: options.boolean('severalBroadcasts') ?? false,
	};
}

/** What is chosen of a send alone. */
type SendChoices = Pick<
	PreparedItem,
	'preview' | 'evaluation' | 'subscribers' | 'maximums' | 'checksPlaceholders'
>;

const NO_SEND: SendChoices = { preview: false };

function sendChoices(
	context: IExecuteFunctions,
	fields: ItemFields,
	asked: readonly ItemRequest[],
): SendChoices {
	// An evaluation tries a workflow out, so it must reach nobody.
	const evaluates = isEvaluation(context);
	return {
		preview: evaluates || fields.boolean('preview'),
		...(evaluates && { evaluation: true }),
		subscribers: readSubscriberRule(fields, asked),
		maximums: readMaximums(fields),
		checksPlaceholders: checksPlaceholders(fields),
	};
}

/** Which of two codes is meant, nobody knows. */
function refuseOtherCode(
	{ codesNewUnit }: Operation,
	fields: ItemFields,
	options: Options,
	asked: readonly ItemRequest[],
): void {
	const written = options.text('code')?.trim();
	if (codesNewUnit || written === undefined) return;
	const entered = plainCode(written);
	for (const { keyword = '' } of asked) {
		const { code } = chosenUnit(keyword);
		if (code === undefined || code === entered) continue;
		throw fields.invalid(
			`'${fields.displayName('keyword')}' is under the code ${code}, not ${entered}`,
			"Remove 'Code' under 'Options', choose from the list again, or enter the keyword alone.",
		);
	}
}

/** What is to be skipped once it was sent would otherwise leave in each run. */
function refuseWithoutTicket(
	fields: ItemFields,
	options: Options,
	{ ifKnown, campaign }: CallSettings,
	asked: readonly ItemRequest[],
): void {
	if (ifKnown !== 'skip' || campaign !== undefined || !asked.some(isTicketed)) return;
	if (asked.some((request) => customTicketOf(request) !== undefined)) return;
	throw fields.invalid(
		"'Custom Ticket' is empty, so nothing was sent",
		options.has('custom_ticket')
			? 'Check the expression that fills it.'
			: "Add it under 'Options': by it, 'Skip' asks the service what was sent.",
	);
}

/** The unit that a request addresses; the credential's company where the operation finds it by that. */
function unitOf(
	{ codesNewUnit }: Operation,
	{ operation, keyword: chosen = '' }: ItemRequest,
	options: Options,
	session: Session,
): Unit {
	const { keyword } = chosenUnit(chosen);
	return {
		code: readCode(options, session, codesNewUnit ? '' : chosen),
		keyword: keyword || (meansOwnCompany(operation) ? session.companyKeyword : ''),
	};
}

/** The field whose keyword a model may have given for a send that only a group can make. */
function unitOfModel(
	context: IExecuteFunctions,
	fields: ItemFields,
	requests: readonly PreparedRequest[],
): string | undefined {
	if (fields.isFixed('keyword') || !isTool(context)) return undefined;
	return requests.some(({ call }) => addresseesOf(call).length > 0)
		? fields.displayName('keyword')
		: undefined;
}

function mostRows({ many }: Operation, fields: ItemFields): number {
	return many && !fields.boolean('returnAll') ? fields.count('limit') : Infinity;
}

/** What was added to *Options*. */
type Options = ReturnType<ItemFields['members']>;

function settingsOf(
	options: Options,
	account: number,
	{ serviceAccount }: Session,
	campaign: string | undefined,
): CallSettings {
	return {
		account,
		serviceAccount,
		transport: options.choice(transportField) ?? 'soap',
		timeLimit: options.count('timeLimit', LONGEST_TIME_LIMIT),
		onUnclear: options.choice(onUnclearOutcome) ?? 'stop',
		ifKnown: options.choice(ifTicketKnown) ?? 'send',
		removesDuplicates: options.boolean('removeDuplicates') ?? false,
		campaign,
	};
}

/** Of a run: loops and look-ups are made for as many. */
const MOST_IN_PARALLEL = 1_000;

/**
 * How the calls of the run follow each other, as an item says.
 *
 * @throws NodeOperationError with the field's display name and the item
 */
export function chosenPace(fields: ItemFields): ChosenPace {
	const options = fields.members('options');
	return {
		batchSize: options.count('batchSize') ?? 100,
		inParallel: options.count('requestsInParallel', MOST_IN_PARALLEL) ?? 10,
		pause: options.atLeastZero('pauseBetweenRequests') ?? 0,
	};
}

/** The call, found to be one that may be sent by the chosen transport. */
function checked(
	operation: Operation,
	session: Session,
	{ transport }: CallSettings,
	fields: ItemFields,
	entered: EnteredCall,
): Call {
	const found = validated(entered);
	if ('violation' in found)
		throw fields.invalid(...explain(found.violation, operation, fields, entered));
	const { call } = found;
	refuseListForCompany(fields, session, call);
	// Refused here and not when its turn comes, because nothing has been sent yet.
	refuseUndocumented(session, fields, operation, call, transport);
	return call;
}

/** Each part of a text can be asked for only under a ticket of its own, unlike those that people count up. */
function withTicketOfPart(request: ItemRequest): ItemRequest {
	const { fitted } = request;
	const ticket = customTicketOf(request);
	if (!fitted || fitted.part === 1 || !ticket || !isTicketed(request)) return request;
	return withParameters(request, { custom_ticket: `${ticket}~${fitted.part}` });
}

/** A request whose list of numbers is longer than the service takes, as several. */
function inPortions(request: ItemRequest): ItemRequest[] {
	const numbers = portions(numbersOf(request), LIMITS.phoneNumbers).map((part) => part.join(','));
	switch (request.operation) {
		case 'plainSend':
			return numbers.map((phone) => withParameters(request, { phone }));
		case 'getCellularCarrier':
		case 'getCellularCarrierId':
			return numbers.map((phone_list) => withParameters(request, { phone_list }));
		default:
			return [request];
	}
}

/** Sending rules 1 to 3: with a list of recipients only the keyword of a group is allowed. */
function refuseListForCompany(fields: ItemFields, session: Session, call: Call) {
	if (addresseesOf(call).length === 0 || call.code !== session.code) return;
	if (comparableKeyword(call.keyword) !== comparableKeyword(session.companyKeyword)) return;
	throw fields.invalid(
		`'${fields.displayName('keyword')}' is a company or division, which can't send to a list`,
		'Choose a group.',
	);
}

function refuseUndocumented(
	session: Session,
	fields: ItemFields,
	operation: Operation,
	call: Call,
	transport: CallSettings['transport'],
) {
	// The form of SOAP is documented for whatever the fields of its operations give.
	if (transport === 'soap' && call.operation !== 'plainSend') return;
	try {
		encode(call, session, transport);
	} catch (error) {
		if (!(error instanceof NotDocumentedError)) {
			throw fields.invalid((error as Error).message, 'Check the values of the fields.');
		}
		const what = error.parameter
			? `'${fields.displayName(error.parameter)}'`
			: `the operation '${operation.name}'`;
		throw fields.invalid(
			`The interface documents no ${error.transport} form of ${what}`,
			"Choose SOAP as 'Transport', or remove the option.",
		);
	}
}

/** The field that holds what a request names `member`. */
function shownAs({ code }: Violation, member: string, { waitsFor }: Operation): string {
	if (code === 'unchanged') return 'updateFields';
	return member === 'message' && waitsFor === 'answer' ? 'line' : member;
}

/** Message and description, with the field's display name and, in a list, the entry. */
function explain(
	violation: Violation,
	operation: Operation,
	fields: ItemFields,
	entered: EnteredCall,
): [message: string, description: string] {
	const { path, problem } = violation;
	const fix = howToMend(violation);
	const member = path.findLast((step) => typeof step === 'string') ?? '';
	const name = shownAs(violation, member, operation);
	const field = `'${fields.displayName(name)}'`;
	const entry = path.find((step) => typeof step === 'number');
	if (entry === undefined) return [`${field} ${problem}`, fix];
	const place = placeIn(path.includes('recipients') ? recipientsOf(entered) : [], entry);
	// What is wrong with an address quotes it.
	const of = name === 'sendTo' ? '' : place.of;
	return [`${field}${of} ${problem}`, place.sentence + fix];
}
