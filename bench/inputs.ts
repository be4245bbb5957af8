import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import * as fc from 'fast-check';

import { withSecrets } from '../credentials/secrets';
import { encodeSoap } from '../nodes/SubscriptionMessaging/service/request/soap';
import { Sandbox } from '../sandbox/sandbox';
import { answerSoap } from '../sandbox/soap';
import { SOAP_ENCODING_PATH, writeSoapEncodingSchema, writeWsdl } from '../sandbox/wsdl';
import { credentialFor } from '../test/engine/sandboxed';
import type { Bench } from './compare';

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

/** Unpacks the package where it finds no libraries but those that n8n lends it. */
export function unpack({ tarball, folder }: Bench): string {
	const target = mkdtempSync(join(folder, 'package-'));
	execFileSync('tar', ['-xzf', tarball, '-C', target]);
	return join(target, 'package');
}

/** Writes the WSDL into a file, with the schema that it names. Gives the path of the file. */
export async function writeWsdlFile(folder: string): Promise<string> {
	const schema = join(folder, SOAP_ENCODING_PATH);
	await mkdir(dirname(schema), { recursive: true });
	await writeFile(schema, writeSoapEncodingSchema());
	const file = join(folder, 'service.wsdl');
	await writeFile(file, writeWsdl('.'));
	return file;
}

/** Of several scripts. */
const NAMES = ['Emma', 'Brown', 'Zoë', 'François', 'Lefèvre', 'O’Neill', '陽菜', '佐藤', 'さくら'];
const CITIES = ['Salt Lake City', 'New York', 'Besançon', 'Saint-Étienne', '札幌市'];

export const TEXT = fc.lorem({ maxCount: 1, mode: 'sentences' });
const phone = fc.integer({ min: 2_010_000_000, max: 9_899_999_999 }).map((number) => `1${number}`);
const time = fc
	.date({ min: new Date('2017-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 19).replace('T', ' '));
const sometimes = (value: fc.Arbitrary<string>, part: number) =>
	fc.oneof({ weight: part, arbitrary: value }, { weight: 10 - part, arbitrary: fc.constant('') });

/** What people differ in, besides their phone number. */
const person = fc.record({
	mobiletxt: fc.nat(1),
	created_at: time,
	updated_at: time,
	unsubdate: sometimes(time, 1),
	custom_field: sometimes(TEXT, 3).map((words) => words && `${words} <&>`),
	user: fc.record({
		first_name: fc.constantFrom(...NAMES),
		last_name: fc.constantFrom(...NAMES),
		landline: sometimes(phone, 3),
		carrier: fc.constantFrom('AT&T', 'T-Mobile', 'Verizon Wireless'),
		address: fc.record({
			city: fc.constantFrom(...CITIES),
			state: fc.constantFrom('Utah', 'California', 'New York'),
			state_abbr: fc.constantFrom('UT', 'CA', 'NY'),
			street: fc.nat(9_999).map((number) => `${number} Orchard Street`),
			zip: fc.integer({ min: 10_000, max: 99_999 }),
		}),
	}),
});

/**
 * Writes the answer to getAllSubscribers of a group with so many subscribers, about 1.3 kB each, as
 * the sandbox gives it. Gives the path of the file.
 */
export async function writeSubscribers(folder: string, seed: number, count: number) {
	const people = fc.sample(person, { seed, numRuns: 1_000 });
	const sandbox = new Sandbox({ crowd: count });
	const crowd = sandbox.organization.existing('CROWD', ['group']);
	for (const [index, subscriber] of crowd.subscribers.entries()) {
		const { user, ...more } = people[index % people.length]!;
		Object.assign(subscriber, more);
		Object.assign(subscriber.user, user);
	}
	const { body } = finishedRequest(CREDENTIAL, 'getAllSubscribers', crowd, {});
	const file = join(folder, `subscribers-${count}.xml`);
	await pipeline(answerSoap(sandbox, 'subscriptionnode', body), createWriteStream(file));
	return file;
}

/** Of the United States, and two of Canada, which has the same country code. */
const AREA_CODES = ['201', '312', '385', '416', '512', '604', '801', '917'];

/** Items of a workflow, each with a phone number of its own, as they are assigned, and a name. */
export function phoneItems(seed: number, count: number) {
	return Array.from({ length: count }, (_item, index) => ({
		phone: `1${AREA_CODES[index % AREA_CODES.length]}${2_000_000 + ((index + seed) % 7_000_000)}`,
		name: NAMES[index % NAMES.length]!,
	}));
}
