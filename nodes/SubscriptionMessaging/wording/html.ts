/** A text for a place where n8n's editor renders HTML: the description of an error, a hint and a notice. */
export function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
