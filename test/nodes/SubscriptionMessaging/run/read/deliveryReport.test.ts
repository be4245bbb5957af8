import { campaignTicket } from '../../../../../nodes/SubscriptionMessaging/run/campaign/campaignKey';
import { withDeliveryReport } from '../../../../../nodes/SubscriptionMessaging/run/read/deliveryReport';
import type { IDataObject } from 'n8n-workflow';
import { fakeRun, fieldsOf } from '../fakeRun';

const HOOK = 'https://n8n.example/webhook/1/messages';

interface Reporting {
	operation?: string;
	options?: IDataObject;
	/** Authentications of the triggers of the workflow. */
	triggers?: string[];
	/** Of the credential. */
	deliveryReportAddress?: string;
	mode?: string;
	/** What n8n tells of its addresses. */
	additionalData?: { webhookBaseUrl: string; webhookTestBaseUrl?: string };
}

/** The first request of an item with the address of its report. */
function reporting({
	operation: chosen = 'message/send',
	options = {},
	triggers = [],
	deliveryReportAddress = '',
	mode,
	additionalData = {
		webhookBaseUrl: 'https://n8n.example/webhook',
		webhookTestBaseUrl: 'https://n8n.example/webhook-test',
	},
}: Reporting) {
	const { context, session: account } = fakeRun({
		operation: chosen,
		parameters: { keyword: 'NSTAFF', sendTo: '18015550001', type: 1, message: 'Hi', options },
		mode,
	});
	const nodes = triggers.map((authentication, index) => ({
		name: `Status ${index + 1}`,
		type: 'subscriptionMessagingTrigger',
		webhookId: `a${index + 1}`,
		parameters: { authentication },
	}));
	Object.assign(context, { workflow: { id: 'w1', nodes }, additionalData });
	const session = { ...account, deliveryReportAddress };
	const { operation, fields } = fieldsOf(context, chosen);
	const [request] = [operation.request(fields)].flat();
	const reported = withDeliveryReport(context, session, operation, fields, request!);
	return {
		request: request!,
		reported,
		address: (reported.parameters as { status_url?: string }).status_url,
		isSigned: reported.signsStatusUrl,
	};
}

test('without a choice, the address stays as it was entered', () => {
	const { request, reported } = reporting({ options: { status_url: HOOK } });
	expect(reported).toBe(request);
	expect(reporting({ options: { status_url: HOOK, deliveryReport: 'address' } })).toMatchObject({
		address: HOOK,
		isSigned: undefined,
	});
});

test.each(['message/send', 'message/sendTemplate', 'message/sendLocalized', 'message/sendToGroup'])(
	'%s: without the blanks and line ends around it, and none of blanks alone',
	(operation) => {
		const options = { status_url: ` ${HOOK}\n`, deliveryReport: 'address' };
		expect(reporting({ operation, options }).address).toBe(HOOK);
		const blank = { status_url: ' ', deliveryReport: 'address' };
		expect(reporting({ operation, options: blank }).address).toBeUndefined();
		const signed = { ...blank, deliveryReport: 'signedAddress' };
		expect(() => reporting({ operation, options: signed })).toThrow("'Status URL' is empty");
	},
);

test('None asks for no report, though an address is entered', () => {
	expect(reporting({ options: { status_url: HOOK, deliveryReport: 'none' } })).toMatchObject({
		address: undefined,
		isSigned: undefined,
	});
});

test('a signed address is marked, and signed once its ticket is known', () => {
	expect(
		reporting({ options: { status_url: HOOK, deliveryReport: 'signedAddress' } }),
	).toMatchObject({ address: HOOK, isSigned: true });
});

test.each([
	['a signed address', 'signedAddress', ''],
	['a signed address', 'signedAddress', undefined],
])('%s cannot be empty (%s, %j)', (_what, deliveryReport, status_url) => {
	expect(() => reporting({ options: { status_url, deliveryReport } })).toThrow(
		"'Status URL' is empty, and 'Delivery Report' goes there [item 0]",
	);
});

test('an address that is reported to unchanged has to be chosen, and may be none for an item', () => {
	expect(() => reporting({ options: { deliveryReport: 'address' } })).toThrow(
		"'Status URL' is empty, and 'Delivery Report' goes there [item 0]",
	);
	expect(
		reporting({ options: { deliveryReport: 'address', status_url: '' } }).isSigned,
	).toBeUndefined();
});

