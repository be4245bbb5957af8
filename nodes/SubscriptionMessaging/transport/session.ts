import { createHash, type KeyObject } from 'node:crypto';

import {
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { secretMask } from '../../../credentials/secretMask';
import {
	companyKeywordOf,
	ignoresSslIssues,
	deliveryReportAddressOf,
	problemWithCredential,
	serviceAddress,
	type SubscriptionMessagingCredential,
	userOf,
} from '../../../credentials/secrets';
import { statusAddressKey } from '../../../credentials/statusAddressKey';
import { plainCode } from '../service/answer/organization';
import { recipientsAllowedOf, type RecipientsAllowed } from './recipientsRule';
import { nodeError } from '../wording/nodeError';

export const CREDENTIAL_TYPE = 'subscriptionMessagingApi';

/** Where a node can call the service from: as it executes, fills its lists, polls or receives a callback. */
export type CallContext =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** One decryption of the credential, shared by every call of an execution. */
export interface Session {
	/**
	 * Tells the account at the service from others, whichever credential it is used by; nothing can be
	 * read back from it. Keys and passwords are replaced, so they are no part of it.
	 */
	serviceAccount: string;
	/** Whom the service knows the account as, the same where its address is mended; likewise. */
	user: string;
	/** Tells the values of the credential from others, however the address is written; likewise. */
	values: string;
	/** Without a slash at the end. */
	baseUrl: string;
	/** Default code of the credential, in digits: the number that it is, so that a group has one code. */
	code: string;
	/** Keyword of the company or division that lists start from; may be empty. */
	companyKeyword: string;
	/** Where delivery reports go for which a workflow has no trigger of its own; empty where nothing is entered. */
	deliveryReportAddress: string;
	nvpMethod: 'POST' | 'GET';
	ignoreSslIssues: boolean;
	/** Whom this account can reach. */
	recipientsAllowed: RecipientsAllowed;
	/** Handed back to n8n with each request, which would decrypt the credential again without it. */
	credentialsDecrypted: ICredentialsDecrypted;
	/** Takes the secrets out of a text of the service that is shown or logged; never for payload. */
	mask(text: string): string;
	/** What the addresses of delivery reports are signed with. The first call takes a tenth of a second. */
	statusAddressKey(): Promise<KeyObject>;
}

/**
 * Decrypts the credential and refuses one that cannot be used.
 *
 * @param itemIndex the item that expressions in the credential are evaluated for
 * @throws NodeOperationError naming the credential's field and how to mend it
 */
export async function openSession(context: CallContext, itemIndex = 0): Promise<Session> {
	const credential = await context.getCredentials<
		SubscriptionMessagingCredential & Record<string, never>
	>(CREDENTIAL_TYPE, itemIndex);
	const recipientsAllowed = problemWithCredential(credential) ?? recipientsAllowedOf(credential);
	if ('problem' in recipientsAllowed) {
		throw nodeError(
			context,
			recipientsAllowed.problem,
			`Open the credential of this node. ${recipientsAllowed.fix}`,
		);
	}
	const node = context.getNode();
	const details = node.credentials?.[CREDENTIAL_TYPE];
	const baseUrl = serviceAddress(credential);
	return {
		serviceAccount: fingerprint([new URL(baseUrl).href, userOf(credential)]),
		user: fingerprint([userOf(credential)]),
		values: fingerprint({ ...credential, baseUrl }),
		baseUrl,
		code: plainCode(String(credential.code)),
		companyKeyword: companyKeywordOf(credential),
		deliveryReportAddress: deliveryReportAddressOf(credential),
		nvpMethod: credential.nvpMethod ?? 'POST',
		ignoreSslIssues: ignoresSslIssues(credential),
		recipientsAllowed,
		credentialsDecrypted: {
			id: details?.id ?? '',
			name: details?.name ?? '',
			type: CREDENTIAL_TYPE,
			data: credential,
		},
		mask: secretMask(credential),
		statusAddressKey: async () => await statusAddressKey(credential),
	};
}

function fingerprint(values: object): string {
	return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
