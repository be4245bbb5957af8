/** What `npm run schemas` runs to see what each operation gives: its schema and its example are read off that. */
import type { INodeParameters } from 'n8n-workflow';

export interface Example {
	/** Executed in turn, the last one for its output. */
	runs: INodeParameters[];
	/** What the first person who is asked answers. */
	decision?: 'approve';
}

const unit = (value: string) => ({ __rl: true, mode: 'keyword', value });
const template = (value: string) => ({ __rl: true, mode: 'id', value });
const north = { keyword: unit('NORTH') };
const staff = { keyword: unit('NSTAFF') };
const numbers = '18015551001, 18015551002';
const to = { ...staff, recipients: 'commaSeparated', sendTo: numbers, message: 'Hello' };
const orderReady = { ...staff, id: template('order-ready') };
const url = { ...staff, url: 'https://example.com/offer' };

/** By resource and operation: the fields that give an output with everything in it. */
export const EXAMPLES: Record<string, Record<string, Example>> = {
	account: {
		getOrganizationTree: { runs: [north] },
		testAuthentication: { runs: [{}] },
		testService: { runs: [{}] },
	},
	division: {
		create: {
			runs: [
				{
					...north,
					divisionName: 'Pier',
					additionalFields: {
						email: 'pier@acme.example',
						phone: '18015550102',
						url: 'https://pier.acme.example',
						address: {
							address: {
								street: '1 Pier',
								street2: 'Floor 2',
								city: 'Logan',
								state: 'Utah',
								state_abbr: 'UT',
								zip: '84321',
							},
						},
					},
				},
			],
		},
		delete: { runs: [north] },
		get: { runs: [north] },
		getGroups: { runs: [north] },
		restore: { runs: [{ operation: 'delete', ...north }, north] },
		update: { runs: [{ ...north, updateFields: { url: 'https://north.acme.example' } }] },
	},
	group: {
		create: {
			runs: [{ ...north, groupName: 'Night Shift', additionalFields: { ispublic: true } }],
		},
		delete: { runs: [staff] },
		get: { runs: [staff] },
		restore: { runs: [{ operation: 'delete', ...staff }, staff] },
		update: { runs: [{ ...staff, updateFields: { groupName: 'Crew' } }] },
	},
	message: {
		getReport: {
			runs: [
				{ operation: 'send', ...to, options: { custom_ticket: 'order-1042' } },
				{ ...staff, custom_ticket: 'order-1042, order-1043' },
			],
		},
		getStatus: {
			runs: [
				{ operation: 'send', ...to, options: { custom_ticket: 'order-1042' } },
				{ ...staff, lookUpBy: 'customTicket', custom_ticket: 'order-1042' },
			],
		},
		send: { runs: [to] },
		sendAndWait: { runs: [{ ...to, message: 'Send the newsletter?' }], decision: 'approve' },
		sendAndWaitForDelivery: { runs: [to] },
		sendLocalized: { runs: [{ ...to, locale: 'es_MX', country: 'MX' }] },
		sendTemplate: {
			runs: [
				{
					...orderReady,
					recipients: 'defineBelow',
					recipientList: {
						recipients: [
							{
								sendTo: '18015551001',
								type: 1,
								customfields: {
									field: [
										{ name: 'name', value: 'Ann' },
										{ name: 'order', value: '1042' },
									],
								},
							},
						],
					},
				},
			],
		},
		sendToGroup: { runs: [{ ...staff, message: 'Hello', options: { maxRecipients: 1000 } }] },
		sendToNumbers: { runs: [{ ...to, phone: numbers }] },
	},
	phoneNumber: {
		lookUpCarrier: { runs: [{ phone_list: numbers }] },
		lookUpCarrierId: { runs: [{ phone_list: numbers }] },
	},
	shortUrl: {
		create: { runs: [url] },
		update: {
			runs: [
				{ operation: 'create', ...url },
				{ ...url, short_url: '={{ $json.response }}' },
			],
		},
	},
	subscriber: { getMany: { runs: [{ ...staff, status: 'all' }] } },
	template: {
		create: {
			runs: [
				{
					...staff,
					id: 'brand-new',
					text: 'Hi {name}',
					additionalFields: { title: 'New', subject: 'New', description: 'New' },
				},
			],
		},
		delete: { runs: [orderReady] },
		get: { runs: [orderReady] },
		getMany: { runs: [staff] },
		restore: { runs: [{ operation: 'delete', ...orderReady }, orderReady] },
		update: { runs: [{ ...orderReady, updateFields: { title: 'Ready' } }] },
	},
};
