import {
	objectIn,
	textIn,
} from '../../../../../nodes/SubscriptionMessaging/service/answer/answerOf';

it('takes a text, also an empty one, and nothing that came in its place', () => {
	expect(textIn('NSTAFF')).toBe('NSTAFF');
	expect(textIn('')).toBe('');
	for (const other of [undefined, null, 7, true, {}, ['NSTAFF', 'NCREW']]) {
		expect(textIn(other)).toBeUndefined();
	}
});

it('takes an object, and nothing that came in its place', () => {
	const user = { phone: '18015551001' };
	expect(objectIn<'WSUser'>(user)).toBe(user);
	for (const other of [undefined, null, 'Ada', 7, true, [user, user]]) {
		expect(objectIn<'WSUser'>(other)).toBeUndefined();
	}
});
