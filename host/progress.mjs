/** @param {number} ms */
const elapsed = (ms) => {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/**
 * Shows on standard error that `work` goes on and for how long: one line that updates itself on a
 * terminal, elsewhere a line at the start, one every 30 seconds and one at the end.
 *
 * @template T
 * @param {string} label what is being done, e.g. `Building the package`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
	const { stderr } = process;
	const start = Date.now();
	const spent = () => elapsed(Date.now() - start);
	const show = stderr.isTTY
		? () => stderr.write(`\r\x1b[2K… ${label} (${spent()})`)
		: () => stderr.write(`… ${label} (${spent()})\n`);
	show();
	const timer = setInterval(show, stderr.isTTY ? 1_000 : 30_000);
	const close = (mark) => {
		clearInterval(timer);
		stderr.write(`${stderr.isTTY ? '\r\x1b[2K' : ''}${mark} ${label} (${spent()})\n`);
	};
	try {
		const result = await work();
		close('✔');
		return result;
	} catch (error) {
		close('✘');
		throw error;
	}
}
