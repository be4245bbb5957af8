import type { Fields } from '../fields';
import { isActive, type Group } from '../organization';
import { Refusal } from '../refusal';
import { objectParameter, type Call, type Operation, type Reply } from './operation';
import { divisionTree, groupInTree, groupView } from './tree';

const onGroup = {
	auth: 'WSAuthentication',
	parameters: {},
	binding: 'subscriptionnode',
	returns: 'WSSubscriptionnodeResponse',
} as const;

/** The operations of the subscriptionnode binding (Group operations). */
export const SUBSCRIPTIONNODE = {
	createSubscriptionnode: {
		...onGroup,
		parameters: { group: 'WSSubscriptionnode' },
		perform(call) {
			const parent = call.existing('company', 'division');
			if (parent.kind === 'company') {
				throw new Refusal(
					'keywordOfWrongUnit',
					`A group can only be created under a division; ${parent.keyword} is the company`,
				);
			}
			const fields = objectParameter(call, 'group');
			const name = fields.required('name');
			const change = groupChange(fields);
			const group = call.sandbox.organization.addGroup(parent, { name });
			Object.assign(group, change);
			return groupReply(call, 'created', group);
		},
	},
	readSubscriptionnode: {
		...onGroup,
		perform: (call) => groupReply(call, 'read', call.existing('group')),
	},
	updateSubscriptionnode: {
		...onGroup,
		parameters: { group: 'WSSubscriptionnode' },
		perform(call) {
			const group = call.existing('group');
			const fields = objectParameter(call, 'group');
			Object.assign(group, { name: fields.required('name') }, groupChange(fields));
			return groupReply(call, 'updated', group);
		},
	},
	deleteSubscriptionnode: {
		...onGroup,
		perform(call) {
			call.existing('group').deleted = true;
			return { message: 'Successfully deleted subscription group' };
		},
	},
	restoreSubscriptionnode: {
		...onGroup,
		perform(call) {
			const group = call.evenDeleted('group');
			call.sandbox.organization.restore(group);
			return groupReply(call, 'restored', group);
		},
	},
	getActiveSubscribers: {
		...onGroup,
		returns: 'WSSubscriberListResponse',
		perform: (call) => ({
			message: 'Successfully retrieved active subscribers',
			response: subscriberList(call.existing('group'), true),
		}),
	},
	getAllSubscribers: {
		...onGroup,
		returns: 'WSSubscriberListResponse',
		perform: (call) => ({
			message: 'Successfully retrieved all subscribers',
			response: subscriberList(call.existing('group'), false),
		}),
	},
	getDivisionGroups: {
		...onGroup,
		returns: 'WSDivisionResponse',
		perform(call) {
			const division = call.existing('division');
			return {
				message: 'Successfully retrieved division groups',
				response: { ...divisionTree(division, call.request.transport), divisions: [] },
			};
		},
	},
} satisfies Readonly<Record<string, Operation>>;

function groupChange(fields: Fields): Partial<Pick<Group, 'ispublic' | 'stackOrder'>> {
	const ispublic = fields.integer('ispublic');
	const stackOrder = fields.integer('stackOrder');
	if (ispublic !== null && ispublic !== 0 && ispublic !== 1) {
		throw fields.invalid('ispublic', 'must be 0 or 1');
	}
	return { ...(ispublic !== null && { ispublic }), ...(stackOrder !== null && { stackOrder }) };
}

function groupReply(call: Call, done: string, group: Group): Reply {
	const { transport } = call.request;
	return {
		message: `Successfully ${done} subscription group`,
		// The keywords and the code are in name-value-pair output only (Group operations).
		response: transport === 'nvp' ? groupInTree(group, transport) : groupView(group),
	};
}

function subscriberList(group: Group, activeOnly: boolean) {
	const chosen = activeOnly ? group.subscribers.filter(isActive) : group.subscribers;
	return {
		subscribers: chosen.map(({ user, ...subscriber }) => ({
			...subscriber,
			name: group.name,
			default_keyword: group.keyword,
			user: { ...user, address: { ...user.address }, password: '' },
		})),
	};
}
