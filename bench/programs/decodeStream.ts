import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { openAnswer } from '../../nodes/SubscriptionMessaging/service/answer/answer';
import type { OperationName } from '../../nodes/SubscriptionMessaging/service/contract';
import { takeInPieces } from '../../nodes/SubscriptionMessaging/transport/restingBody';
import { rested } from '../../nodes/SubscriptionMessaging/transport/restingSteps';
import { longestHoldOf, memoryOf, program } from './turns';

export interface StreamedAnswer {
	/** Where the answer to the operation is downloaded from. */
	url: string;
	operation: OperationName;
	measure: 'memory' | 'longestHold';
}

export const { setup, turn, teardown } = program(({ url, operation, measure }: StreamedAnswer) => {
	const download = async () => {
		const [response] = (await once(get(url), 'response')) as [IncomingMessage];
		const http = { status: 200, contentType: response.headers['content-type'] };
		const answer = openAnswer({ transport: 'soap', operation }, http);
		await takeInPieces(response, (piece) => {
			answer.write(piece);
			return true;
		});
		return await rested(answer.finish());
	};
	return async () => await (measure === 'memory' ? memoryOf(download) : longestHoldOf(download));
});
