import { isBlank, type Part, type UserMessage } from '../messages/message.ts';
import { contentOf } from './parts.ts';

/** A text that a client sends along with what the person wrote. */
function isReminder(part: Part): boolean {
	return part.type === 'text' && /^\s*<system-reminder>/.test(part.text);
}

/**
 * A user message whose reminders stand in texts of their own: those are the client's, the others the
 * person's. In one message the person's words would be taken for part of the reminder.
 */
export function withoutReminders(parts: readonly Part[]): readonly UserMessage[] {
	const reminders = contentOf(parts.filter((part) => isReminder(part)));
	const words = contentOf(parts.filter((part) => !isReminder(part)));
	const messages: readonly UserMessage[] = [
		{ role: 'user', content: reminders, origin: 'client' },
		{ role: 'user', content: words },
	];
	return messages.filter(({ content }) => !isBlank(content));
}
