import { isDeepStrictEqual } from 'node:util';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { transportsOf } from '../../docs/interfaceOf';
import { RESOURCES } from '../../nodes/SubscriptionMessaging/actions/router';
import type { Sandbox } from '../../sandbox/sandbox';
import { runNode } from './engine';
import { credentialFor, useSandbox } from './sandboxed';

type Row = Record<string, unknown>;

interface Case {
	operation: `${string}.${string}`;
	/** How the case differs from others of its operation. */
	variant?: string;
	parameters: INodeParameters;
	/** Over which transports the document shows it; the plain send has its own. */
	transports?: Array<'soap' | 'nvp'>;
	/** Brings the sandbox into the state that the operation needs. */
	given?: (sandbox: Sandbox) => void;
	expectRows: (rows: Row[], sandbox: Sandbox) => void;
}

const unit = (keyword: string) => ({ __rl: true, mode: 'keyword', value: keyword });
const id = (value: string) => ({ __rl: true, mode: 'id', value });
const all = { returnAll: true };

const CASES: Case[] = [
	{
		operation: 'account.getOrganizationTree',
		parameters: { keyword: unit('NORTH') },
		expectRows: (rows) => {
			expect(rows[0]).toEqual({
				name: 'North',
				path: 'North',
				keyword: 'NORTH',
				parent: null,
				default_code: '12345',
			});
			expect(rows).toContainEqual(
				expect.objectContaining({
					name: 'Staff',
					kind: 'group',
					path: 'North › Staff',
					keyword: 'NSTAFF',
					parent: 'NORTH',
					ispublic: true,
					keywords: expect.arrayContaining(['JOINSTAFF']),
				}),
			);
			expect(rows).toContainEqual(
				expect.objectContaining({ kind: 'division', keyword: 'HARBOUR', parent: 'NORTH' }),
			);
		},
	},
	{
		operation: 'account.getOrganizationTree',
		variant: 'of the company',
		parameters: {},
		expectRows: ([company]) =>
			expect(company).toMatchObject({ kind: 'company', keyword: 'ACME', parent: null }),
	},
	{
		operation: 'account.testAuthentication',
		parameters: {},
		expectRows: ([answer]) =>
			expect(answer).toMatchObject({
				result: true,
				message: 'Successfully authenticated user apiuser',
			}),
	},
	{
		operation: 'account.testService',
		parameters: {},
		expectRows: (rows) => expect(rows).toHaveLength(1),
	},
	{
		operation: 'phoneNumber.lookUpCarrier',
		parameters: { phone_list: '18015551001, 18015551002' },
		expectRows: (rows) => {
			expect(rows.map(({ phone }) => phone)).toEqual(['18015551001', '18015551002']);
			expect(rows[0]).toMatchObject({
				carrier: expect.stringMatching(/\w/),
				international: false,
				landline: false,
			});
			expect(rows[0]?.carrier_id).toBeFalsy();
		},
	},
	{
		operation: 'phoneNumber.lookUpCarrier',
		variant: 'with the carrier ID',
		parameters: { phone_list: '18015551001', options: { show_carrier_id: true } },
		expectRows: ([row]) => expect(row?.carrier_id).toMatch(/^\d+$/),
	},
	{
		operation: 'phoneNumber.lookUpCarrierId',
		parameters: { phone_list: '18015551001' },
		expectRows: ([row]) => expect(row?.carrier_id).toMatch(/^\d+$/),
	},
	{
		operation: 'shortUrl.create',
		parameters: { keyword: unit('NSTAFF'), url: 'https://example.com/a?b=1&c=2' },
		expectRows: (_rows, { shortUrls }) =>
			expect([...shortUrls.values()]).toEqual(['https://example.com/a?b=1&c=2']),
	},
	{
		operation: 'shortUrl.create',
		variant: 'with parameters',
		transports: ['soap'],
		parameters: {
			keyword: unit('NSTAFF'),
			url: 'https://example.com/',
			options: { params: { field: [{ name: 'campaign', value: 'May' }] } },
		},
		expectRows: (_rows, { shortUrls }) => expect(shortUrls.size).toBe(1),
	},
	{
		operation: 'shortUrl.update',
		given: ({ shortUrls }) => shortUrls.set('http://s.example/abc', 'https://example.com/old'),
		parameters: {
			keyword: unit('NSTAFF'),
			url: 'https://example.com/new',
			short_url: 'http://s.example/abc',
		},
		expectRows: (_rows, { shortUrls }) =>
			expect(shortUrls.get('http://s.example/abc')).toBe('https://example.com/new'),
	},
	{
		operation: 'division.create',
		parameters: {
			keyword: unit('ACME'),
			divisionName: 'West & Süd 😀',
			additionalFields: {
				email: 'west@acme.example',
				phone: '18015550199',
				url: 'https://w.example',
			},
		},
		expectRows: ([division], { organization }) => {
			const { keyword } = division as { keyword: string };
			expect(division).toMatchObject({ name: 'West & Süd 😀', email: 'west@acme.example' });
			expect(organization.existing(keyword, ['division'])).toMatchObject({
				name: 'West & Süd 😀',
				phone: '18015550199',
			});
		},
	},
	{
		operation: 'division.create',
		variant: 'with an address',
		transports: ['soap'],
		parameters: {
			keyword: unit('NORTH'),
			divisionName: 'Pier',
			additionalFields: {
				address: {
					address: {
						city: 'Orem',
						state: 'Utah',
						state_abbr: 'UT',
						street: '1 Pier St',
						street2: 'Dock <2>',
						zip: '84057',
					},
				},
			},
		},
		expectRows: ([division]) =>
			expect(division?.address).toEqual({
				city: 'Orem',
				state: 'Utah',
				state_abbr: 'UT',
				street: '1 Pier St',
				street2: 'Dock <2>',
				zip: 84057,
			}),
	},
	{
		operation: 'division.get',
		parameters: { keyword: unit('NORTH') },
		expectRows: ([division]) =>
			expect(division).toMatchObject({ name: 'North', email: 'north@acme.example' }),
	},
	{
		operation: 'division.update',
		parameters: { keyword: unit('NORTH'), updateFields: { divisionName: 'Far North', email: '' } },
		expectRows: ([division]) =>
			expect(division).toMatchObject({ name: 'Far North', email: '', phone: '18015550101' }),
	},
	{
		operation: 'division.delete',
		parameters: { keyword: unit('HARBOUR') },
		expectRows: (rows, { organization }) => {
			expect(rows).toEqual([{ deleted: true, keyword: 'HARBOUR', default_code: '12345' }]);
			expect(() => organization.existing('HARBOUR', ['division'])).toThrow();
		},
	},
	{
		operation: 'division.restore',
		given: ({ organization }) => {
			organization.existing('HARBOUR', ['division']).deleted = true;
		},
		parameters: { keyword: unit('HARBOUR') },
		expectRows: ([division], { organization }) => {
			expect(division).toMatchObject({ name: 'Harbour' });
			expect(organization.existing('HARBOUR', ['division']).deleted).toBe(false);
		},
	},
	{
		operation: 'division.getGroups',
		parameters: { keyword: unit('NORTH'), ...all },
		expectRows: (rows) =>
			expect(rows.map(({ name }) => name)).toEqual(['Staff', 'Clients', 'Nobody Yet']),
	},
	{
		operation: 'group.create',
		parameters: {
			keyword: unit('NORTH'),
			groupName: 'Night Shift',
			additionalFields: { ispublic: false, stackOrder: 7 },
		},
		expectRows: ([group], { organization }) => {
			expect(group).toMatchObject({ name: 'Night Shift', ispublic: false, stackOrder: 7 });
			expect(organization.existing(String(group?.keyword), ['group']).name).toBe('Night Shift');
		},
	},
	{
		operation: 'group.get',
		parameters: { keyword: unit('NSTAFF') },
		expectRows: ([group]) =>
			expect(group).toMatchObject({ name: 'Staff', ispublic: true, keyword: 'NSTAFF' }),
	},
	{
		operation: 'group.update',
		parameters: {
			keyword: unit('NSTAFF'),
			updateFields: { groupName: 'All Staff', ispublic: false },
		},
		expectRows: ([group]) => expect(group).toMatchObject({ name: 'All Staff', ispublic: false }),
	},
	{
		operation: 'group.update',
		variant: 'keeping its name',
		parameters: { keyword: unit('NSTAFF'), updateFields: { ispublic: false } },
		expectRows: ([group], { organization }) => {
			expect(group).toMatchObject({ name: 'Staff', ispublic: false });
			expect(organization.existing('NSTAFF', ['group']).name).toBe('Staff');
		},
	},
	{
		operation: 'group.delete',
		parameters: { keyword: unit('NSTAFF') },
		expectRows: (rows, { organization }) => {
			expect(rows).toEqual([{ deleted: true, keyword: 'NSTAFF', default_code: '12345' }]);
			expect(() => organization.existing('NSTAFF', ['group'])).toThrow();
		},
	},
	{
		operation: 'group.restore',
		parameters: { keyword: unit('NOLD') },
		expectRows: ([group]) => expect(group).toMatchObject({ name: 'Former Staff' }),
	},
	{
		operation: 'subscriber.getMany',
		parameters: { keyword: unit('NSTAFF'), status: 'active', ...all },
		expectRows: (rows) => {
			expect(rows).toHaveLength(6);
			expect(rows[1]).toMatchObject({
				name: expect.stringMatching(/^Zoë /),
				phone: '18015551002',
				group: 'NSTAFF',
				receives_text: true,
				subscribed: true,
				unsubdate: '',
				zip: '84058',
				custom_field: 'a<b>&"c"',
			});
			for (const hidden of ['password', 'role_id', 'user']) {
				expect(rows[1]).not.toHaveProperty(hidden);
			}
		},
	},
	{
		operation: 'subscriber.getMany',
		variant: 'all of them',
		parameters: { keyword: unit('NSTAFF'), status: 'all', ...all },
		expectRows: (rows) => expect(rows).toHaveLength(8),
	},
	{
		operation: 'subscriber.getMany',
		variant: 'of an empty group',
		parameters: { keyword: unit('NEMPTY'), status: 'all', ...all },
		expectRows: (rows) => expect(rows).toEqual([]),
	},
	{
		operation: 'subscriber.getMany',
		variant: 'up to a limit',
		parameters: { keyword: unit('NSTAFF'), status: 'all', returnAll: false, limit: 2 },
		expectRows: (rows) => expect(rows).toHaveLength(2),
	},
	{
		operation: 'message.sendToGroup',
		parameters: {
			keyword: unit('NSTAFF'),
			message: 'Hello & <all> "you" + 100% 😀\r\nSee you',
			options: { custom_ticket: 'ticket-1', status_url: 'https://example.com/s?a=1&b=2' },
		},
		expectRows: ([answer], { messages }) => {
			expect(answer).toMatchObject({
				sent: true,
				everyone: true,
				group: 'NSTAFF',
				custom_ticket: 'ticket-1',
				transaction_ticket: messages.all[0]?.transaction_ticket,
			});
			expect(messages.all.map(({ sendTo }) => sendTo)).toEqual([
				'18015551001',
				'18015551002',
				'18015551003',
				'18015551004',
			]);
			expect(messages.all[0]).toMatchObject({
				text: 'Hello & <all> "you" + 100% 😀\r\nSee you',
				custom_ticket: 'ticket-1',
				status_url: 'https://example.com/s?a=1&b=2',
			});
		},
	},
	{
		operation: 'message.sendToGroup',
		variant: 'with a limit',
		parameters: {
			keyword: unit('NSTAFF'),
			message: 'Hello',
			options: { maxRecipients: 100 },
		},
		expectRows: (rows, { messages }) => {
			expect(rows).toHaveLength(1);
			const reached = messages.all.length;
			const { subscriber_count: count, without_text_count: without } = rows[0] as Row;
			expect(Number(count) - Number(without)).toBe(reached);
			expect(rows[0]).not.toHaveProperty('at_most');
		},
	},
	{
		operation: 'message.sendToGroup',
		variant: 'in a preview, by name',
		// Who gets it is read by SOAP.
		transports: ['soap'],
		given: ({ organization }) => {
			organization.existing('NCLIENT', ['group']).subscribers[1]!.mobiletxt = 0;
		},
		parameters: { keyword: unit('NCLIENT'), message: 'Hello', preview: true },
		expectRows: (rows, { messages }) => {
			expect(rows).toMatchObject([
				{
					sent: false,
					preview: true,
					everyone: true,
					group: 'NCLIENT',
					group_name: 'Clients',
					subscriber_count: 3,
					without_text_count: 1,
					subscribers: [{ name: 'Eve Client', phone: '18015552001' }, {}, {}],
					without_text: [{ name: 'Finn Client', phone: '447700900123' }],
					text: 'Hello',
					segments: 1,
				},
			]);
			// Whom it reaches stands first, where the editor shows it without scrolling.
			expect(Object.keys(rows[0] as Row).slice(3)).toEqual([
				...['group', 'subscriber_count', 'without_text_count', 'group_name'],
				...['subscribers', 'without_text', 'text', 'characters', 'limit', 'too_long'],
				...['encoding', 'segments', 'missing'],
			]);
			expect(messages.all).toEqual([]);
		},
	},
	{
		operation: 'message.sendToGroup',
		variant: 'in a preview for a division, at most',
		// Who gets it is read by SOAP.
		transports: ['soap'],
		parameters: { keyword: unit('HARBOUR'), message: 'Hello', preview: true },
		given: ({ organization }) => {
			const harbour = organization.existing('HARBOUR', ['division']);
			organization.addGroup(harbour, { keyword: 'TUGS', name: 'Tugs' });
		},
		expectRows: (rows) =>
			expect(rows).toMatchObject([
				{
					at_most: true,
					subscriber_count: 1,
					groups: [
						{ group: 'PILOTS', group_name: 'Pilots', subscriber_count: 1 },
						{ group: 'TUGS', group_name: 'Tugs', subscriber_count: 0 },
					],
				},
			]),
	},
	{
		operation: 'message.sendToGroup',
		variant: 'in a preview for nobody',
		// Who gets it is read by SOAP.
		transports: ['soap'],
		parameters: { keyword: unit('NEMPTY'), message: 'Hello', preview: true },
		expectRows: (rows) =>
			expect(rows).toMatchObject([
				{
					subscriber_count: 0,
					warnings: ['NEMPTY has no active subscribers, so the message may reach nobody'],
				},
			]),
	},
	{
		operation: 'message.send',
		variant: 'to a comma-separated list',
		transports: ['soap'],
		parameters: {
			keyword: unit('NSTAFF'),
			recipients: 'commaSeparated',
			sendTo: '18015559001; ann@example.com,\n18015559002',
			type: 2,
			message: 'Hi',
		},
		expectRows: (_rows, { messages }) =>
			expect(messages.all.map(({ sendTo, type }) => [sendTo, type])).toEqual([
				['18015559001', 2],
				['ann@example.com', 2],
				['18015559002', 2],
			]),
	},
	{
		operation: 'message.send',
		variant: 'to recipients with custom fields and carriers',
		transports: ['soap'],
		parameters: {
			keyword: unit('NSTAFF'),
			recipients: 'defineBelow',
			recipientList: {
				recipients: [
					{
						sendTo: '18015559001',
						type: 1,
						carrier: '383',
						customfields: { field: [{ name: 'name', value: 'Ann & Co' }] },
					},
					{
						sendTo: 'bob@example.com',
						type: 4,
						customfields: { field: [{ name: 'name', value: '' }] },
					},
				],
			},
			message: 'Hi {name}',
		},
		expectRows: (_rows, { messages }) => {
			expect(messages.all).toHaveLength(2);
			expect(messages.all[0]).toMatchObject({
				sendTo: '18015559001',
				carrier: 383,
				text: 'Hi Ann & Co',
			});
			expect(messages.all[1]).toMatchObject({ sendTo: 'bob@example.com', type: 4, text: 'Hi ' });
		},
	},
	{
		operation: 'message.sendLocalized',
		transports: ['soap'],
		parameters: {
			keyword: unit('NSTAFF'),
			recipients: 'defineBelow',
			recipientList: {
				recipients: [
					{ sendTo: '8613800138000', type: 1, country: 'CN', locale: 'zh_CN', message: '你好' },
					{ sendTo: '18015559001', type: 1 },
				],
			},
			message: 'Hello',
		},
		expectRows: (_rows, { messages }) =>
			expect(messages.all).toMatchObject([
				{ sendTo: '8613800138000', country: 'CN', locale: 'zh_CN', text: '你好' },
				{ sendTo: '18015559001', locale: '', text: 'Hello' },
			]),
	},
	{
		operation: 'message.sendLocalized',
		variant: 'with one locale for a comma-separated list',
		transports: ['soap'],
		parameters: {
			keyword: unit('NSTAFF'),
			recipients: 'commaSeparated',
			sendTo: '34600123456,34600123457',
			type: 1,
			country: 'ES',
			locale: 'es_ES',
			message: '¿Qué tal?',
		},
		expectRows: (_rows, { messages }) =>
			expect(messages.all).toMatchObject([
				{ sendTo: '34600123456', country: 'ES', locale: 'es_ES', text: '¿Qué tal?' },
				{ sendTo: '34600123457', country: 'ES', locale: 'es_ES', text: '¿Qué tal?' },
			]),
	},
	{
		operation: 'message.sendTemplate',
		variant: 'that is stored',
		transports: ['soap'],
		parameters: {
			keyword: unit('NSTAFF'),
			templateSource: 'stored',
			id: id('order-ready'),
			recipients: 'defineBelow',
			recipientList: {
				recipients: [
					{
						sendTo: '18015559001',
						type: 1,
						customfields: {
							field: [
								{ name: 'name', value: 'Ann' },
								{ name: 'order', value: 1042 },
							],
						},
					},
				],
			},
			options: { thread: true },
		},
		expectRows: (_rows, { messages }) =>
			expect(messages.all).toMatchObject([
				{ text: 'Hi Ann, your order 1042 is ready', thread: true },
			]),
	},
	{
		operation: 'message.sendTemplate',
		variant: 'entered as text',
		transports: ['soap'],
		parameters: {
			keyword: unit('NSTAFF'),
			templateSource: 'text',
			text: 'Bye {name}',
			templateFields: { id: 'bye', title: 'Bye', subject: 'Bye', description: 'Farewell' },
			recipients: 'defineBelow',
			recipientList: {
				recipients: [
					{
						sendTo: '18015559001',
						type: 1,
						customfields: { field: [{ name: 'name', value: 'Ann' }] },
					},
				],
			},
		},
		expectRows: (_rows, { messages }) =>
			expect(messages.all).toMatchObject([{ text: 'Bye Ann', thread: null }]),
	},
	{
		operation: 'message.sendToNumbers',
		transports: [],
		parameters: {
			keyword: unit('NSTAFF'),
			phone: '18015559001, 18015559002',
			message: 'Plain & simple + 100%',
		},
		expectRows: ([answer], { messages }) => {
			expect(answer).toMatchObject({
				sent: true,
				recipients: ['18015559001', '18015559002'],
				group: 'NSTAFF',
				transaction_ticket: messages.all[0]?.transaction_ticket,
			});
			expect(messages.all).toMatchObject([
				{ sendTo: '18015559001', text: 'Plain & simple + 100%', transport: 'plain' },
				{ sendTo: '18015559002', text: 'Plain & simple + 100%', transport: 'plain' },
			]);
		},
	},
	{
		operation: 'message.sendAndWaitForDelivery',
		transports: ['soap'],
		parameters: {
			keyword: unit('NSTAFF'),
			recipients: 'commaSeparated',
			sendTo: '18015559001',
			type: 1,
			message: 'Hi',
		},
		expectRows: (rows, { messages }) => {
			expect(rows).toMatchObject([{ sendTo: '18015559001', status: 'delivered' }]);
			expect(messages.all.map(({ text }) => text)).toEqual(['Hi']);
		},
	},
	{
		operation: 'message.sendAndWait',
		transports: ['soap'],
		parameters: {
			keyword: unit('NSTAFF'),
			recipients: 'commaSeparated',
			sendTo: '18015559001',
			type: 1,
			message: 'May we?',
			line: 'Agreed?',
		},
		expectRows: (rows, { messages }) => {
			expect(rows).toMatchObject([
				{ sent: true, approved: false, asked: [{ sendTo: '18015559001', answered: false }] },
			]);
			expect(messages.all.map(({ text }) => text)).toEqual([
				expect.stringMatching(
					/^Agreed\? http:\/\/127.0.0.1\/\d+\/ask\?signature=\w+&to=[\w-]{16}$/,
				),
			]);
		},
	},
	{
		operation: 'message.getReport',
		given: (sandbox) => {
			record(sandbox, 'mine-1');
			const { transaction_ticket = '' } = sandbox.messages.all[0] ?? {};
			const status = { status_code: 7, status_message: 'Blocked' };
			sandbox.messages.fix(transaction_ticket, '18015559002', status);
		},
		parameters: { keyword: unit('NSTAFF'), custom_ticket: 'mine-1' },
		expectRows: (rows) =>
			expect(rows).toEqual([
				{
					group: 'NSTAFF',
					ticket_count: 1,
					message_count: 2,
					recipient_count: 2,
					delivered_count: 1,
					in_transit_count: 0,
					other_count: 1,
					unknown_count: 0,
					other_statuses: [{ status_code: 7, status_message: 'Blocked', count: 1 }],
					unknown_tickets: [],
				},
			]),
	},
	{
		operation: 'message.getReport',
		variant: 'one item per recipient, by transaction ticket',
		given: (sandbox) => record(sandbox, 'mine-1'),
		parameters: {
			keyword: unit('NSTAFF'),
			reportBy: 'transactionTickets',
			transaction_ticket_id: '={{ $json.ticket }}',
			output: 'recipients',
		},
		expectRows: (rows) =>
			expect(rows).toMatchObject([
				{ sendTo: '18015559001', status: 'delivered', status_code: 100 },
				{ sendTo: '18015559002', status: 'delivered', status_code: 100 },
			]),
	},
	{
		operation: 'message.getStatus',
		variant: 'by custom ticket',
		given: (sandbox) => record(sandbox, 'mine-1'),
		parameters: { keyword: unit('NSTAFF'), lookUpBy: 'customTicket', custom_ticket: 'mine-1' },
		expectRows: (rows) =>
			expect(rows).toEqual(
				['18015559001', '18015559002'].map((sendTo) => ({
					sendTo,
					group: 'NSTAFF',
					status: 'delivered',
					delivered: true,
					status_code: 100,
					status_message: 'Delivered',
					custom_ticket: 'mine-1',
				})),
			),
	},
	{
		operation: 'message.getStatus',
		variant: 'of one recipient',
		given: (sandbox) => record(sandbox, 'mine-1'),
		parameters: {
			keyword: unit('NSTAFF'),
			lookUpBy: 'customTicket',
			custom_ticket: 'mine-1',
			options: { sentTo: '18015559002' },
		},
		expectRows: (rows) => expect(rows).toMatchObject([{ sendTo: '18015559002' }]),
	},
	{
		operation: 'message.getStatus',
		variant: 'by transaction ticket',
		given: (sandbox) => record(sandbox, 'mine-1'),
		parameters: {
			keyword: unit('NSTAFF'),
			lookUpBy: 'transactionTicket',
			transaction_ticket_id: '={{ $json.ticket }}',
		},
		expectRows: (rows) => expect(rows).toHaveLength(2),
	},
	{
		operation: 'template.create',
		parameters: {
			keyword: unit('NSTAFF'),
			id: 'late',
			text: 'Hi {name},\nwe are late: {minutes:0} min',
			additionalFields: { title: 'Late', subject: 'Delay', description: 'For <delays>' },
		},
		expectRows: ([template], { organization }) => {
			const stored = {
				id: 'late',
				title: 'Late',
				subject: 'Delay',
				text: 'Hi {name},\nwe are late: {minutes:0} min',
				description: 'For <delays>',
			};
			expect(template).toEqual(stored);
			expect(organization.existing('NSTAFF', ['group']).templates.get('late')).toMatchObject(
				stored,
			);
		},
	},
	{
		operation: 'template.get',
		parameters: { keyword: unit('NSTAFF'), id: id('grüße') },
		expectRows: ([template]) =>
			expect(template).toMatchObject({ id: 'grüße', text: 'Grüße an {name} aus dem Café ☕' }),
	},
	{
		operation: 'template.getMany',
		parameters: { keyword: unit('NSTAFF'), ...all },
		expectRows: (rows) =>
			expect(rows.map((row) => row.id)).toEqual(
				expect.arrayContaining(['order-ready', 'invoice', 'grüße']),
			),
	},
	{
		operation: 'template.update',
		parameters: {
			keyword: unit('NSTAFF'),
			id: id('order-ready'),
			updateFields: { text: 'Ready: {order}' },
		},
		expectRows: ([template]) =>
			expect(template).toMatchObject({ title: 'Order ready', text: 'Ready: {order}' }),
	},
	{
		operation: 'template.delete',
		parameters: { keyword: unit('NSTAFF'), id: id('order-ready') },
		expectRows: (rows) =>
			expect(rows).toEqual([
				{ deleted: true, keyword: 'NSTAFF', default_code: '12345', id: 'order-ready' },
			]),
	},
	{
		operation: 'template.restore',
		parameters: { keyword: unit('NSTAFF'), id: id('summer-party') },
		expectRows: ([template]) => expect(template).toMatchObject({ title: 'Summer party' }),
	},
];

