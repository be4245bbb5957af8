import { CallbackRefusedError } from '../../../nodes/SubscriptionMessaging/service/callback/budget';
import type { Steps } from '../../../nodes/SubscriptionMessaging/service/steps';
import {
	callbackId,
	readCallback,
	statusesOf,
} from '../../../nodes/SubscriptionMessaging/service/callback/statuses';
import { rested } from '../../../nodes/SubscriptionMessaging/transport/restingSteps';
import { HOSTILE_POSTS } from '../../../test/nodes/SubscriptionMessaging/service/callback/hostilePosts';
import { PARTS, prepared, type Shape } from './shape';

/** All that a trigger does with a post. */
function* taken(body: Uint8Array): Steps<void> {
	const callback = yield* readCallback({ body });
	yield* callbackId(callback);
	yield* statusesOf(callback, { received_at: '' });
}

async function read(body: Uint8Array): Promise<void> {
	try {
		await rested(taken(body));
	} catch (error) {
		if (!(error instanceof CallbackRefusedError)) throw error;
	}
}

/** What anybody may post, by what made it slow to read. */
export const CALLBACKS: readonly Shape[] = HOSTILE_POSTS.map(({ name, body }) => ({
	name,
	size: 1,
	prepare: (size) => prepared(Buffer.from(body(size / PARTS)), read),
}));
