import type { Call } from '../service/contract/call';
import { operationDefinition, PLAIN_SEND } from '../service/contract/contract';
import {
	BusyError,
	NotSentError,
	ServiceRefusedError,
	type MessagingServiceError,
} from '../service/errors/errors';
import { adviceOn, credentialFieldsIn, quotedList } from './advice';

/** The display name of an operation's field, in quotes, by the interface's name of it. */
type Label = (parameter: string) => string;

/** @param byCampaignKey where the tickets of a report are found out by a key */
type Advice = (label: Label, call: Call, byCampaignKey?: boolean) => string;

const secrets: Advice = () => "Check 'Username', 'Password' and 'API Key' in the credential.";

const fromList: Advice = (label) => `Choose ${label('keyword')} from its list.`;

const deleted: Advice = (label) =>
	`Check the keyword in ${label('keyword')}. Lists may not show what was deleted.`;

const byTemplate: Advice = (label) =>
	`Choose ${label('keyword')} from its list, and then ${label('id')} from the list of its templates.`;

const withAddress: Advice = (label, call) =>
	`${fromList(label, call)} Check ${label('address')}, too.`;

const byNumbers: Advice = (label) =>
	`Check that each entry of ${label('phone_list')} is one phone number with its country code.`;

const byStatus: Advice = (label, _call, byCampaignKey) =>
	`Check ${byCampaignKey ? label('campaignKey') : 'the ticket'}, and choose as ${label('keyword')} the group that the message was sent from.`;

const bySend: Advice = (label, call) =>
	call.everyone
		? fromList(label, call)
		: `${fromList(label, call)} A company or division can't send to a list. Check the recipients, too.`;

/**
 * What to look at where the service refuses a call; it documents no meaning of its numbers. A call that is
 * left out acts on the group, division or company that was chosen.
 */
const AFTER_REFUSAL: Readonly<Partial<Record<Call['operation'], Advice>>> = {
	authenticationTest: secrets,
	test: secrets,
	getCellularCarrier: byNumbers,
	getCellularCarrierId: byNumbers,
	getOrganizationTree: (label) => `Choose ${label('keyword')} from its list, or leave it empty.`,
	createShortURL: (label, call) => `${fromList(label, call)} Check ${label('url')}, too.`,
	updateShortURL: (label, call) =>
		`${fromList(label, call)} Check that ${label('short_url')} is one that Short URL → Create gave.`,
	createDivision: withAddress,
	updateDivision: withAddress,
	restoreDivision: deleted,
	createSubscriptionnode: (label, call) =>
		`${fromList(label, call)} A group belongs to a division, never to the company itself.`,
	restoreSubscriptionnode: deleted,
	sendMessage: bySend,
	sendMessageSpecifyLocale: bySend,
	sendTemplateMessage: (label, call) =>
		`${bySend(label, call)} A stored template has to be in the list of 'Template'.`,
	getTransactionStatus: byStatus,
	getCustomTransactionStatus: byStatus,
	createTemplate: (label, call) =>
		`${fromList(label, call)} Check with Template → Get Many whether the ${label('id')} is taken.`,
	readTemplate: byTemplate,
	updateTemplate: byTemplate,
	deleteTemplate: byTemplate,
	restoreTemplate: (label) =>
		`Check ${label('keyword')} and the ID in ${label('id')}. Lists may not show deleted templates.`,
	plainSend: bySend,
};

/** The fields of the credential that a refusal names, and where they are; the keyword is that of a field. */
function namedIn({ serviceMessage }: ServiceRefusedError): string {
	const labels = credentialFieldsIn(serviceMessage).filter((label) => label !== 'Company Keyword');
	const place = labels.includes('Code')
		? "in the credential, and 'Code' under 'Options'"
		: 'in the credential';
	return labels.length > 0 ? `${quotedList(labels)} ${place}` : '';
}

/** The carrier look-ups take the three secrets alone. */
function hasCode({ operation }: Call): boolean {
	const { auth } = operation === 'plainSend' ? PLAIN_SEND : operationDefinition(operation);
	return auth === 'WSAuthentication';
}

/** What a field of the node can mend, in the words of a refusal, and what only the credential can. */
const OF_FIELDS =
	/keyword|group|division|compan|unit|recipient|list|number|phone|address|template|ticket|url|code|\bid\b/i;
const OF_ACCOUNT = /credential|log.?[io]n\b|authent|authori[sz]|access denied/i;

/** What a person does about an error that says nothing of it: which field, and which list to look at. */
export function nextStep(
	error: MessagingServiceError,
	call: Call,
	label: Label,
	byCampaignKey?: boolean,
): string {
	const parallel = label('requestsInParallel');
	// Many operations lack that field.
	if (error instanceof BusyError && parallel === "'Parallel Requests'") {
		return `Try again later, or lower ${parallel} and raise 'Pause Between Requests (Ms)'.`;
	}
	const advice = adviceOn(error);
	if (advice) return advice;
	if (error instanceof NotSentError) {
		return 'Run it again. If the same happens, the log of n8n may say more.';
	}
	if (!(error instanceof ServiceRefusedError)) return 'Try again later.';
	const said = error.serviceMessage?.trim() ?? '';
	const usual = (AFTER_REFUSAL[call.operation] ?? fromList)(label, call, byCampaignKey);
	const named = namedIn(error);
	if (named !== '') {
		return OF_FIELDS.test(said)
			? `The service names ${named}: look there first. ${usual}`
			: `Check ${named}, which the service names.`;
	}
	if (OF_ACCOUNT.test(said)) return secrets(label, call);
	const isOfFields = said === '' || OF_FIELDS.test(said);
	const isOfUnit = hasCode(call);
	const steps = [
		...(isOfFields ? [] : ['Ask whoever runs the service.']),
		...(isOfUnit && call.keyword === ''
			? ["If the service wants it, enter the 'Company Keyword' in the credential: it is empty."]
			: []),
		usual,
		...(isOfUnit ? ["Check 'Code' under 'Options' and in the credential."] : []),
	];
	return steps.length === 1 ? usual : steps.map((step, index) => `${index + 1}. ${step}`).join(' ');
}
