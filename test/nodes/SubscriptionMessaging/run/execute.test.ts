import { sleep } from 'n8n-workflow';

import { execute } from '../../../../nodes/SubscriptionMessaging/run/execute';
import { page, refusal, reply, rows, type FakeRequest } from '../transport/fakeService';
import { DONE, fakeRun } from './fakeRun';
import { byItem, fails, people, running, service, type Running } from './running';
import RUN_OF_VERSION_1 from './memory/run.version1.json';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

beforeEach(() => jest.mocked(sleep).mockReset().mockResolvedValue(undefined));

describe('a send that fails', () => {
	const parameters = { sendTo: people, options: { requestsInParallel: 1 } };

	test('ends the run, and says what became of the others', async () => {
		const { error, sent } = await running({
			count: 3,
			parameters,
			answer: fails('18015550001'),
		});
		expect(sent).toEqual([['18015550000'], ['18015550001']]);
		expect(error?.message).toContain('No credit');
	});

	test('is an item with an error where the run goes on', async () => {
		const { errors, sent } = await running({
			count: 3,
			parameters,
			answer: fails('18015550001'),
			goesOn: true,
		});
		expect(errors[1]).toContain('No credit');
		expect([errors[0], errors[2]]).toEqual([undefined, undefined]);
		expect(sent).toHaveLength(3);
	});
});

test('a list that was taken in part says why the others may lack it, however often it is tried', async () => {
	const had = new Map<string, string[]>();
	const run: Running = {
		kept: {},
		secret: 'in part',
		parameters: { recipients: 'commaSeparated', sendTo: '18015550001, 18015550002' },
		answer: ({ operation, ticket, sendTo }) => {
			if (operation.includes('TransactionStatus')) {
				return had.has(ticket)
					? rows(operation, had.get(ticket)!)
					: refusal(operation, `Ticket ${ticket} unknown`, 7);
			}
			if (operation === 'readSubscriptionnode') {
				return reply(operation, '<result>true</result><error_code>0</error_code>');
			}
			had.set(ticket, sendTo.slice(0, 1));
			return refusal(operation, 'Out of credit', 9);
		},
	};
	const first = await running(run);
	expect(first.error).toMatchObject({
		description: expect.stringContaining('Out of credit') as string,
	});
	const again = await running(run);
	expect(again.sent).toEqual([]);
	const third = await running(run);
	expect(third.error).toMatchObject({
		description: expect.stringContaining('Out of credit') as string,
	});
	expect(again.error).toMatchObject({
		description: expect.stringContaining('Out of credit') as string,
	});
	const goingOn = await running({ ...run, kept: {}, secret: 'another', goesOn: true });
	expect(goingOn.errors[1]).toMatch(/they have it: 18015550001 .*Out of credit/);
	for (const _again of [2, 3]) {
		const { errors } = await running({
			...run,
			kept: goingOn.kept,
			secret: 'another',
			goesOn: true,
		});
		expect(errors[1]).toMatch(/they have it: 18015550001 .*Out of credit/);
	}
});

describe('a change whose answer was lost', () => {
	const lost = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

	test('is not made again when n8n repeats the run, which says so', async () => {
		const run: Running = { operation: 'group/delete', kept: {}, goesOn: true };
		const first = await running({
			...run,
			answer: () => {
				throw lost;
			},
		});
		expect(first.requests).toHaveLength(1);
		const second = await running(run);
		expect(second.requests).toEqual([]);
		expect(second.errors[0]).toContain('whether this change was made');
	});

	test('does not keep the changes of other items from being made', async () => {
		const run: Running = {
			operation: 'group/delete',
			count: 2,
			parameters: { keyword: byItem('A', 'B') },
			kept: {},
		};
		await running({
			...run,
			answer: () => {
				throw lost;
			},
		});
		const second = await running({ ...run, goesOn: true });
		expect(second.requests.map(({ keyword }) => keyword)).toEqual(['B']);
	});
});

describe('a run that cannot begin', () => {
	const run: Running = { credential: { code: '' }, count: 2 };

	test('ends with the reason', async () => {
		const { error, sent } = await running(run);
		expect(error?.message).toContain("'Code' in the credential");
		expect(sent).toEqual([]);
	});

	test('gives it for each item where it goes on, and never the input as if all were well', async () => {
		const { errors, paired } = await running({ ...run, goesOn: true });
		expect(errors).toHaveLength(2);
		for (const message of errors) expect(message).toContain("'Code' in the credential");
		expect(paired).toEqual([0, 1]);
	});
});

test('changes are carried out one after the other, in the order of the items', async () => {
	let underWay = 0;
	let most = 0;
	const { requests } = await running({
		operation: 'group/delete',
		count: 3,
		parameters: { keyword: byItem('A', 'B', 'C') },
		answer: async ({ operation }) => {
			underWay += 1;
			most = Math.max(most, underWay);
			await new Promise((resolve) => setImmediate(resolve));
			underWay -= 1;
			return reply(operation, DONE);
		},
	});
	expect(most).toBe(1);
	expect(requests.map(({ keyword }) => keyword)).toEqual(['A', 'B', 'C']);
});

