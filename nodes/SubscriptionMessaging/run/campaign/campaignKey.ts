import { invisibleIn } from '../../service/text/address';

/** Characters; the rest of a ticket is for its number and part. */
const LONGEST_KEY = 40;

/** What the tickets of a redirected campaign begin with, so that a try never counts as the campaign. */
export const TRIAL = 'test:';

/** Why a text cannot be a campaign key; nothing where it can. */
export function keyProblem(
	key: string,
	isTrial: boolean,
): { problem: string; fix: string } | undefined {
	const invisible = invisibleIn(key);
	if (invisible) return { ...invisible, fix: 'Delete the key and type it again.' };
	const longest = isTrial ? LONGEST_KEY - TRIAL.length : LONGEST_KEY;
	if ([...key].length > longest) {
		return {
			problem: `has ${[...key].length} characters, and may have ${longest}`,
			fix: isTrial
				? `Choose a shorter key. The credential redirects messages, so its tickets begin with "${TRIAL}".`
				: 'Choose a shorter key.',
		};
	}
	if (/-\d+$/.test(key)) {
		return {
			problem: "can't end in a hyphen and digits, as tickets do",
			fix: 'Write it without that hyphen, e.g. newsletter12.',
		};
	}
	if (key.toLowerCase().startsWith(TRIAL)) {
		return {
			problem: `can't begin with "${TRIAL}", which marks redirected campaigns`,
			fix: 'Choose another beginning.',
		};
	}
	return undefined;
}

/** Ticket of a request of a campaign: `key-7`, or `key-7-2` for a part of a text that is split. */
export function campaignTicket(key: string, number: number, part?: number): string {
	return part === undefined ? `${key}-${number}` : `${key}-${number}-${part}`;
}

/** A ticket as long as any of the campaign, as text and in bytes. */
export function longestTicket(key: string): string {
	return campaignTicket(key.padEnd(LONGEST_KEY, 'n'), 999_999, 99);
}

/** Number of a ticket of the campaign; nothing for any other ticket. */
export function numberIn(key: string, ticket: string): number | undefined {
	if (!ticket.startsWith(`${key}-`)) return undefined;
	const [, number] = /^(\d+)(?:-\d+)?$/.exec(ticket.slice(key.length + 1)) ?? [];
	return number === undefined ? undefined : Number(number);
}
