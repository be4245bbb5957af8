import { ServiceChecks } from '../../../../../nodes/SubscriptionMessaging/run/checks/serviceChecks';
import type { PreparedItem } from '../../../../../nodes/SubscriptionMessaging/run/values/call';
import type { Call } from '../../../../../nodes/SubscriptionMessaging/service/contract/call';
import {
	type FakeAnswer,
	type FakeRequest,
	fakeService,
	GOOD,
	page,
	refusal,
	reply,
} from '../../transport/fakeService';
import { fromItem, item, request, sendCall, SETTINGS, to, unit } from '../preparedItems';

const template = (text: string | null) =>
	reply(
		'readTemplate',
		`${GOOD}<response><id>7</id>${text === null ? '<text xsi:nil="true"/>' : `<text>${text}</text>`}</response>`,
	);
const TREE = reply(
	'getOrganizationTree',
	`${GOOD}<response><name>ACME</name><keyword>ACME</keyword><divisions><item><name>North</name><keyword>NORTH</keyword></item></divisions><subscriptionnodes><item><name>Staff</name><keyword>NSTAFF</keyword></item></subscriptionnodes></response>`,
);

type Fields = Array<{ name: string; value: string }>;

const templateCall = (
	people: Fields[],
	own: { id?: string; text?: string } = { id: '7' },
): Call => ({
	...unit,
	operation: 'sendTemplateMessage',
	parameters: {
		template: own,
		recipientList: {
			recipients: people.map((customfields, index) => ({
				sendTo: `1801555000${index}`,
				type: 1,
				customfields,
			})),
		},
	},
});
const templated = (people: Fields[], more: Partial<PreparedItem> = {}) =>
	item(request(templateCall(people)), { checksPlaceholders: true, ...more });
const ANN = [{ name: 'name', value: 'Ann' }];

/** Completes items one after the other, and tells what was asked for them. */
async function completing(
	items: PreparedItem[],
	answer: Parameters<typeof fakeService>[0] | FakeAnswer,
	goesOn = false,
) {
	const { context, session, requests } = fakeService((asked) =>
		typeof answer === 'function' ? answer(asked) : answer,
	);
	Object.assign(context, { continueOnFail: () => goesOn });
	const sessions = [{ ...session, companyKeyword: 'ACME' }, session];
	const ask = new ServiceChecks(context, sessions);
	const completed: PreparedItem[] = [];
	const errors: Array<{ message: string; description?: string }> = [];
	for (const [itemIndex, prepared] of items.entries()) {
		try {
			completed.push(await ask.complete(prepared, itemIndex));
		} catch (error) {
			errors.push(error as (typeof errors)[number]);
		}
	}
	return {
		completed,
		errors,
		asked: requests.map(({ operation, keyword }) => `${operation} ${keyword}`),
		bodies: requests.map(({ options }) => options.body as string),
		timeouts: requests.map(({ options }) => options.timeout),
	};
}

test('nothing is asked for a send whose text is known', async () => {
	const prepared = item(fromItem('18015550001'));
	const { completed, asked } = await completing([prepared], page(500));
	expect(completed).toEqual([prepared]);
	expect(asked).toEqual([]);
});

test('a limit of SMS, which the text keeps, asks for nothing', async () => {
	const prepared = item(fromItem('18015550001'), { maximums: { segments: 1 } });
	const { completed, errors, asked } = await completing([prepared], page(500));
	expect({ completed, errors, asked }).toEqual({ completed: [prepared], errors: [], asked: [] });
});

test('nothing is asked for what an earlier run began', async () => {
	const before = templated([[]], { chain: 'earlier', asksForUnit: 'Group' });
	const { completed, asked } = await completing([before], page(500));
	expect(completed[0]).toBe(before);
	expect(asked).toEqual([]);
});

