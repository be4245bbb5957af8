/** What is compared, by name; names are those of the table below the picture. */
export interface Picture {
	/** File under docs/images. */
	file: string;
	title: string;
	bars: Bar[];
}

interface Bar {
	name: string;
	value: number;
	/** The value as the table writes it. */
	text: string;
}

export function pictureOf(
	name: string,
	title: string,
	values: ReadonlyArray<readonly [name: string, value: number]>,
	as: (value: number) => string,
): Picture {
	const bars = values.map(([of, value]) => ({ name: of, value, text: as(value) }));
	return { file: `benchmark-${name}.svg`, title, bars };
}

/** Pixels. */
const WIDTH = 800;
const ROW = 40;
const LONGEST = 640;

/** For a light and a dark page: an image in a page is told which of them its reader has chosen. */
const STYLE =
	'text{font:14px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600}' +
	'.bar{fill:#9aa4b0}.own{fill:#1f6feb}' +
	'@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bar{fill:#6e7681}.own{fill:#58a6ff}}';

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Bars below each other, each below its name, those of this package in a colour of their own. */
export function svgOf({ title, bars }: Picture): string {
	const most = Math.max(...bars.map(({ value }) => value));
	const rows = bars.map(({ name, value, text }, index) => {
		const length = Math.max(1, Math.round((value / most) * LONGEST));
		const kind = name.startsWith('this package') ? 'own' : 'bar';
		return `<g transform="translate(0 ${(index + 1) * ROW})">
<text y="14">${escaped(name)}</text>
<rect class="${kind}" y="19" width="${length}" height="14" rx="2"/>
<text x="${length + 8}" y="31">${escaped(text)}</text>
</g>`;
	});
	const height = (bars.length + 1) * ROW;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<text class="title" y="18">${escaped(title)}</text>
${rows.join('\n')}
</svg>
`;
}

/** For readers who see no picture. */
export function altOf({ title, bars }: Picture): string {
	return `${title}: ${bars.map(({ name, text }) => `${name} ${text}`).join('; ')}`;
}
