/** The text below the heading of a version, or of what is unreleased, in the form of Keep a Changelog. */
export function notesOf(changelog: string, version: string): string {
	const sections = changelog.split(/^## /m).map((section) => section.split(/\n([^]*)/));
	const [, notes] = sections.find(([heading]) => heading?.startsWith(`[${version}]`)) ?? [];
	if (notes === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
	return notes.trim();
}

/**
 * The changelog with what is unreleased under the heading of a version.
 *
 * @param date as `YYYY-MM-DD`
 * @throws when nothing is unreleased
 */
export function released(changelog: string, version: string, date: string): string {
	if (!/^- /m.test(notesOf(changelog, 'Unreleased'))) {
		throw new Error('CHANGELOG.md names nothing under Unreleased');
	}
	return changelog.replace(/^## \[Unreleased\].*$/m, `$&\n\n## [${version}] - ${date}`);
}
