import type { INodeProperties } from 'n8n-workflow';

import { findOperation, RESOURCES } from '../../../../nodes/SubscriptionMessaging/actions/router';
import { labelsOf } from '../../../../nodes/SubscriptionMessaging/run/output/errors';
import { nextStep } from '../../../../nodes/SubscriptionMessaging/wording/nextStep';
import type { Call } from '../../../../nodes/SubscriptionMessaging/service/contract/call';
import {
	BusyError,
	NotSentError,
	ServiceRefusedError,
} from '../../../../nodes/SubscriptionMessaging/service/errors/errors';

const operations = RESOURCES.flatMap(({ name, operations: all }) =>
	all.flatMap((operation) =>
		operation.calls.map(
			(call) => [`${name} → ${operation.name}: ${call}`, operation, call] as const,
		),
	),
);

const IN_CREDENTIAL = ['Username', 'Password', 'API Key', 'Code'];

/** Names of the fields that a person sees, those in collections included. */
const namesIn = (properties: readonly INodeProperties[]): string[] =>
	properties.flatMap(({ displayName, options = [] }) => [
		displayName,
		...namesIn(options.filter((it): it is INodeProperties => 'displayName' in it)),
	]);

const quoted = (text: string) =>
	[...text.matchAll(/(?<![\p{L}])'([^']+)'/gu)].map(([, name = '']) => name);

const refused = (message: string | null) => new ServiceRefusedError(7, message);

describe.each(operations)('%s', (_name, operation, name) => {
	const call = { operation: name, parameters: {} } as Call;
	const step = (message: string | null) => nextStep(refused(message), call, labelsOf(operation));

	test('a refusal names a field, and all fields that it names are there', () => {
		const fields = [...namesIn(operation.properties), ...IN_CREDENTIAL];
		for (const advice of [step(null), step('Bad password')]) {
			expect(advice).toMatch(/\b(Choose|Check) /);
			expect(quoted(advice).length).toBeGreaterThan(0);
			for (const field of quoted(advice)) expect(fields).toContain(field);
		}
	});

	test('the code is named only where there is one to choose', () => {
		const hasCode = namesIn(operation.properties).includes('Code');
		expect(step(null).includes("'Code' under 'Options'")).toBe(hasCode);
	});

	test('a field of the credential that the service names comes first', () => {
		expect(step('Invalid API key')).toBe(
			"Check 'API Key' in the credential, which the service names.",
		);
		expect(step('This API key may not use the group')).toMatch(
			/^The service names 'API Key' in the credential: look there first\. (Choose|Check) /,
		);
	});
});

const READ = { operation: 'readDivision', parameters: {} } as Call;
const label = (name: string) => `'${name}'`;

test('a send to everyone is told to choose the unit, and one to a list a group', () => {
	const send = { operation: 'sendMessage', parameters: {} } as Call;
	expect(nextStep(refused(null), { ...send, everyone: true } as Call, label)).toMatch(
		/^1\. Choose 'keyword' from its list\./,
	);
	expect(nextStep(refused(null), send, label)).toMatch(
		/^1\. Choose 'keyword' from its list\. A company or division can't/,
	);
});

test('a service that is too busy is only waited for where the operation has no Parallel Requests', () => {
	const busy = (resource: string, value: string) => {
		const operation = findOperation(resource, value)!;
		const call = { operation: operation.calls[0], parameters: {} } as unknown as Call;
		return nextStep(new BusyError(429, 1), call, labelsOf(operation));
	};
	for (const [resource, operation] of [
		['division', 'create'],
		['division', 'get'],
		['message', 'sendAndWait'],
		['message', 'getStatus'],
	] as const) {
		expect(busy(resource, operation)).toBe('Try again later.');
	}
	for (const [resource, operation] of [
		['message', 'send'],
		['message', 'sendToNumbers'],
		['message', 'getReport'],
		['phoneNumber', 'lookUpCarrier'],
	] as const) {
		expect(busy(resource, operation)).toContain("'Parallel Requests'");
	}
});

test('a request without a keyword is told to enter that of the company first', () => {
	const asks = (operation: string, keyword: string) =>
		nextStep(refused(null), { operation, keyword, parameters: {} } as unknown as Call, label);
	expect(asks('getOrganizationTree', '')).toMatch(
		/^1\. If the service wants it, enter the 'Company Keyword' .* 2\. Choose /,
	);
	expect(asks('test', '')).toMatch(/^1\. If the service wants it, enter the 'Company Keyword' /);
	expect(asks('getOrganizationTree', 'ACME')).not.toContain('Company Keyword');
	// The look-ups of carriers have none.
	expect(asks('getCellularCarrier', '')).not.toContain('Company Keyword');
});

const OF_FIELDS =
	/^1\. Choose 'keyword' from .* 2\. Check 'Code' under 'Options' and in the credential\.$/;
const ASKING =
	/^1\. Ask whoever runs the service\. 2\. Choose 'keyword' from .* 3\. Check 'Code' under 'Options' and in the credential\.$/;

test.each([
	['Invalid credentials', "Check 'Username', 'Password' and 'API Key' in the credential."],
	['Not authorised', "Check 'Username', 'Password' and 'API Key' in the credential."],
	['Login failed', "Check 'Username', 'Password' and 'API Key' in the credential."],
	['Log on first', "Check 'Username', 'Password' and 'API Key' in the credential."],
	[
		'Invalid username or password',
		"Check 'Username' and 'Password' in the credential, which the service names.",
	],
	[
		'Wrong short code',
		/^The service names 'Code' in the credential, and 'Code' under 'Options': look there first\. /,
	],
	['Unknown company keyword', OF_FIELDS],
	['No credit', ASKING],
	['Maintenance', ASKING],
	['Only groups can send to a list', OF_FIELDS],
	['  ', OF_FIELDS],
])('a send that is refused by "%s" is told what may mend that', (said, step) => {
	const send = { operation: 'sendMessage', parameters: {} } as Call;
	const told = nextStep(refused(said), send, label);
	if (typeof step === 'string') expect(told).toBe(step);
	else expect(told).toMatch(step);
});

test('a look-up that takes no code is told of no code', () => {
	const lookUp = { operation: 'getCellularCarrier', parameters: {} } as unknown as Call;
	expect(nextStep(refused(null), lookUp, label)).toBe(
		"Check that each entry of 'phone_list' is one phone number with its country code.",
	);
});

test('what an error says of itself goes before, and none is left without a step', () => {
	expect(nextStep(new NotSentError('no', 'Do this.'), READ, label)).toBe('Do this.');
	expect(nextStep(new NotSentError('no'), READ, label)).toMatch(/^Run it again\./);
});