describe('a report', () => {
	const report: Running = {
		operation: 'message/getReport',
		count: 2,
		parameters: { custom_ticket: byItem('a', 'b'), expected: '' },
		answer: ({ operation, ticket }) =>
			ticket === 'a'
				? rows(operation, ['18015551001'], 100)
				: refusal(operation, 'Unknown ticket', 7),
	};
	const refusedFirst = { ...report.parameters, keyword: byItem('', 'NSTAFF') };

	test('is one item for all', async () => {
		const { items, errors } = await running(report);
		expect(items).toMatchObject([{ json: { ticket_count: 2, delivered_count: 1 } }]);
		expect(errors).toEqual([undefined]);
	});

	test('is followed by the items that cannot be read, where the run goes on', async () => {
		const { items, errors, paired } = await running({
			...report,
			parameters: { ...report.parameters, keyword: byItem('NSTAFF', '') },
			goesOn: true,
		});
		expect(items[0]?.json).toMatchObject({ ticket_count: 1 });
		expect(errors).toEqual([undefined, "'Group' is empty [item 1]"]);
		expect(paired[1]).toBe(1);
	});

	test('is not made where no item can be read', async () => {
		const { errors, requests } = await running({
			...report,
			parameters: { ...report.parameters, keyword: '' },
			goesOn: true,
		});
		expect(errors).toEqual(["'Group' is empty [item 0]", "'Group' is empty [item 1]"]);
		expect(requests).toEqual([]);
	});

	test('of which the service says nothing is an error, of the run or of an item', async () => {
		const failing = { ...report, parameters: refusedFirst, answer: () => page(403) };
		const { errors, paired } = await running({ ...failing, goesOn: true });
		expect(errors).toEqual([expect.stringContaining('[item 1]'), "'Group' is empty [item 0]"]);
		expect(paired).toEqual([1, 0]);
		const all = await running({
			...failing,
			count: 3,
			parameters: { ...report.parameters, custom_ticket: byItem('a', 'b', 'c') },
			goesOn: true,
		});
		// None is missing in every branch of the workflow.
		expect(all.paired).toEqual([0, 1, 2]);
		const { error, items } = await running({ ...report, answer: () => page(403, 'No <b>') });
		expect(items).toEqual([]);
		expect(error?.message).not.toMatch(/[<>]/);
	});

	test('ends with the execution that is cancelled, also where the run goes on', async () => {
		const reason = new Error('Cancelled');
		const { error } = await running({
			...report,
			goesOn: true,
			cancel: AbortSignal.abort(reason),
		});
		expect(error).toBe(reason);
	});
});

describe('a campaign', () => {
	const campaign: Running = {
		count: 2,
		parameters: { sendTo: people, options: { campaignKey: 'spring-sale' } },
	};

	test('numbers its tickets, and leaves out who has it in the next run', async () => {
		const { answer } = service();
		const first = await running({ ...campaign, answer });
		expect(first.errors).toEqual([undefined, undefined]);
		const tickets = first.requests
			.filter(({ operation }) => operation.startsWith('send'))
			.map(({ ticket }) => ticket);
		expect(tickets).toEqual([
			expect.stringMatching(/spring-sale.*1$/),
			expect.stringMatching(/spring-sale.*2$/),
		]);
		const second = await running({ ...campaign, count: 3, answer });
		expect(second.sent).toEqual([['18015550002']]);
		expect(second.hints).not.toEqual([]);
		const third = await running({ ...campaign, answer });
		expect(third.sent).toEqual([]);
		expect(third.hints.join()).toMatch(/spring-sale/);
	});

	test('stops where nobody knows what happened, and says so of the items after it', async () => {
		const options = { campaignKey: 'spring-sale', batchSize: 1, requestsInParallel: 1 };
		const { answer } = service();
		const { errors, items, sent } = await running({
			count: 3,
			goesOn: true,
			parameters: { sendTo: people, options },
			answer: (request) => {
				if (request.operation.startsWith('send') && request.sendTo.includes(people(1)!)) {
					throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
				}
				return answer(request);
			},
		});
		expect(sent).toEqual([['18015550000'], ['18015550001']]);
		expect(items[0]?.json).toMatchObject({ sent: true });
		expect(errors).toEqual([
			undefined,
			expect.stringContaining("can't tell"),
			expect.stringMatching(/^Not sent: the campaign stopped/),
		]);
	});

	test('keeps the ticket of what was begun, though an item before it is gone', async () => {
		const kept = {};
		const { answer } = service();
		const options = { campaignKey: 'spring-sale' };
		const run: Running = {
			...campaign,
			kept,
			goesOn: true,
			parameters: { sendTo: people, options },
		};
		const first = await running({
			...run,
			answer: (request) => {
				if (!request.operation.startsWith('send')) return answer(request);
				if (request.sendTo.includes(people(0)!)) return refusal(request.operation, 'No credit', 9);
				throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
			},
		});
		expect(first.errors).toEqual([expect.any(String), expect.any(String)]);
		const parameters = {
			...run.parameters,
			message: byItem('', 'Hello'),
			options: { ...options, onUnclearOutcome: 'resend' },
		};
		const second = await running({ ...run, answer, parameters });
		const sends = second.requests.filter(({ operation }) => operation.startsWith('send'));
		expect(sends.map(({ ticket }) => ticket)).toEqual([expect.stringMatching(/spring-sale.*2$/)]);
		expect(second.errors[1]).toBeUndefined();
	});

	test('sends again under the ticket of the first try', async () => {
		const kept = {};
		const { answer } = service();
		let isLost = true;
		const run: Running = { ...campaign, count: 1, kept };
		const first = await running({
			...run,
			goesOn: true,
			answer: (request) => {
				if (isLost && request.operation.startsWith('send')) {
					throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
				}
				return answer(request);
			},
		});
		isLost = false;
		expect(first.errors[0]).toContain("We can't tell whether this message was sent");
		const second = await running({ ...run, answer });
		const tickets = [...first.requests, ...second.requests]
			.filter(({ operation }) => operation.startsWith('send'))
			.map(({ ticket }) => ticket);
		expect(new Set(tickets).size).toBe(1);
	});
});

