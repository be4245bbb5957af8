import type { INodeProperties } from 'n8n-workflow';

import {
	sharedFields,
	shownWith,
} from '../../../../nodes/SubscriptionMessaging/actions/sharedFields';

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...more,
});
const collection = (...options: INodeProperties[]) =>
	field('options', { type: 'collection', default: {}, options });
const [A, B, C] = [field('a'), field('b'), field('c')];

const told = (...own: Array<[string, INodeProperties[]]>) =>
	sharedFields(own).map(({ field: { name }, operations }) => `${name}: ${operations.join()}`);

test('a field that is the same for several operations is there once', () => {
	expect(told(['x', [A, B]], ['y', [A, C]])).toEqual(['a: x,y', 'c: y', 'b: x']);
});

test('a field of another form is one of its own', () => {
	expect(told(['x', [A]], ['y', [field('a', { default: '1' })]])).toEqual(['a: y', 'a: x']);
});

test('the order is that of each operation', () => {
	expect(told(['x', [A, B]], ['y', [B, A]])).toEqual(['a: x', 'b: x,y', 'a: y']);
});

test('a collection is one, and a member is shown for the operations that have it', () => {
	const [shared, ...others] = sharedFields([
		['x', [collection(A, B)]],
		['y', [collection(A)]],
	]);
	expect(others).toEqual([]);
	expect(shared?.operations).toEqual(['x', 'y']);
	expect(shared?.field.options).toEqual([A, shownWith({ '/operation': ['x'] }, B)]);
});

test('members that differ only in when they are shown stay in one collection', () => {
	const later = { ...A, displayOptions: { show: { b: [true] } } };
	const [shared, ...others] = sharedFields([
		['x', [collection(A)]],
		['y', [collection(later)]],
	]);
	expect(others).toEqual([]);
	expect(shared?.field.options).toEqual([
		shownWith({ '/operation': ['y'] }, later),
		shownWith({ '/operation': ['x'] }, A),
	]);
});

test('a collection whose members mean something else is another one', () => {
	const other = field('a', { description: 'Something else' });
	expect(told(['x', [collection(A)]], ['y', [collection(other)]])).toEqual([
		'options: y',
		'options: x',
	]);
});

test('a condition is added to those that a field has', () => {
	const displayOptions = { show: { b: [true] }, hide: { c: [1] } };
	expect(shownWith({ resource: ['r'] }, field('a', { displayOptions }))).toEqual(
		field('a', { displayOptions: { show: { resource: ['r'], b: [true] }, hide: { c: [1] } } }),
	);
});
