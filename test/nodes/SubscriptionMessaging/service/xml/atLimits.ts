import { openAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answer';
import { stepsOf } from '../../stepsOf';
import { answerWith, soap } from '../answer/reading';

/** Members with a text of the given length. */
export const LONG_TEXTS: ReadonlyArray<[of: string, written: (length: number) => string]> = [
	['a text', (length) => `<name>${'x'.repeat(length)}</name>`],
	['a text in parts', (length) => `<name>y<![CDATA[${'x'.repeat(length - 1)}]]></name>`],
	['a text that is kept', (length) => `<name id="a">${'x'.repeat(length)}</name>`],
	['a text with markup', (length) => `<name>y<b>${'x'.repeat(length - 2)}</b>y</name>`],
];

export const differentMembers = (count: number) =>
	Array.from({ length: count }, (_, n) => `<x${n}/>`).join('');

/** What may begin and never end. */
export const ENDLESS = [
	['a name', '<'],
	['a comment', '<!--'],
	['an attribute', '<a b="'],
	['an entity', '&'],
] as const;

/** Gives a reader twenty parts of an answer, none of which ends what was opened. */
export function writeEndless(opening: string, charactersOfPart: number): void {
	const reader = openAnswer(soap('readDivision'), { status: 200 });
	reader.write(Buffer.from(`<s:Envelope><s:Body>${opening}`));
	const part = Buffer.alloc(charactersOfPart, 'x');
	for (let count = 0; count < 20; count++) reader.write(part);
}

/** In how many steps more a list that comes in so many parts is read than one that comes in one. */
export function stepsOfParts(entries: string, parts: number): number {
	const part = `<templates>${entries}</templates>`;
	const stepsFor = (lists: string) => {
		const reader = openAnswer(soap('getTemplates'), { status: 200 });
		reader.write(Buffer.from(answerWith('getTemplates', `<response>${lists}</response>`)));
		return stepsOf(reader.finish());
	};
	return stepsFor(part.repeat(parts)) - stepsFor(part);
}
