import { openAnswer } from '../../../../../nodes/SubscriptionMessaging/service/answer/answer';
import { finished } from '../../../../../nodes/SubscriptionMessaging/service/collections/steps';
import type { ReadLimits } from '../../../../../nodes/SubscriptionMessaging/service/xml/limits';
import { answerWith, soap } from '../answer/reading';

/** What becomes of an answer with the given response: its value, or why it is refused. */
export function outcome(response: string, limits: Partial<ReadLimits> = {}, beside = ''): unknown {
	const document = answerWith('readDivision', `<response>${response}</response>`, beside);
	const reader = openAnswer(soap('readDivision'), { status: 200 }, limits);
	try {
		reader.write(Buffer.from(document));
		return finished(reader.finish()).response;
	} catch (error) {
		return (error as Error).message;
	}
}

export const refused = (reason: string) => expect.stringContaining(reason) as unknown;
