import { call, useSandbox } from './client';

const sandbox = useSandbox();

describe('a carrier look-up', () => {
	const lookUp = (parameters: object) =>
		call(sandbox(), 'getCellularCarrierId', null, { ...parameters });

	test('tells carrier, landline, international and invalid numbers apart', async () => {
		const { message, response } = await lookUp({
			phone_list: '18015551001, +447700900123,18015551200,,12',
		});

		expect(message).toBe('Successfully found carrier');
		const none = { carrier: '', carrier_id: '', international: false, landline: false };
		expect(response.list).toEqual([
			{
				phone: '18015551001',
				carrier: 'Verizon Wireless',
				carrier_id: '384',
				international: false,
				landline: false,
				invalid: false,
			},
			{
				phone: '+447700900123',
				carrier: 'AT&T',
				carrier_id: '383',
				international: true,
				landline: false,
				invalid: false,
			},
			{ ...none, phone: '18015551200', landline: true, invalid: false },
			{ ...none, phone: '12', invalid: true },
		]);
	});

	test.each([
		[{ phone: '18015551001' }],
		[{ phone_list: '18015551001', phone: '18015551001' }],
		[{ phone_list: null, phone: '18015551001' }],
	])('takes the list by either name: %j', async (parameters) => {
		expect((await lookUp(parameters)).response.list).toMatchObject([{ phone: '18015551001' }]);
	});

	test.each([
		[true, '384'],
		['1', '384'],
		[false, undefined],
		[null, undefined],
	])('with show_carrier_id %s', async (show_carrier_id, carrier_id) => {
		const { response } = await call(sandbox(), 'getCellularCarrier', null, {
			phone_list: '18015551001',
			show_carrier_id,
		});

		expect(response.list[0].carrier_id).toBe(carrier_id);
	});

	test('takes 100 numbers and no more', async () => {
		const numbers = (count: number) => ({ phone_list: Array(count).fill('18015551001').join() });

		expect((await lookUp(numbers(100))).response.list).toHaveLength(100);
		expect(await lookUp(numbers(101))).toMatchObject({ result: false, error_code: 112 });
	});

	test.each([{}, { phone_list: '' }, { phone_list: ' , ' }])('refuses %j', async (parameters) => {
		expect(await lookUp(parameters)).toMatchObject({ result: false, error_code: 109 });
	});

	test('refuses a show_carrier_id that is neither true nor false', async () => {
		const parameters = { phone_list: '18015551001', show_carrier_id: 'maybe' };

		expect(await call(sandbox(), 'getCellularCarrier', null, parameters)).toMatchObject({
			error_code: 111,
		});
	});
});

describe('short URLs', () => {
	test('one that was created can be updated', async () => {
		const url = 'https://long.example/?a=1&b=2';
		const created = await call(sandbox(), 'createShortURL', 'NSTAFF', { url, params: [] });
		const updated = await call(sandbox(), 'updateShortURL', 'NSTAFF', {
			url: 'https://other.example',
			short_url: created.response,
			params: [{ name: 'source', value: 'sms' }],
		});

		expect(created).toMatchObject({ result: true, response: expect.stringMatching(/^https:/) });
		expect(updated).toMatchObject({ result: true });
		expect(sandbox().sandbox.shortUrls.get(created.response)).toBe('https://other.example');
	});

	test('an unknown one is not updated, and a url is needed', async () => {
		const unknown = { url: 'https://x.example', short_url: 'https://short.example/none' };

		expect(await call(sandbox(), 'updateShortURL', 'NSTAFF', unknown)).toMatchObject({
			error_code: 121,
		});
		expect(await call(sandbox(), 'createShortURL', 'NSTAFF', {})).toMatchObject({
			error_code: 109,
		});
	});
});