describe('a stored template', () => {
	test('is read once for all items, and its text kept with each', async () => {
		const items = [templated([ANN]), templated([ANN])];
		const { completed, asked } = await completing(items, template('Hello {name}'));
		expect(completed.map(({ storedText }) => storedText)).toEqual(['Hello {name}', 'Hello {name}']);
		expect(completed[0]).not.toHaveProperty('warnings');
		expect(asked).toEqual(['readTemplate NSTAFF']);
	});

	test('is read by its own id, and not waited for longer than half a minute', async () => {
		const other = item(request(templateCall([ANN], { id: '8' })));
		const items = [templated([ANN]), other];
		const { bodies, timeouts } = await completing(items, template('Hello {name}'));
		expect(bodies.map((body) => /<id[^>]*>(.*?)<\/id>/.exec(body)?.[1])).toEqual(['7', '8']);
		expect(timeouts).toEqual([30_000, 30_000]);
	});

	test('of another account is read for that', async () => {
		const settings = { ...SETTINGS, account: 1 };
		const other = item(request(templateCall([ANN]), { settings }));
		const { asked } = await completing([templated([ANN]), other], template('Hello'));
		expect(asked).toHaveLength(2);
	});

	test('whose placeholder has no value is refused for its item', async () => {
		const { errors } = await completing([templated([ANN]), templated([[]])], template('Hi {name}'));
		expect(errors.map(({ message }) => message)).toEqual([
			'The template has no value for {name} [item 1]',
		]);
	});

	test('names the entry of a list that has no value', async () => {
		const { errors } = await completing([templated([ANN, []])], template('Hi {name}'));
		expect(errors[0]?.message).toBe('The template has no value for {name} of 18015550001 [item 0]');
		expect(errors[0]?.description).toMatch(/^It is entry 2 of the list\. \S/);
	});

	test.each([
		['the user lets placeholders stay', { checksPlaceholders: false }],
		['nothing is sent', { preview: true }],
	])('is not refused where %s', async (_what, more) => {
		const { completed, errors } = await completing([templated([[]], more)], template('Hi {name}'));
		expect(errors).toEqual([]);
		expect(completed[0]?.storedText).toBe('Hi {name}');
	});

	describe.each([
		['cannot be read', page(500)],
		['is refused', refusal('readTemplate', 'No')],
		['has no text', template(null)],
		['is no answer', reply('readTemplate', `${GOOD}<response xsi:nil="true"/>`)],
	])('that %s', (_what, answer) => {
		test.each([
			['placeholders', {}],
			['SMS', { checksPlaceholders: false, maximums: { segments: 9 } }],
		])('is not sent where its %s are to be checked', async (_of, more) => {
			const { completed, errors } = await completing([templated([[]], more)], answer);
			expect(completed).toEqual([]);
			expect(errors).toMatchObject([
				{
					message: 'The text of the template could not be read, so nothing was sent [item 0]',
					description: expect.stringMatching(/^Check the template and its group.*Send Anyway/),
					context: { itemIndex: 0 },
				},
			]);
		});

		test.each([
			['it may be sent unchecked', { checksPlaceholders: false, maximums: { recipients: 1 } }],
			['it may be sent unchecked without any limit', { checksPlaceholders: false }],
			['nothing is sent', { preview: true, maximums: { segments: 9 } }],
		])('is a warning where %s', async (_where, more) => {
			const { completed, errors } = await completing([templated([[]], more)], answer);
			expect(errors).toEqual([]);
			expect(completed[0]?.warnings).toEqual([
				'The text of the template 7 could not be read, so its placeholders and length were not checked',
			]);
		});
	});

	test.each([
		[10_000, undefined],
		[10_001, [expect.stringContaining('could not be read')]],
		[0, [expect.stringContaining('could not be read')]],
	])('of %i characters is looked at, or is none that could be sent', async (length, warnings) => {
		const text = 'x'.repeat(length);
		const { completed } = await completing([templated([ANN], { preview: true })], template(text));
		expect(completed[0]?.storedText).toBe(warnings ? undefined : text);
		if (warnings) expect(completed[0]?.warnings).toEqual(warnings);
	});

	test.each([
		[160, 0],
		[161, 1],
	])('of %i characters is refused %i times, and shown in a preview', async (length, refused) => {
		// Characters, and not the halves of which they are made.
		const text = template('🙂'.repeat(length));
		const { errors } = await completing([templated([])], text);
		expect(errors).toHaveLength(refused);
		for (const { message } of errors) {
			expect(message).toMatch(/^The template has 161 characters, and a message has at most 160/);
		}
		expect((await completing([templated([], { preview: true })], text)).errors).toEqual([]);
	});

	test('is not read where its text is entered', async () => {
		const entered = item(request(templateCall([ANN], { id: '7', text: 'Hi {name}' })));
		expect((await completing([entered], page(500))).asked).toEqual([]);
	});
});

