import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { SubscriptionMessagingApi } from '../../credentials/SubscriptionMessagingApi.credentials';
import { SubscriptionMessaging } from '../../nodes/SubscriptionMessaging/SubscriptionMessaging.node';
import { SubscriptionMessagingSubscriberTrigger } from '../../nodes/SubscriptionMessaging/SubscriptionMessagingSubscriberTrigger.node';
import { SubscriptionMessagingTrigger } from '../../nodes/SubscriptionMessaging/SubscriptionMessagingTrigger.node';

interface Named<T> {
	/** Where it is, for a person who has to find it. */
	path: string;
	value: T;
}

const isOption = (
	entry: INodeProperties | INodePropertyCollection | INodePropertyOptions,
): entry is INodePropertyOptions => 'value' in entry && !('type' in entry);

/** The parameters below the given ones, however deep, themselves included. */
function parametersOf(properties: INodeProperties[], above: string): Array<Named<INodeProperties>> {
	return properties.flatMap((value) => {
		const { resource = [], operation = [] } = value.displayOptions?.show ?? {};
		const path = [above, ...resource, ...operation, value.name].join(' › ');
		const nested = (value.options ?? []).flatMap((entry) => {
			if (isOption(entry)) return [];
			return 'values' in entry ? entry.values : [entry];
		});
		return [{ path, value }, ...parametersOf(nested, path)];
	});
}

const parameters = [
	...parametersOf(new SubscriptionMessaging().description.properties, 'node'),
	...parametersOf(new SubscriptionMessagingTrigger().description.properties, 'trigger'),
	...parametersOf(
		new SubscriptionMessagingSubscriberTrigger().description.properties,
		'subscriber trigger',
	),
	...parametersOf(new SubscriptionMessagingApi().properties, 'credential'),
];

const optionLists = parameters
	.map(({ path, value }) => ({ path, value: (value.options ?? []).filter(isOption) }))
	.filter(({ value }) => value.length > 0);

const collections = parameters.filter(({ value }) => value.type === 'collection');

const offending = <T>(entries: Array<Named<T>>, offends: (value: T) => boolean) =>
	entries.filter(({ value }) => offends(value)).map(({ path }) => path);

/** Texts that a person reads below a name. */
const descriptions: Array<Named<string>> = [
	...parameters.map(({ path, value }) => ({ path, value: value.description })),
	...optionLists.flatMap(({ path, value }) =>
		value.map((option) => ({ path: `${path} › ${option.name}`, value: option.description })),
	),
].filter((entry): entry is Named<string> => entry.value !== undefined);

const names: Array<Named<string>> = [
	...parameters
		.filter(({ value }) => value.type !== 'notice')
		.map(({ path, value }) => ({ path, value: value.displayName })),
	...optionLists.flatMap(({ path, value }) => value.map(({ name }) => ({ path, value: name }))),
].map(({ path, value }) => ({ path: `${path} "${value}"`, value }));

const SMALL_WORDS =
	/^(?:a|an|and|as|at|but|by|for|from|if|in|nor|of|on|or|per|the|to|up|via|with)$/;

