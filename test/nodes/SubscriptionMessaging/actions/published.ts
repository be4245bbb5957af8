/** Values that stored workflows hold, by resource: none of them may change or go. */
type Values = Readonly<Record<string, readonly string[]>>;

/** Of the first version, whose operations the changelog names together: closed. */
const FIRST_VERSION: Values = {
	account: ['getOrganizationTree', 'testAuthentication', 'testService'],
	phoneNumber: ['lookUpCarrier', 'lookUpCarrierId'],
	shortUrl: ['create', 'update'],
	division: ['create', 'get', 'update', 'delete', 'restore', 'getGroups'],
	group: ['create', 'get', 'update', 'delete', 'restore'],
	subscriber: ['getMany'],
	message: [
		'send',
		'sendAndWait',
		'sendAndWaitForDelivery',
		'sendLocalized',
		'sendTemplate',
		'sendToGroup',
		'sendToNumbers',
		'getReport',
		'getStatus',
	],
	template: ['create', 'get', 'getMany', 'update', 'delete', 'restore'],
};

/** Added since, as in `division: ['getTree']`; a line of the changelog tells of each. */
const ADDED: Values = {};

const inFull = (values: Values) =>
	Object.entries(values).flatMap(([resource, operations]) =>
		operations.map((operation) => `${resource}.${operation}`),
	);

/** Operations that the changelog has to name, as `resource.operation`. */
export const ADDED_OPERATIONS = inFull(ADDED);

/** All operations that a stored workflow may hold. */
export const PUBLISHED_OPERATIONS = [...inFull(FIRST_VERSION), ...ADDED_OPERATIONS];
