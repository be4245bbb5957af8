/** A text for a place where n8n's editor renders HTML: the description of an error, a hint and a notice. */
export function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A text for the title of an error: the panel of a node shows it as it is, and the notice of a failed run
 * renders it as HTML. So angle brackets become others that look like them and mean nothing to either.
 */
export function plainTitle(text: string): string {
	return text.replaceAll('<', '‹').replaceAll('>', '›');
}
