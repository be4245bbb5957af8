import { objectIn } from '../../../../nodes/SubscriptionMessaging/service/answer/answerOf';
import type { Subscriber } from '../../../../nodes/SubscriptionMessaging/service/answer/person';
import { GroupComparison } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/compare';
import { RememberedGroup } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/remembered';
import { compare, counted, gone, person, PSEUDONYMS } from './account';

const ADA = '18015551001';
const BOB = '18015551002';
const CY = '18015551003';

/** `event phone` of what happened between two readings of a group. */
function told(before: Subscriber[], after: Subscriber[]): string[] {
	const { changes } = compare(after, compare(before).text);
	return changes.map(({ event, subscriber, pseudonym }) => {
		const phone = [ADA, BOB, CY].find((number) => PSEUDONYMS.of(number) === pseudonym);
		expect(subscriber === undefined || objectIn(subscriber.user)?.phone !== undefined).toBe(true);
		return `${event} ${phone}`;
	});
}

it('tells nothing of a group that is read for the first time', () => {
	expect(compare([person(ADA), gone(BOB)]).changes).toEqual([]);
});

it('tells nothing and remembers the same text where nothing happened, in whatever order', () => {
	const { text } = compare([person(ADA), gone(BOB), person(CY)]);
	expect(compare([person(CY), person(ADA), gone(BOB)], text)).toEqual({ changes: [], text });
});

it.each<[what: string, before: Subscriber[], after: Subscriber[], expected: string[]]>([
	['somebody new', [person(ADA)], [person(ADA), person(BOB)], [`joined ${BOB}`]],
	['somebody who unsubscribed', [person(ADA)], [gone(ADA)], [`left ${ADA}`]],
	[
		'somebody who is not listed any more',
		[person(ADA), person(BOB)],
		[person(BOB)],
		[`left ${ADA}`],
	],
	['somebody who subscribed again', [gone(ADA)], [person(ADA)], [`returned ${ADA}`]],
	[
		'another channel',
		[person(ADA)],
		[person(ADA, { email: 1, mobiletxt: 0 })],
		[`channels_changed ${ADA}`],
	],
	['a changed number', [person(ADA)], [person(BOB)], [`left ${ADA}`, `joined ${BOB}`]],
	['a number that is written otherwise', [person(ADA)], [person('+1 (801) 555-1001')], []],
	['other details', [person(ADA)], [person(ADA, { custom_field: 'x', updated_at: 'y' })], []],
	['somebody who left and was not known', [person(ADA)], [person(ADA), gone(BOB)], []],
	['channels of somebody who left', [gone(ADA)], [{ ...gone(ADA), mobiletxt: 0, email: 1 }], []],
	['an entry without any address', [person(ADA)], [person(ADA), { mobiletxt: 1 }], []],
])('tells of %s', (_what, before, after, expected) => {
	expect(told(before, after)).toEqual(expected);
});

it('remembers who is listed no more, so that they come back as returned', () => {
	const first = compare([person(ADA), person(BOB)]);
	const second = compare([person(BOB)], first.text);
	const third = compare([person(BOB)], second.text);
	expect(third.changes).toEqual([]);
	const fourth = compare([person(ADA), person(BOB)], third.text);
	expect(fourth.changes).toMatchObject([{ event: 'returned' }]);
});

describe('somebody who is listed twice', () => {
	const twice: Subscriber[][] = [
		[person(ADA), gone(ADA)],
		[gone(ADA), person(ADA)],
	];

	it.each(twice)('is subscribed when one entry is, in either order (%#)', (...entries) => {
		expect(told([person(ADA)], entries)).toEqual([]);
		expect(told([gone(ADA)], entries)).toEqual([`returned ${ADA}`]);
		expect(told([], entries)).toEqual([`joined ${ADA}`]);
	});

	it.each(twice)('is shown by the entry that is active (%#)', (...entries) => {
		const { changes } = compare(entries, compare([]).text);
		expect(changes).toMatchObject([{ subscriber: { unsubdate: '' } }]);
	});

	it.each(twice)('is shown by it where they have other channels now (%#)', (...entries) => {
		const before = compare([person(ADA, { mobiletxt: 0, email: 1 })]).text;
		const { changes } = compare(entries, before);
		expect(changes).toMatchObject([{ event: 'channels_changed', subscriber: { unsubdate: '' } }]);
	});

	it('receives what either entry says', () => {
		const text = person(ADA);
		const email = person(ADA, { mobiletxt: 0, email: 1 });
		expect(told([text, email], [email, text])).toEqual([]);
		expect(told([text, email], [text])).toEqual([`channels_changed ${ADA}`]);
	});
});

it('gives the subscriber with each change but one who is listed no more', () => {
	const { text } = compare([person(ADA), person(BOB)]);
	const { changes } = compare([gone(ADA), person(CY)], text);
	expect(
		changes.map(({ event, subscriber }) => [event, objectIn(subscriber?.user)?.phone]),
	).toEqual([
		['left', ADA],
		['left', undefined],
		['joined', CY],
	]);
});

it('remembers a change of everybody, and tells it once', () => {
	const { text } = compare([gone(ADA)], compare([person(ADA)]).text);
	expect(compare([gone(ADA)], text).changes).toEqual([]);
});

it('remembers 100,000 who are listed no more beside those who are', () => {
	const numbers = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => person(String(18_015_000_000 + from + index)));
	const full = compare(numbers(0, 100_015)).text;
	const empty = compare([...numbers(200_000, 5), ...numbers(0, 5)], full);
	expect(empty.changes).toHaveLength(100_015);
	expect(empty.text).toHaveLength((100_000 + 10) * 12);
	const back = compare([...numbers(200_000, 5), ...numbers(0, 25)], empty.text);
	const events = back.changes.map(({ event }) => event);
	expect(events.filter((event) => event === 'joined')).toHaveLength(10);
	expect(events.filter((event) => event === 'returned')).toHaveLength(10);
}, 60_000);

it('works on a large group in steps', () => {
	const many = Array.from({ length: 20_000 }, (_, index) => person(String(18_015_000_000 + index)));
	const { text } = compare(many);
	const read = counted(RememberedGroup.read(text));
	expect(read.count).toBeGreaterThanOrEqual(4);
	const comparison = new GroupComparison(PSEUDONYMS, read.value);
	for (const subscriber of many) comparison.add(subscriber);
	const { count, value } = counted(comparison.finish());
	expect(count).toBeGreaterThanOrEqual(4);
	expect(value).toEqual({ changes: [], text });
});