test('requests of a send leave side by side, as many as are allowed, with a pause between them', async () => {
	let underWay = 0;
	let most = 0;
	await running({
		count: 3,
		parameters: { sendTo: people, options: { requestsInParallel: 2, pauseBetweenRequests: 7000 } },
		answer: async ({ operation }) => {
			underWay += 1;
			most = Math.max(most, underWay);
			for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
			underWay -= 1;
			return reply(operation, DONE);
		},
	});
	expect(most).toBe(2);
	const pauses = jest.mocked(sleep).mock.calls.map(([milliseconds]) => milliseconds);
	expect(Math.max(...pauses)).toBeGreaterThan(6000);
});

test('a send that waits for delivery reports goes on with them', async () => {
	const { waits, hints } = await running({
		operation: 'message/sendAndWaitForDelivery',
		mode: 'manual',
	});
	expect(waits).toHaveLength(1);
	expect(hints).toHaveLength(0);
});

describe('a send that cannot wait', () => {
	const cannotWait = (more: Partial<Running> = {}) => {
		let reading = 0;
		const waitMinutes = () => {
			if (++reading % 2 === 0) throw new Error('expired');
			return 5;
		};
		const operation = 'message/sendAndWaitForDelivery';
		return running({ operation, ...more, parameters: { waitMinutes, ...more.parameters } });
	};

	test('names the tickets of all parts, with its own item', async () => {
		const { errors, paired } = await cannotWait({
			count: 2,
			goesOn: true,
			parameters: {
				sendTo: byItem('nobody', '18015550001'),
				message: 'word '.repeat(50),
				options: { ifTooLong: 'split' },
			},
		});
		expect(errors[1]).toMatch(/\(custom ticket n8n-[\w-]+, n8n-[\w~-]+\)/);
		expect(paired).toEqual([0, 1]);
	});

	test('says what left, and is not sent again', async () => {
		const kept: Running['kept'] = {};
		const { error, sent } = await cannotWait({ kept });
		expect(sent).toHaveLength(1);
		expect(error?.message).toContain('expired');
		expect(error).toMatchObject({ description: expect.stringMatching(/Carried out: item 0/) });
		expect((await cannotWait({ kept })).sent).toEqual([]);
	});

	test('gives an error for its items where the workflow goes on', async () => {
		const { errors, waits, error } = await cannotWait({ goesOn: true });
		expect(errors).toEqual([
			expect.stringMatching(
				/^The execution can't wait: expired\. The message had left before \(custom ticket n8n-.+\)/,
			),
		]);
		expect([waits, error]).toEqual([[], undefined]);
	});

	test('leaves to an item that was not sent its own error, where the workflow goes on', async () => {
		const kept: Running['kept'] = {};
		const more = { count: 2, goesOn: true, kept };
		const parameters = { sendTo: byItem('18015550000', 'nobody') };
		const { errors, sent } = await cannotWait({ ...more, parameters });
		expect(sent).toHaveLength(1);
		expect(errors).toEqual([
			expect.stringContaining("can't wait: expired"),
			expect.not.stringContaining("can't wait"),
		]);
	});

	test('is not sent again by a repetition, where the workflow goes on', async () => {
		const kept: Running['kept'] = {};
		await cannotWait({ goesOn: true, kept });
		expect((await cannotWait({ goesOn: true, kept })).sent).toEqual([]);
	});
});

describe('an item that cannot be read', () => {
	const parameters = { sendTo: people, message: byItem('a', '', 'c') };

	test('ends the run before anything is sent', async () => {
		const { error, sent } = await running({ count: 3, parameters });
		expect(error?.message).toContain("'Message'");
		expect(sent).toEqual([]);
	});

	test('is an item with an error where the run goes on, and the others are sent', async () => {
		const { errors, sent, paired } = await running({ count: 3, parameters, goesOn: true });
		expect(errors[1]).toContain("'Message'");
		expect([errors[0], errors[2]]).toEqual([undefined, undefined]);
		expect(paired).toEqual([0, 1, 2]);
		expect(sent.flat().sort()).toEqual(['18015550000', '18015550002']);
	});
});

test('nothing is remembered of a run that ended well', async () => {
	const { kept } = await running({ count: 2, parameters: { sendTo: people } });
	expect(kept.runs[0]).toMatchObject({ id: expect.any(String) });
	expect([kept.runs[0]?.items, kept.runs[0]?.calls]).toEqual([{}, {}]);
});

test('a preview sends nothing', async () => {
	const { items, sent } = await running({ parameters: { preview: true } });
	expect(items).toHaveLength(1);
	expect(sent).toEqual([]);
});

