import { HOSTILE_INPUTS } from '../../../test/nodes/SubscriptionMessaging/hostileInputs';
import { PARTS, type Shape } from './shape';

/** The whole way of a post or an answer, to the items that n8n goes on with. */
export const MADE: readonly Shape[] = HOSTILE_INPUTS.map(({ name, size, prepare }) => ({
	name,
	size: size / PARTS,
	prepare,
}));
