/**
 * Asks once for each key, also while the answer is under way.
 *
 * @param isKept whether an answer counts for whoever asks later; what is not kept is asked for again
 */
export async function askedOnce<A>(
	answers: Map<string, Promise<A>>,
	key: string,
	ask: () => Promise<A>,
	isKept: (answer: A) => boolean = () => true,
): Promise<A> {
	const asking = answers.get(key) ?? ask();
	answers.set(key, asking);
	const answer = await asking;
	// Those who waited for it go on one right after the other, before anybody can have begun to ask anew.
	if (!isKept(answer)) answers.delete(key);
	return answer;
}
