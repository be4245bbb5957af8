import type { IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import { messagingNode } from '../test/engine/engine';
import { credentialFor } from '../test/engine/sandboxed';
import { finishedRequest, GROUP } from './inputs';

const MESSAGE = 'Your order is ready';

/** This package's node, by default sending to the phone number of each item. */
export const messaging = (parameters: INodeParameters = {}): INode =>
	messagingNode({
		resource: 'message',
		operation: 'send',
		keyword: { __rl: true, mode: 'keyword', value: GROUP.keyword },
		sendTo: '={{ $json.phone }}',
		message: MESSAGE,
		...parameters,
	});

/** The request that this node makes of phone numbers, or of whatever expression stands for one. */
export const finished = (baseUrl: string, ...sendTo: string[]) =>
	finishedRequest(credentialFor({ baseUrl }), 'sendMessage', GROUP, {
		message: MESSAGE,
		recipientList: { recipients: sendTo.map((each) => ({ sendTo: each, type: 1 })) },
	});

/** Posts a finished request with n8n's HTTP helper. */
export const post = async (
	{ httpRequest }: IExecuteFunctions['helpers'],
	{ url, headers, body }: ReturnType<typeof finished>,
) => String(await httpRequest({ method: 'POST', url, headers, body, encoding: 'text' }));

export const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters = {},
): INode => ({ id: name, name, type, typeVersion, position: [0, 0], parameters });

/** A connection of each output of a node to the next one. */
export const to = (...names: string[]) => ({
	main: names.map((name) => [{ node: name, type: 'main' as const, index: 0 }]),
});
