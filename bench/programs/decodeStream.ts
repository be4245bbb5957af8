import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { openAnswer } from '../../nodes/SubscriptionMessaging/service/answer';
import type { OperationName } from '../../nodes/SubscriptionMessaging/service/contract';
import { withRests } from '../../nodes/SubscriptionMessaging/transport/arrival';
import { memoryOf, serveTurns, workedTime } from './turns';

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
		for await (const chunk of withRests(response)) answer.write(chunk as Buffer);
		return answer.end();
	};
	return Promise.resolve(() =>
		measure === 'memory' ? memoryOf(download) : longestHoldOf(download),
	);
});

/** Milliseconds. */
export interface Hold {
	/** The longest from one turn of the event loop to the next. */
	longest: number;
	/** The most that this thread was at work between two turns; for the rest it waited. */
	mostWork: number;
}

async function longestHoldOf(work: () => Promise<unknown>): Promise<Hold> {
	const hold: Hold = { longest: 0, mostWork: 0 };
	let ended = false;
	let time = performance.now();
	let worked = workedTime();
	const turn = () => {
		hold.longest = Math.max(hold.longest, performance.now() - time);
		hold.mostWork = Math.max(hold.mostWork, workedTime() - worked);
		time = performance.now();
		worked = workedTime();
		if (!ended) setImmediate(turn);
	};
	setImmediate(turn);
	await work();
	ended = true;
	turn();
	return hold;
}
