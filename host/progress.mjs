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
	const { isTTY } = process.stderr;
	const start = Date.now();
	const show = (mark, end) => {
		const seconds = Math.round((Date.now() - start) / 1000);
		const spent = seconds < 60 ? '' : `${Math.floor(seconds / 60)} min `;
		const line = `${mark} ${label} (${spent}${seconds % 60} s)`;
		process.stderr.write(`${isTTY ? '\r\x1b[2K' : ''}${line}${end}`);
	};
	const goOn = () => show('…', isTTY ? '' : '\n');
	goOn();
	const timer = setInterval(goOn, isTTY ? 1_000 : 30_000);
	let mark = '✘';
	try {
		const result = await work();
		mark = '✔';
		return result;
	} finally {
		clearInterval(timer);
		show(mark, '\n');
	}
}
