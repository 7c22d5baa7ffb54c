/** Schemes of links that are shown as links and may be opened outside VS Code. */
export const externalLink = /^(?:https?|mailto):[^\s]+$/i;

/**
 * Whether a link of a conversation may be followed. One rule for both ends: what the panel shows
 * as a link is what the host agrees to open.
 */
export function isExternalLink(url: string): boolean {
	return externalLink.test(url);
}
