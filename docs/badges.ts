/**
 * Writes `docs/images/badges.svg`, which the README shows: what the package needs and its licence, from
 * package.json and the oldest n8n that `npm test -- compat` installs: `npm run docs`. A test fails when
 * it is behind.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

/** About the width of a character of the font, which differs from system to system. */
const CHARACTER = 7;
const PADDING = 8;
const HEIGHT = 20;

type Badge = readonly [label: string, value: string, colour: string];

/** The badges by what they say. */
export function badges(): Badge[] {
	const { engines, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		engines: { node: string };
		license: string;
	};
	const [oldest = ''] = readdirSync(join(ROOT, 'test/compat/hosts')).sort((a, b) =>
		a.localeCompare(b, undefined, { numeric: true }),
	);
	const [, node = ''] = /^>=(\d+)$/.exec(engines.node) ?? [];
	return [
		['n8n', `${oldest.replace(/\.\d+$/, '')} or newer`, '#b3315f'],
		['Node.js', `${node} or newer`, '#2f6b2f'],
		['license', license, '#0b57d0'],
	];
}

/** What the README says of the picture to whoever does not see it. */
export function badgesInWords(): string {
	return badges()
		.map(([label, value]) => `${label} ${value}`)
		.join(', ');
}

export function badgesSvg(): string {
	let left = 0;
	const drawn = badges().map(([label, value, colour]) => {
		const [first, second] = [label, value].map((text) => text.length * CHARACTER + 2 * PADDING);
		const box = (x: number, width: number, fill: string, text: string) =>
			`<rect x="${x}" width="${width}" height="${HEIGHT}" fill="${fill}"/><text fill="#fff" x="${x + width / 2}" y="14">${text}</text>`;
		const badge = box(left, first!, '#444', label) + box(left + first!, second!, colour, value);
		left += first! + second! + PADDING;
		return badge;
	});
	const width = left - PADDING;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${badgesInWords()}">
<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
${drawn.join('\n')}
</g>
</svg>
`;
}

if (require.main === module) writeFileSync(join(ROOT, 'docs/images/badges.svg'), badgesSvg());
