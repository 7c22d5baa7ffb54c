import type { FromPanel, PanelMessage } from '../protocol/fromPanel.ts';
import type { FromSession } from '../protocol/fromSession.ts';

/** VS Code's API for pages, which can be acquired only once. */
export const vsCode = acquireVsCodeApi();

/** The conversation on screen. */
let shown: string | undefined;

/** Sets the conversation of later requests. */
export function setShownConversation(conversation: string | undefined): void {
	shown = conversation;
}

/** Sends a request about the shown conversation to the host. */
export function post(request: FromPanel): void {
	const message: PanelMessage = {
		request,
		...(shown === undefined ? {} : { conversation: shown }),
	};
	vsCode.postMessage(message);
}

/** Sends a request to the session editor's host. */
export function postToSessionEditor(message: FromSession): void {
	vsCode.postMessage(message);
}
