import { addressLetIn } from '../../../../nodes/SubscriptionMessaging/statusAddress/triggerAddress';

const ADDRESS = 'https://n8n.example/webhook/a1b2/delivery-status';

it.each([
	['signedAddress', true],
	['', true],
	[undefined, true],
	['anything new', true],
	['none', false],
])('an address of %j is signed: %s', (authentication, signed) => {
	expect(addressLetIn(ADDRESS, authentication, 'not needed')).toEqual({ address: ADDRESS, signed });
});

it('a token goes along as a parameter, and is not signed', () => {
	expect(addressLetIn(ADDRESS, 'sharedToken', 'a&b=c')).toEqual({
		address: `${ADDRESS}?token=a%26b%3Dc`,
		signed: false,
	});
});
