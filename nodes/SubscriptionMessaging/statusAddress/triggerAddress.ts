import { withParameter } from './address';

/** Parameter of an address that holds the token of its trigger. */
export const TOKEN_PARAMETER = 'token';

/** How the trigger of a workflow is reached, as the sending nodes of the workflow need to know it. */
export interface TriggerAddress {
	address: string;
	/** Whether the sender has to sign it. */
	signed: boolean;
}

/**
 * The address that a trigger lets in.
 *
 * @param address at which it listens
 * @param authentication the trigger's parameter; anything unknown counts as *Signed Address*
 * @param token of *Shared Token*
 */
export function addressLetIn(
	address: string,
	authentication: unknown,
	token: string,
): TriggerAddress {
	switch (authentication) {
		case 'none':
			return { address, signed: false };
		case 'sharedToken':
			return { address: withParameter(address, TOKEN_PARAMETER, token), signed: false };
		default:
			return { address, signed: true };
	}
}
