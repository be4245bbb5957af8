import { withRests } from '../../../../nodes/SubscriptionMessaging/transport/arrival';

/** A body whose next chunk is always there. */
async function* body(chunks: number, onEnd = () => {}): AsyncGenerator<number> {
	try {
		for (let chunk = 0; chunk < chunks; chunk++) yield await Promise.resolve(chunk);
	} finally {
		onEnd();
	}
}

function work(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
}

it('gives all chunks in their order', async () => {
	const taken: number[] = [];

	for await (const chunk of withRests(body(3))) taken.push(chunk);

	expect(taken).toEqual([0, 1, 2]);
});

it('lets others work while the chunks are worked on', async () => {
	let others = 0;
	const other = setInterval(() => others++);

	for await (const _chunk of withRests(body(50))) work(2);
	clearInterval(other);

	expect(others).toBeGreaterThan(3);
});

it('ends the body when no more of it is wanted', async () => {
	const onEnd = jest.fn();

	for await (const _chunk of withRests(body(3, onEnd))) break;

	expect(onEnd).toHaveBeenCalledTimes(1);
});
