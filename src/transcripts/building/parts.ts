import type { AssistantMessage, Content, Part, ToolCall } from '../../messages/message.ts';

/** Parts as content: one string if there are no images. */
export function contentOf(parts: readonly Part[]): Content {
	return parts.some((part) => part.type === 'image')
		? parts
		: parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Parts as content, with texts kept apart: no tag of a client spans two of them. */
export function partsApart(parts: readonly Part[]): Content {
	const [only, another] = parts;
	return only?.type === 'text' && only.origin === undefined && another === undefined
		? only.text
		: parts;
}

/** One assistant message from its parts and calls; `undefined` if it has neither. */
export function assistantMessage(
	parts: readonly Part[],
	calls: readonly ToolCall[],
): AssistantMessage | undefined {
	// Clients log the blank text that some models send before they think.
	const visible = parts.filter((part) => part.type === 'image' || part.text.trim() !== '');
	if (visible.length === 0 && calls.length === 0) {
		return undefined;
	}
	const content = contentOf(visible);
	return calls.length === 0
		? { role: 'assistant', content }
		: { role: 'assistant', content, toolCalls: calls };
}
