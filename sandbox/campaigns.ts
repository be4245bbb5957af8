import { DELIVERED, SENT_TO_CARRIER, statusOf, type Message } from './messages';

/** Points of the chart of a campaign. */
const POINTS = 60;

/** Most campaigns that are shown. */
const SHOWN = 20;

/** How far the messages are that share the beginning of their custom tickets. */
interface CampaignView {
	/** What the tickets have before their number. */
	name: string;
	keyword: string;
	unit: string;
	/** Requests that the messages came in. */
	requests: number;
	/** Messages; the sum of the next three. */
	accepted: number;
	in_transit: number;
	delivered: number;
	failed: number;
	/** ISO 8601. */
	from: string;
	to: string;
	/** Messages accepted and delivered by then, at even distances from the first to the last event. */
	chart: Array<{ accepted: number; delivered: number }>;
}

/** The campaigns and batches among the messages, latest first. */
export function campaignsOf(messages: readonly Message[]): CampaignView[] {
	const groups = new Map<string, { name: string; messages: Message[] }>();
	for (const message of messages) {
		// key-7, or key-7-2 for a part of a text; the node's own tickets end in a number, too.
		const [, name] = /^(.+?)-\d+(?:-\d+)?$/.exec(message.custom_ticket) ?? [];
		if (name === undefined) continue;
		const key = JSON.stringify([message.keyword, name]);
		const group = groups.get(key) ?? { name, messages: [] };
		groups.set(key, group);
		group.messages.push(message);
	}
	return [...groups.values()]
		.filter((group) => group.messages.length > 1)
		.slice(-SHOWN)
		.reverse()
		.map(viewOf);
}

function viewOf({ name, messages }: { name: string; messages: readonly Message[] }): CampaignView {
	const [first] = messages as [Message];
	const codes = messages.map((message) => statusOf(message).status_code);
	const count = (code: number) => codes.filter((one) => one === code).length;
	const delivered = count(DELIVERED.status_code);
	const in_transit = count(SENT_TO_CARRIER.status_code);
	const accepted = messages.map(({ time }) => Date.parse(time));
	const arrived = messages.flatMap((message, index) =>
		codes[index] === DELIVERED.status_code ? [message.fixedAt ?? message.deliveredFrom] : [],
	);
	const start = accepted[0]!;
	const end = Math.max(accepted.at(-1)!, ...latest(arrived));
	const by = (times: readonly number[], limit: number) =>
		times.filter((time) => time <= limit).length;
	return {
		name,
		keyword: first.keyword,
		unit: first.unit,
		requests: new Set(messages.map(({ transaction_ticket }) => transaction_ticket)).size,
		accepted: messages.length,
		in_transit,
		delivered,
		failed: messages.length - delivered - in_transit,
		from: new Date(start).toISOString(),
		to: new Date(end).toISOString(),
		chart: Array.from({ length: POINTS + 1 }, (_point, index) => {
			const limit = start + ((end - start) * index) / POINTS;
			return { accepted: by(accepted, limit), delivered: by(arrived, limit) };
		}),
	};
}

/** Not by spreading, because there may be 100,000 of them. */
function latest(times: readonly number[]): number[] {
	return times.length === 0 ? [] : [times.reduce((a, b) => Math.max(a, b))];
}
