import { panelHint } from '../../../../nodes/SubscriptionMessaging/wording/panelHint';

test.each(['info', 'warning'] as const)('a hint of kind %s stands above the output', (type) => {
	expect(panelHint(type, '3 <b>sent</b>')).toEqual({
		message: '3 <b>sent</b>',
		type,
		location: 'outputPane',
	});
});
