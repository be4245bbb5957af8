import { shortTitle } from '../../../../../nodes/SubscriptionMessaging/service/text/shortTitle';

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
