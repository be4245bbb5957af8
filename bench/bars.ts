/** What is compared, by name; names are those of the table below the picture. */
export interface Picture {
	/** File under docs/images, without its ending. */
	file: string;
	title: string;
	bars: Bar[];
}

export interface Bar {
	name: string;
	value: number;
	/** The value as the table writes it. */
	text: string;
}

export function pictureOf(
	file: string,
	title: string,
	values: Iterable<readonly [name: string, value: number]>,
	as: (value: number) => string,
): Picture {
	return {
		file,
		title,
		bars: Array.from(values, ([name, value]) => ({ name, value, text: as(value) })),
	};
}

/** Pixels. */
const WIDTH = 800;
const TOP = 40;
const ROW = 40;
/** Below it lies its bar. */
const NAME = 14;
const LONGEST = 640;

/** For a light and a dark page: an image in a page is told which of them its reader has chosen. */
const STYLE =
	'text{font:14px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600}' +
	'.bar{fill:#9aa4b0}.own{fill:#1f6feb}' +
	'@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bar{fill:#6e7681}.own{fill:#58a6ff}}';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);

/** Bars below each other, those of this package in a colour of their own. */
export function svgOf({ title, bars }: Picture): string {
	const most = Math.max(...bars.map(({ value }) => value));
	const rows = bars.map(({ name, value, text }, index) => {
		const top = TOP + index * ROW;
		const length = Math.max(1, Math.round((value / most) * LONGEST));
		return (
			`<text x="0" y="${top + NAME}">${escaped(name)}</text>` +
			`<rect class="${name.startsWith('this package') ? 'own' : 'bar'}" x="0" y="${top + NAME + 5}" width="${length}" height="14" rx="2"/>` +
			`<text x="${length + 8}" y="${top + NAME + 17}">${escaped(text)}</text>`
		);
	});
	const height = TOP + bars.length * ROW;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
		`<title>${escaped(title)}</title>`,
		`<style>${STYLE}</style>`,
		`<text class="title" x="0" y="18">${escaped(title)}</text>`,
		...rows,
		'</svg>',
		'',
	].join('\n');
}

/** For readers who see no picture. */
export function altOf({ title, bars }: Picture): string {
	return `${title}: ${bars.map(({ name, text }) => `${name} ${text}`).join('; ')}`;
}
