import {
	NodeOperationError,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import {
	problemWithCredential,
	secretMask,
	serviceAddress,
	type SubscriptionMessagingCredential,
} from '../../../credentials/secrets';
import { statusAddressKey } from '../../../credentials/statusAddressKey';

export const CREDENTIAL_TYPE = 'subscriptionMessagingApi';

/** Where a node can call the service from: as it executes, fills its lists or receives a callback. */
export type CallContext = IExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** One decryption of the credential, shared by every call of an execution. */
export interface Session {
	/** Without a slash at the end. */
	baseUrl: string;
	/** Default code of the credential, in digits. */
	code: string;
	/** Keyword of the company or division that lists start from; may be empty. */
	companyKeyword: string;
	nvpMethod: 'POST' | 'GET';
	ignoreSslIssues: boolean;
	/** Handed back to n8n with each request, which would decrypt the credential again without it. */
	credentialsDecrypted: ICredentialsDecrypted;
	/** Takes the secrets out of a text that came from the service. */
	mask(text: string): string;
	/** What the addresses of delivery reports are signed with. */
	statusAddressKey: Uint8Array;
}

/**
 * Decrypts the credential and refuses one that cannot be used.
 *
 * @throws NodeOperationError naming the credential's field and how to mend it
 */
export async function openSession(context: CallContext): Promise<Session> {
	const credential = await context.getCredentials<
		SubscriptionMessagingCredential & Record<string, never>
	>(CREDENTIAL_TYPE);
	const problem = problemWithCredential(credential);
	if (problem) {
		throw new NodeOperationError(context.getNode(), problem, {
			description: 'Nothing was sent. Open the credential of this node and correct the field.',
		});
	}
	const node = context.getNode();
	const details = node.credentials?.[CREDENTIAL_TYPE];
	return {
		baseUrl: serviceAddress(credential),
		code: String(credential.code),
		companyKeyword: credential.keyword?.trim() ?? '',
		nvpMethod: credential.nvpMethod ?? 'POST',
		ignoreSslIssues: credential.ignoreSslIssues ?? false,
		credentialsDecrypted: {
			id: details?.id ?? '',
			name: details?.name ?? '',
			type: CREDENTIAL_TYPE,
			data: credential,
		},
		mask: secretMask(credential),
		statusAddressKey: statusAddressKey(credential),
	};
}
