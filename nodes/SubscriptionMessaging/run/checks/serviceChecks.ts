import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { placeIn } from '../../actions/fields/entryPlace';
import { FILL_IN_TEMPLATE, listedNames } from '../../actions/fields/placeholders';
import { objectIn, textIn, type AnswerOf, type ReadStruct } from '../../service/answer/answerOf';
import {
	recipientsOf,
	withParameters,
	type CallName,
	type CallOf,
} from '../../service/contract/call';
import { LIMITS } from '../../service/contract/contract';
import { MessagingServiceError } from '../../service/errors/errors';
import { kindOfUnit, unitName } from '../../service/answer/organization';
import { escapeHtml } from '../../wording/html';
import { itemError } from '../../wording/itemError';
import {
	charactersIn,
	LONGEST_STORED_TEXT,
	unfilledInTemplate,
} from '../../service/text/messageText';
import { sentence } from '../../service/errors/sentence';
import { askService, type AskSettings } from '../../transport/exchange';
import { askedOnce } from '../../lookups/askedOnce';
import { organizationTree } from '../../lookups/organizationTree';
import { rested } from '../../eventLoop/restingSteps';
import type { Session } from '../../transport/session';
import type { PreparedItem, PreparedRequest } from '../values/call';
import { unitKey } from '../plan/keys';
import { textWarnings } from './warnings';
import { refuseSegments } from './maxSegments';

/** A send waits for it. */
const ASKING: AskSettings = { timeLimit: 30 };

type Answer<N extends CallName> = AnswerOf<N> | MessagingServiceError;

/**
 * Asks the service for what only it knows before anything is sent: the text of a stored template, and
 * whether the keyword that a model gave is that of a group. Each is asked for once a run.
 */
export class ServiceChecks {
	private readonly groups = new Map<string, Promise<Answer<'readSubscriptionnode'>>>();
	private readonly templates = new Map<string, Promise<Answer<'readTemplate'>>>();
	private readonly trees = new Map<string, ReturnType<typeof organizationTree>>();
	/** By group: the name that an item before gives it. */
	private readonly names = new Map<string, string>();

	constructor(
		private readonly context: IExecuteFunctions,
		/** By position of the account. */
		private readonly sessions: readonly Session[],
	) {}

	/**
	 * The item with what was found out about it.
	 *
	 * @throws NodeOperationError where it must not be sent
	 */
	async complete(entered: PreparedItem, itemIndex: number): Promise<PreparedItem> {
		// What an earlier run began was looked at then.
		if (entered.chain !== undefined) return entered;
		const item = await this.withName(entered, itemIndex);
		if (item.asksForUnit !== undefined && !item.preview)
			await this.refuseUnit(item, item.asksForUnit, itemIndex);
		const template = item.requests.find(isStoredTemplate);
		const storedText = template && (await this.textOf(template));
		if (template) {
			if (storedText === undefined) this.refuseUnread(item, itemIndex);
			else {
				this.refuseTooLong(item, storedText, itemIndex);
				this.refuseUnfilled(item, template, storedText, itemIndex);
				refuseSegments(this.context, item, itemIndex, storedText);
			}
		}
		const warnings = [
			...textWarnings(item.requests, storedText),
			...(template && storedText === undefined ? [templateNotRead(template)] : []),
		];
		if (!template && warnings.length === 0) return item;
		return { ...item, storedText, ...(warnings.length > 0 && { warnings }) };
	}

	/** An update of a group that keeps its name carries it, because the interface wants one on the wire. */
	private async withName(item: PreparedItem, itemIndex: number): Promise<PreparedItem> {
		const [request] = item.requests;
		if (request?.call.operation !== 'updateSubscriptionnode') return item;
		const { call, settings, keepsName, ...more } = request;
		const { parameters } = call;
		if (!keepsName) {
			if (parameters.group.name) this.names.set(unitKey(request), parameters.group.name);
			return item;
		}
		const named = (keyword: string) =>
			this.names.get(unitKey({ settings, call: { ...call, keyword } }));
		// It may be addressed by any of its keywords.
		const own = named(call.keyword);
		const {
			name: present,
			keyword,
			keywords,
		} = own ? {} : await this.readGroup(request, itemIndex);
		const words = [keyword, ...(keywords ?? []).map((entry) => entry?.word)];
		const name = own ?? words.map((word) => named(textIn(word) ?? '')).find(Boolean);
		// That one may fail, and this one be carried out nevertheless.
		if (name !== undefined && this.context.continueOnFail()) {
			throw this.invalid(
				'Another item gives this group a new name, which the service may refuse',
				"Add 'Name' under 'Update Fields' of this item, too.",
				itemIndex,
			);
		}
		const group = { ...parameters.group, name: name ?? textIn(present) };
		return {
			...item,
			requests: [{ ...more, settings, call: withParameters(call, { group }) }],
		};
	}

