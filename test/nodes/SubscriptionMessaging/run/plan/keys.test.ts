import type { PreparedRequest } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import {
	audienceName,
	batchGroup,
	broadcastName,
	isNumbered,
	keyOfPart,
	requestKey,
	itemKey,
} from '../../../../../nodes/SubscriptionMessaging/run/plan/keys';
import {
	broadcastCall,
	byIndex,
	fromItem,
	item,
	lookUpCall,
	plainCall,
	planOf,
	request,
	sendCall,
	SETTINGS,
	to,
	unit,
} from '../preparedItems';

describe('requests that can be one call', () => {
	const one = fromItem('18015550001');

	test('differ in their recipients alone', () => {
		expect(requestKey(one, 'recipientList')).toBe(
			requestKey(fromItem('18015550002'), 'recipientList'),
		);
		expect(requestKey(one)).not.toBe(requestKey(fromItem('18015550002')));
	});

	test('or in the numbers that they ask for', () => {
		const other = request(lookUpCall('2'));
		expect(requestKey(request(lookUpCall('1')), 'phone_list')).toBe(
			requestKey(other, 'phone_list'),
		);
		expect(requestKey(request(lookUpCall('1')))).not.toBe(requestKey(other));
	});

	test.each([
		['text', fromItem('18015550001', 'Other')],
		['ticket', { ...one, call: sendCall(to('18015550001'), 'Hello', { custom_ticket: 'a' }) }],
		['keyword', { ...one, call: { ...one.call, keyword: 'OTHER' } }],
		['code', { ...one, call: { ...one.call, code: '54321' } }],
		['signature of the report', { ...one, signsStatusUrl: true as const }],
		['transport', { ...one, settings: { ...SETTINGS, transport: 'nvp' as const } }],
		['time limit', { ...one, settings: { ...SETTINGS, timeLimit: 5 } }],
		[
			'choice for an unclear outcome',
			{ ...one, settings: { ...SETTINGS, onUnclear: 'resend' as const } },
		],
		['choice for a known ticket', { ...one, settings: { ...SETTINGS, ifKnown: 'skip' as const } }],
		['account', { ...one, settings: { ...SETTINGS, serviceAccount: 'account-2' } }],
	])('not those that differ in their %s', (_what, other) => {
		expect(requestKey(other, 'recipientList')).not.toBe(requestKey(one, 'recipientList'));
	});

	test('not parts of a text whose tickets name another part, as those of a campaign do', () => {
		const keyOf = (campaign: string | undefined, fitted: PreparedRequest['fitted']) =>
			requestKey({ ...one, settings: { ...SETTINGS, campaign }, fitted }, 'recipientList');
		const [whole, first, second] = [
			{ part: 1, parts: 1 },
			{ part: 1, parts: 2 },
			{ part: 2, parts: 2 },
		];
		const keys = [whole, first, second].map((fitted) => keyOf('spring', fitted));
		expect(new Set(keys).size).toBe(3);
		expect(keyOf('spring', { part: 2, parts: 3 })).toBe(keys[2]);
		// Of other sends the ticket itself differs.
		expect(keyOf(undefined, second)).toBe(keyOf(undefined, whole));
	});

	test('are compared part by part, with their number', () => {
		const gathered = 'recipientList';
		expect(itemKey([one, one], gathered)).not.toBe(itemKey([one], gathered));
		expect(itemKey([one], gathered)).toBe(itemKey([fromItem('18015550002')], gathered));
	});
});

test('the first part of a text has the name of its chain, and each further one its number', () => {
	expect([1, 2, 10].map((part) => keyOfPart('a-7', part))).toEqual(['a-7', 'a-7-2', 'a-7-10']);
});

describe('a number of its own', () => {
	test.each([
		['a batch of items', fromItem('1'), true],
		['a list', request(sendCall(to('1', '2'))), true],
		['a message to everyone', request(broadcastCall()), false],
		['a plain send', request(plainCall('1')), false],
		['a look-up', request(lookUpCall('1')), false],
		['a redirected list', request(sendCall(to('1')), { redirectedFrom: ['2'] }), false],
	])('is given or not to %s', (_what, prepared, expected) => {
		expect(isNumbered(prepared)).toBe(expected);
	});
});

describe('the names that tickets are made from', () => {
	const group = batchGroup(unit, 'main');

	test('of batches are those of their account and group, in whatever letters', () => {
		expect(group).toMatch(/^[0-9a-f]{6}$/);
		expect(batchGroup({ ...unit, keyword: 'nstaff' }, 'main')).toBe(group);
		expect(batchGroup({ ...unit, keyword: 'OTHER' }, 'main')).not.toBe(group);
		expect(batchGroup({ ...unit, code: '54321' }, 'main')).not.toBe(group);
		expect(batchGroup(unit, 'second')).not.toBe(group);
	});

	test('of others are those of whom they reach, each once, and of how often they did before', () => {
		const name = audienceName('main', ['1', '2'], 1);
		expect(audienceName('main', ['1', '2', '1'], 1)).toBe(name);
		expect(audienceName('main', ['1', '3'], 1)).not.toBe(name);
		expect(audienceName('main', ['1', '2'], 2)).not.toBe(name);
		expect(audienceName('second', ['1', '2'], 1)).not.toBe(name);
	});

	test('of the first message to everyone is that of its call', () => {
		const [call] = planOf(byIndex(item(request(broadcastCall())))).chains.flat();
		expect(broadcastName(unit, 'account 0')).toBe(call!.chain);
		expect(broadcastName({ ...unit, keyword: 'OTHER' }, 'account 0')).not.toBe(call!.chain);
	});
});
