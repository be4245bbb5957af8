import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { openAnswer } from '../../nodes/SubscriptionMessaging/service/answer';
import type { OperationName } from '../../nodes/SubscriptionMessaging/service/contract';
import { memoryOf, serveTurns } from './turns';

export interface StreamedAnswer {
	/** Where the answer to the operation is downloaded from. */
	url: string;
	operation: OperationName;
	measure: 'memory' | 'longestHold';
}

serveTurns(({ url, operation, measure }: StreamedAnswer) => {
	const download = async () => {
		const [response] = (await once(get(url), 'response')) as [IncomingMessage];
		const answer = openAnswer(
			{ transport: 'soap', operation },
			{ status: 200, contentType: response.headers['content-type'] },
		);
		for await (const chunk of response) answer.write(chunk as Buffer);
		return answer.end();
	};
	/** Milliseconds that nothing else could run in, the timer's own one included. */
	const longestHold = async () => {
		const delay = monitorEventLoopDelay({ resolution: 1 });
		delay.enable();
		await download();
		delay.disable();
		return delay.max / 1e6;
	};
	return Promise.resolve(() => (measure === 'memory' ? memoryOf(download) : longestHold()));
});
