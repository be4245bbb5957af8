import { createSecretKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { IDataObject } from 'n8n-workflow';

import {
	openAnswer,
	type SubscriberTaker,
} from '../../nodes/SubscriptionMessaging/service/answer/answer';
import { finished } from '../../nodes/SubscriptionMessaging/service/steps';
import { GroupComparison } from '../../nodes/SubscriptionMessaging/subscriberTrigger/compare';
import {
	readCursor,
	writeCursor,
} from '../../nodes/SubscriptionMessaging/subscriberTrigger/cursor';
import { Pseudonyms } from '../../nodes/SubscriptionMessaging/subscriberTrigger/pseudonyms';
import { RememberedGroup } from '../../nodes/SubscriptionMessaging/subscriberTrigger/remembered';
import { chunksOf, program, workOf, type Time } from './turns';

/** The list of a group, and what is done with it. */
export interface Polled {
	work: 'readAnswer' | 'poll';
	/** An answer to getAllSubscribers. */
	file: string;
}

export interface PollTime extends Time {
	/** Bytes that n8n stores. */
	stored: number;
	/** People in whom something changed. */
	changes: number;
}

const GROUP = 'CROWD';

function read(bytes: Buffer, take?: SubscriberTaker): void {
	const answer = openAnswer(
		{ transport: 'soap', operation: 'getAllSubscribers' },
		{ status: 200, contentType: 'text/xml; charset=utf-8' },
		{},
		take,
	);
	for (const chunk of chunksOf(bytes)) answer.write(chunk);
	answer.end();
}

/** From what n8n stores to what it stores. */
function poll(bytes: Buffer, stored: string): { stored: string; changes: number } {
	const pseudonyms = new Pseudonyms(createSecretKey(Buffer.alloc(32, 1)), ['service']);
	const staticData = JSON.parse(stored) as IDataObject;
	const found = finished(readCursor(staticData, pseudonyms));
	const text = found.kind === 'read' ? found.remembered.get(GROUP) : undefined;
	const remembered = text === undefined ? undefined : finished(RememberedGroup.read(text));
	const comparison = new GroupComparison(pseudonyms, remembered);
	read(bytes, (subscriber) => subscriber && comparison.add(subscriber));
	const now = finished(comparison.finish());
	if (now.text !== text) {
		finished(writeCursor(staticData, new Map([[GROUP, now.text]]), pseudonyms));
	}
	return { stored: JSON.stringify(staticData), changes: now.changes.length };
}

export const { setup, turn, teardown } = program(async ({ work, file }: Polled) => {
	const bytes = await readFile(file);
	const { stored } = poll(bytes, '{}');
	return async (): Promise<PollTime> => {
		let changes = 0;
		const time = await workOf(() => {
			if (work === 'poll') ({ changes } = poll(bytes, stored));
			else read(bytes);
		});
		return { ...time, stored: Buffer.byteLength(stored), changes };
	};
});
