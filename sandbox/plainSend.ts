import { Fields } from './fields';
import type { FlatParameters } from './nvp';
import { PLAIN_SEND } from './operations/message';
import { perform } from './operations/perform';
import type { Sandbox } from './sandbox';
import { escapeText } from './xml';

const OPERATION = 'sendMessageSpecifyNumbers';

/** Answer of the plain HTTP send (Endpoints, rule 6). */
export function answerPlainSend(sandbox: Sandbox, flat: FlatParameters): string {
	const fields = new Fields({ ...flat, custom_ticket: undefined, status_url: undefined });
	const request = {
		transport: 'plain' as const,
		operation: OPERATION,
		auth: fields,
		parameters: fields,
	};
	const { result, error_code, message, response } = perform(sandbox, request, PLAIN_SEND);
	const sent = response as { accepted: string[]; ticket: string } | null;
	const numbers = sent?.accepted.map((phone) => `<item>${escapeText(phone)}</item>`).join('') ?? '';
	return (
		`<?xml version="1.0" encoding="UTF-8"?>\n<${OPERATION}>` +
		`<message>${escapeText(message)}</message>` +
		(result ? '' : `<error_code>${error_code}</error_code>`) +
		`<result>${result}</result>` +
		(sent
			? `<response><item>${numbers}</item><item>${sent.ticket}</item></response>`
			: '<response/>') +
		`</${OPERATION}>\n`
	);
}
