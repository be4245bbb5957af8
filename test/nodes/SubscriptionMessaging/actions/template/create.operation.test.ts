import { createTemplate } from '../../../../../nodes/SubscriptionMessaging/actions/template/create.operation';
import { requestsOf } from '../entered';

const templateOf = (parameters: object) =>
	(
		requestsOf(createTemplate, { keyword: 'NSTAFF', ...parameters })[0]!.parameters as {
			template: object;
		}
	).template;

test('a template has what was entered', () => {
	const additionalFields = { title: 't', subject: 's', description: 'd' };
	expect(templateOf({ id: ' a ', text: 'Hi {name}', additionalFields })).toEqual({
		id: 'a',
		text: 'Hi {name}',
		title: 't',
		subject: 's',
		description: 'd',
	});
});

test('what is empty is not sent', () => {
	expect(templateOf({ id: 'a', text: '', additionalFields: { title: '' } })).toEqual({ id: 'a' });
});
