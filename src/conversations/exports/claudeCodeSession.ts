import type { AssistantMessage, Message } from '../../messages/message.ts';
import { anthropicContent, assistantBlocks, resultBlock } from './anthropicMessages.ts';
import { type ExportedSession, jsonLines } from './session.ts';

/** The version of Claude Code whose format this follows. */
const writtenAs = '2.1.39';

/** Claude Code resumes with a model it knows; the log does not record which model wrote the messages. */
const model = 'claude-sonnet-4-5';

/** The cost of the messages is unknown. */
const usage = {
	input_tokens: 0,
	cache_creation_input_tokens: 0,
	cache_read_input_tokens: 0,
	output_tokens: 0,
};

/** The fields of a line apart from its envelope. */
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
			// Ascending, so that lines sorted by time stay in order.
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
