import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { fewAtOnce } from '../../eventLoop/fewAtOnce';
import { BEFORE_LINK, roomFor } from '../../actions/fields/question';
import { linkIn, shortUrlRow } from '../../actions/shortUrl/link';
import {
	customTicketOf,
	recipientsOf,
	textOf,
	withRecipients,
	type CallOf,
} from '../../service/contract/call';
import { MessagingServiceError } from '../../service/errors/errors';
import { escapeHtml } from '../../wording/html';
import { counted } from '../../wording/number';
import { sentence } from '../../service/errors/sentence';
import { answerAddress, lengthOfAnswerAddress } from '../../statusAddress/answerAddress';
import { askService } from '../../transport/exchange';
import type { Session } from '../../transport/session';
import { intendedFor } from '../values/addressed';
import type { Plan, PlannedCall, PreparedItem, PreparedRequest } from '../values/call';
import { resumeUrlOf } from '../../n8n/executionContext';
import type { RunMemory } from '../memory/store';
import { withReplaced } from '../plan/plan';
import { nodeError } from '../../wording/nodeError';

/** Seconds for a short URL, which a send waits for. */
const TIME_LIMIT_SECONDS = 30;

/** Short URLs that are asked for at once. */
const AT_ONCE = 5;

type Recipient = ReturnType<typeof recipientsOf>[number];

function lineOf({ call }: PreparedRequest): string {
	return textOf(call) ?? '';
}

function withTexts<R extends PreparedRequest>(
	prepared: R,
	textFor: (recipient: Recipient, position: number) => string,
): R {
	const recipients = recipientsOf(prepared.call).map((recipient, position) => ({
		...recipient,
		message: textFor(recipient, position),
	}));
	return { ...prepared, call: withRecipients(prepared.call, recipients) };
}

/** The item with texts as long as they would be sent; its links lead nowhere, because nothing waits. */
export function withSampleLinks(context: IExecuteFunctions, item: PreparedItem): PreparedItem {
	const length = lengthOfAnswerAddress(resumeUrlOf(context));
	const { origin } = new URL(resumeUrlOf(context));
	const sample = `${origin}/`.padEnd(length, 'x');
	const warnings = new Set(item.warnings);
	const requests = item.requests.map((prepared) =>
		withTexts(prepared, (recipient) => {
			const line = lineOf(prepared);
			const room = roomFor(line, recipient);
			if (length <= room) return line + BEFORE_LINK + sample;
			warnings.add(
				`The link of ${length} characters does not fit. The node makes a short URL instead, which may have at most ${counted(Math.max(room, 0), 'character')}.`,
			);
			return line + BEFORE_LINK;
		}),
	);
	return { ...item, requests, ...(warnings.size > 0 && { warnings: [...warnings] }) };
}

/**
 * The plan with a text for each recipient, which holds a link of their own; a short one where it does
 * not fit. All of them are made before the first text leaves.
 *
 * @throws NodeOperationError where a text with its link would be too long
 */
export async function withLinks(
	context: IExecuteFunctions,
	sessions: readonly Session[],
	plan: Plan,
	memory: RunMemory,
): Promise<Plan> {
	const resumeUrl = resumeUrlOf(context);
	const leadsTo = new Map<string, string>();
	const replaced = new Map<PlannedCall, PlannedCall>();
	let failed: NodeOperationError | undefined;
	for (const planned of plan.chains.flat()) {
		// What was accepted has its links.
		if (memory.call(planned.key)?.state === 'accepted') continue;
		const session = sessions[planned.settings.account]!;
		const key = await session.statusAddressKey();
		const customTicket = customTicketOf(planned.call) ?? '';
		const people = intendedFor(planned);
		const recipients = [...recipientsOf(planned.call).entries()];
		const links = await fewAtOnce(AT_ONCE, recipients, async ([position, recipient]) => {
			const person = people[position]!;
			const link = answerAddress(key, resumeUrl, { customTicket, person });
			const room = roomFor(lineOf(planned), recipient);
			if (failed || link.length <= room) return link;
			const short = await shortLinkFor(context, session, planned, link);
			const isFitting = typeof short === 'string' && short.length <= room;
			// Whoever answers is known by the link alone.
			if (isFitting && (leadsTo.get(short) ?? link) === link) {
				leadsTo.set(short, link);
				return short;
			}
			failed ??= tooLong(context, planned, { link, room, short });
			return link;
		});
		if (failed) throw failed;
		replaced.set(
			planned,
			withTexts(planned, (_recipient, position) => lineOf(planned) + BEFORE_LINK + links[position]),
		);
	}
	return withReplaced(plan, replaced);
}

/** A short URL that leads to a link; what went wrong, or nothing where the answer does not show which it is. */
async function shortLinkFor(
	context: IExecuteFunctions,
	session: Session,
	{ call: { code, keyword } }: PlannedCall,
	url: string,
): Promise<string | MessagingServiceError | undefined> {
	const call: CallOf<'createShortURL'> = {
		operation: 'createShortURL',
		code,
		keyword,
		parameters: { url },
	};
	const answer = await askService(context, session, call, { timeLimit: TIME_LIMIT_SECONDS });
	if (answer instanceof MessagingServiceError) return answer;
	for (const row of shortUrlRow(answer, call)) {
		if (row) return linkIn(row.short_url);
	}
	return undefined;
}

interface TooLong {
	link: string;
	/** Characters that the line leaves. */
	room: number;
	short: string | MessagingServiceError | undefined;
}

function tooLong(
	context: IExecuteFunctions,
	planned: PlannedCall,
	{ link, room, short }: TooLong,
): NodeOperationError {
	const why =
		short instanceof MessagingServiceError
			? sentence(`A short URL could not be made: ${short.message}`)
			: short === undefined
				? "The service's answer does not show which the short URL is."
				: short.length <= room
					? 'The service gave the same short URL for two links, so it would not be known who answers.'
					: `The short URL has ${short.length} characters, and ${Math.max(room, 0)} are left.`;
	const [itemIndex = 0] = planned.itemIndexes;
	return nodeError(
		context,
		'The link does not fit into the text, so nothing was sent',
		escapeHtml(
			`The link has ${link.length} characters, and 'Text Before the Link' leaves ${Math.max(room, 0)}. ${why} Shorten 'Text Before the Link', or let n8n be reached by a shorter address.`,
		),
		itemIndex,
	);
}