describe('a campaign whose texts have different lengths', () => {
	const [ANN, BOB, CLARA] = ['493090182030', '18015550001', '18015550002'];
	const LONG =
		'Our shop is closed on Monday and Tuesday this week. We are back on Wednesday at nine. See you!';

	/** A service that refuses the tickets that end so, and who got which ticket in all runs. */
	function campaign(refuses: string[] = []) {
		const listed = service();
		const got: string[] = [];
		const answer = (request: FakeRequest) => {
			const { operation, ticket, sendTo } = request;
			if (!operation.startsWith('send')) return listed.answer(request);
			if (refuses.some((end) => ticket.endsWith(end))) return refusal(operation, 'No credit', 9);
			got.push(...sendTo.map((person) => `${ticket} ${person}`));
			return listed.answer(request);
		};
		const run = async (...people: Array<[person: string, locale: string]>) =>
			await running({
				count: people.length,
				operation: 'message/sendLocalized',
				answer,
				goesOn: true,
				kept: {},
				parameters: {
					recipients: 'inputItems',
					sendTo: byItem(...people.map(([person]) => person)),
					message: LONG,
					recipientFields: byItem(...people.map(([, locale]) => ({ locale }))),
					options: { campaignKey: 'spring', ifTooLong: 'split' },
				},
			});
		return { run, got, refuses };
	}

	test('puts no two parts into one request', async () => {
		const { run, got, refuses } = campaign(['-2']);
		await run([ANN, 'de']);
		refuses.pop();
		await run([ANN, 'de'], [BOB, 'en'], [CLARA, 'en']);
		await run([ANN, 'de'], [BOB, 'en'], [CLARA, 'en']);
		expect(got).toEqual([
			`spring-1-1 ${ANN}`,
			`spring-2-2 ${ANN}`,
			`spring-3 ${BOB}`,
			`spring-3 ${CLARA}`,
		]);
	});

	test('takes no number for free under which somebody got the end of a longer text', async () => {
		const { run, got, refuses } = campaign(['-2']);
		await run([ANN, 'de']);
		refuses.pop();
		await run([ANN, 'de']);
		await run([BOB, 'en']);
		await run([ANN, 'de'], [BOB, 'en']);
		expect(got).toEqual([`spring-1-1 ${ANN}`, `spring-2-2 ${ANN}`, `spring-3 ${BOB}`]);
	});

	test('shows no secret that the service lists', async () => {
		const listed = service();
		const { errors } = await running({
			goesOn: true,
			answer: (request) =>
				request.ticket === 'spring-1'
					? rows(request.operation, ['s3cret-word'])
					: listed.answer(request),
			parameters: { options: { campaignKey: 'spring' } },
		});
		expect(errors[0]).toContain('the service lists "•••" under spring-1');
	});
});

test('the end of a text by number is for those who got its beginning', async () => {
	const phones = [18015550001, 18015550002, 18015550003];
	const { items, requests } = await running({
		operation: 'message/sendToNumbers',
		parameters: {
			phone: phones.join(','),
			message: 'word '.repeat(50).trim(),
			options: { ifTooLong: 'split' },
		},
		answer: () =>
			'<sendMessageSpecifyNumbers><message>2 messages sent</message><result>true</result><response><item><item>18015550001</item><item>18015550003</item></item><item>T</item></response></sendMessageSpecifyNumbers>',
	});
	const sentTo = requests.map(({ options }) =>
		phones.filter((phone) => JSON.stringify(options).includes(String(phone))),
	);
	expect(sentTo).toEqual([phones, [18015550001, 18015550003]]);
	expect(items[0]?.json).toMatchObject({
		recipients: ['18015550001', '18015550003'],
		not_accepted: ['18015550002'],
	});
});

test('who stands twice in a list of numbers, and once in the answer, gets the whole text', async () => {
	const { requests, errors } = await running({
		operation: 'message/sendToNumbers',
		goesOn: true,
		parameters: {
			phone: '18015550001, 18015550001, 18015550002',
			message: 'word '.repeat(50).trim(),
			options: { ifTooLong: 'split' },
		},
		answer: () =>
			'<sendMessageSpecifyNumbers><message>2 messages sent</message><result>true</result><response><item><item>18015550001</item><item>18015550002</item></item><item>T</item></response></sendMessageSpecifyNumbers>',
	});
	expect(requests).toHaveLength(2);
	expect(errors).toEqual([undefined]);
});

test('of many numbers, some that were not taken keep nothing from the others', async () => {
	const phones = Array.from({ length: 150 }, (_number, index) => 18015550000 + index);
	const { items, requests } = await running({
		operation: 'message/sendToNumbers',
		parameters: { phone: phones.join(',') },
		answer: () =>
			'<sendMessageSpecifyNumbers><message>1 message sent</message><result>true</result><response><item><item>18015550000</item><item>18015550100</item></item><item>T</item></response></sendMessageSpecifyNumbers>',
	});
	expect(requests).toHaveLength(2);
	expect(items[0]?.json.recipients).toEqual(['18015550000', '18015550100']);
});

test('a run that is retried sends no numbers of which another process may know more', async () => {
	const kept: Running['kept'] = {};
	const run: Running = { count: 2, parameters: { sendTo: people }, kept };
	const first = await running({ ...run, answer: fails(people(1)!), goesOn: true });
	first.kept.runs[0]!.id = '0123456789abcdef';
	const { requests, errors } = await running({
		...run,
		operation: 'message/sendToNumbers',
		parameters: { phone: people },
		mode: 'retry',
		goesOn: true,
	});
	expect(requests.filter(({ operation }) => operation === 'plainSend')).toEqual([]);
	expect(errors[1]).toContain("We can't tell what an earlier try did");
});

test('a question waits for its answer, also where it is run by hand', async () => {
	const { waits } = await running({
		operation: 'message/sendAndWait',
		secret: 's',
		mode: 'manual',
	});
	expect(waits).toHaveLength(1);
});

