import type { StructValue } from '../service/contract';
import type { Request } from '../actions/operation';

export type Recipient = StructValue<'WSRecipientEnhanced'>;

/** Entries of the list of recipients; none where there is no list. */
export function recipientsOf({ parameters }: Pick<Request, 'parameters'>): Recipient[] {
	const { recipients } = (parameters.recipientList ?? {}) as { recipients?: Recipient[] };
	return recipients ?? [];
}

/** Entries of a list of numbers with commas between them. */
export function numbersOf(
	{ parameters }: Pick<Request, 'parameters'>,
	list: 'phone_list' | 'phone',
): string[] {
	return String(parameters[list] ?? '').split(',');
}
