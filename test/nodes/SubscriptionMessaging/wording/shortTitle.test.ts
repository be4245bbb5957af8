import { shortTitle } from '../../../../nodes/SubscriptionMessaging/wording/shortTitle';

const longCause = `the template ${'x'.repeat(100)} is unknown`;

test('a message that is read at a glance stays whole, whatever its item', () => {
	const message = `${'a'.repeat(80)} [item 12345]`;
	expect(shortTitle(message)).toEqual({ title: message, rest: '' });
});

test('the cause after a colon goes into the description, as a sentence', () => {
	const what = 'The service could not process the request';
	expect(shortTitle(`${what}: ${longCause} [item 3]`)).toEqual({
		title: `${what} [item 3]`,
		rest: `T${longCause.slice(1)}.`,
	});
});

test('a few words before a colon do not say enough', () => {
	const { title, rest } = shortTitle(`The service refused: unknown word ${longCause} [item 3]`);
	expect(title).toBe('The service refused: unknown word the template… [item 3]');
	expect(rest).toBe(`The service refused: unknown word ${longCause}.`);
});

test.each([
	'Not sent',
	'Nothing was sent for this campaign',
	'No answer came',
	'The answer could not be used',
	'The service was not reached',
])('%s says enough', (what) => {
	expect(shortTitle(`${what}: ${longCause} [item 3]`)).toEqual({
		title: `${what} [item 3]`,
		rest: `T${longCause.slice(1)}.`,
	});
});

test('a field that is named before a colon does not say enough', () => {
	const problem = `'Send To': "040 12345 / 040 12346" is not a phone number`;
	expect(
		shortTitle(`${problem}: it may be two numbers, or one with an extension [item 3]`),
	).toEqual({
		title: `${problem} [item 3]`,
		rest: 'It may be two numbers, or one with an extension.',
	});
});

test('quoted values are cut, and not what is wrong with them', () => {
	const problem = (value: string) => `'Send To' is "${value}", which is not an email address`;
	const { title, rest } = shortTitle(`${problem('nobody'.repeat(10))} [item 3]`);
	expect(title).toBe(`${problem('nobodynobodynobodynobodynobodynob…')} [item 3]`);
	expect(rest).toBe(`${problem('nobody'.repeat(10))}.`);
});

test('a colon within a quoted value ends no title', () => {
	const problem = (value: string) => `'Send To' is "${value}", which is not an email address`;
	const { title } = shortTitle(problem(`Please write to my new address: ${'x'.repeat(40)}`));
	expect(title).toBe(problem('Please write to my new address: x…'));
});

test('of several quoted values the short ones stay whole', () => {
	const message = (name: string) =>
		`The resource "message" has no operation "${name}", nor another "resource"`;
	const { title } = shortTitle(message('x'.repeat(60)));
	expect(title).toBe(message(`${'x'.repeat(13)}…`));
	expect(title.length).toBeLessThanOrEqual(80);
});

test('a quoted value is never cut within a character', () => {
	const { title } = shortTitle(`"${'😀'.repeat(60)}" is not an email address`);
	expect(title).toMatch(/^"😀{20,}…" is not an email address$/u);
});

test('the number of an error goes into the description before the words of the service do', () => {
	const said = `The service refused: ${'x'.repeat(55)}`;
	expect(shortTitle(`${said} (error 106) [item 3]`)).toEqual({
		title: `${said} [item 3]`,
		rest: 'Error 106.',
	});
});

test('another long message is cut at a word, and said whole in the description', () => {
	const message = `'Message' is too long, because it ${'says '.repeat(30)}so!`;
	const { title, rest } = shortTitle(message);
	expect(title.length).toBeLessThanOrEqual(80);
	expect(title).toMatch(/^'Message' is too long, because it (says )*says…$/);
	expect(rest).toBe(message);
});

test('a long word is cut as well, and never within a character', () => {
	const { title, rest } = shortTitle('😀'.repeat(100));
	expect(title).toMatch(/^😀+…$/u);
	expect([...title].length).toBeLessThanOrEqual(80);
	expect(rest).toBe(`${'😀'.repeat(100)}.`);
});

describe('what stays in the title', () => {
	const titleOf = (message: string) => shortTitle(message).title;

	test('is what stands before a colon of 40 to 80 characters', () => {
		for (const length of [40, 80]) {
			expect(titleOf(`${'a'.repeat(length)}: ${'b'.repeat(50)}`)).toBe('a'.repeat(length));
		}
		for (const length of [39, 81]) {
			const title = titleOf(`${'a'.repeat(length)}: ${'b'.repeat(50)}`);
			expect(title).not.toBe('a'.repeat(length));
			expect(title.length).toBeLessThanOrEqual(80);
		}
	});

	test('is a quoted value before the colon, as a whole', () => {
		const what = `The template "${'x'.repeat(30)}" could not be read`;
		expect(titleOf(`${what}: ${longCause}`)).toBe(what);
	});

	test('is no beginning that only looks like one which says enough further on', () => {
		expect(titleOf(`Ann said: No answer came: ${longCause}`)).not.toBe('Ann said');
	});

	test('is what looks like an item or the number of an error, but for the end', () => {
		const item = shortTitle(`It says [item 3] and ${'more '.repeat(30)}`);
		expect(item.title).toMatch(/^It says \[item 3\] and more/);
		expect(item.title).not.toMatch(/3\]$/);
		expect(titleOf(`The service refused (error 106) ${'x'.repeat(55)}`)).toMatch(
			/^The service refused \(error 106\)/,
		);
	});

	test('is up to 80 characters without the number of the error', () => {
		const said = `The service refused: ${'x'.repeat(59)}`;
		expect(titleOf(`${said} (error 106)`)).toBe(said);
	});

	test('is up to 80 characters where it is cut at a word', () => {
		const message = `${'a'.repeat(50)} ${'b'.repeat(29)} ${'c'.repeat(30)}`;
		expect(titleOf(message)).toBe(`${'a'.repeat(50)}…`);
	});

	test('is six characters of a quoted value at least', () => {
		const message = (value: string, more: number) => `"${value}" ${'y'.repeat(more)}`;
		expect(titleOf(message('x'.repeat(40), 70))).toBe(message('xxxxxx…', 70));
		expect(titleOf(message('x'.repeat(40), 71))).not.toContain('x…"');
	});

	test('is a quoted value as a whole where a cut one would be no shorter', () => {
		const message = (value: string) => `"${value}" and "${'y'.repeat(21)}" ${'z'.repeat(28)}`;
		expect(titleOf(message('x'.repeat(60)))).toBe(message(`${'x'.repeat(20)}…`));
	});

	test.each(['', 'a'])('is no half of a character behind %j', (start) => {
		expect(titleOf(`"${start}${'😀'.repeat(60)}" is not an email address`)).toMatch(
			new RegExp(`^"${start}😀{20,}…" is not an email address$`, 'u'),
		);
	});
});
