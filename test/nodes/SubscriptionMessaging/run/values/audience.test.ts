import {
	audienceOf,
	digestOf,
	isWithoutTrace,
	peopleOf,
} from '../../../../../nodes/SubscriptionMessaging/run/values/audience';
import { broadcastCall, plainCall, request, sendCall, to, unit } from '../preparedItems';

const of = (...calls: Array<Parameters<typeof request>[0]>) => calls.map((call) => ({ call }));

const newDivision = (name: string) =>
	({ ...unit, operation: 'createDivision', parameters: { division: { name } } }) as const;
const renamed = (name: string) =>
	({ ...unit, operation: 'updateDivision', parameters: { division: { name } } }) as const;

describe('people', () => {
	test('are the same whatever operation and way reach them, each once', () => {
		const numbers = ['18015550001', '18015550002'];
		expect(peopleOf(of(sendCall(to(...numbers, '+1 801 555 0001'))))).toEqual(numbers);
		expect(peopleOf(of(plainCall(numbers.join(','))))).toEqual(numbers);
		expect(peopleOf(of(plainCall('5215512345678,525512345678')))).toEqual(['525512345678']);
		expect(peopleOf(of(sendCall([{ sendTo: numbers[0]!, type: 3 }])))).toEqual([numbers[0]]);
		expect(peopleOf(of(sendCall([{ sendTo: 'Ann@Example.com', type: 4 }])))).toEqual([
			'ann@example.com',
		]);
	});

	test('are those of all parts', () => {
		expect(peopleOf(of(sendCall(to('1')), sendCall(to('1', '2'))))).toEqual(['1', '2']);
	});

	test('are nobody for a broadcast or a look-up', () => {
		expect(peopleOf(of(broadcastCall()))).toEqual([]);
		expect(
			peopleOf(of({ ...unit, operation: 'getCellularCarrier', parameters: { phone_list: '1' } })),
		).toEqual([]);
	});
});

describe('an audience', () => {
	test('of one person is that person', () => {
		expect(audienceOf(of(sendCall(to('1'))))).toBe('1');
	});

	test('of a list is the same for the same list, in any operation and wording', () => {
		const list = audienceOf(of(sendCall(to('1', '2'))));
		expect(list).toBe(digestOf(['1', '2']));
		expect(audienceOf(of(plainCall('1,2', 'Other')))).toBe(list);
		expect(audienceOf(of(sendCall(to('1', '3'))))).not.toBe(list);
	});

	test('of a broadcast is its unit', () => {
		const all = audienceOf(of(broadcastCall('a')));
		expect(audienceOf(of(broadcastCall('b')))).toBe(all);
		expect(audienceOf(of(broadcastCall('a', 'nstaff')))).toBe(all);
		expect(audienceOf(of(broadcastCall('a', 'OTHER')))).not.toBe(all);
		expect(audienceOf(of({ ...broadcastCall('a'), code: '54321' }))).not.toBe(all);
		expect(audienceOf(of({ ...broadcastCall('a'), everyone: false }))).not.toBe(all);
	});

	test('of a change is what it alters', () => {
		const change = (operation: 'deleteTemplate' | 'restoreTemplate', id: string) =>
			audienceOf(of({ ...unit, operation, parameters: { template: { id } } }));
		expect(change('deleteTemplate', 'a')).toBe(change('deleteTemplate', 'a'));
		expect(change('deleteTemplate', 'a')).not.toBe(change('deleteTemplate', 'b'));
		expect(change('deleteTemplate', 'a')).not.toBe(change('restoreTemplate', 'a'));
		const ofKeyword = (keyword: string) =>
			audienceOf(of({ ...unit, operation: 'deleteDivision', keyword, parameters: {} }));
		expect(ofKeyword('north')).toBe(ofKeyword('NORTH'));
		expect(ofKeyword('north')).not.toBe(ofKeyword('south'));
	});

	test('of an update is another one once its fields are corrected, and of what is created the same', () => {
		expect(audienceOf(of(renamed('North')))).toBe(audienceOf(of(renamed('North'))));
		expect(audienceOf(of(renamed('North')))).not.toBe(audienceOf(of(renamed('South'))));
		expect(audienceOf(of(newDivision('North')))).toBe(audienceOf(of(newDivision('South'))));
	});

	test('of a change is not that of a message to everyone in the same unit', () => {
		const change = { ...unit, operation: 'deleteDivision' as const, parameters: {} };
		const all = audienceOf(of(broadcastCall()));
		expect(audienceOf(of({ ...change, everyone: true }))).not.toBe(all);
	});

	test('of nothing is none of these', () => {
		expect(audienceOf([])).toBe(digestOf([]));
	});
});

test('a digest has 16 hexadecimal digits and differs for other values', () => {
	expect(digestOf(['a'])).toMatch(/^[0-9a-f]{16}$/);
	expect(digestOf(['a'])).not.toBe(digestOf(['b']));
});

test.each([
	['a plain send', of(plainCall('1')), true],
	['a plain send beside another one', of(sendCall(to('1')), plainCall('1')), true],
	['a division', of(newDivision('North')), true],
	['a change of one', of(renamed('North')), false],
	['a send with a ticket', of(sendCall(to('1'))), false],
	['nothing', [], false],
])('of %s the service can be asked or not', (_what, requests, expected) => {
	expect(isWithoutTrace({ requests })).toBe(expected);
});
