import { isLedByClient } from '../../conversations/sources.ts';

/** Where conversations of the chat come from, as lists show it. */
export const chatSource = 'VS Code chat';

/**
 * Whether what is shown gives way to the conversation a person turns to: nothing, or one of an
 * assistant. A session that was opened from a file stays.
 */
export function isOfAssistant(source: string | undefined): boolean {
	return source === undefined || source === chatSource || isLedByClient(source);
}