test('a text of more than one message is warned of', async () => {
	const long = item(request(sendCall(to('18015550001'), 'ł'.repeat(71))));
	const { completed } = await completing([long], page(500));
	expect(completed[0]?.warnings).toHaveLength(1);
});

describe('an update of a group that keeps its name', () => {
	const update = (name?: string, keyword = 'NSTAFF') =>
		item(
			request(
				{
					...unit,
					keyword,
					operation: 'updateSubscriptionnode',
					parameters: { group: { name: name ?? '…', ispublic: 0 } },
				},
				name === undefined ? { keepsName: true } : {},
			),
		);
	const STAFF = reply('readSubscriptionnode', `${GOOD}<response><name>Staff</name></response>`);
	const namesOf = (items: PreparedItem[]) =>
		items.map(({ requests }) => {
			const { parameters } = requests[0]!.call;
			return 'group' in parameters && parameters.group;
		});

	test('carries the present one, read once, and all else as it was', async () => {
		const { completed, asked } = await completing([update(), update()], STAFF);
		const group = { name: 'Staff', ispublic: 0 };
		expect(namesOf(completed)).toEqual([group, group]);
		expect(completed[0]?.requests[0]).not.toHaveProperty('keepsName');
		expect(asked).toEqual(['readSubscriptionnode NSTAFF']);
	});

	test('is given the present one in the transport that was chosen', async () => {
		const { requests } = update();
		const nvp = {
			...requests[0]!,
			settings: { ...requests[0]!.settings, transport: 'nvp' as const },
		};
		const { bodies } = await completing([{ ...update(), requests: [nvp] }], STAFF);
		expect(bodies[0]).not.toContain('Envelope');
	});

	test('carries the name that an item before gives the group, and not the one that it had', async () => {
		const { completed, asked } = await completing(
			[update('Crew'), update(undefined, 'nstaff')],
			STAFF,
		);
		expect(namesOf(completed)).toMatchObject([{ name: 'Crew' }, { name: 'Crew' }]);
		expect(asked).toEqual([]);
	});

	test('carries the name that an item before gives the group under another of its keywords', async () => {
		const { completed, asked } = await completing(
			[update('Crew'), update(undefined, 'CUSTOM5'), update(undefined, 'OTHER')],
			reply(
				'readSubscriptionnode',
				`${GOOD}<response><name>Staff</name><keyword>nstaff</keyword><keywords><item><word>C</word></item></keywords></response>`,
			),
		);
		expect(namesOf(completed)).toMatchObject([
			{ name: 'Crew' },
			{ name: 'Crew' },
			{ name: 'Crew' },
		]);
		expect(asked).toEqual(['readSubscriptionnode CUSTOM5', 'readSubscriptionnode OTHER']);
	});

	test('carries it where the list of its keywords tells the other one', async () => {
		const { completed } = await completing(
			[update('Crew'), update(undefined, 'CUSTOM5')],
			reply(
				'readSubscriptionnode',
				`${GOOD}<response><name>Staff</name><keyword>CUSTOM5</keyword><keywords><item><word>NSTAFF</word></item></keywords></response>`,
			),
		);
		expect(namesOf(completed)).toMatchObject([{ name: 'Crew' }, { name: 'Crew' }]);
	});

	test('is not given a name that may be refused, where items go on after one that failed', async () => {
		const items = [update('Crew'), update(), update(undefined, 'NCREW')];
		const { completed, errors } = await completing(items, STAFF, true);
		expect(namesOf(completed)).toMatchObject([{ name: 'Crew' }, { name: 'Staff' }]);
		expect(errors).toMatchObject([
			{
				message: 'Another item gives this group a new name, which the service may refuse [item 1]',
				description: "Add 'Name' under 'Update Fields' of this item, too.",
			},
		]);
	});

	test('is given the name of its own group alone', async () => {
		const { completed, asked } = await completing(
			[update('Crew', 'NCREW'), update(undefined, 'NSTAFF')],
			STAFF,
		);
		expect(namesOf(completed)).toMatchObject([{ name: 'Crew' }, { name: 'Staff' }]);
		expect(asked).toEqual(['readSubscriptionnode NSTAFF']);
	});

	test('carries the present one of its own group, where several are updated', async () => {
		const named = ({ keyword }: FakeRequest) =>
			reply('readSubscriptionnode', `${GOOD}<response><name>${keyword}</name></response>`);
		const { completed } = await completing([update(), update(undefined, 'NCREW')], named);
		expect(namesOf(completed)).toMatchObject([{ name: 'NSTAFF' }, { name: 'NCREW' }]);
	});

	test.each([
		['is refused', refusal('readSubscriptionnode', 'Gone')],
		['is none', reply('readSubscriptionnode', `${GOOD}<response xsi:nil="true"/>`)],
		['has none', reply('readSubscriptionnode', `${GOOD}<response><name/></response>`)],
	])('is not sent where the group %s', async (_what, answer) => {
		const { completed, errors } = await completing([update()], answer);
		expect(completed).toEqual([]);
		expect(errors[0]?.message).toBe(
			"The group's name couldn't be read, so nothing was changed [item 0]",
		);
	});
});