test('a run has one question: an item with another one is refused', async () => {
	const { errors, sent } = await running({
		operation: 'message/sendAndWait',
		count: 2,
		parameters: { sendTo: people, message: byItem('Approve A?', 'Approve B?') },
		goesOn: true,
	});
	expect(errors[1]).toContain('asks another question');
	expect(sent).toEqual([['18015550000']]);
});

test('a question is asked by the next item where the one before is refused for somebody else', async () => {
	const left = '<unsubdate>2026-01-02</unsubdate><user><phone>18015551002</phone></user>';
	const list = `<response><subscribers><item>${left}</item></subscribers></response>`;
	const { errors, sent } = await running({
		operation: 'message/sendAndWait',
		count: 2,
		parameters: {
			recipients: 'commaSeparated',
			sendTo: byItem('18015551001, 18015551002', '18015551001'),
			message: 'Approve?',
			options: { unsubscribedRecipients: 'fail' },
		},
		goesOn: true,
		answer: ({ operation }) =>
			reply(operation, operation === 'getAllSubscribers' ? DONE + list : DONE),
	});
	expect(errors[0]).toContain('left the group');
	expect(sent).toEqual([['18015551001']]);
});

describe('credentials that differ by item, of one account', () => {
	const credential = (item: number) => ({
		deliveryReportAddress: `https://n8n.example/webhook/${item}/delivery-status`,
	});
	const unknown = ({ operation, ticket }: { operation: string; ticket: string }) =>
		operation.includes('TransactionStatus')
			? refusal(operation, `Ticket ${ticket} is unknown`)
			: reply(operation, DONE);
	const run = async (more: Omit<Running, 'answer'>) =>
		await running({ count: 2, credential, answer: unknown, ...more });

	test('send neither of two messages to everyone in a group', async () => {
		const parameters = { message: byItem('A', 'B'), options: {} };
		const { error, sent } = await run({ operation: 'message/sendToGroup', parameters });
		expect(sent).toEqual([]);
		expect(error?.message).toContain('another message');
	});

	test.each([
		['a campaign', { options: { campaignKey: 'sale' } }],
		[
			'duplicates that are removed',
			{ recipients: 'inputItems', options: { removeDuplicates: true } },
		],
	])('send a person one message, with %s', async (_what, more) => {
		const { sent } = await run({ parameters: { sendTo: '18015551001', ...more } });
		expect(sent).toEqual([['18015551001']]);
	});
});

const isLookUp = (operation: string) => operation.includes('TransactionStatus');
const unknown = (operation: string, ticket: string) =>
	refusal(operation, `Ticket ${ticket} is unknown`);
const taken = (operation: string) =>
	reply(operation, `${DONE}<transaction_ticket>T</transaction_ticket>`);
const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

describe('a run that ends as a whole gives failed items where it goes on, never its input', () => {
	test('as a question whose link does not fit', async () => {
		const { error, errors, sent } = await running({
			operation: 'message/sendAndWait',
			goesOn: true,
			secret: 'x'.repeat(100),
			parameters: { message: 'May I?', line: 'x'.repeat(80), recipients: 'commaSeparated' },
			answer: ({ operation }) => refusal(operation, 'No short URLs'),
		});
		expect([error, sent]).toEqual([undefined, []]);
		expect(errors).toEqual([expect.stringContaining('The link does not fit into the text')]);
	});

	test('as a Retry to which the service shows nobody whom it knows', async () => {
		const { error, errors, sent } = await running({
			count: 2,
			mode: 'retry',
			secret: 'hidden numbers',
			goesOn: true,
			parameters: { recipients: 'inputItems', sendTo: people },
			answer: ({ operation, ticket }) => {
				if (!isLookUp(operation)) return taken(operation);
				return ticket.endsWith('-1')
					? rows(operation, ['1801555****'])
					: unknown(operation, ticket);
			},
		});
		expect([error, sent]).toEqual([undefined, []]);
		expect(errors).toEqual(Array(2).fill(expect.stringContaining("can't tell")));
	});
});

test('whom a Retry left open is asked for by the next one, and not sent to anew', async () => {
	let asked = 0;
	const run: Running = {
		count: 2,
		kept: {},
		mode: 'retry',
		secret: 'shown late',
		parameters: { recipients: 'inputItems', sendTo: people },
		answer: ({ operation, ticket }) => {
			if (!isLookUp(operation)) return taken(operation);
			// The killed execution sent to both under number 1; the service shows it late, one by one.
			if (!ticket.endsWith('-1')) return unknown(operation, ticket);
			asked += 1;
			if (asked <= 2) return unknown(operation, ticket);
			return rows(operation, ['18015550000', '18015550001'].slice(0, asked <= 4 ? 1 : 2));
		},
	};
	const first = await running(run);
	expect(first.error?.message).toContain("can't tell whether this message was sent [item 1]");
	expect(await running(run)).toMatchObject({ error: undefined, sent: [] });
});

