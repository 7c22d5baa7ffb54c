import type { FromPanel, PanelMessage } from '../protocol/fromPanel.ts';
import type { FromSession } from '../protocol/fromSession.ts';

/** What VS Code gives to a page; a page may ask for it once. */
export const vsCode = acquireVsCodeApi();

/** The conversation on screen. */
let shown: string | undefined;

/** From now on requests are about this conversation. */
export function setShownConversation(conversation: string | undefined): void {
	shown = conversation;
}

/** Asks something of the host, about the conversation on screen. */
export function post(request: FromPanel): void {
	const message: PanelMessage = {
		request,
		...(shown === undefined ? {} : { conversation: shown }),
	};
	vsCode.postMessage(message);
}

/** Asks something of the session editor's host. */
export function postOfSession(message: FromSession): void {
	vsCode.postMessage(message);
}
