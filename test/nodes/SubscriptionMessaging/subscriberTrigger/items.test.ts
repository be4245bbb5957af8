import { exampleOf, itemOf } from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/items';
import {
	NOT_SUBSCRIBED,
	stateOf,
} from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/personState';
import { gone, person } from './account';

const ADA = '18015551001';
const NOTICED = '2026-11-23T14:00:00.000Z';
const text = person(ADA, { name: 'Staff' });
const email = person(ADA, { mobiletxt: 0, email: 1, landline: 1 });

it('is one flat person with what happened, in which group, and when it was noticed', () => {
	const change = {
		event: 'joined' as const,
		pseudonym: 'pseudonym-1',
		before: NOT_SUBSCRIBED,
		after: stateOf(text),
		subscriber: text,
	};
	const { json } = itemOf(change, 'NSTAFF', NOTICED);
	expect(json).toMatchObject({
		event: 'joined',
		group: 'NSTAFF',
		noticed_at: NOTICED,
		person_key: 'pseudonym-1',
		listed: true,
		phone: ADA,
		group_name: 'Staff',
		receives_text: true,
	});
	expect(json).not.toHaveProperty('switched_on');
	expect(json).not.toHaveProperty('switched_off');
	expect(json).not.toHaveProperty('example');
});

it('says which channels were switched on and off where they changed', () => {
	const change = {
		event: 'channels_changed' as const,
		pseudonym: 'pseudonym-1',
		before: stateOf(text),
		after: stateOf(email),
		subscriber: email,
	};
	expect(itemOf(change, 'NSTAFF', NOTICED).json).toMatchObject({
		switched_on: ['receives_email', 'receives_landline'],
		switched_off: ['receives_text'],
	});
});

it('has the channels of all entries of a person who is listed twice', () => {
	const after = stateOf(text) | stateOf(email);
	const change = {
		event: 'channels_changed' as const,
		pseudonym: 'pseudonym-1',
		before: stateOf(text),
		after,
		subscriber: email,
	};
	expect(itemOf(change, 'NSTAFF', NOTICED).json).toMatchObject({
		switched_on: ['receives_email', 'receives_landline'],
		receives_text: true,
		receives_voice: false,
		receives_email: true,
		receives_landline: true,
	});
});

it('holds nobody’s data where the service lists the person no more', () => {
	const change = {
		event: 'left' as const,
		pseudonym: 'pseudonym-1',
		before: stateOf(text),
		after: NOT_SUBSCRIBED,
		subscriber: undefined,
	};
	expect(itemOf(change, 'NSTAFF', NOTICED).json).toEqual({
		event: 'left',
		group: 'NSTAFF',
		noticed_at: NOTICED,
		person_key: 'pseudonym-1',
		listed: false,
	});
});

it.each(['joined', 'left', 'returned'] as const)(
	'of the event %s, an example says that it is one',
	(event) => {
		const { json } = exampleOf(event, gone(ADA), 'pseudonym-1', 'NSTAFF', NOTICED);
		expect(json).toMatchObject({
			example: true,
			event,
			group: 'NSTAFF',
			noticed_at: NOTICED,
			person_key: 'pseudonym-1',
			listed: true,
			phone: ADA,
			subscribed: false,
		});
		expect(json).not.toHaveProperty('switched_on');
	},
);

it('of somebody who left, an example says so also where everybody is subscribed', () => {
	const { json } = exampleOf('left', email, 'p', 'NSTAFF', NOTICED);
	expect(json).toMatchObject({ phone: ADA, subscribed: false });
});

it('of changed channels, an example has those that the person has now', () => {
	expect(exampleOf('channels_changed', email, 'p', 'NSTAFF', NOTICED).json).toMatchObject({
		switched_on: ['receives_email', 'receives_landline'],
		switched_off: [],
	});
});
