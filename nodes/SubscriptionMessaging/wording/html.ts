/** A text for a place where n8n's editor renders HTML: the description of an error, and a hint. */
export function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
