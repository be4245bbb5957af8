/** Milliseconds after which a process that did nothing may have made a client reach its time limit of a second. */
const STALL = 400;

const LOOK_EVERY = 50;

let last = performance.now();
let stalledAt = -Infinity;

// A machine that is shared stands still now and then, and everything of a run is in one process.
setInterval(() => {
	const now = performance.now();
	if (now - last > STALL) stalledAt = now;
	last = now;
}, LOOK_EVERY).unref();

/** Whether this process stood still at some time since then, by `performance.now()`. */
export function hasStalledSince(start: number): boolean {
	return stalledAt >= start || performance.now() - last > STALL;
}
