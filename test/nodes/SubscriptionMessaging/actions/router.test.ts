import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { NodeFields } from '../../../../nodes/SubscriptionMessaging/actions/fields/itemFields';
import type { Operation } from '../../../../nodes/SubscriptionMessaging/actions/operation/operation';
import {
	findOperation,
	properties,
	RESOURCES,
} from '../../../../nodes/SubscriptionMessaging/actions/router';
import { OPERATIONS } from '../../../../nodes/SubscriptionMessaging/service/contract/contract';
import { PUBLISHED_OPERATIONS } from './published';

const pairs = RESOURCES.flatMap((resource) =>
	resource.operations.map((operation): [string, string, Operation] => [
		resource.value,
		operation.value,
		operation,
	]),
);

test('resources and their operations are listed by the names that the editor shows', () => {
	for (const list of [RESOURCES, ...RESOURCES.map(({ operations }) => operations)]) {
		const names = list.map(({ name }) => name);
		expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
	}
});

test('every operation that was ever published is still there, by the same values', () => {
	const values = pairs.map(([resource, operation]) => `${resource}.${operation}`);
	expect(PUBLISHED_OPERATIONS.filter((published) => !values.includes(published))).toEqual([]);
});

test('every operation of the interface and the plain send can be reached', () => {
	const reached = new Set(pairs.flatMap(([, , { calls }]) => calls));
	expect([...reached].toSorted()).toEqual([...Object.keys(OPERATIONS), 'plainSend'].toSorted());
});

/** Every combination of the values of the options and switches, with the defaults of the numbers. */
function settingsOf(fields: readonly INodeProperties[]): Array<Record<string, unknown>> {
	return fields.reduce<Array<Record<string, unknown>>>(
		(settings, { name, type, options, default: initial }) => {
			const values =
				type === 'boolean'
					? [true, false]
					: type === 'options'
						? ((options ?? []) as INodePropertyOptions[]).map(({ value }) => value)
						: type === 'number'
							? [initial]
							: [];
			return values.length === 0
				? settings
				: settings.flatMap((setting) => values.map((value) => ({ ...setting, [name]: value })));
		},
		[{}],
	);
}

test.each(pairs)('%s: %s asks for the calls that it names, and no other', (_r, _o, operation) => {
	// Nobody can open a link that is read aloud.
	const isRefused = ({ type }: Record<string, unknown>) =>
		operation.waitsFor === 'answer' && type === 3;
	const settings = settingsOf(operation.properties).filter((setting) => !isRefused(setting));
	const asked = settings.flatMap((setting) => {
		const entered: Record<string, unknown> = {
			text: 'Hi',
			custom_ticket: 'ours',
			transaction_ticket_id: 'theirs',
			message: 'Hi',
			formFields: { values: [{ fieldLabel: 'Name' }] },
			...setting,
		};
		const context = {
			getNode: () => ({ name: 'Subscription Messaging' }),
			getInputData: () => [{ json: {} }],
			getNodeParameter: (name: string, _item: number, fallback: unknown) =>
				entered[name] ??
				(operation.properties.some((property) => property.name === name) ? '' : fallback),
		} as unknown as IExecuteFunctions;
		return operation.request(new NodeFields(context, operation.properties).of(0));
	});
	expect([...new Set(asked.map((request) => request.operation))].toSorted()).toEqual(
		[...operation.calls].toSorted(),
	);
});

test.each(pairs)('%s: %s is found by its values', (resource, value, operation) => {
	expect(findOperation(resource, value)).toBe(operation);
});

test.each([
	['message', 'purge'],
	['', ''],
	['group', 'getMany'],
	['constructor', 'toString'],
])('%s: %s is not found', (resource, operation) => {
	expect(findOperation(resource, operation)).toBeUndefined();
});

test('every list of operations begins with one that it has, and each resource has one list', () => {
	const lists = properties.filter(({ name }) => name === 'operation');
	expect(lists.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual(
		RESOURCES.map(({ value }) => [value]),
	);
	for (const { default: chosen, options } of lists) {
		expect((options as INodePropertyOptions[]).map(({ value }) => value)).toContain(chosen);
	}
});

/** The field as its operation has it, where the node shows it for that operation. */
function shownTo(
	resource: string,
	operation: string,
	{ displayOptions, ...field }: INodeProperties,
): INodeProperties[] {
	const {
		resource: resources,
		operation: operations,
		'/operation': owners,
		...show
	} = displayOptions?.show ?? {};
	const wanted = [resources?.includes(resource), [operations, owners].every(isOrHas(operation))];
	if (wanted.includes(false)) return [];
	const isConditional = Object.keys(show).length > 0;
	const conditions = { ...displayOptions, show: isConditional ? show : undefined };
	const members = field.options as INodeProperties[];
	return [
		{
			...field,
			...(field.type === 'collection' && {
				options: members.flatMap((member) => shownTo(resource, operation, member)),
			}),
			...((isConditional || displayOptions?.hide) && { displayOptions: conditions }),
		},
	];
}

const isOrHas = (value: string) => (values?: unknown[]) => !values || values.includes(value);

test.each(pairs)(
	'%s: %s has its own fields in the panel, in their order',
	(resource, value, operation) => {
		const fields = properties.filter(({ name }) => !['resource', 'operation'].includes(name));
		expect(fields.flatMap((field) => shownTo(resource, value, field))).toEqual(
			operation.properties,
		);
	},
);

test('no field is there twice', () => {
	const forms = properties.map(({ displayOptions, ...field }) => {
		const { operation: _operation, ...show } = displayOptions?.show ?? {};
		return JSON.stringify([field, { ...displayOptions, show }]);
	});
	expect(forms).toEqual([...new Set(forms)]);
});

test('no collection has two members of one name, but for those offered at different times', () => {
	for (const { type, options } of properties) {
		if (type !== 'collection') continue;
		const names = (options as INodeProperties[])
			.filter(({ displayOptions }) => !displayOptions?.hide?.['/options'])
			.map(({ name }) => name);
		expect(names).toEqual([...new Set(names)]);
	}
});
