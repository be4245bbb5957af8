import type { IPollFunctions } from 'n8n-workflow';

import { readSettings } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/settings';

const FIELDS = { groups: ['NSTAFF'], events: ['joined'], options: {} };

/** The settings of a trigger whose workflow stores these fields, or whose expressions give them. */
const read = (fields: Record<string, unknown>) => readStored({ ...FIELDS, ...fields });

const readStored = (all: Record<string, unknown>) =>
	readSettings({
		getNode: () => ({ name: 'Subscribers' }),
		getNodeParameter: (name: string, fallback?: unknown) => (name in all ? all[name] : fallback),
	} as unknown as IPollFunctions);

it.each([
	[
		['NSTAFF', 'PILOTS'],
		['NSTAFF', 'PILOTS'],
	],
	['NSTAFF, PILOTS ,NSTAFF', ['NSTAFF', 'PILOTS']],
	[
		[' NSTAFF ', '', null, 7],
		['NSTAFF', '7'],
	],
	[12, ['12']],
])('the groups of %j are %j', (groups, expected) => {
	expect(read({ groups }).groups).toEqual(expected);
});

it.each([
	[
		['joined', 'left'],
		['joined', 'left'],
	],
	['returned, channels_changed', ['returned', 'channels_changed']],
	[['left', 'left'], ['left']],
])('the events of %j are %j', (events, expected) => {
	expect([...read({ events }).events]).toEqual(expected);
});

it.each([
	[undefined, undefined],
	[null, undefined],
	['', undefined],
	['  ', undefined],
	[' 54321 ', '54321'],
	['054321', '54321'],
	[54321, '54321'],
])('the code of %j is %j', (code, expected) => {
	expect(read({ options: { code } }).code).toBe(expected);
});

it.each(['groups', 'events'])('%s that a workflow does not store name nothing', (missing) => {
	const { [missing]: _missing, ...stored } = FIELDS as Record<string, unknown>;
	expect(() => readStored(stored)).toThrow(/names no (group|event)$/);
});

it('has the code of the credential where no option was added', () => {
	expect(read({ options: {} }).code).toBeUndefined();
});

it.each<[field: string, fields: Record<string, unknown>, message: string, description: string]>([
	['Group Names or IDs', { groups: [] }, "'Group Names or IDs' names no group", 'at least one'],
	['Group Names or IDs', { groups: ' , ' }, "'Group Names or IDs' names no group", 'at least one'],
	['Group Names or IDs', { groups: null }, "'Group Names or IDs' names no group", 'at least one'],
	['Events', { events: [] }, "'Events' names no event", 'at least one'],
	['Events', { events: undefined }, "'Events' names no event", 'at least one'],
	[
		'Events',
		{ events: ['joined', 'sang'] },
		`'Events' holds "sang", which is no event of this trigger`,
		'channels_changed, joined, left, returned',
	],
	['Code', { options: { code: '12a' } }, "'Code' under 'Options' is not a number", 'digits'],
	['Code', { options: { code: 'a12' } }, "'Code' under 'Options' is not a number", 'digits'],
])('%s refuses %j', (_field, fields, message, description) => {
	const refused = () => read(fields);
	expect(refused).toThrow(message);
	expect(refused).toThrow(
		expect.objectContaining({ description: expect.stringContaining(description) as string }),
	);
});

it('has no HTML in the title of a refusal', () => {
	expect(() => read({ events: ['<img src=x>'] })).toThrow(
		`'Events' holds "‹img src=x›", which is no event of this trigger`,
	);
});
