import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';

import { finished } from '../../nodes/SubscriptionMessaging/service/collections/steps';
import { GroupComparison } from '../../nodes/SubscriptionMessaging/subscriberTrigger/compare';
import * as cursor from '../../nodes/SubscriptionMessaging/subscriberTrigger/cursor';
import { Pseudonyms } from '../../nodes/SubscriptionMessaging/subscriberTrigger/pseudonyms';
import { RememberedGroup } from '../../nodes/SubscriptionMessaging/subscriberTrigger/remembered';
import { inTurn, start, workOf, type Bench, type Programs } from '../turns';
import { readSubscribers, writeSubscribers } from '../inputs';
import { atMost, figure, linesOf, megabytes, milliseconds, times, type Section } from '../document';

const PEOPLE = 100_000;
const GROUP = 'CROWD';

const READING = 'reading the answer alone';
const POLL = 'this package, a poll in which nothing happened';

export const programs: Programs<string> = {
	[READING](file) {
		const bytes = readFileSync(file);
		return () => workOf(() => readSubscribers(bytes));
	},
	[POLL](file) {
		const bytes = readFileSync(file);
		const { stored } = poll(bytes, '{}');
		return async () => {
			let changes = 0;
			const work = await workOf(() => ({ changes } = poll(bytes, stored)));
			return { ...work, stored: Buffer.byteLength(stored), changes };
		};
	},
};

/** From what n8n stores to what it stores. */
function poll(bytes: Buffer, stored: string): { stored: string; changes: number } {
	const pseudonyms = new Pseudonyms(createSecretKey(Buffer.alloc(32, 1)), ['service']);
	const staticData = JSON.parse(stored) as IDataObject;
	const found = finished(cursor.readCursor(staticData, pseudonyms));
	const text = found.kind === 'read' ? found.remembered.get(GROUP) : undefined;
	const remembered = text === undefined ? undefined : finished(RememberedGroup.read(text));
	const comparison = new GroupComparison(pseudonyms, remembered);
	readSubscribers(bytes, (subscriber) => subscriber && comparison.add(subscriber));
	const now = finished(comparison.finish());
	if (now.text !== text) {
		staticData.cursor = finished(cursor.cursorOf(new Map([[GROUP, now.text]]), pseudonyms));
	}
	return { stored: JSON.stringify(staticData), changes: now.changes.length };
}

export async function measure(bench: Bench): Promise<Section> {
	const file = await writeSubscribers(bench, PEOPLE);
	const contenders = start(bench, 'rows/poll', [READING, POLL], file);
	const results = await inTurn(contenders, Math.min(bench.rounds, 3));
	const [changes, stored] = [results.median(POLL, 'changes'), results.median(POLL, 'stored')];
	if (changes !== 0) throw new Error(`The poll found ${changes} changes where nothing happened`);
	const slowness = results.ratio(POLL, READING, 'ms');
	const people = PEOPLE.toLocaleString('en');
	const picture = results.picture(`Work of a look at ${people} people`, 'ms', milliseconds);
	const [reading, poll] = linesOf(picture);
	return {
		title: 'Poll',
		text: `The subscriber trigger looks at a group of ${people} people: from what n8n stores, and the bytes of the answer, to what n8n stores.`,
		goals: [
			atMost(1.3, 'Work of a poll, compared with reading the answer', slowness),
			atMost(16, 'Bytes that n8n stores of a person', stored / PEOPLE, figure),
		],
		pictures: [picture],
		header: ['Work', 'Time', 'Compared', 'Stored by n8n'],
		lines: [
			[...reading!, '', ''],
			[...poll!, times(slowness), megabytes(stored)],
		],
	};
}
