/**
 * npm runs its scripts in a shell. A signal that is meant for npm ends that shell and never reaches
 * us, so its end is the sign to stop.
 */
export function stopWithNpm() {
	if (!process.env.npm_lifecycle_event) return;
	const shell = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === shell) return;
		clearInterval(timer);
		process.kill(process.pid, 'SIGTERM');
	}, 500);
	timer.unref();
}
