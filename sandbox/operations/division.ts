import type { Fields } from '../fields';
import type { Address } from '../organization';
import { givenTexts, objectParameter, type Operation } from './operation';
import { divisionTree } from './tree';

const onDivision = {
	auth: 'WSAuthentication',
	parameters: {},
	binding: 'division',
	returns: 'WSDivisionResponse',
} as const;

/** The operations of the division binding (Division operations). */
export const DIVISION = {
	createDivision: {
		...onDivision,
		parameters: { division: 'WSDivision' },
		perform(call) {
			const { parent, code } = call.parentOfNew('company', 'division');
			const fields = objectParameter(call, 'division');
			const name = fields.required('name');
			const change = divisionChange(fields);
			const division = call.sandbox.organization.addDivision(parent, { name, code });
			Object.assign(division, change);
			return {
				message: 'Successfully created division',
				response: divisionTree(division, call.request.transport),
			};
		},
	},
	readDivision: {
		...onDivision,
		perform: (call) => ({
			message: 'Successfully read division',
			response: divisionTree(call.existing('division'), call.request.transport),
		}),
	},
	updateDivision: {
		...onDivision,
		parameters: { division: 'WSDivision' },
		perform(call) {
			const division = call.existing('division');
			const fields = objectParameter(call, 'division');
			Object.assign(division, nameChange(fields), divisionChange(fields));
			return {
				message: 'Successfully updated division',
				response: divisionTree(division, call.request.transport),
			};
		},
	},
	deleteDivision: {
		...onDivision,
		perform(call) {
			call.existing('division').deleted = true;
			return { message: 'Successfully deleted division' };
		},
	},
	restoreDivision: {
		...onDivision,
		perform(call) {
			const division = call.evenDeleted('division');
			call.sandbox.organization.restore(division);
			return {
				message: 'Successfully restored division',
				response: divisionTree(division, call.request.transport),
			};
		},
	},
} satisfies Readonly<Record<string, Operation>>;

function nameChange(fields: Fields): { name?: string } {
	return fields.has('name') ? { name: fields.required('name') } : {};
}

function divisionChange(fields: Fields) {
	const address = fields.object('address');
	return {
		...givenTexts(fields, ['email', 'phone', 'url']),
		...(address && { address: addressOf(address) }),
	};
}

function addressOf(fields: Fields): Address {
	const zip = fields.integer('zip');
	return {
		...givenTexts(fields, ['city', 'state', 'state_abbr', 'street', 'street2']),
		...(zip !== null && { zip }),
	};
}