test('goes on by what the first version kept of a run: see CONTRIBUTING, versions', async () => {
	const kept = structuredClone(RUN_OF_VERSION_1);
	const asked: string[] = [];
	const { answer } = service();
	const { items, sent } = await running({
		kept,
		count: 4,
		mode: 'retry',
		parameters: {
			recipients: 'commaSeparated',
			sendTo: byItem('18015550000', '18015550001', '18015550002, 18015550003', '18015550004'),
			message: byItem('Hi Ann', 'Ho Bob', 'Ho both', 'Hi Eve'),
		},
		answer: (request) => {
			if (!request.operation.includes('TransactionStatus')) return answer(request);
			asked.push(request.ticket);
			return request.ticket === 'n8n-967f0cebbf2ec655-e69574-2'
				? rows(request.operation, ['18015550001'])
				: unknown(request.operation, request.ticket);
		},
	});
	expect(sent).toEqual([['18015550004']]);
	expect(asked).toContain('n8n-967f0cebbf2ec655-e69574-2');
	expect(items.map(({ json }) => [json.sent, json.custom_ticket])).toEqual([
		[true, 'n8n-967f0cebbf2ec655-e69574-1'],
		[true, 'n8n-967f0cebbf2ec655-e69574-2'],
		[true, 'n8n-967f0cebbf2ec655-e69574-3'],
		[true, expect.stringMatching(/^n8n-967f0cebbf2ec655-/)],
	]);
});

describe('of whom only some have a ticket that is to be skipped', () => {
	const [ann, bob, eve] = ['18015550000', '18015550001', '18015550002'];
	const skipping = (listed: string[], more: Partial<Running>): Running => ({
		kept: {},
		...more,
		parameters: {
			recipients: 'inputItems',
			...more.parameters,
			options: { custom_ticket: 'order-1', ifTicketKnown: 'skip', requestsInParallel: 1 },
		},
		answer: ({ operation, ticket, sendTo }) => {
			if (isLookUp(operation)) {
				return ticket === 'order-1' && listed.length > 0
					? rows(operation, listed)
					: unknown(operation, ticket);
			}
			listed.push(...sendTo);
			return taken(operation);
		},
	});

	test.each([false, true])(
		'n8n’s repetitions send to none either, where the run goes on: %s',
		async (goesOn) => {
			const run = skipping([ann!], { count: 2, goesOn, parameters: { sendTo: people } });
			const first = await running(run);
			expect(first.error?.message ?? first.errors[1]).toContain('only some of these recipients');
			for (const _again of [2, 3, 4]) expect((await running(run)).sent).toEqual([]);
		},
	);

	test('another message of the run under the ticket lets none of them through', async () => {
		const run = skipping([bob!], {
			count: 3,
			parameters: { sendTo: byItem(ann, bob, eve), message: byItem('Ho', 'Hi', 'Hi') },
		});
		expect((await running(run)).sent).toEqual([[ann]]);
		expect((await running(run)).sent).toEqual([]);
	});

	test.each([
		['a list', `${ann}, ${bob}`, bob, [[ann, bob]]],
		['one of a list', ann, `${ann}, ${bob}`, [[ann]]],
		['a list that holds one of another list', `${ann}, ${bob}`, `${bob}, ${eve}`, [[ann, bob]]],
	])('nobody gets two messages under it: %s', async (_which, one, other, expected) => {
		const { errors, sent } = await running(
			skipping([], {
				count: 3,
				goesOn: true,
				parameters: { recipients: 'commaSeparated', sendTo: byItem(one!, other!, '18015550009') },
			}),
		);
		expect(sent).toEqual([...expected, ['18015550009']]);
		expect(errors[1]).toContain('Not sent: another item goes to some of these recipients');
	});

	describe('messages to everyone', () => {
		const GOOD = '<result>true</result><error_code>0</error_code>';
		const group = (keyword: string) =>
			`<item><name>${keyword}</name><keyword>${keyword}</keyword></item>`;
		const TREE = `<response><name>D</name><keyword>D</keyword><subscriptionnodes>${group('G1')}${group('G2')}</subscriptionnodes></response>`;

		/** A run at a service with two groups in a division, which takes no message with this text at first. */
		function broadcasts(keywords: readonly string[], texts: readonly string[], notTaken: string) {
			const had = new Set<string>();
			const sent: string[] = [];
			let isDown = true;
			const answer = ({ operation, ticket, keyword, options }: FakeRequest) => {
				if (operation.includes('TransactionStatus')) {
					return had.has(`${ticket} ${keyword}`)
						? rows(operation, [ann!])
						: refusal(operation, `Ticket ${ticket} unknown`, 7);
				}
				if (operation === 'getOrganizationTree') return reply(operation, GOOD + TREE);
				if (operation === 'readSubscriptionnode') return reply(operation, GOOD);
				const [, text] = /<message[^>]*>([^<]*)/.exec(String(options.body))!;
				if (isDown && text === notTaken) {
					throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
				}
				sent.push(`${keyword}: ${text}`);
				for (const to of keyword === 'D' ? ['G1', 'G2'] : [keyword]) had.add(`${ticket} ${to}`);
				return reply(operation, `${GOOD}<transaction_ticket>T</transaction_ticket>`);
			};
			const run: Running = {
				operation: 'message/sendToGroup',
				count: keywords.length,
				goesOn: true,
				kept: {},
				secret: 'broadcasts',
				parameters: {
					keyword: byItem(...keywords),
					message: byItem(...texts),
					options: {
						severalBroadcasts: true,
						custom_ticket: 'news-7',
						ifTicketKnown: 'skip',
						requestsInParallel: 1,
					},
				},
				answer,
			};
			return { run, sent, recover: () => (isDown = false) };
		}

		test.each([
			['two to one group', ['G1', 'G1'], 'A', ['G1: A']],
			['two to one group, of which one was sent', ['G1', 'G1'], 'B', ['G1: A']],
			['a group and its division', ['G1', 'D'], 'B', ['G1: A']],
			['a division and its group', ['D', 'G1'], 'A', ['D: A']],
			['two groups', ['G1', 'G2'], 'B', ['G1: A', 'G2: B']],
		])('%s: each that is not sent says so, also when it is tried again', async (...row) => {
			const [, keywords, notTaken, expected] = row;
			const { run, sent, recover } = broadcasts(keywords, ['A', 'B'], notTaken);
			await running(run);
			recover();
			for (const again of [{}, { mode: 'retry' as const }]) {
				const { items, errors } = await running({ ...run, ...again });
				expect(sent).toEqual(expected);
				const isSent = items.map(({ json }) => json.sent === true);
				expect(isSent).toEqual([true, expected.length === 2]);
				if (expected.length === 1) {
					expect(errors[1]).toContain('Not sent: another item goes to some of these recipients');
				}
			}
		});
	});

	test('an item of one of them is by itself', async () => {
		const sendTo = byItem(`${ann}, ${bob}`, ann, bob);
		const run = skipping([ann!], {
			count: 3,
			goesOn: true,
			parameters: { recipients: 'commaSeparated', sendTo },
		});
		const { items, errors, sent } = await running(run);
		expect(errors[0]).toContain('only some of these recipients have it already');
		expect(items[1]?.json).toMatchObject({ sent: true, sent_before: true });
		expect(sent).toEqual([[bob]]);
	});
});

