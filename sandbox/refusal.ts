/**
 * Every reason to refuse, with its number. The real numbers are not known (Errors, 4): these are the
 * sandbox's own.
 */
const ERROR_NUMBERS = {
	credentialsRejected: 103,
	codeRejected: 104,
	keywordMissing: 105,
	keywordUnknown: 106,
	keywordDeleted: 107,
	keywordOfWrongUnit: 108,
	fieldMissing: 109,
	fieldTooLong: 110,
	fieldInvalid: 111,
	tooManyNumbers: 112,
	notDeleted: 113,
	parentDeleted: 114,
	templateExists: 115,
	templateUnknown: 116,
	templateDeleted: 117,
	recipientsNotAllowed: 118,
	recipientsMissing: 119,
	ticketUnknown: 120,
	shortUrlUnknown: 121,
	versionUnknown: 130,
	methodUnknown: 131,
	formNotDocumented: 132,
} as const;

type Reason = keyof typeof ERROR_NUMBERS;

/** A request that the service answers with result=false (Errors, 1). */
export class Refusal extends Error {
	readonly number: number;

	constructor(reason: Reason, message: string) {
		super(message);
		this.number = ERROR_NUMBERS[reason];
	}
}
