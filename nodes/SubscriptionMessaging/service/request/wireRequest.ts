import type { Given, GivenMembers } from '../contract/call';
import { INTERFACE_VERSION } from '../contract/contract';

/** A request of any of the three transports, before the credential has written the secrets. */
export interface WireRequest {
	method: 'POST' | 'GET';
	/** Below the base URL, e.g. `/webservices/division/2.0.0`; a GET has its query here. */
	path: string;
	headers: Record<string, string>;
	body?: string;
}

/** The unit that an operation acts on: the authentication object without the secrets. */
export interface UnitAuth {
	/** Decimal digits. */
	code: string;
	keyword: string;
	thread?: boolean;
}

/** @throws TypeError for what is no object and no list, which validation refuses */
export function assertMembers(value: Given): asserts value is GivenMembers {
	if (typeof value !== 'object') throw new TypeError('no object');
}

export const NVP_PATH = '/httppost/nvp';
export const PLAIN_SEND_PATH = '/httppost';

/** Path of the SOAP service of a binding (Endpoints, transports and addresses). */
export function soapPath(binding: string): string {
	return `/webservices/${binding}/${INTERFACE_VERSION}`;
}

/** A form as POST body or as GET query; a space becomes `%20`, which every server decodes alike. */
export function formRequest(
	path: string,
	fields: Array<[name: string, value: string]>,
	method: 'POST' | 'GET',
): WireRequest {
	const form = new URLSearchParams(fields).toString().replaceAll('+', '%20');
	return method === 'GET'
		? // An older answer says nothing of this request, and may stand for a status that has changed since.
			{ method, path: `${path}?${form}`, headers: { 'Cache-Control': 'no-cache' } }
		: {
				method,
				path,
				headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
				body: form,
			};
}