function record({ messages }: Sandbox, custom_ticket: string) {
	const delivery = { type: 1, carrier: null, country: '', locale: '', text: 'Hi' };
	messages.record(
		{
			operation: 'sendMessage',
			transport: 'soap',
			keyword: 'NSTAFF',
			unit: 'North › Staff',
			code: '12345',
			thread: null,
			custom_ticket,
			status_url: '',
		},
		['18015559001', '18015559002'].map((sendTo) => ({ ...delivery, sendTo })),
		0,
	);
}

const sandbox = useSandbox();

const RUNS = CASES.flatMap((testCase) => {
	const plain = testCase.transports?.length === 0;
	const transports = plain
		? (['plain'] as const)
		: (testCase.transports ?? (['soap', 'nvp'] as const));
	return transports.map((transport) => ({
		...testCase,
		transport,
		title: [testCase.operation, testCase.variant, `over ${transport}`].filter(Boolean).join(' '),
	}));
});

it.each(RUNS)('runs $title', async ({ operation, parameters, given, transport, expectRows }) => {
	const { running } = sandbox;
	given?.(running.sandbox);
	const [resource, name] = operation.split('.');
	const ticket = running.sandbox.messages.all[0]?.transaction_ticket;

	const result = await runNode({
		credential: credentialFor(running),
		items: [{ ticket }],
		parameters: {
			...parameters,
			resource,
			operation: name,
			...(transport !== 'plain' && {
				options: { ...(parameters.options as INodeParameters), transport },
			}),
		},
	});

	expect(result.error).toBeUndefined();
	expectRows(rowsOf(result.items), running.sandbox);
	expect(running.sandbox.calls.at(-1)).toMatchObject({ transport, result: true });
	for (const { pairedItem } of result.items) expect([pairedItem].flat()).toEqual([{ item: 0 }]);
});

