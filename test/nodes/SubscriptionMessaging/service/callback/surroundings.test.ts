import { Budget, Names } from '../../../../../nodes/SubscriptionMessaging/service/callback/budget';
import {
	collect,
	lengthOf,
	sumOf,
	type Entry,
	type Found,
	type Layer,
	type Recognised,
} from '../../../../../nodes/SubscriptionMessaging/service/callback/surroundings';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';

const told = (value: string, rank = 1) => ({ value, rank });
const status = (sendTo: string): Entry => ({
	fields: { sendTo: told(sendTo) },
	entry: { to: sendTo },
});
const layer = (name: string, value: string): Layer => ({
	values: { [name]: value },
	count: 1,
	characters: name.length + value.length,
});
const NOTHING = { fields: {}, layers: [] };
const collected = (found: Found, budget = Budget.ofStatuses()) => {
	const statuses: Recognised[] = [];
	finished(collect(found, NOTHING, statuses, budget));
	return statuses;
};

test('each status has what stands around it, the nearest last, and what is told there', () => {
	const found: Found = {
		fields: { transaction_ticket: told('T-1') },
		layer: layer('note', 'outer'),
		members: [
			status('1'),
			{ fields: {}, members: [status('2')] },
			{
				fields: { transaction_ticket: told('T-2') },
				layer: layer('note', 'inner'),
				members: [status('3')],
			},
		],
	};
	const made = collected(found);
	expect(made.map(({ fields }) => fields.transaction_ticket?.value)).toEqual(['T-1', 'T-1', 'T-2']);
	expect(made.map(({ raw }) => raw)).toEqual([
		{ note: 'outer', to: '1' },
		{ note: 'outer', to: '2' },
		{ note: 'inner', to: '3' },
	]);
});

test('what is copied into a status counts', () => {
	const found = { fields: {}, layer: layer('ab', 'cde'), members: [status('18')] };
	const within = (values: number, characters: number) => () =>
		collected(found, new Budget({ values, characters }, { values: 'V', characters: 'C' }));
	expect(within(2, 7)()).toHaveLength(1);
	expect(within(1, 7)).toThrow('refused: V');
	expect(within(2, 6)).toThrow('refused: C');
});

test('many statuses are made in steps', () => {
	const members = Array.from({ length: 10_000 }, (_none, index) => status(String(index)));
	const found = { fields: {}, layer: layer('n', 'x'), members };
	const steps = stepsOf(collect(found, NOTHING, [], Budget.ofStatuses()));
	expect(steps).toBeGreaterThan(4);
	expect(steps).toBeLessThan(100);
});

test('a value counts by the characters of its text', () => {
	expect([lengthOf('abc'), lengthOf(100), lengthOf(['abc'])]).toEqual([3, 0, 0]);
	expect(sumOf(['a', 'bc', 1], lengthOf)).toBe(3);
});

test('names are counted once for a status, however many layers it is in', () => {
	const add = jest.spyOn(Names.prototype, 'add');
	const within = (layers: number): Found =>
		layers === 0
			? { fields: {}, members: [status('1')] }
			: { fields: {}, layer: layer(`name${layers}`, ''), members: [within(layers - 1)] };
	collected(within(30));
	expect(add).toHaveBeenCalledTimes(31);
});
