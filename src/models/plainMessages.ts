import { textOf, toolCallsOf, type Message } from '../messages/message.ts';
import type { PlainMessage } from './client.ts';

/**
 * A context for a model without tools: calls and results become text, because providers reject them in a request
 * without tools. Neighbours of one role are joined, so that roles alternate.
 */
export function plainMessages(context: readonly Message[]): readonly PlainMessage[] {
	const plain: { role: PlainMessage['role']; content: string }[] = [];
	for (const message of context) {
		const role = message.role === 'tool' ? 'user' : message.role;
		const content = plainText(message).toWellFormed();
		if (content.trim() === '') {
			continue;
		}
		const last = plain.at(-1);
		if (last?.role === role) {
			last.content += `\n\n${content}`;
		} else {
			plain.push({ role, content });
		}
	}
	return plain;
}

function plainText(message: Message): string {
	const text = textOf(message.content);
	if (message.role === 'tool') {
		return `[Result of the tool call ${message.toolCallId}]\n${text}`;
	}
	const calls = toolCallsOf(message).map(
		(call) => `[Tool call ${call.id}: ${call.name} ${call.arguments}]`,
	);
	return [text, ...calls].filter((part) => part !== '').join('\n');
}
