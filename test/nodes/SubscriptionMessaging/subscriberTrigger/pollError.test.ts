import type { IPollFunctions } from 'n8n-workflow';

import {
	BusyError,
	NotSentError,
	NotThisInterfaceError,
	OutcomeUnclearError,
	ServiceRefusedError,
	type MessagingServiceError,
} from '../../../../nodes/SubscriptionMessaging/service/errors/errors';
import {
	lostCursor,
	pollError,
} from '../../../../nodes/SubscriptionMessaging/subscriberTrigger/pollError';

const context = { getNode: () => ({ name: 'Subscribers' }) } as unknown as IPollFunctions;
const shown = (error: MessagingServiceError) => pollError(context, 'NSTAFF', error);

it('names the group, says why, how to go on, and that nobody was missed', () => {
	const { message, description } = shown(new ServiceRefusedError(9, 'No <b>such</b> & group'));
	expect(message).toBe('The subscribers of NSTAFF could not be read');
	expect(description).toBe(
		"The service refused: No &lt;b&gt;such&lt;/b&gt; &amp; group (error 9). Choose the group from the list, or remove it, and check 'Code' and the credential. No change is lost: the next successful check reports it.",
	);
});

it('gives the advice of the error in place of its own', () => {
	const { description } = shown(new NotThisInterfaceError('html', 404));
	expect(description).toContain("Check the 'Base URL' of the credential");
	expect(description).not.toContain('Choose the group');
});

it('keeps a short error in the title, with nothing empty before the advice', () => {
	const { message, description } = shown(new ServiceRefusedError(null, 'No'));
	expect(message).toBe('The subscribers of NSTAFF could not be read: The service refused: No');
	expect(description).toMatch(/^Choose the group/);
});

it.each<[what: string, error: MessagingServiceError, failure: unknown]>([
	[
		'a service that wants to be asked less often',
		new BusyError(429, 7),
		{ cause: 'rate-limited', retryAfterMs: 7000 },
	],
	[
		'a busy service',
		new BusyError(503, 60),
		{ cause: 'temporarily-unavailable', retryAfterMs: 60_000 },
	],
	[
		'a service that was not reached',
		new NotSentError('no route', undefined, 'read'),
		{ cause: 'temporarily-unavailable' },
	],
	[
		'an answer that did not come',
		new OutcomeUnclearError('closed', 'Again.', 'read'),
		{ cause: 'temporarily-unavailable' },
	],
	['a refusal', new ServiceRefusedError(9, 'No'), undefined],
	['a page of another make', new NotThisInterfaceError('html', 404), undefined],
	[
		'a proxy whose service is away',
		new NotThisInterfaceError('html', 500, 'Bad Gateway'),
		{ cause: 'temporarily-unavailable' },
	],
])('tells n8n of %s when to poll again', (_what, error, failure) => {
	expect(shown(error).failure).toEqual(failure);
});

it('says why what was remembered was lost, and how to learn what is missing', () => {
	const { message, description, failure } = lostCursor(context, 'it is damaged');
	expect(message).toBe('The trigger lost its list of subscribers');
	expect(description).toContain('because it is damaged');
	expect(description).toContain('Subscriber → Get Many');
	expect(failure).toBeUndefined();
});

it('has no HTML in its title', () => {
	expect(shown(new ServiceRefusedError(null, '<u>a</u>')).message).toBe(
		'The subscribers of NSTAFF could not be read: The service refused: ‹u›a‹/u›',
	);
});
