import type { NodeExecutionHint, NodeOperationError } from 'n8n-workflow';

import {
	addresseesOf,
	isTicketed,
	recipientsOf,
	withParameters,
	withRecipients,
	type Call,
	type Recipient,
} from '../../service/contract/call';
import { effectOf } from '../../service/contract/contract';
import { NotSentError } from '../../service/errors/errors';
import { comparableAddress, mediumOf } from '../../service/text/address';
import type { RecipientsAllowed } from '../../transport/recipientsRule';
import { itemError } from '../../wording/itemError';
import type { OfNode } from '../../wording/nodeError';
import { panelHint } from '../../wording/panelHint';
import type { PreparedItem, PreparedRequest } from '../values/call';

type Redirect = Extract<RecipientsAllowed, { rule: 'redirect' }>;

const NAMES: Readonly<Record<RecipientsAllowed['rule'], string>> = {
	anyone: 'Anyone',
	onlyThese: 'Only These',
	redirect: 'Redirect Everything To',
};

/**
 * An item as *Recipients Allowed* in its credential lets it be sent: as it is, with other recipients,
 * or not at all. It is applied before the service is asked for anything, to previews and to what an
 * earlier run began as well.
 *
 * @throws NodeOperationError naming the first recipient that is not allowed, or where what an earlier try
 * began went elsewhere
 */
export function withinRecipientsAllowed(
	context: OfNode,
	item: PreparedItem,
	allowed: RecipientsAllowed,
	itemIndex: number,
): PreparedItem {
	const within = limited(context, item, allowed, itemIndex);
	if (item.chain === undefined || isSentAlike(item, within, allowed)) return within;
	throw itemError(
		context,
		itemIndex,
		"'Recipients Allowed' was changed since an earlier try",
		'Nothing was sent now. The earlier try sent to other addresses. Set the credential back to send only what is missing, or run a new execution.',
	);
}

/** Whether what an earlier try sent goes to the same addresses now, so that what it says of them is true. */
function isSentAlike(
	before: PreparedItem,
	now: PreparedItem,
	{ rule }: RecipientsAllowed,
): boolean {
	return before.requests.every(({ call, redirectedFrom }, position) => {
		if (redirectedFrom && rule !== 'redirect') return false;
		return addressesOf(call).join() === addressesOf(now.requests[position]!.call).join();
	});
}

function limited(
	context: OfNode,
	item: PreparedItem,
	allowed: RecipientsAllowed,
	itemIndex: number,
): PreparedItem {
	if (allowed.rule === 'anyone') return item;
	const { rule } = allowed;
	let limits = false;
	const requests = item.requests.map((prepared) => {
		const { call } = prepared;
		if (effectOf(call.operation) !== 'send') return prepared;
		limits = true;
		if (addressesOf(call).length === 0) throw everyoneRefused(context, rule, itemIndex);
		if (allowed.rule === 'redirect') return redirected(context, prepared, allowed, itemIndex);
		const other = addressesOf(call).find((to) => !allowed.addresses.has(comparableAddress(to)));
		if (other === undefined) return prepared;
		throw itemError(
			context,
			itemIndex,
			`"${other}" is not among the recipients that the credential allows`,
			`Nothing was sent for it. 'Recipients Allowed' in the credential is ${NAMES[rule]}. Add the recipient to 'Allowed Recipients' there, or choose another credential.`,
		);
	});
	return limits ? { ...item, requests, recipientsAllowed: rule } : item;
}

/**
 * The last look at a send before it leaves, whatever was done to it on its way.
 *
 * @throws NotSentError where it would reach somebody whom the credential does not allow
 */
export function assertAllowed(call: Call, allowed: RecipientsAllowed): void {
	if (allowed.rule === 'anyone') return;
	const addresses = addressesOf(call);
	const isAllowed = (to: string) =>
		allowed.rule === 'onlyThese'
			? allowed.addresses.has(comparableAddress(to))
			: to === allowed.phone || to === allowed.email;
	if (addresses.length > 0 && !call.everyone && addresses.every(isAllowed)) return;
	throw new NotSentError(
		'the credential does not allow all of these recipients',
		`'Recipients Allowed' in the credential is ${NAMES[allowed.rule]}. It may have been changed since the run began: run a new execution.`,
	);
}

/** Says in the node's panel that the credential limits whom a run reaches. */
export function recipientsAllowedHint(
	items: readonly PreparedItem[],
): NodeExecutionHint | undefined {
	const sends = items.filter((item) => item.recipientsAllowed ?? item.requests.length > 0);
	const [rule, ...others] = new Set(sends.map((item) => item.recipientsAllowed));
	if (others.length > 0) {
		return panelHint(
			'warning',
			"Limited for some items only: 'Recipients Allowed' is not the same in all of the credentials.",
		);
	}
	if (rule === undefined) return undefined;
	return panelHint(
		'warning',
		rule === 'redirect'
			? "Redirected: nothing went to the recipients themselves, because 'Recipients Allowed' in the credential is Redirect Everything To."
			: "Limited: 'Recipients Allowed' in the credential is Only These, so nobody else is reached.",
	);
}

/** Whom a send goes to; nobody for one to everyone, whatever else it holds. */
function addressesOf(call: Call): string[] {
	return call.everyone ? [] : addresseesOf(call).map(({ sendTo }) => sendTo);
}

function everyoneRefused(
	context: OfNode,
	rule: RecipientsAllowed['rule'],
	itemIndex: number,
): NodeOperationError {
	return itemError(
		context,
		itemIndex,
		'The credential does not allow messages to everyone in a group',
		`Nothing was sent for it. 'Recipients Allowed' in the credential is ${NAMES[rule]}. Name the recipients, or choose another credential.`,
	);
}

function redirected(
	context: OfNode,
	prepared: PreparedRequest,
	to: Redirect,
	itemIndex: number,
): PreparedRequest {
	const { call } = prepared;
	// What an earlier run redirected keeps the people that it was for.
	const redirectedFrom = prepared.redirectedFrom ?? addressesOf(call);
	const target = (original: string, type: Recipient['type']): string => {
		const address = targetOf(original, Number(type), to);
		if (address !== undefined) return address;
		throw itemError(
			context,
			itemIndex,
			`"${original}" can't be redirected: the credential has no address of its type`,
			"Nothing was sent for it. 'Recipients Allowed' in the credential is Redirect Everything To. Enter a phone number there for texts and calls, and an email address for emails. Text Number and Invalid Address can't be redirected.",
		);
	};
	if (call.operation === 'plainSend') {
		const phone = redirectedFrom.map((original) => target(original, 1)).join(',');
		return { ...prepared, redirectedFrom, call: withParameters(call, { phone }) };
	}
	if (!isTicketed(call)) return prepared;
	const recipients = recipientsOf(call).map((recipient, position) => ({
		...recipient,
		sendTo: target(redirectedFrom[position] ?? recipient.sendTo, recipient.type),
		// These are of the number which the message does not go to.
		carrier: undefined,
		country: undefined,
	}));
	return {
		...prepared,
		redirectedFrom,
		call: withRecipients(call, recipients),
	};
}

/** Where a message of a type goes: one by an SMS Email Gateway can go to the phone, too. */
function targetOf(original: string, type: number, redirect: Redirect): string | undefined {
	const medium = mediumOf(original, type);
	return medium && (redirect[medium] ?? (type === 2 ? redirect.phone : undefined));
}
