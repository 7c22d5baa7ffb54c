/** Schemes of links that are shown as links and may be opened outside VS Code. */
export const externalLink = /^(?:https?|mailto):[^\s]+$/i;

/**
 * Whether a link in a conversation may be followed. One rule for both ends: the host opens exactly those that the panel
 * shows as links.
 */
export function isExternalLink(url: string): boolean {
	return externalLink.test(url);
}
