import { readMaximums } from '../../../../../nodes/SubscriptionMessaging/actions/fields/maximums';
import { sendMessage } from '../../../../../nodes/SubscriptionMessaging/actions/message/send.operation';
import { entered } from '../entered';

const read = (options: object) => readMaximums(entered(sendMessage, { options } as never));

test.each([
	[{}, {}],
	[{ maxRecipients: 5 }, { recipients: 5 }],
	[
		{ maxSegments: '2', maxRecipients: 1 },
		{ recipients: 1, segments: 2 },
	],
])('of %j the limits are %j', (options, limits) => {
	expect(read(options)).toEqual(limits);
});

test.each([
	['maxRecipients', 'Max Recipients'],
	['maxSegments', 'Max Segments'],
])('an empty %s is no limit that is left out: it sends nothing', (name, label) => {
	for (const empty of ['', null, undefined]) {
		expect(() => read({ [name]: empty })).toThrow(`'${label}' is empty, so nothing was sent`);
	}
	for (const wrong of [0, -1, 1.5, 'many']) {
		expect(() => read({ [name]: wrong })).toThrow(`'${label}' must be a whole number`);
	}
});