function isTitleCase(name: string): boolean {
	const words = name.split(/[\s-]+/).map((word) => word.replace(/^\(/, ''));
	return words.every(
		(word, position) =>
			/^[^\p{Ll}]/u.test(word) ||
			(SMALL_WORDS.test(word) && position > 0 && position < words.length - 1),
	);
}

const isSorted = (texts: string[]) =>
	texts.every((text, position) => position === 0 || texts[position - 1]!.localeCompare(text) <= 0);

test('the parameters are found, however deep they lie', () => {
	const found = parameters.map(({ value }) => value.name);
	expect(found).toEqual(expect.arrayContaining(['resource', 'zip', 'customfields', 'api_key']));
});

test('names are in Title Case', () => {
	expect(offending(names, (name) => !isTitleCase(name))).toEqual([]);
	expect(['Send to Numbers', 'API Key', 'Look Up By', '24-Hour Code'].every(isTitleCase)).toBe(
		true,
	);
	expect(['Send To numbers', 'name', 'Look up', 'In the'].some(isTitleCase)).toBe(false);
});

test('options are sorted by their names, and those whose meaning is not shown stand last', () => {
	const isUnexplained = ({ name }: { name: string }) =>
		['Text Number', 'Invalid Address'].includes(name);
	const isInOrder = (list: Array<{ name: string }>) => {
		const explained = list.filter((option) => !isUnexplained(option));
		return (
			isSorted(explained.map(({ name }) => name)) &&
			list.slice(0, explained.length).every((option) => !isUnexplained(option))
		);
	};
	expect(offending(optionLists, (list) => !isInOrder(list))).toEqual([]);
});

const toNumbers = /^node › (?:message|phoneNumber) › .* › options$/;

test('fields to add are sorted by their names, but for those of sends and look-ups', () => {
	const displayNames = ({ options = [] }: INodeProperties) =>
		options.map((entry) => ('displayName' in entry ? entry.displayName : entry.name));
	const others = collections.filter(({ path }) => !toNumbers.test(path));
	expect(others.length).toBeGreaterThan(0);
	expect(offending(others, (collection) => !isSorted(displayNames(collection)))).toEqual([]);
});

test('the options of sends stand by what belongs together', () => {
	const [options] = collections.filter(({ path }) => toNumbers.test(path));
	const names = (options?.value.options ?? []).map(({ name }) => name);
	for (const together of [
		['deliveryReport', 'status_url'],
		['custom_ticket', 'ifTicketKnown'],
		['onlySubscribers', 'unsubscribedRecipients'],
		['batchSize', 'requestsInParallel', 'pauseBetweenRequests'],
	]) {
		expect(names).toEqual(expect.arrayContaining(together));
		const first = names.indexOf(together[0]!);
		expect(names.slice(first, first + together.length)).toEqual(together);
	}
});

/** What the option is shown or hidden by, of those beside it. */
const deciding = ({ displayOptions: { show, hide } = {} }: INodeProperties) =>
	Object.keys({ ...show, ...hide });

test('no option is shown by a text beside it: n8n drops what it hides, while somebody types', () => {
	const byText = collections.flatMap(({ path, value: { options = [] } }) => {
		const texts = options.flatMap((entry) =>
			'type' in entry && entry.type === 'string' ? [entry.name] : [],
		);
		return options.flatMap((entry) =>
			'type' in entry && deciding(entry).some((name) => texts.includes(name))
				? [`${path} › ${entry.name}`]
				: [],
		);
	});
	expect(byText).toEqual([]);
});

test('what has to be filled in is described, because an AI agent knows it by nothing else', () => {
	const fields = parameters.filter(({ value }) => value.required);
	expect(fields).not.toEqual([]);
	expect(offending(fields, ({ description }) => !description)).toEqual([]);
});

test('descriptions frighten nobody', () => {
	const frightening = /\b(?:errors?|problems?|failures?|mistakes?)\b/i;
	expect(offending(descriptions, (text) => frightening.test(text))).toEqual([]);
});

test('a description of one sentence has no final period, and one of several has', () => {
	const sentences = (text: string) => text.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
	const offends = (text: string) => sentences(text).length > 1 !== text.endsWith('.');
	expect(offending(descriptions, offends)).toEqual([]);
	expect(offends('One sentence.')).toBe(true);
	expect(offends('One sentence. And another')).toBe(true);
});

test('descriptions begin with a capital letter and have no spaces at their ends', () => {
	expect(offending(descriptions, (text) => !/^[\p{Lu}\d"'].*\S$/su.test(text))).toEqual([]);
});

test('the description of a switch begins with Whether', () => {
	const switches = parameters.filter(({ value }) => value.type === 'boolean');
	expect(switches).not.toEqual([]);
	expect(offending(switches, ({ description }) => !description?.startsWith('Whether '))).toEqual(
		[],
	);
});

test('placeholders begin with e.g., and those of buttons with Add', () => {
	const isButton = ({ type }: INodeProperties) => /collection/i.test(type);
	const placeholders = parameters.flatMap(({ path, value }) => [
		{ path, value: { placeholder: value.placeholder, button: isButton(value) } },
		...(value.modes ?? []).map(({ name, placeholder }) => ({
			path: `${path} › ${name}`,
			value: { placeholder, button: false },
		})),
	]);
	expect(
		offending(placeholders, ({ placeholder, button }) =>
			placeholder ? !placeholder.startsWith(button ? 'Add ' : 'e.g. ') : button,
		),
	).toEqual([]);
});

test('the default of a list of options is one of them', () => {
	const choices = parameters.filter(
		({ value }) => value.type === 'options' && !value.typeOptions?.loadOptionsMethod,
	);
	expect(
		offending(
			choices,
			({ default: chosen, options = [] }) =>
				!options.filter(isOption).some(({ value }) => value === chosen),
		),
	).toEqual([]);
});

/** Characters; n8n's reviewers ask for no more below a field. */
const LONGEST_HINT = 120;

const isLongHint = ({ hint = '' }: Pick<INodeProperties, 'hint'>) => hint.length > LONGEST_HINT;

test('a hint below a field is read at a glance', () => {
	const hints = parameters.filter(({ value }) => value.hint);
	expect(hints).not.toEqual([]);
	expect(offending(hints, isLongHint)).toEqual([]);
	expect(isLongHint({ hint: 'x'.repeat(LONGEST_HINT + 1) })).toBe(true);
});

/** Characters that fit one line of n8n's panel. */
const LONGEST_NAME = 40;

/** Characters of a tooltip of n8n's; links are not counted. */
const LONGEST_DESCRIPTION = 240;

const isLongName = (name: string) => name.length > LONGEST_NAME;
const isLongDescription = (text: string) =>
	text.replace(/<[^>]*>/g, '').length > LONGEST_DESCRIPTION;

test('names and descriptions are short enough to be read where they stand', () => {
	expect(offending(names, isLongName)).toEqual([]);
	expect(offending(descriptions, isLongDescription)).toEqual([]);
	expect(isLongName('N'.repeat(LONGEST_NAME + 1))).toBe(true);
	expect(isLongDescription(`<b>${'x'.repeat(LONGEST_DESCRIPTION + 1)}</b>`)).toBe(true);
});

test('a record is chosen from a searchable list first, and every list has its search', () => {
	const { methods } = new SubscriptionMessaging();
	const locators = parameters.filter(({ value }) => value.type === 'resourceLocator');
	expect(locators).not.toEqual([]);
	expect(
		offending(locators, ({ modes = [] }) => {
			const { name, typeOptions } = modes[0] ?? {};
			const search = typeOptions?.searchListMethod ?? '';
			return name !== 'list' || !typeOptions?.searchable || !(search in methods.listSearch);
		}),
	).toEqual([]);
});

test('every resource mapper has its method', () => {
	const { methods } = new SubscriptionMessaging();
	const mappers = parameters.filter(({ value }) => value.type === 'resourceMapper');
	expect(mappers).not.toEqual([]);
	expect(
		offending(
			mappers,
			({ typeOptions }) =>
				!((typeOptions?.resourceMapper?.resourceMapperMethod ?? '') in methods.resourceMapping),
		),
	).toEqual([]);
});

test('no field has a rule that n8n checks when it is read, because they are read without', () => {
	expect(offending(parameters, ({ validateType }) => validateType !== undefined)).toEqual([]);
});

test('every list that is filled when the panel opens has its method', () => {
	const methods = {
		...new SubscriptionMessaging().methods.loadOptions,
		...new SubscriptionMessagingSubscriberTrigger().methods.loadOptions,
	};
	const lists = parameters.flatMap(({ path, value }) => {
		const method = value.typeOptions?.loadOptionsMethod;
		return method === undefined ? [] : [{ path, value: method }];
	});
	expect(lists).not.toEqual([]);
	expect(offending(lists, (method) => !(method in methods))).toEqual([]);
});

test('nobody reads the word of the interface for a group', () => {
	const spoken = [...names, ...descriptions];
	expect(offending(spoken, (text) => /subscription ?node|permanent/i.test(text))).toEqual([]);
});
