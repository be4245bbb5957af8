import { detailsByAddress } from '../../../../../nodes/SubscriptionMessaging/service/answer/detailsByAddress';
import { AddressIndex } from '../../../../../nodes/SubscriptionMessaging/service/text/addressIndex';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import { stepsOf } from '../../stepsOf';

const of = (...addresses: Array<string | null>) => addresses.map((sendTo) => ({ sendTo }));

const found = (asked: string[], ...addresses: Array<string | null>) =>
	Object.fromEntries(
		[...finished(detailsByAddress(of(...addresses), new AddressIndex(asked)))].map(
			([address, details]) => [address, details.map(({ sendTo }) => sendTo)],
		),
	);

test('rows are those of whom they name, in whatever form, in their order', () => {
	expect(found(['+1 801 555-1001', 'Ann@Acme.example'], '8015551001', 'ann@acme.example')).toEqual({
		'18015551001': ['8015551001'],
		'ann@acme.example': ['ann@acme.example'],
	});
	expect(found(['18015551001'], '18015551001', '+18015551001')).toEqual({
		'18015551001': ['18015551001', '+18015551001'],
	});
});

test('rows of strangers, of nobody and of one of several people are left out', () => {
	const asked = ['18015551001', '448015551001'];
	expect(found(asked, '18015559999', null, '', '8015551001')).toEqual({});
});

test('a long list is read in steps', () => {
	const details = Array.from({ length: 20_000 }, () => ({ sendTo: '18015551001' }));
	expect(stepsOf(detailsByAddress(details, new AddressIndex(['18015551001'])))).toBeGreaterThan(5);
});

test('a number of somebody else that ends alike counts only where the own one is not there', () => {
	expect(found(['16592345678'], '6592345678', '+1 659 234 5678', '6592345678')).toEqual({
		'16592345678': ['+1 659 234 5678'],
	});
	expect(found(['16592345678'], '6592345678')).toEqual({ '16592345678': ['6592345678'] });
});
