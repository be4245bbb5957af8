import { TriggerSettings } from '../../../../nodes/SubscriptionMessaging/trigger/settings';

/** The settings of a trigger whose workflow stores these fields, or whose expressions give them. */
const settings = (fields: Record<string, unknown>) =>
	new TriggerSettings({
		getNodeParameter: (name: string, fallback?: unknown) =>
			name in fields ? fields[name] : fallback,
	} as never);

describe('who may post', () => {
	it.each(['none', 'sharedToken', 'signedAddress'])('is as chosen: %s', (authentication) => {
		expect(settings({ authentication }).authentication).toBe(authentication);
	});

	it.each([undefined, null, '', 'None', 0])('is asked for a signature by %p', (authentication) => {
		expect(settings({ authentication }).authentication).toBe('signedAddress');
	});

	it.each([
		['word', 'word'],
		[1234, '1234'],
		[null, ''],
		[undefined, ''],
	])('and gives the token %p as a text', (accessKey, token) => {
		expect(settings({ accessKey }).token).toBe(token);
	});
});

it.each([
	[true, true],
	['true', true],
	[1, true],
	['yes', true],
	[false, false],
	['false', false],
	['0', false],
	['', false],
	[null, false],
])('reads %j, which an expression may give for a switch, as %s', (given, isOn) => {
	const fields = { confirm: given, includeRaw: given };
	const filters = { onlyFinal: given, onlyWithTicket: given };
	const { confirms, givesRaw, filters: read } = settings({ ...fields, filters });
	expect([confirms, givesRaw, read.onlyFinal, read.onlyWithTicket]).toEqual(Array(4).fill(isOn));
});

it('has texts that are empty where nothing was entered', () => {
	expect(settings({})).toMatchObject({ token: '', keyword: '', code: undefined });
	expect(settings({}).fieldMapping.sendTo).toBe('');
});

it('asks under the keyword of the group that was chosen from the list', () => {
	const chosen = { mode: 'list', value: 'NSTAFF' };
	const context = {
		getNodeParameter: (_name: string, _otherwise: unknown, options?: { extractValue?: boolean }) =>
			options?.extractValue ? chosen.value : chosen,
	};
	expect(new TriggerSettings(context as never).keyword).toBe('NSTAFF');
});

it.each([
	[{ keyword: 'STAFF@67890' }, 'STAFF', '67890'],
	[{ keyword: 'STAFF@67890', code: ' 12345 ' }, 'STAFF', '67890'],
	[{ keyword: 'STAFF', code: ' 12345 ' }, 'STAFF', '12345'],
	[{ keyword: 'STAFF', code: '0012345' }, 'STAFF', '12345'],
	[{ keyword: 'STAFF' }, 'STAFF', undefined],
])('asks of %j under the keyword %s and the code %s', (fields, keyword, code) => {
	expect(settings(fields)).toMatchObject({ keyword, code });
});

it('are read also where the editor shows none of them', () => {
	const hidden = {
		getNodeParameter: (_name: string, otherwise: unknown, options?: { extractValue?: boolean }) => {
			// n8n looks for such a field among those that are shown.
			if (options?.extractValue) throw new Error('Could not find property');
			return otherwise;
		},
	};
	const { token, confirms, givesRaw, filters } = new TriggerSettings(hidden as never);
	expect({ token, confirms, givesRaw }).toEqual({
		token: '',
		confirms: false,
		givesRaw: false,
	});
	expect(filters.statusCodes).toEqual([]);
});

describe('what starts the workflow', () => {
	it('is every post only where that is chosen', () => {
		expect(settings({ triggerOn: 'anyCallback' }).takesAnyCallback).toBe(true);
		expect(settings({ triggerOn: 'deliveryStatus' }).takesAnyCallback).toBe(false);
	});

	it('is any status where no filter was added', () => {
		const none = { statusCodes: [], onlyFinal: false, onlyWithTicket: false };
		expect(settings({}).filters).toEqual(none);
		for (const filters of [null, '', 'text', 7])
			expect(settings({ filters }).filters).toEqual(none);
	});

	it.each([
		['100, 101;102', ['100', '101', '102']],
		['100，101；102', ['100', '101', '102']],
		[' 100 ', ['100']],
		[100, ['100']],
		['', []],
	])('is what the codes %p say', (statusCodes, codes) => {
		expect(settings({ filters: { statusCodes } }).filters.statusCodes).toEqual(codes);
	});

	it('leaves out what is not final or has no ticket where that is chosen', () => {
		expect(settings({ filters: { onlyFinal: true } }).filters).toMatchObject({
			onlyFinal: true,
			onlyWithTicket: false,
		});
		expect(settings({ filters: { onlyWithTicket: true } }).filters).toMatchObject({
			onlyFinal: false,
			onlyWithTicket: true,
		});
	});
});

describe('the service is asked', () => {
	it('only where that is chosen', () => {
		expect(settings({}).confirms).toBe(false);
		expect(settings({ confirm: true }).confirms).toBe(true);
	});

	it('under the keyword, by the code where one is entered', () => {
		expect(settings({ keyword: 'NSTAFF', code: 12345 })).toMatchObject({
			keyword: 'NSTAFF',
			code: '12345',
		});
		expect(settings({ code: ' ' }).code).toBeUndefined();
		expect(settings({}).code).toBeUndefined();
	});
});

it('takes a name of the mapping that an expression gives as a number for its text', () => {
	const { fieldMapping } = settings({ fieldMapping: { sendTo: 7, status_code: null } });
	expect(fieldMapping).toMatchObject({ sendTo: '7', status_code: '' });
});

it('gives what was posted beside the status only where that is chosen', () => {
	expect(settings({}).givesRaw).toBe(false);
	expect(settings({ includeRaw: true }).givesRaw).toBe(true);
});

describe('the group that the service is asked under', () => {
	it.each([
		['NSTAFF ', 'NSTAFF', undefined],
		['NSTAFF@67890\n', 'NSTAFF', '67890'],
		[' NSTAFF@67890', 'NSTAFF', '67890'],
	])('may have blanks around it, as that of a sending node: %j', (entered, keyword, code) => {
		expect(settings({ keyword: entered })).toMatchObject({ keyword });
		expect(settings({ keyword: entered }).code).toBe(code);
	});
});
