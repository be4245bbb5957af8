import { LIMITS } from '../service/contract/contract';
import type { Mistake } from '../service/errors/violation';
import { counted } from './number';

/** What to do about each mistake that needs no values to be told. */
const WAYS = {
	codeNotDigits:
		"Enter digits only, e.g. 12345, or leave the field out to use the credential's code.",
	emailForPhone: "Choose Email or SMS Email Gateway as 'Type', or give a phone number.",
	empty: 'Enter a value, or check the expression that fills it.',
	everyoneWithList: 'Choose either the recipients or everyone.',
	invisible:
		'Delete the value and type it again; the character often comes along when text is pasted.',
	lookalike: 'Type the keyword again in plain letters and digits, or choose it from the list.',
	noRecipient:
		'Add a recipient, or filter out items without one before this node. The service may take an empty list for everyone in the group.',
	noWebAddress: 'Enter the whole address, such as https://example.com/offer.',
	notAnEmail: 'Give an email address, or choose another type than Email.',
	notANumber: 'Give a phone number with its country code.',
	notOneMailbox: 'Give each address in a list entry, item or row of its own.',
	notOneOf: 'Give 1 (SMS), 2 (SMS Email Gateway), 3 (Text To Voice) or 4 (Email).',
	notShortCarrierId: 'Use the carrier ID that a look-up of the number gives.',
	tooManyDigits: 'Give each phone number in a list entry, item or row of its own.',
	unchanged: 'Add at least one field to change.',
	wrongType: 'Check the value, or the expression that fills it.',
} as const;

/** How to mend a value that the interface does not allow, in the words of the editor. */
export function howToMend(mistake: Mistake): string {
	switch (mistake.code) {
		case 'separated':
			return `Remove ${mistake.sign}, or give each value in an item or row of its own.`;
		case 'tooLong':
			return `Cut ${counted(mistake.by, 'character')}.`;
		case 'tooLongForLocale':
			return `Cut ${counted(mistake.by, 'character')}; only English messages can have ${LIMITS.message}. An emoji counts as two or more.`;
		case 'tooManyNumbers':
			return `Spread them over several items of at most ${mistake.most}.`;
		case 'unsendable':
			return `Remove the character at position ${mistake.position}. It often comes along when text is pasted or read from a file.`;
		default:
			return WAYS[mistake.code];
	}
}