function rowsOf(items: INodeExecutionData[]): Row[] {
	return items.map(({ json }) => json);
}

it('has a case over every transport that an operation can be sent by', () => {
	const missing = RESOURCES.flatMap(({ value, operations }) =>
		operations.flatMap((operation) =>
			transportsOf(operation)
				.split(', ')
				.map((transport) => ({
					operation: `${value}.${operation.value}`,
					transport: transport.split(' ')[0]!.toLowerCase(),
				})),
		),
	)
		.filter((wanted) => !RUNS.some((run) => isDeepStrictEqual(pick(run), wanted)))
		.map(({ operation, transport }) => `${operation} → in CASES: a case over ${transport}`);
	expect(missing).toEqual([]);
});

const pick = ({ operation, transport }: (typeof RUNS)[number]) => ({ operation, transport });

it.each(['getOrganizationTree', 'testAuthentication'])(
	'returns the whole answer of %s when Simplify is off',
	async (operation) => {
		const { items } = await runNode({
			credential: credentialFor(sandbox.running),
			parameters: { resource: 'account', operation, keyword: unit('NORTH'), simplify: false },
		});
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ result: true, error_code: 0 });
		expect(items[0]?.json).toHaveProperty('response');
	},
);

it('uses the code of the node instead of the one in the credential', async () => {
	const { error } = await runNode({
		credential: credentialFor(sandbox.running),
		parameters: {
			resource: 'group',
			operation: 'get',
			keyword: unit('NSTAFF'),
			options: { code: '99999999999' },
		},
	});
	expect(error?.message).toMatch(/^The service refused: .*99999999999/);
});

