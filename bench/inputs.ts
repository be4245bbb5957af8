import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { withSecrets } from '../credentials/secrets';
import { encodeSoap } from '../nodes/SubscriptionMessaging/service/request/soap';
import type { Subscriber } from '../sandbox/organization';
import { DEFAULT_SETTINGS, Sandbox } from '../sandbox/sandbox';
import { answerSoap } from '../sandbox/soap';

/** What is used of Faker, whose own types are there only once the peers are installed. */
interface Faker {
	person: { firstName(): string; lastName(): string };
	location: Record<'city' | 'streetAddress' | 'secondaryAddress', () => string> & {
		state(options?: { abbreviated: boolean }): string;
		zipCode(format: string): string;
	};
	company: { name(): string };
	string: { numeric(length: number): string };
	number: { int(range: { min: number; max: number }): number };
	date: { past(range: { years: number; refDate: string }): Date };
	lorem: { sentence(): string };
	helpers: {
		maybe<T>(make: () => T, chance: { probability: number }): T | undefined;
		arrayElement<T>(array: readonly T[]): T;
	};
}

const FAKER: string = '@faker-js/faker';

/** Names and texts of several scripts; the same seed gives the same ones. */
async function fakers(seed: number): Promise<[english: Faker, ...others: Faker[]]> {
	const { Faker, ...locales } = (await import(FAKER)) as {
		Faker: new (options: { locale: unknown[]; seed: number }) => Faker;
	} & Record<'en' | 'fr' | 'ja', unknown>;
	const of = (locale: unknown, index: number) =>
		new Faker({ locale: [locale, locales.en], seed: seed + index });
	return [of(locales.en, 0), of(locales.fr, 1), of(locales.ja, 2)];
}

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
	const people = await fakers(seed);
	const sandbox = new Sandbox();
	const { organization } = sandbox;
	const north = organization.existing('NORTH', ['division']);
	const group = organization.addGroup(north, { keyword: 'CROWD', name: people[0].company.name() });
	for (let index = 0; index < count; index++) {
		group.subscribers.push(subscriber(people[0].helpers.arrayElement(people)));
	}
	const baseUrl = 'http://127.0.0.1';
	const { path: url, body } = encodeSoap('getAllSubscribers', { ...GROUP, keyword: 'CROWD' }, {});
	const request = withSecrets(credentialFor(baseUrl), { url: `${baseUrl}${url}`, body });

	await mkdir(folder, { recursive: true });
	const path = join(folder, `subscribers-${count}.xml`);
	const file = createWriteStream(path);
	for (const piece of answerSoap(sandbox, 'subscriptionnode', String(request.body))) {
		if (!file.write(piece)) await once(file, 'drain');
	}
	file.end();
	await once(file, 'close');
	return path;
}

function subscriber({ person, location, string, number, date, lorem, helpers }: Faker): Subscriber {
	const flag = () => number.int({ min: 0, max: 1 });
	const time = () =>
		date.past({ years: 9, refDate: '2025-12-31' }).toISOString().slice(0, 19).replace('T', ' ');
	const phone = `1${string.numeric(10)}`;
	return {
		email: flag(),
		landline: flag(),
		mobiletxt: flag(),
		mobilevoice: flag(),
		subscribed_type: number.int({ min: 1, max: 9 }),
		created_at: time(),
		updated_at: time(),
		unsubdate: helpers.maybe(time, { probability: 0.1 }) ?? '',
		custom_field: helpers.maybe(() => `${lorem.sentence()} <&>`, { probability: 0.3 }) ?? '',
		user: {
			first_name: person.firstName(),
			last_name: person.lastName(),
			phone,
			email: `${phone}@people.example`,
			landline: helpers.maybe(() => string.numeric(11), { probability: 0.3 }) ?? '',
			carrier: helpers.arrayElement(['AT&T', 'T-Mobile', 'Verizon Wireless']),
			role_id: number.int({ min: 1, max: 6 }),
			address: {
				city: location.city(),
				state: location.state(),
				state_abbr: location.state({ abbreviated: true }),
				street: location.streetAddress(),
				street2: helpers.maybe(() => location.secondaryAddress(), { probability: 0.3 }) ?? '',
				zip: number.int({ min: 10_000, max: 99_999 }),
			},
		},
	};
}

/** Parameters of a sendTemplateMessage to recipients with so many custom fields each. */
export async function templateSend(seed: number, recipients: number, fields: number) {
	const people = await fakers(seed);
	const names = Array.from({ length: fields }, (_field, index) => `field${index}`);
	const recipient = ({ string, lorem }: Faker) => ({
		sendTo: `1${string.numeric(10)}`,
		type: 1,
		customfields: names.map((name) => ({ name, value: lorem.sentence() })),
	});
	return {
		template: { text: names.map((name) => `{${name}}`).join(' ') },
		recipientList: {
			recipients: Array.from({ length: recipients }, () =>
				recipient(people[0].helpers.arrayElement(people)),
			),
		},
		custom_ticket: `bench-${seed}`,
	};
}

/** Items of a workflow, each with a phone number of its own, as they are assigned, and a name. */
export async function phoneItems(seed: number, count: number) {
	const [{ person, helpers }] = await fakers(seed);
	return Array.from({ length: count }, (_item, index) => ({
		phone: `1${helpers.arrayElement(AREA_CODES)}${2_000_000 + ((index + seed) % 7_000_000)}`,
		name: person.firstName(),
	}));
}

/** Of the United States, and two of Canada, which has the same country code. */
const AREA_CODES = ['201', '312', '385', '416', '512', '604', '801', '917'];
