import type { FromPanel } from '../protocol/fromPanel.ts';

/** The attribute of a link that names a file. */
export const pathAttribute = 'data-path';

/** What a click on a link asks of the host. */
type LinkRequest = Extract<FromPanel, { readonly type: 'openFile' | 'openExternal' }>;

/**
 * Follows a click on a link inside the panel: files and web pages are opened by the host. The
 * event stops here, for VS Code's own handler would open the page a second time.
 */
export function followLinks(event: MouseEvent, post: (message: LinkRequest) => void): void {
	const link = event.target instanceof Element ? event.target.closest('a') : null;
	if (link === null) {
		return;
	}
	event.preventDefault();
	event.stopPropagation();
	const path = link.getAttribute(pathAttribute);
	const url = link.getAttribute('href');
	if (path !== null) {
		post({ type: 'openFile', path });
	} else if (url !== null) {
		post({ type: 'openExternal', url });
	}
}
