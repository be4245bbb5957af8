import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import * as fc from 'fast-check';

import { withSecrets } from '../credentials/secrets';
import { openAnswer } from '../nodes/SubscriptionMessaging/service/answer/answer';
import { finished } from '../nodes/SubscriptionMessaging/service/collections/steps';
import { encodeSoap } from '../nodes/SubscriptionMessaging/service/request/soap';
import { Sandbox } from '../sandbox/sandbox';
import { answerSoap } from '../sandbox/soap';
import { credentialFor } from '../test/engine/sandboxed';
import type { Bench } from './turns';

type Credential = ReturnType<typeof credentialFor>;

/** For what never reaches a service. */
export const CREDENTIAL = credentialFor({ baseUrl: 'http://127.0.0.1:9' });

/** A group of every sandbox, and the authentication object by which it is addressed. */
export const GROUP = { code: CREDENTIAL.code, keyword: 'NSTAFF' };
const { username, password, api_key } = CREDENTIAL;
export const AUTH = { username, password, api_key, ...GROUP };

/** A request as this package posts it, with its secrets. */
export function finishedRequest(credential: Credential, ...call: Parameters<typeof encodeSoap>) {
	const { path, headers, body } = encodeSoap(...call);
	const request = withSecrets(credential, { url: credential.baseUrl + path, body });
	return { url: request.url, headers, body: String(request.body) };
}

/** So many of it, the same in every run. */
export const samples = <T>(of: fc.Arbitrary<T>, numRuns: number) =>
	fc.sample(of, { seed: 1, numRuns });
export const TEXT = fc.lorem({ maxCount: 1, mode: 'sentences' });

/** Of several scripts. */
const NAMES = ['Emma', 'Brown', 'Zoë', 'François', 'Lefèvre', 'O’Neill', '陽菜', '佐藤', 'さくら'];
const CITIES = ['Salt Lake City', 'New York', 'Besançon', 'Saint-Étienne', '札幌市'];

/** What people differ in, besides their phone number. */
const person = fc.record({
	custom_field: fc.option(TEXT, { freq: 1, nil: '' }).map((text) => text && `${text} <&>`),
	first_name: fc.constantFrom(...NAMES),
	last_name: fc.constantFrom(...NAMES),
	carrier: fc.constantFrom('AT&T', 'T-Mobile', 'Verizon Wireless'),
	city: fc.constantFrom(...CITIES),
	zip: fc.integer({ min: 10_000, max: 99_999 }),
});

/**
 * Writes the answer to getAllSubscribers of a group with so many subscribers, about 1.3 kB each, as
 * the sandbox gives it. Gives the path of the file.
 */
export async function writeSubscribers({ folder }: Bench, count: number): Promise<string> {
	const people = samples(person, 1_000);
	const sandbox = new Sandbox({ crowd: count });
	const crowd = sandbox.organization.existing('CROWD', ['group']);
	for (const [index, { user, ...subscriber }] of crowd.subscribers.entries()) {
		const { custom_field, city, zip, ...names } = people[index % people.length]!;
		const address = { ...user.address, city, zip, street: `${index} Orchard Street` };
		crowd.subscribers[index] = {
			...subscriber,
			custom_field,
			user: { ...user, ...names, address },
		};
	}
	const { body } = finishedRequest(CREDENTIAL, 'getAllSubscribers', crowd, {});
	const file = join(folder, `subscribers-${count}.xml`);
	await pipeline(answerSoap(sandbox, 'subscriptionnode', body), createWriteStream(file));
	return file;
}

/** What this package reads such an answer with. */
export const openSubscribers = (take?: Parameters<typeof openAnswer>[3]) =>
	openAnswer(
		{ transport: 'soap', operation: 'getAllSubscribers' },
		{ status: 200, contentType: 'text/xml; charset=utf-8' },
		{},
		take,
	);

/** As bytes arrive from the network. */
export function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
	const size = 65_536;
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What this package reads of it at once. */
export function readSubscribers(bytes: Buffer, take?: Parameters<typeof openSubscribers>[0]) {
	const answer = openSubscribers(take);
	for (const chunk of chunksOf(bytes)) answer.write(chunk);
	return finished(answer.finish());
}

/** Items of a workflow, each with a phone number of its own. */
export const phoneItems = (count: number) =>
	Array.from({ length: count }, (_item, index) => ({ phone: String(18_012_000_000 + index) }));
