import { isLedByClient } from '../../conversations/sources.ts';
import { chatSource } from '../participant/chatConversations.ts';

/**
 * Whether what is shown gives way to the conversation a person turns to: nothing, or one of an
 * assistant. A session that was opened from a file stays.
 */
export function isOfAssistant(source: string | undefined): boolean {
	return source === undefined || source === chatSource || isLedByClient(source);
}