describe('With the NVP method GET', () => {
	const credential = () => ({ ...credentialFor(sandbox.running), nvpMethod: 'GET' });

	it('asks over NVP by query', async () => {
		const { items, error } = await runNode({
			credential: credential(),
			parameters: {
				resource: 'template',
				operation: 'get',
				keyword: unit('NSTAFF'),
				id: id('grüße'),
				options: { transport: 'nvp' },
			},
		});

		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ text: 'Grüße an {name} aus dem Café ☕' });
	});

	it('sends plain messages by query, signs and all', async () => {
		const { error } = await runNode({
			credential: credential(),
			parameters: {
				resource: 'message',
				operation: 'sendToNumbers',
				keyword: unit('NSTAFF'),
				phone: '+1 801 555 9001',
				message: 'a+b & c=d #1 100% ü😀',
			},
		});

		expect(error).toBeUndefined();
		expect(sandbox.running.sandbox.messages.all).toMatchObject([
			{ sendTo: '18015559001', text: 'a+b & c=d #1 100% ü😀' },
		]);
	});

	it('keeps the password out of the message when the service cannot be reached', async () => {
		const { error, stored } = await runNode({
			credential: { ...credential(), baseUrl: 'http://127.0.0.1:1' },
			parameters: {
				resource: 'group',
				operation: 'get',
				keyword: unit('NSTAFF'),
				options: { transport: 'nvp' },
			},
		});

		expect(error?.message).toMatch(
			/^The service was not reached: the server refused the connection/,
		);
		expect(stored).not.toContain(credential().password);
	});
});
