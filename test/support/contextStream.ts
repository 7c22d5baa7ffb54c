import { missingResult } from '../../src/compaction/contextRows.ts';
import { toolCallsOf, type Content, type Message } from '../../src/messages/message.ts';

/**
 * A context as one stream of characters, in the order a provider's prompt cache reads it: role,
 * content piece by piece, then the calls. What is appended to the last message extends the stream.
 */
export function streamOf(messages: readonly Message[]): string {
	return messages.map(pieceOf).join('');
}

function pieceOf(message: Message): string {
	const answers = message.role === 'tool' ? ` ${message.toolCallId}` : '';
	const calls = toolCallsOf(message).map(
		(call) => `\u0003${JSON.stringify([call.id, call.name, call.arguments])}`,
	);
	return `\u0001${message.role}${answers}${contentOf(message.content)}${calls.join('')}`;
}

function contentOf(content: Content): string {
	const parts = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content;
	return parts
		.map((part) => (part.type === 'text' ? part.text : `${part.mediaType} ${part.url}`))
		.map((part) => `\u0002${part}`)
		.join('');
}

/** Whether the last message stands for a result still awaited; no request is sent then. */
export function endsInOpenGroup(messages: readonly Message[]): boolean {
	return messages.at(-1)?.content === missingResult;
}
