import type { Fields } from '../fields';
import { Refusal } from '../refusal';
import type { Sandbox } from '../sandbox';
import type { Outgoing } from '../types';
import { Call, MAX, type Operation, type Request } from './operation';

/** The members of every response envelope, and of a send's (Response envelope). */
export interface Envelope {
	result: boolean;
	error_code: number;
	message: string;
	response?: Outgoing;
	transaction_ticket?: Outgoing;
	custom_ticket?: Outgoing;
}

/** Performs one operation; every refusal becomes an envelope, and the call is logged. */
export function perform(
	sandbox: Sandbox,
	request: Request,
	operation: Pick<Operation, 'returns' | 'perform'>,
): Envelope {
	const envelope = answer(sandbox, request, operation);
	sandbox.logCall({
		time: new Date().toISOString(),
		transport: request.transport,
		operation: request.operation,
		keyword: loggedKeyword(request.auth),
		result: envelope.result,
		error_code: envelope.error_code,
		message: envelope.message,
	});
	return envelope;
}

function loggedKeyword(auth: Fields): string {
	try {
		return auth.text('keyword', MAX.keyword);
	} catch {
		return '';
	}
}

function answer(
	sandbox: Sandbox,
	request: Request,
	operation: Pick<Operation, 'returns' | 'perform'>,
): Envelope {
	const isSend = operation.returns === 'WSMessageResponse';
	try {
		authenticate(sandbox, request.auth);
		const { message, ...payload } = operation.perform(new Call(sandbox, request));
		return {
			result: true,
			error_code: 0,
			message,
			...(isSend ? {} : { response: null }),
			...payload,
		};
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return {
			result: false,
			error_code: error.number,
			message: error.message,
			...(isSend ? { transaction_ticket: null, custom_ticket: null } : { response: null }),
		};
	}
}

function authenticate(sandbox: Sandbox, auth: Fields): void {
	const { username, password, apiKey } = sandbox.settings;
	const accepted =
		auth.text('username', MAX.credential) === username &&
		auth.text('password', MAX.credential) === password &&
		auth.text('api_key', MAX.credential) === apiKey;
	if (!accepted) {
		throw new Refusal(
			'credentialsRejected',
			'Authentication failed: invalid username, password or api key',
		);
	}
}
