/** What is compared, by name; names are those of the table below the picture. */
export interface Picture {
	title: string;
	values: ReadonlyArray<readonly [name: string, value: number]>;
	/** A value as the table writes it. */
	as: (value: number) => string;
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
export function svgOf({ title, values, as }: Picture): string {
	const most = Math.max(...values.map(([, value]) => value));
	const bars = values.map(([name, value], index) => {
		const length = Math.max(1, Math.round((value / most) * LONGEST));
		const kind = name.startsWith('this package') ? 'own' : 'bar';
		return `<g transform="translate(0 ${(index + 1) * ROW})">
<text y="14">${escaped(name)}</text>
<rect class="${kind}" y="19" width="${length}" height="14" rx="2"/>
<text x="${length + 8}" y="31">${escaped(as(value))}</text>
</g>`;
	});
	const height = (values.length + 1) * ROW;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<text class="title" y="18">${escaped(title)}</text>
${bars.join('\n')}
</svg>
`;
}

/** Name of its file, which lies under docs/images. */
export const fileOf = ({ title }: Picture) =>
	`benchmark-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.svg`;

/** The picture in Markdown, with its figures for readers who see no picture. */
export function markdownOf(picture: Picture): string {
	const { title, values, as } = picture;
	const figures = values.map(([name, value]) => `${name} ${as(value)}`).join('; ');
	return `![${title}: ${figures}](images/${fileOf(picture)})`;
}
