import { lookUpCarrier } from '../carriers';
import type { Division } from '../organization';
import { Refusal } from '../refusal';
import { phoneNumbers } from './numbers';
import { UNIT_KINDS, type Call, type Operation, type Reply } from './operation';
import { divisionTree } from './tree';

const onTask = { auth: 'WSAuthentication', binding: 'task', parameters: {} } as const;
const phoneList = { phone_list: 'string', phone: 'string' } as const;

/** The operations of the task binding (Task operations). */
export const TASK = {
	authenticationTest: {
		...onTask,
		returns: 'WSGenericResponse',
		perform(call) {
			call.existingOrCompany(...UNIT_KINDS);
			return { message: `Successfully authenticated user ${call.request.auth.text('username')}` };
		},
	},
	// The return shape of `test` is not shown: a bare envelope is the least that can be said.
	test: {
		...onTask,
		returns: 'WSGenericResponse',
		perform(call) {
			call.existingOrCompany(...UNIT_KINDS);
			return { message: 'The services work' };
		},
	},
	getCellularCarrier: {
		binding: 'task',
		auth: 'WSSimpleAuthentication',
		parameters: { ...phoneList, show_carrier_id: 'boolean' },
		returns: 'WSCarrierPhoneResponse',
		perform: (call) => carriers(call, call.parameters.boolean('show_carrier_id') ?? false),
	},
	getCellularCarrierId: {
		binding: 'task',
		auth: 'WSSimpleAuthentication',
		parameters: phoneList,
		returns: 'WSCarrierPhoneResponse',
		perform: (call) => carriers(call, true),
	},
	getOrganizationTree: {
		...onTask,
		returns: 'WSDivisionResponse',
		perform(call) {
			const unit = call.existingOrCompany('company', 'division') as Division;
			return {
				message: 'Successfully loaded organization tree',
				response: divisionTree(unit, call.request.transport),
			};
		},
	},
	// Output and effects of the short-URL operations are not shown: the sandbox remembers the
	// pair and answers with the short address alone.
	createShortURL: {
		...onTask,
		parameters: { url: 'string', params: 'WSCustomField[]' },
		returns: 'WSGenericResponse',
		perform(call) {
			call.existing(...UNIT_KINDS);
			const url = call.parameters.required('url');
			const { shortUrls } = call.sandbox;
			const shortUrl = `https://short.example/${(shortUrls.size + 1000).toString(36)}`;
			shortUrls.set(shortUrl, url);
			return { message: 'Successfully created short URL', response: shortUrl };
		},
	},
	updateShortURL: {
		...onTask,
		parameters: { url: 'string', short_url: 'string', params: 'WSCustomField[]' },
		returns: 'WSGenericResponse',
		perform(call) {
			call.existing(...UNIT_KINDS);
			const url = call.parameters.required('url');
			const shortUrl = call.parameters.required('short_url');
			if (!call.sandbox.shortUrls.has(shortUrl)) {
				throw new Refusal('shortUrlUnknown', `Short URL ${shortUrl} is unknown`);
			}
			call.sandbox.shortUrls.set(shortUrl, url);
			return { message: 'Successfully updated short URL', response: shortUrl };
		},
	},
} satisfies Readonly<Record<string, Operation>>;

function carriers(call: Call, withId: boolean): Reply {
	const name = call.parameters.has('phone_list') ? 'phone_list' : 'phone';
	const rows = phoneNumbers(call, name).map((phone) => {
		const { carrier_id, ...row } = lookUpCarrier(phone);
		return withId ? { ...row, carrier_id } : row;
	});
	return { message: 'Successfully found carrier', response: { list: rows } };
}
