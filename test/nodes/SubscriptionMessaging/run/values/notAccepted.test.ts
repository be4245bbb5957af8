import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { notAccepted } from '../../../../../nodes/SubscriptionMessaging/run/values/notAccepted';
import { stepsOf } from '../../stepsOf';
import { plainCall } from '../preparedItems';

const ANN = '18015550001';
const BOB = '18015550002';
const call = plainCall(`${ANN},${BOB}`);

test.each([
	['nobody where all are listed, however they are written', [BOB, '+1 (801) 555-0001'], []],
	['whoever is not listed', ['8015550002'], [ANN]],
	['all where the list is empty', [], [ANN, BOB]],
	['nobody where there is no list', null, []],
])('of a plain send are not accepted: %s', (_whom, accepted, expected) => {
	expect(finished(notAccepted(call, { result: true, accepted }))).toEqual(expected);
});

test('a long list is read in steps', () => {
	const accepted = Array.from({ length: 5000 }, (_one, index) => String(18010000000 + index));
	expect(stepsOf(notAccepted(call, { result: true, accepted }))).toBeGreaterThan(3);
});
