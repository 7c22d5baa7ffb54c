import {
	type AssistantMessage,
	type Content,
	hasImage,
	imagePlaceholder,
	type Message,
	type Part,
	partsOf,
	textOf,
	toolCallsOf,
	type ToolMessage,
} from '../../messages/message.ts';
import { base64Image, type ExportedSession, jsonLines } from './session.ts';

/** The version of Claude Code whose lines these are like. */
const writtenAs = '2.1.39';

/** Claude Code resumes with a model it knows; which one wrote the messages, the log does not say. */
const model = 'claude-sonnet-4-5';

/** Nothing is known of what the messages cost. */
const usage = {
	input_tokens: 0,
	cache_creation_input_tokens: 0,
	cache_read_input_tokens: 0,
	output_tokens: 0,
};

/** What is special about a line, beside its envelope. */
interface Line {
	readonly type: 'user' | 'assistant';
	readonly message: object;
}

/**
 * A session of Claude Code: a line for each block of the assistant and each result, chained by their
 * parents. Without the system prompt, which Claude Code has itself.
 */
export function claudeCodeSession(messages: readonly Message[], session: ExportedSession): string {
	const { id: sessionId, cwd, title, now, newId } = session;
	const lines = messages.flatMap((message) => linesOf(message, newId));
	let parentUuid: string | null = null;
	const chained = lines.map((line, index) => {
		const uuid = newId();
		const envelope = {
			parentUuid,
			isSidechain: false,
			userType: 'external',
			cwd,
			sessionId,
			version: writtenAs,
			gitBranch: '',
			...line,
			uuid,
			// Ascending: where lines are sorted by time, they stay in order.
			timestamp: new Date(now - lines.length + 1 + index).toISOString(),
		};
		parentUuid = uuid;
		return envelope;
	});
	return jsonLines([...chained, { type: 'custom-title', customTitle: title, sessionId }]);
}

function linesOf(message: Message, newId: () => string): readonly Line[] {
	switch (message.role) {
		case 'system':
			return [];
		case 'user':
			return [userLine(anthropicContent(message.content))];
		case 'tool':
			return [userLine([resultBlock(message)])];
		case 'assistant':
			return assistantLines(message, `msg_${newId().replaceAll('-', '')}`);
	}
}

function userLine(content: string | readonly object[]): Line {
	return { type: 'user', message: { role: 'user', content } };
}

function assistantLines(message: AssistantMessage, id: string): readonly Line[] {
	const blocks = assistantBlocks(message);
	const stop_reason = blocks.at(-1)?.type === 'tool_use' ? 'tool_use' : 'end_turn';
	return blocks.map((block) => ({
		type: 'assistant',
		message: {
			model,
			id,
			type: 'message',
			role: 'assistant',
			content: [block],
			stop_reason,
			stop_sequence: null,
			usage,
		},
	}));
}

/** Blocks of Anthropic's Messages API, as they stand in requests and in Claude Code's files. */

type Block = Readonly<Record<string, unknown>> & { readonly type: string };

/** Media types the API takes. */
const images: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Content of the user or of a result: a string without images, blocks with them. */
function anthropicContent(content: Content): string | readonly Block[] {
	return typeof content !== 'string' && hasImage(content) ? blocksOf(content) : textOf(content);
}

/** Content as blocks; blank text is none, for the API refuses it. */
function blocksOf(content: Content): readonly Block[] {
	return partsOf(content).map(blockOf);
}

function blockOf(part: Part): Block {
	if (part.type === 'text') {
		return { type: 'text', text: part.text };
	}
	const image = base64Image(part.url);
	if (image !== undefined && images.includes(image.mediaType)) {
		const { mediaType: media_type, data } = image;
		return { type: 'image', source: { type: 'base64', media_type, data } };
	}
	return part.url.startsWith('https://')
		? { type: 'image', source: { type: 'url', url: part.url } }
		: { type: 'text', text: imagePlaceholder };
}

/** An assistant's text and calls; images are none of what it may say. */
function assistantBlocks(message: AssistantMessage): readonly Block[] {
	const calls = toolCallsOf(message).map(({ id, name, arguments: text }) => ({
		type: 'tool_use',
		id,
		name,
		input: JSON.parse(text) as unknown,
	}));
	return [...blocksOf(textOf(message.content)), ...calls];
}

/** A result of a tool. */
function resultBlock({ toolCallId, content, isError }: ToolMessage): Block {
	return {
		type: 'tool_result',
		tool_use_id: toolCallId,
		content: anthropicContent(content),
		...(isError === true ? { is_error: true } : {}),
	};
}
