import type { ModelMessage, ModelRequest } from '../client.ts';
import type { Dialect } from './dialect.ts';

/** Bodies of requests. Temperature is never sent: newer models refuse any but their own. */

/** The body of a request to Chat Completions. */
export function chatBody(
	model: string,
	request: ModelRequest,
	streaming: boolean,
	dialect: Dialect,
): Record<string, unknown> {
	return {
		model,
		messages: messagesOf(request, dialect),
		...(dialect.limit === 'none' ? {} : { [dialect.limit]: request.maxOutputTokens }),
		stream: streaming,
		...(streaming && dialect.streamOptions ? { stream_options: { include_usage: true } } : {}),
	};
}

/** The body of a request to Responses. Unless told not to, OpenAI keeps conversations for a month. */
export function responsesBody(
	model: string,
	request: ModelRequest,
	streaming: boolean,
	dialect: Dialect,
): Record<string, unknown> {
	return {
		model,
		input: messagesOf(request, dialect),
		...(dialect.limit === 'none' ? {} : { [dialect.limit]: request.maxOutputTokens }),
		stream: streaming,
		...(dialect.store ? { store: false } : {}),
	};
}

interface WireMessage {
	readonly role: ModelMessage['role'];
	readonly content: string;
}

function messagesOf({ messages }: ModelRequest, { systemRole }: Dialect): readonly WireMessage[] {
	const wire = messages.map(({ role, text }) => ({ role, content: text }));
	if (systemRole) {
		return wire;
	}
	const system = wire.filter(({ role }) => role === 'system').map(({ content }) => content);
	const others = wire.filter(({ role }) => role !== 'system');
	const first = others.findIndex(({ role }) => role === 'user');
	const joined = (content: string): string => [...system, content].join('\n\n');
	return first < 0
		? [{ role: 'user', content: system.join('\n\n') }, ...others]
		: others.map((message, index) =>
				index === first ? { ...message, content: joined(message.content) } : message,
			);
}
