import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import * as fc from 'fast-check';

import { withSecrets } from '../credentials/secrets';
import { encodeSoap } from '../nodes/SubscriptionMessaging/service/request/soap';
import type { Subscriber } from '../sandbox/organization';
import { DEFAULT_SETTINGS, Sandbox } from '../sandbox/sandbox';
import { answerSoap } from '../sandbox/soap';

/** The credential that every sandbox of a run accepts. */
export function credentialFor(baseUrl: string) {
	const { username, password, apiKey, code } = DEFAULT_SETTINGS;
	return { baseUrl, username, password, api_key: apiKey, code };
}

/** A group of every sandbox, and the authentication object by which it is addressed. */
export const GROUP = { code: DEFAULT_SETTINGS.code, keyword: 'NSTAFF' };
export const AUTH = {
	username: DEFAULT_SETTINGS.username,
	password: DEFAULT_SETTINGS.password,
	api_key: DEFAULT_SETTINGS.apiKey,
	...GROUP,
};

/**
 * Writes the answer to getAllSubscribers of a group with so many subscribers, about 1.3 kB each, as
 * the sandbox gives it.
 *
 * @returns the path of the file
 */
export async function writeSubscribers(folder: string, seed: number, count: number) {
	const people = fc.sample(subscriber, { seed, numRuns: DIFFERENT });
	const sandbox = new Sandbox();
	const { organization } = sandbox;
	const north = organization.existing('NORTH', ['division']);
	const group = organization.addGroup(north, { keyword: 'CROWD', name: 'Crowd' });
	for (let index = 0; index < count; index++) {
		const person = people[index % DIFFERENT]!;
		const phone = String(18_010_000_000 + index);
		const user = { ...person.user, phone, email: `${phone}@people.example` };
		group.subscribers.push({ ...person, user });
	}
	const baseUrl = 'http://127.0.0.1';
	const { path: url, body } = encodeSoap('getAllSubscribers', { ...GROUP, keyword: 'CROWD' }, {});
	const request = withSecrets(credentialFor(baseUrl), { url: `${baseUrl}${url}`, body });

	const file = join(folder, `subscribers-${count}.xml`);
	const answer = answerSoap(sandbox, 'subscriptionnode', String(request.body));
	await pipeline(answer, createWriteStream(file));
	return file;
}

/** Of several scripts. */
const NAMES = ['Emma', 'Brown', 'Zoë', 'François', 'Lefèvre', 'O’Neill', '陽菜', '佐藤', 'さくら'];
const CITIES = ['Salt Lake City', 'New York', 'Besançon', 'Saint-Étienne', '札幌市'];

const text = fc.lorem({ maxCount: 1, mode: 'sentences' });
const flag = fc.nat(1);
const digits = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const time = fc
	.date({ min: new Date('2017-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 19).replace('T', ' '));
const sometimes = (value: fc.Arbitrary<string>, part: number) =>
	fc.oneof({ weight: part, arbitrary: value }, { weight: 10 - part, arbitrary: fc.constant('') });

/** People who are all different; those after them differ by their phone number. */
const DIFFERENT = 1_000;

const subscriber: fc.Arbitrary<Subscriber> = fc.record({
	email: flag,
	landline: flag,
	mobiletxt: flag,
	mobilevoice: flag,
	subscribed_type: fc.integer({ min: 1, max: 9 }),
	created_at: time,
	updated_at: time,
	unsubdate: sometimes(time, 1),
	custom_field: sometimes(
		text.map((words) => `${words} <&>`),
		3,
	),
	user: fc.record({
		first_name: fc.constantFrom(...NAMES),
		last_name: fc.constantFrom(...NAMES),
		phone: digits(11),
		email: digits(11),
		landline: sometimes(digits(11), 3),
		carrier: fc.constantFrom('AT&T', 'T-Mobile', 'Verizon Wireless'),
		role_id: fc.integer({ min: 1, max: 6 }),
		address: fc.record({
			city: fc.constantFrom(...CITIES),
			state: fc.constantFrom('Utah', 'California', 'New York'),
			state_abbr: fc.constantFrom('UT', 'CA', 'NY'),
			street: fc.nat(9_999).map((number) => `${number} Orchard Street`),
			street2: sometimes(fc.constant('Apt. 12'), 3),
			zip: fc.integer({ min: 10_000, max: 99_999 }),
		}),
	}),
});

/** Parameters of a sendTemplateMessage to recipients with so many custom fields each. */
export function templateSend(seed: number, recipients: number, fields: number) {
	const names = Array.from({ length: fields }, (_field, index) => `field${index}`);
	const recipient = fc.record({
		sendTo: digits(10).map((number) => `1${number}`),
		type: fc.constant(1),
		customfields: fc.tuple(
			...names.map((name) => fc.record({ name: fc.constant(name), value: text })),
		),
	});
	return {
		template: { text: names.map((name) => `{${name}}`).join(' ') },
		recipientList: { recipients: fc.sample(recipient, { seed, numRuns: recipients }) },
		custom_ticket: `bench-${seed}`,
	};
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