describe('the keyword that a model gave', () => {
	const asking = (keyword: string, more: Partial<PreparedItem> = {}) =>
		item(request({ ...sendCall(to('18015550001')), keyword }), { asksForUnit: 'Unit', ...more });

	test('of a group is sent to, and the tree read once', async () => {
		const { errors, asked } = await completing([asking('NSTAFF'), asking('nstaff')], TREE);
		expect(errors).toEqual([]);
		expect(asked).toEqual(['getOrganizationTree ACME']);
	});

	test('is looked up in the tree of each account', async () => {
		const other = item(
			request(
				{ ...sendCall(to('18015550001')), keyword: 'NSTAFF' },
				{ settings: { ...SETTINGS, account: 1 } },
			),
			{ asksForUnit: 'Unit' },
		);
		const { asked } = await completing([asking('NSTAFF'), other], TREE);
		expect(asked).toHaveLength(2);
	});

	test('of a division or of nothing is refused', async () => {
		const { errors, completed } = await completing([asking('NORTH'), asking('ELSE')], TREE);
		expect(completed).toEqual([]);
		expect(errors.map(({ message }) => message)).toEqual([
			"'Unit' is a company or division, which can't send to a list [item 0]",
			'\'Unit\' is "ELSE", which is no group of the organization [item 1]',
		]);
	});

	test('that cannot be looked up is not sent to', async () => {
		const { errors } = await completing(
			[asking('NSTAFF')],
			refusal('getOrganizationTree', 'Maintenance'),
		);
		expect(errors[0]?.message).toBe("'Unit' could not be looked up, so nothing was sent [item 0]");
		expect(errors[0]?.description).toContain('Maintenance');
	});

	test('is shown beside what the service says as text, and not as HTML', async () => {
		const said = refusal('getOrganizationTree', 'No &lt;b&gt; &amp;lt;i&amp;gt;');
		const { errors } = await completing([asking('NSTAFF')], said);
		expect(errors[0]?.description).toContain('No &lt;b&gt; &amp;lt;i&amp;gt;');
	});

	test('is not asked for where nothing is sent', async () => {
		for (const none of [asking('ELSE', { preview: true }), { ...asking('ELSE'), requests: [] }]) {
			const { errors, asked } = await completing([none], TREE);
			expect([errors, asked]).toEqual([[], []]);
		}
	});
});
