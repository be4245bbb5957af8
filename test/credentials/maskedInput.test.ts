import { SubscriptionMessagingTrigger } from '../../nodes/SubscriptionMessaging/SubscriptionMessagingTrigger.node';

it('shows dots in place of the secret that is typed into the trigger, and in place of nothing else', () => {
	const { properties } = new SubscriptionMessagingTrigger().description;
	const options = properties.flatMap((property) => [property, ...(property.options ?? [])]);
	const masked = options.filter(
		(option) => 'typeOptions' in option && option.typeOptions?.password === true,
	);
	expect(masked.map(({ name }) => name)).toEqual(['accessKey']);
});
