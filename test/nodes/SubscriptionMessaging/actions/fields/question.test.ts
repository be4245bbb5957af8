import type { IDataObject } from 'n8n-workflow';

import {
	lineFrom,
	readLine,
	readQuestion,
} from '../../../../../nodes/SubscriptionMessaging/actions/fields/question';
import { sendAndWait } from '../../../../../nodes/SubscriptionMessaging/actions/message/sendAndWait.operation';
import { entered, requestsOf } from '../entered';

const fieldsOf = (parameters: IDataObject, input?: IDataObject) =>
	entered(sendAndWait, { message: 'Go?', ...parameters }, input);
const ask = (parameters: IDataObject, input?: IDataObject) =>
	readQuestion(fieldsOf(parameters, input));
const limited = (values: IDataObject) => ask({ options: { limitWaitTime: { values } } }).limit;

test('a question has one button, unless it says otherwise', () => {
	expect(ask({ message: ' Go? ' })).toEqual({
		type: 'approval',
		message: 'Go?',
		approve: 'Approve',
	});
});

test.each<[IDataObject, object]>([
	[{ approvalType: 'single', disapproveLabel: 'No' }, { approve: 'Approve' }],
	[{ approvalType: 'double' }, { approve: 'Approve', decline: 'Decline' }],
	[
		{ approvalType: 'double', approveLabel: ' Yes ', disapproveLabel: ' No ' },
		{ approve: 'Yes', decline: 'No' },
	],
	[{ approveLabel: ' ' }, { approve: 'Approve' }],
])('of the labels %j the buttons are %j', (values, buttons) => {
	expect(ask({ approvalOptions: { values } })).toEqual({
		type: 'approval',
		message: 'Go?',
		...buttons,
	});
});

test('a form has its fields, and what is no form has none', () => {
	const formFields = { values: [{ fieldLabel: 'Day' }] };
	expect(ask({ responseType: 'customForm', formFields })).toMatchObject({
		type: 'customForm',
		elements: [{ name: 'Day' }],
	});
	expect(ask({ responseType: 'freeText', formFields })).toEqual({
		type: 'freeText',
		message: 'Go?',
	});
});

test('the title is who asks, and left out where it is empty', () => {
	expect(ask({ options: { responseFormTitle: ' Desk ' } }).title).toBe('Desk');
	expect(ask({ options: { responseFormTitle: ' ' } })).not.toHaveProperty('title');
});

test('nothing to ask is refused by the name of the field', () => {
	for (const message of ['', ' ']) {
		expect(() => ask({ message })).toThrow("'Message' is empty, so there is nothing to answer");
	}
});

test('the parameters of a tool under review are written out, and nothing else is', () => {
	const toolParameters = { to: 'Ann $& $1', text: '[object Object]' };
	expect(ask({ message: 'Send [object Object]?' }, { toolParameters }).message).toBe(
		`Send ${JSON.stringify(toolParameters, null, 2)}?`,
	);
	const message = 'Send [object Object]?';
	for (const input of [{}, { toolParameters: null }, { toolParameters: 'text' }]) {
		expect(() => ask({ message }, input)).toThrow(
			"'Message' must be text, but an object was given",
		);
	}
});

describe('an answer counts', () => {
	test('without end, unless there is a limit', () => {
		expect(ask({})).not.toHaveProperty('limit');
		expect(ask({ options: { limitWaitTime: '' } })).not.toHaveProperty('limit');
	});

	test.each<[IDataObject, number]>([
		[{ limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' }, 45],
		[{ resumeAmount: '2', resumeUnit: 'hours' }, 120],
		[{ resumeAmount: 1.5, resumeUnit: 'days' }, 2160],
		[{}, 60],
		[{ resumeAmount: 3 }, 180],
	])('by %j for %p minutes', (values, minutes) => {
		expect(limited(values)).toEqual({ minutes });
	});

	test.each<[unknown]>([[0], [-1], ['soon'], [10_000_000], [null], ['']])(
		'and not for %p days',
		(resumeAmount) => {
			expect(() => limited({ resumeAmount, resumeUnit: 'days' } as IDataObject)).toThrow(
				"'Amount' is not a time to wait",
			);
		},
	);

	test('until a time that is still to come', () => {
		const time = new Date(Date.now() + 60_000).toISOString();
		expect(limited({ limitType: 'atSpecifiedTime', maxDateAndTime: time })).toEqual({
			until: time,
		});
	});

	test.each(['2999-11-30T09:00:00', '2999-11-30 09:00:00'])(
		'until %s by the clock of the workflow, where no timezone is given',
		(maxDateAndTime) => {
			expect(limited({ limitType: 'atSpecifiedTime', maxDateAndTime })).toEqual({
				until: '2999-11-30T14:00:00.000Z',
			});
		},
	);

	test('and until a time in milliseconds', () => {
		const time = Date.UTC(2200, 0, 1);
		expect(limited({ limitType: 'atSpecifiedTime', maxDateAndTime: time })).toEqual({
			until: '2200-01-01T00:00:00.000Z',
		});
	});

	test.each(['', 'tomorrow', '2020-01-01T00:00:00Z', '3000-01-01T00:00:00Z'])(
		'and not until %p',
		(maxDateAndTime) => {
			expect(() => limited({ limitType: 'atSpecifiedTime', maxDateAndTime })).toThrow(
				"'Max Date and Time' is not in the future",
			);
		},
	);
});

test.each([
	['', 'Approve?'],
	[' ', 'Approve?'],
	[null, 'Approve?'],
	[' Go? ', 'Go?'],
])('before the link, %p reads %p', (line, text) => {
	expect(lineFrom(line)).toBe(text);
	expect(readLine(fieldsOf({ line }))).toBe(text);
});

test('each recipient gets the line, and the request has the question', () => {
	const [request] = requestsOf(sendAndWait, {
		keyword: 'NSTAFF',
		recipients: 'commaSeparated',
		sendTo: '18015551001',
		message: 'Go?',
		line: 'Please answer',
	});
	expect(request).toMatchObject({
		operation: 'sendMessageSpecifyLocale',
		question: { message: 'Go?' },
		parameters: {
			message: 'Please answer',
			recipientList: { recipients: [{ sendTo: '18015551001', type: 1 }] },
		},
	});
});