test('a campaign with lists that overlap is completed when n8n repeats the run', async () => {
	const { answer } = service();
	const last = '18015550003';
	let isDown = true;
	const run: Running = {
		count: 3,
		kept: {},
		parameters: {
			recipients: 'commaSeparated',
			sendTo: byItem('18015550000, 18015550001', '18015550001, 18015550002', last),
			options: { campaignKey: 'sale', requestsInParallel: 1 },
		},
		answer: (request: FakeRequest) => {
			if (isDown && !isLookUp(request.operation) && request.sendTo.includes(last)) throw refused;
			return answer(request);
		},
	};
	expect((await running(run)).error?.message).toContain('Not sent');
	isDown = false;
	expect(await running(run)).toMatchObject({ error: undefined, sent: [[last]] });
});

test('what a Retry of Send and Wait for Delivery sends is reported to the execution that waits', async () => {
	const { answer } = service();
	const kept = {};
	let isDown = true;
	const addresses = async (execution: number, mode: string) => {
		const fake = fakeRun({
			operation: 'message/sendAndWaitForDelivery',
			kept,
			mode,
			parameters: {
				...{ keyword: 'NSTAFF', recipients: 'commaSeparated', sendTo: '18015550000', type: 1 },
				...{ message: 'word '.repeat(50), waitMinutes: 60, options: { ifTooLong: 'split' } },
			},
			answer: (request) => {
				if (isDown && request.ticket.endsWith('-2')) throw refused;
				return answer(request);
			},
		});
		const resumeUrl = `https://n8n.example/webhook-waiting/${execution}?signature=abc`;
		const proxy = fake.context.getWorkflowDataProxy(0);
		const $execution = { ...(proxy.$execution as object), resumeUrl };
		Object.assign(fake.context, {
			getWorkflowDataProxy: () => ({ ...proxy, $execution }),
			evaluateExpression: () => resumeUrl,
			putExecutionToWait: async () => await Promise.resolve(),
		});
		const error = await execute(fake.context).then(
			() => undefined,
			({ message }: Error) => message,
		);
		const reported = fake.requests
			.filter(({ operation }) => operation === 'sendMessage')
			.map(({ options }) => /<status_url[^>]*>([^<?]*)/.exec(String(options.body))?.[1]);
		return { error, reported };
	};
	const address = (execution: number) =>
		`https://n8n.example/webhook-waiting/${execution}/delivery-status`;
	expect(await addresses(7, 'trigger')).toEqual({
		error: expect.stringContaining('Not sent'),
		reported: [address(7), address(7)],
	});
	isDown = false;
	expect(await addresses(8, 'retry')).toEqual({ error: undefined, reported: [address(8)] });
});

test.each(['message/sendAndWaitForDelivery', 'message/sendAndWait'])(
	'a run of %s that has paused and went on gives its input when n8n retries it',
	async (operation) => {
		const run: Running = {
			operation,
			count: 1,
			kept: {},
			secret: 'paused',
			parameters: { sendTo: people, waitMinutes: 60, line: 'Approve?', limitWaitTime: false },
			answer: service().answer,
		};
		const first = await running(run);
		expect([first.error, first.sent.length, first.waits.length]).toEqual([undefined, 1, 1]);
		const stored = JSON.parse(JSON.stringify(first.kept)) as typeof first.kept;
		const retried = await running({ ...run, mode: 'retry', kept: stored });
		expect(retried).toMatchObject({ error: undefined, sent: [], waits: [] });
		expect(retried.items.map(({ json }) => json)).toEqual([{}]);
	},
);

