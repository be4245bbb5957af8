import type { INodeProperties } from 'n8n-workflow';

import { getOrganizationTree } from './account/getOrganizationTree.operation';
import { testAuthentication } from './account/testAuthentication.operation';
import { testService } from './account/testService.operation';
import { createDivision } from './division/create.operation';
import { deleteDivision } from './division/delete.operation';
import { getDivision } from './division/get.operation';
import { getGroups } from './division/getGroups.operation';
import { restoreDivision } from './division/restore.operation';
import { updateDivision } from './division/update.operation';
import { createGroup } from './group/create.operation';
import { deleteGroup } from './group/delete.operation';
import { getGroup } from './group/get.operation';
import { restoreGroup } from './group/restore.operation';
import { updateGroup } from './group/update.operation';
import { getMessageReport } from './message/getReport.operation';
import { getMessageStatus } from './message/getStatus.operation';
import { sendAndWaitForDelivery } from './message/sendAndWaitForDelivery.operation';
import { sendAndWait } from './message/sendAndWait.operation';
import { sendMessage } from './message/send.operation';
import { sendLocalizedMessage } from './message/sendLocalized.operation';
import { sendTemplateMessage } from './message/sendTemplate.operation';
import { sendToGroup } from './message/sendToGroup.operation';
import { sendToNumbers } from './message/sendToNumbers.operation';
import { NOT_IN_A_TOOL } from './fields/options';
import type { Operation, Resource } from './operation/operation';
import { lookUpCarrier } from './phoneNumber/lookUpCarrier.operation';
import { lookUpCarrierId } from './phoneNumber/lookUpCarrierId.operation';
import { createShortUrl } from './shortUrl/create.operation';
import { updateShortUrl } from './shortUrl/update.operation';
import { sharedFields, shownWith } from './sharedFields';
import { getSubscribers } from './subscriber/getMany.operation';
import { createTemplate } from './template/create.operation';
import { deleteTemplate } from './template/delete.operation';
import { getTemplate } from './template/get.operation';
import { getTemplates } from './template/getMany.operation';
import { restoreTemplate } from './template/restore.operation';
import { updateTemplate } from './template/update.operation';

/** Everything the node can do, in the order of its lists (by display name, as n8n's lists are). */
export const RESOURCES: readonly Resource[] = [
	{
		value: 'account',
		name: 'Account',
		operations: [getOrganizationTree, testAuthentication, testService],
		defaultOperation: 'getOrganizationTree',
	},
	{
		value: 'division',
		name: 'Division',
		operations: [
			createDivision,
			deleteDivision,
			getDivision,
			getGroups,
			restoreDivision,
			updateDivision,
		],
		defaultOperation: 'get',
	},
	{
		value: 'group',
		name: 'Group',
		description: 'What people subscribe to, in a division',
		operations: [createGroup, deleteGroup, getGroup, restoreGroup, updateGroup],
		defaultOperation: 'get',
	},
	{
		value: 'message',
		name: 'Message',
		operations: [
			getMessageReport,
			getMessageStatus,
			sendMessage,
			sendAndWaitForDelivery,
			sendAndWait,
			sendLocalizedMessage,
			sendTemplateMessage,
			sendToGroup,
			sendToNumbers,
		],
		defaultOperation: 'send',
	},
	{
		value: 'phoneNumber',
		name: 'Phone Number',
		operations: [lookUpCarrier, lookUpCarrierId],
		defaultOperation: 'lookUpCarrier',
	},
	{
		value: 'shortUrl',
		name: 'Short URL',
		description: 'A short link to a web address',
		operations: [createShortUrl, updateShortUrl],
		defaultOperation: 'create',
	},
	{
		value: 'subscriber',
		name: 'Subscriber',
		operations: [getSubscribers],
		defaultOperation: 'getMany',
	},
	{
		value: 'template',
		name: 'Template',
		description: 'A stored text with placeholders',
		operations: [
			createTemplate,
			deleteTemplate,
			getTemplate,
			getTemplates,
			restoreTemplate,
			updateTemplate,
		],
		defaultOperation: 'getMany',
	},
];

/** The operation behind a pair of parameter values, if there is one. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return RESOURCES.find(({ value }) => value === resource)?.operations.find(
		({ value }) => value === operation,
	);
}

/** The node's parameters: *Resource*, one *Operation* list a resource, and each operation's fields. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: RESOURCES.map(({ name, value, description }) => ({
			name,
			value,
			...(description && { description }),
		})),
		default: 'message',
	},
	...RESOURCES.map(
		({ value: resource, operations, defaultOperation }): INodeProperties => ({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: operations.map(
				({ name, value, action, description, builderHint, waitsFor, broadcasts }) => ({
					name,
					value,
					action,
					description,
					...(builderHint && { builderHint: { propertyHint: builderHint } }),
					// An agent cannot wait with one of its tools, and texts nobody who was not named.
					...((waitsFor || broadcasts) && { displayOptions: NOT_IN_A_TOOL }),
				}),
			),
			default: defaultOperation,
		}),
	),
	...RESOURCES.flatMap(({ value: resource, operations }) =>
		sharedFields(operations.map(({ value, properties: own }) => [value, own])).map(
			({ field, operations: shownFor }) =>
				shownWith({ resource: [resource], operation: shownFor }, field),
		),
	),
];
