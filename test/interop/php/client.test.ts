import { auth, callsOf, PHONES_OF_STAFF, sent, testClient } from '../clientSuite';

const client = { name: "PHP's SoapClient", peer: 'php', script: 'php/client.php' } as const;

testClient(client);

describe("PHP's SoapClient alone", () => {
	const outcomes = callsOf(client);

	it('reaches everyone in the group with an empty list of recipients too', async () => {
		const [outcome] = await outcomes([
			['sendMessage', auth('NSTAFF'), 'Closed today', { recipients: [] }],
		]);
		expect(outcome).toMatchObject({ result: { result: true } });
		expect(sent().map(({ sendTo }) => sendTo)).toEqual(PHONES_OF_STAFF);
	});

	it('reaches nobody with a control character that it writes although XML cannot carry it', async () => {
		const [outcome] = await outcomes([['sendMessage', auth('NSTAFF'), 'Closed\u0001today']]);
		expect(outcome).toEqual({
			fault: { code: 'SOAP-ENV:Client', text: expect.stringContaining('control character') },
		});
		expect(sent()).toEqual([]);
	});
});