describe('what is sent again on purpose', () => {
	const options = { onUnclearOutcome: 'resend' };
	const unknown = ({ operation, ticket }: FakeRequest) =>
		refusal(operation, `Ticket ${ticket} is unknown`, 7);

	/** How many requests leave in all, however often the run is repeated; `nth` counts them. */
	async function sendsOf(repetitions: number, answerTo: (nth: number, to: FakeRequest) => string) {
		const kept = {};
		let sends = 0;
		let last: Awaited<ReturnType<typeof running>> | undefined;
		for (let nth = 0; nth < repetitions; nth += 1) {
			last = await running({
				kept,
				parameters: { options },
				answer: (request) => {
					if (request.operation.includes('TransactionStatus')) return unknown(request);
					if (!request.operation.startsWith('send')) return reply(request.operation, DONE);
					sends += 1;
					return answerTo(sends, request);
				},
			});
		}
		return { sends, last };
	}

	const lose = (): never => {
		throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
	};

	test('leaves twice more at most, however often the run is repeated', async () => {
		const { sends, last } = await sendsOf(5, lose);
		expect(sends).toBe(3);
		expect(last?.error).toMatchObject({
			description: expect.stringContaining('it was tried as often as is safe') as string,
		});
	});

	test('is sent no more once the service has refused it after a lost answer', async () => {
		const { sends } = await sendsOf(3, (nth, { operation }) =>
			nth === 1 ? lose() : refusal(operation, 'No credit', 9),
		);
		expect(sends).toBe(2);
	});

	test('leaves again in a repetition where tries are left', async () => {
		const kept = {};
		const answer = (request: FakeRequest) => {
			if (request.operation.includes('TransactionStatus')) return unknown(request);
			return request.operation.startsWith('send') ? lose() : reply(request.operation, DONE);
		};
		const first = await running({ kept, answer });
		expect(first.sent).toHaveLength(1);
		const second = await running({ kept, answer, parameters: { options } });
		expect(second.sent).toHaveLength(2);
	});
});

describe('a question', () => {
	const asking: Running = { operation: 'message/sendAndWait' };

	test('is not sent with a placeholder that nothing fills', async () => {
		const { sent, error } = await running({
			...asking,
			parameters: { line: 'Hi {name}, ok?', message: 'Ok?', recipients: 'inputItems' },
		});
		expect(sent).toEqual([]);
		expect(error?.message).toBe("'Text Before the Link' has no value for {name} [item 0]");
		// What is to be mended is there in this operation.
		expect(error).toMatchObject({
			description: expect.not.stringMatching(/'(?:Unfilled )?Placeholders'/) as string,
		});
		expect(error).toMatchObject({
			description: expect.stringContaining("Fill it under 'Custom Fields'") as string,
		});
	});

	test('is asked of nobody twice, though an expression names them in another item by now', async () => {
		const [ann, bob] = [people(0)!, people(1)!];
		const kept = {};
		const texts: string[] = [];
		const go = async (sendTo: readonly string[], refused?: string) =>
			await running({
				...asking,
				kept,
				count: 2,
				parameters: { sendTo: byItem(...sendTo), message: 'Ok?', line: 'Ok?' },
				answer: ({ operation, ticket, sendTo: to }) => {
					if (operation.includes('TransactionStatus')) {
						return refusal(operation, `Ticket ${ticket} is unknown`, 7);
					}
					if (!operation.startsWith('send')) return reply(operation, DONE);
					if (refused && to.includes(refused)) return refusal(operation, 'No credit', 9);
					texts.push(...to);
					return reply(operation, `${DONE}<transaction_ticket>T</transaction_ticket>`);
				},
			});
		await go([ann, bob], ann);
		await go([bob, bob]);
		expect(texts).toEqual([bob]);
	});
});

test('a campaign finds parts behind one that the service never listed', async () => {
	const listed = new Map<string, string[]>();
	const sent: string[] = [];
	const isLeftOut = (ticket: string) => /^spring-1[-~][24]$/.test(ticket);
	const message = ['A', 'B', 'C', 'D'].map((part) => `${part.repeat(4)} `.repeat(30).trim());
	for (let run = 0; run < 3; run += 1) {
		await running({
			count: 2,
			secret: `gap${run}`,
			parameters: {
				recipients: 'inputItems',
				sendTo: people,
				message: message.join(' '),
				options: { campaignKey: 'spring', ifTooLong: 'split' },
			},
			answer: ({ operation, ticket, sendTo }) => {
				if (operation.includes('TransactionStatus')) {
					const all = listed.get(ticket);
					return all ? rows(operation, all) : refusal(operation, `Ticket ${ticket} is unknown`, 7);
				}
				if (!operation.startsWith('send')) return reply(operation, DONE);
				sent.push(ticket);
				listed.set(ticket, isLeftOut(ticket) ? sendTo.filter((to) => to !== people(0)) : sendTo);
				return reply(operation, `${DONE}<transaction_ticket>T</transaction_ticket>`);
			},
		});
	}
	expect(sent.filter((ticket) => ticket.startsWith('spring-1'))).toHaveLength(4);
	expect(sent.filter((ticket) => ticket.startsWith('spring-2'))).toHaveLength(2);
	expect(sent).toHaveLength(6);
});

test('an item that was sent stays as it was, though its account is none of the run by now', async () => {
	const kept = {};
	const go = async (isRetry: boolean) =>
		await running({
			kept,
			mode: isRetry ? 'retry' : 'trigger',
			count: 3,
			credential: isRetry ? {} : (item: number) => (item === 0 ? {} : { username: 'user1' }),
			parameters: {
				sendTo: (item: number) => {
					if (isRetry && item === 1) throw new Error('no such field');
					return people(item)!;
				},
			},
			answer: ({ operation, ticket, sendTo }) => {
				if (operation.includes('TransactionStatus')) {
					return refusal(operation, `Ticket ${ticket} is unknown`, 7);
				}
				if (!isRetry && sendTo.includes(people(2)!)) return refusal(operation, 'No credit', 9);
				return reply(operation, `${DONE}<transaction_ticket>T</transaction_ticket>`);
			},
		});
	await go(false);
	const { error, sent } = await go(true);
	expect(error).toBeUndefined();
	expect(sent).toEqual([[people(2)]]);
});
