import { updateTemplate } from '../../../../../nodes/SubscriptionMessaging/actions/template/update.operation';
import { requestsOf } from '../entered';

const templateOf = (updateFields: object) =>
	(
		requestsOf(updateTemplate, { keyword: 'NSTAFF', id: ' a ', updateFields })[0]!.parameters as {
			template: object;
		}
	).template;

test('only what was added is sent', () => {
	expect(templateOf({})).toEqual({ id: 'a' });
	expect(templateOf({ text: 'Hi' })).toEqual({ id: 'a', text: 'Hi' });
});

test.each(['title', 'subject', 'text', 'description'])('an empty %s clears it', (member) => {
	expect(templateOf({ [member]: '' })).toEqual({ id: 'a', [member]: '' });
});
