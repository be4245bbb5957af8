import type { IDataObject } from 'n8n-workflow';

import { lookUpCarrier } from '../../../../../nodes/SubscriptionMessaging/actions/phoneNumber/lookUpCarrier.operation';
import { requestsOf } from '../entered';

test.each<[IDataObject, boolean]>([
	[{}, false],
	[{ show_carrier_id: false }, false],
	[{ show_carrier_id: true }, true],
])('numbers are asked for together, with %j and the ID of the carrier: %p', (options, shows) => {
	const phone_list = '+1 801 555 1001, 18015551002';
	expect(requestsOf(lookUpCarrier, { phone_list, options })).toEqual([
		{
			operation: 'getCellularCarrier',
			parameters: { phone_list: '18015551001,18015551002', show_carrier_id: shows },
		},
	]);
});
