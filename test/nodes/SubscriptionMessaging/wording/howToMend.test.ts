import {
	addressProblem,
	keywordProblem,
} from '../../../../nodes/SubscriptionMessaging/service/text/address';
import type { Mistake } from '../../../../nodes/SubscriptionMessaging/service/errors/violation';
import { howToMend } from '../../../../nodes/SubscriptionMessaging/wording/howToMend';

test.each<[Mistake, string]>([
	[{ code: 'codeNotDigits' }, "the credential's code"],
	[{ code: 'emailForPhone' }, 'SMS Email Gateway'],
	[{ code: 'empty' }, 'Enter a value'],
	[{ code: 'everyoneWithList' }, 'either the recipients or everyone'],
	[{ code: 'invisible' }, 'type it again'],
	[{ code: 'lookalike' }, 'plain letters and digits'],
	[{ code: 'noRecipient' }, 'The service may take an empty list for everyone'],
	[{ code: 'noWebAddress' }, 'such as https://example.com/offer'],
	[{ code: 'notAnEmail' }, 'Give an email address'],
	[{ code: 'notANumber' }, 'with its country code'],
	[{ code: 'notOneMailbox' }, 'Give each address in a list entry, item or row of its own'],
	[{ code: 'notOneOf' }, '1 (SMS), 2 (SMS Email Gateway)'],
	[{ code: 'notShortCarrierId' }, 'the carrier ID that a look-up'],
	[{ code: 'tooManyDigits' }, 'Give each phone number in a list entry'],
	[{ code: 'unchanged' }, 'at least one field to change'],
	[{ code: 'wrongType' }, 'Check the value, or the expression'],
	[{ code: 'separated', sign: 'a comma' }, 'Remove a comma, or give each value'],
	[{ code: 'tooLong', by: 15 }, 'Cut 15 characters.'],
	[{ code: 'tooLongForLocale', by: 7 }, 'Cut 7 characters; only English messages can have 160.'],
	[{ code: 'tooManyNumbers', most: 100 }, 'several items of at most 100.'],
	[{ code: 'unsendable', position: 3 }, 'Remove the character at position 3.'],
])('%j is mended as the editor calls things', (mistake, way) => {
	expect(howToMend(mistake)).toContain(way);
	expect(howToMend(mistake)).toMatch(/^[A-Z].*\.$/);
});

test.each([
	[
		'several numbers with a semicolon',
		addressProblem('18015551001;18015551002', 5),
		'Remove a semicolon,',
	],
	['an email address for a text', addressProblem('ann@example.com', 1), 'SMS Email Gateway'],
	['a keyword in two lines', keywordProblem('N\nSTAFF'), 'Delete the value and type it again'],
])('%s says how to mend it', (_what, problem, way) => {
	expect(howToMend(problem!)).toContain(way);
});