	private async readGroup(
		{ settings: { account, transport }, call: { code, keyword } }: PreparedRequest,
		itemIndex: number,
	): Promise<ReadStruct<'WSSubscriptionnode'>> {
		const call = { operation: 'readSubscriptionnode', code, keyword, parameters: {} } as const;
		const answer = await askedOnce(this.groups, JSON.stringify([account, unitName(call)]), () =>
			askService(this.context, this.sessions[account]!, call, { ...ASKING, transport }),
		);
		const isRefused = answer instanceof MessagingServiceError;
		const group = isRefused ? undefined : objectIn(answer.response);
		if (group && textIn(group.name)) return group;
		throw this.invalid(
			"The group's name couldn't be read, so nothing was changed",
			`An update carries the name of the group. Check 'Group', or add 'Name' under 'Update Fields'.${isRefused ? ` ${escapeHtml(answer.message)}` : ''}`,
			itemIndex,
		);
	}

	/** What the service keeps to itself cannot be checked, so that nothing may be sent. */
	private refuseUnread(
		{ checksPlaceholders, maximums, preview }: PreparedItem,
		itemIndex: number,
	): void {
		if (preview || !(checksPlaceholders || maximums?.segments !== undefined)) return;
		throw this.invalid(
			'The text of the template could not be read, so nothing was sent',
			"Check the template and its group, or try again. To send it unchecked, choose Send Anyway as 'Unfilled Placeholders' under 'Options', without 'Max Segments'.",
			itemIndex,
		);
	}

	/** Limits: template text in sendTemplateMessage. */
	private refuseTooLong({ preview }: PreparedItem, text: string, itemIndex: number): void {
		const length = charactersIn(text);
		if (preview || length <= LIMITS.message) return;
		throw this.invalid(
			`The template has ${length} characters, and a message has at most ${LIMITS.message}`,
			'Nothing was sent for it. Choose another template, or shorten this one.',
			itemIndex,
		);
	}

	private refuseUnfilled(
		{ checksPlaceholders, preview }: PreparedItem,
		{ call }: StoredTemplate,
		text: string,
		itemIndex: number,
	): void {
		if (!checksPlaceholders || preview) return;
		const recipients = recipientsOf(call);
		for (const [position, { customfields }] of recipients.entries()) {
			const unfilled = unfilledInTemplate(text, customfields ?? []);
			if (unfilled.length === 0) continue;
			const place = placeIn(recipients, position);
			throw this.invalid(
				`The template has no value for ${listedNames(unfilled)}${place.of}`,
				place.sentence + FILL_IN_TEMPLATE,
				itemIndex,
			);
		}
	}

	/** Nothing where it cannot be read. */
	private async textOf({ call, settings }: StoredTemplate): Promise<string | undefined> {
		const { account } = settings;
		const { code, keyword } = call;
		const id = call.parameters.template.id ?? '';
		const answer = await askedOnce(
			this.templates,
			JSON.stringify([account, code, keyword, id]),
			() =>
				askService(
					this.context,
					this.sessions[account]!,
					{ operation: 'readTemplate', code, keyword, parameters: { template: { id } } },
					ASKING,
				),
		);
		if (answer instanceof MessagingServiceError) return undefined;
		const text = textIn(objectIn(answer.response)?.text);
		return text && text.length <= LONGEST_STORED_TEXT ? text : undefined;
	}

	/** Sending rules 1 to 3. */
	private async refuseUnit(
		{ requests: [request] }: PreparedItem,
		field: string,
		itemIndex: number,
	): Promise<void> {
		if (!request) return;
		const { account } = request.settings;
		const { code, keyword } = request.call;
		const session = this.sessions[account]!;
		const company = { code, keyword: session.companyKeyword };
		const tree = await askedOnce(this.trees, JSON.stringify([account, code]), () =>
			organizationTree(this.context, session, company, ASKING),
		);
		if (tree instanceof MessagingServiceError) {
			throw this.invalid(
				`'${field}' could not be looked up, so nothing was sent`,
				`A keyword that a model gives is looked up before anything is sent. Choose the group in the node instead, or try again. ${escapeHtml(sentence(tree.message))}`,
				itemIndex,
			);
		}
		const kind = tree && (await rested(kindOfUnit(tree, { code, keyword })));
		if (kind === 'group') return;
		throw this.invalid(
			kind === 'division'
				? `'${field}' is a company or division, which can't send to a list`
				: `'${field}' is "${keyword}", which is no group of the organization`,
			'Give the keyword of a group. Account → Get Organization Tree lists them.',
			itemIndex,
		);
	}

	private invalid(message: string, description: string, itemIndex: number): NodeOperationError {
		return itemError(this.context, itemIndex, message, description);
	}
}

type StoredTemplate = PreparedRequest & { readonly call: CallOf<'sendTemplateMessage'> };

function isStoredTemplate(request: PreparedRequest): request is StoredTemplate {
	const { call } = request;
	return call.operation === 'sendTemplateMessage' && !call.parameters.template.text;
}

function templateNotRead({ call }: StoredTemplate): string {
	return `The text of the template ${call.parameters.template.id} could not be read, so its placeholders and length were not checked`;
}
