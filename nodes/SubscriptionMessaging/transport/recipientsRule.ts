import type {
	CredentialProblem,
	SubscriptionMessagingCredential,
} from '../../../credentials/secrets';
import { addressProblem, BETWEEN_ENTRIES, comparableAddress } from '../service/text/address';
import { phoneNumberIn } from '../service/text/phoneNumber';

/** Whom a credential lets the nodes reach. */
export type RecipientsAllowed =
	| { readonly rule: 'anyone' }
	/** Addresses in the form of {@link comparableAddress}. */
	| { readonly rule: 'onlyThese'; readonly addresses: ReadonlySet<string> }
	/** Everything goes here: texts and calls to the phone (digits with country code), emails to the address. */
	| { readonly rule: 'redirect'; readonly phone?: string; readonly email?: string };

type Fields = Pick<
	SubscriptionMessagingCredential,
	'recipientsAllowed' | 'allowedRecipients' | 'redirectToPhone' | 'redirectToEmail'
>;

/**
 * Reads *Recipients Allowed* of a credential. Whatever is not clearly a choice is a problem, so that an
 * expression that gives nothing never means anyone.
 *
 * @returns the rule, or why there is none, with the name of the field and never a secret
 */
export function recipientsAllowedOf(credential: Fields): RecipientsAllowed | CredentialProblem {
	// Credentials that were stored before the field existed have none.
	if (!('recipientsAllowed' in credential)) return { rule: 'anyone' };
	switch (credential.recipientsAllowed) {
		case 'anyone':
			return { rule: 'anyone' };
		case 'onlyThese':
			return onlyThese(credential.allowedRecipients);
		case 'redirect':
			return redirect(credential);
		default:
			return {
				problem: "'Recipients Allowed' in the credential must be one of its options",
				fix: 'Choose Anyone, Only These or Redirect Everything To, or check the expression that fills it.',
			};
	}
}

function onlyThese(entered: unknown): RecipientsAllowed | CredentialProblem {
	const written = (Array.isArray(entered) ? entered : [entered])
		.flatMap((entry) => scalarText(entry).split(BETWEEN_ENTRIES))
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
	if (written.length === 0) {
		return {
			problem: "'Allowed Recipients' in the credential is empty",
			fix: "'Recipients Allowed' is Only These, so enter the phone numbers and email addresses that may be reached.",
		};
	}
	const addresses = new Set<string>();
	for (const entry of written) {
		const address = phoneNumberIn(entry) ?? emailIn(entry);
		if (address === undefined) {
			return {
				problem: `'Allowed Recipients' in the credential holds "${entry.slice(0, 80)}", which is no address`,
				fix: 'Write each phone number with its country code and each email address in full, separated by commas or line breaks.',
			};
		}
		addresses.add(comparableAddress(address));
	}
	return { rule: 'onlyThese', addresses };
}

function redirect(credential: Fields): RecipientsAllowed | CredentialProblem {
	const enteredPhone = scalarText(credential.redirectToPhone).trim();
	const enteredEmail = scalarText(credential.redirectToEmail).trim();
	if (enteredPhone === '' && enteredEmail === '') {
		return {
			problem: 'The credential redirects everything, and its addresses to redirect to are empty',
			fix: "Enter 'Redirect to Phone Number', 'Redirect to Email Address' or both.",
		};
	}
	const phone = phoneNumberIn(enteredPhone);
	if (enteredPhone !== '' && phone === undefined) {
		return {
			problem: "'Redirect to Phone Number' in the credential must be one phone number",
			fix: 'Enter it with its country code, e.g. 18015551234.',
		};
	}
	const email = emailIn(enteredEmail);
	if (enteredEmail !== '' && email === undefined) {
		return {
			problem: "'Redirect to Email Address' in the credential must be one email address",
			fix: 'Enter one in full, e.g. me@example.com.',
		};
	}
	return { rule: 'redirect', phone, email };
}

function emailIn(text: string): string | undefined {
	return text.includes('@') && !addressProblem(text, 4) ? text : undefined;
}

function scalarText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