test('a send that has no delivery reports stays as it is', () => {
	const { request, reported } = reporting({
		operation: 'message/sendToNumbers',
		options: { deliveryReport: 'signedAddress', status_url: HOOK },
	});
	expect(reported).toBe(request);
});

describe('the trigger of the workflow', () => {
	const options = { deliveryReport: 'trigger' };

	test.each([
		['signedAddress', true],
		['none', undefined],
	])('is told, by its authentication: %s', (authentication, isSigned) => {
		expect(reporting({ options, triggers: [authentication] })).toMatchObject({
			address: 'https://n8n.example/webhook/a1/delivery-status',
			isSigned,
		});
	});

	test('has to be active, unless the credential has an address for all reports', () => {
		expect(() => reporting({ options })).toThrow('[item 0]');
		expect(reporting({ options, deliveryReportAddress: HOOK })).toMatchObject({
			address: HOOK,
			isSigned: true,
		});
	});

	test('has to be the only one', () => {
		const triggers = ['signedAddress', 'signedAddress'];
		expect(() => reporting({ options, triggers, deliveryReportAddress: HOOK })).toThrow('[item 0]');
	});
});

test('Send and Wait is told at the address of the execution, whatever the options say', () => {
	expect(
		reporting({
			operation: 'message/sendAndWaitForDelivery',
			options: { deliveryReport: 'none' },
		}),
	).toMatchObject({
		address: 'https://n8n.example/webhook-waiting/7/delivery-status',
		isSigned: true,
	});
});

describe('the Test URL of the trigger', () => {
	const triggers = ['signedAddress'];

	test.each([
		['a run by hand that chooses it', 'manual', 'triggerTest', 'webhook-test'],
		['any other run that chooses it', 'trigger', 'triggerTest', 'webhook'],
		['a run by hand that does not', 'manual', 'trigger', 'webhook'],
	])('%s', (_run, mode, deliveryReport, path) => {
		expect(reporting({ options: { deliveryReport }, mode, triggers })).toMatchObject({
			address: `https://n8n.example/${path}/a1/delivery-status`,
			isSigned: true,
		});
	});

	test('is the Production URL where n8n tells none', () => {
		const options = { deliveryReport: 'triggerTest' };
		const additionalData = { webhookBaseUrl: 'https://n8n.example/webhook' };
		expect(reporting({ options, mode: 'manual', triggers, additionalData }).address).toBe(
			'https://n8n.example/webhook/a1/delivery-status',
		);
	});
});

test('a question is sent as it is: its answer comes back by the link', () => {
	const { request, reported } = reporting({
		operation: 'message/sendAndWait',
		options: { deliveryReport: 'none', status_url: HOOK },
	});
	expect(reported).toBe(request);
});

describe('the length', () => {
	const signed =
		(length: number, more: IDataObject = {}) =>
		() =>
			reporting({
				options: {
					deliveryReport: 'signedAddress',
					status_url: `${HOOK}/${'x'.repeat(length - HOOK.length - 1)}`,
					...more,
				},
			});
	/** Characters that the signature of a ticket of the node's own adds. */
	const longest = (more?: IDataObject) => {
		let length = HOOK.length + 2;
		for (;;) {
			try {
				signed(length + 1, more)();
			} catch {
				return length;
			}
			length += 1;
		}
	};

	test('counts with the signature: 500 characters, of which a ticket of the node takes its part', () => {
		const own = longest();
		expect(signed(own + 1)).toThrow('has an address of 501 characters, and 500 are allowed');
		expect(longest({ custom_ticket: 'a' })).toBeGreaterThan(own);
		expect(longest({ code: '123456' })).toBe(own - 1);
		expect(longest({ code: ' 123456 ' })).toBe(own - 1);
	});

	test('counts with the longest ticket of a campaign, which is longer than one of the node', () => {
		expect(longest({ campaignKey: 'spring' })).toBe(longest({ custom_ticket: 'n'.repeat(50) }));
		expect(longest({ campaignKey: 'spring' })).toBeLessThan(longest());
		const custom_ticket = campaignTicket('春'.repeat(40), 999_999, 30);
		expect(longest({ campaignKey: '春'.repeat(40) })).toBe(longest({ custom_ticket }));
	});

	test('of an address that is not signed is left to the checks of the call', () => {
		const webhookBaseUrl = `https://n8n.example/${'x'.repeat(600)}`;
		const options = { deliveryReport: 'trigger' };
		expect(
			reporting({ options, triggers: ['none'], additionalData: { webhookBaseUrl } }).address,
		).toBe(`${webhookBaseUrl}/a1/delivery-status`);
	});
});
