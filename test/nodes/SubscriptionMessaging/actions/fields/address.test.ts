import type { IDataObject } from 'n8n-workflow';

import { createDivision } from '../../../../../nodes/SubscriptionMessaging/actions/division/create.operation';
import { requestsOf } from '../entered';

const addressOf = (additionalFields: IDataObject) => {
	const [request] = requestsOf(createDivision, { divisionName: 'Pier', additionalFields });
	return (request!.parameters as { division: IDataObject }).division.address;
};

test('an address has the members that were entered', () => {
	const address = { city: 'Logan', zip: ' 84321 ', street: '' };
	expect(addressOf({ address: { address } })).toEqual({ city: 'Logan', zip: '84321' });
});

test.each([
	{},
	{ address: {} },
	{ address: { address: {} } },
	{ address: { address: { city: '' } } },
])('there is none in %j', (additionalFields) => {
	expect(addressOf(additionalFields)).toBeUndefined();
});
