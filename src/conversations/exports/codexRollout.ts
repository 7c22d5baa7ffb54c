import {
	documentType,
	placeholderOf,
	textOf,
	toolCallsOf,
	type Content,
	type Message,
	type ToolCall,
	type UserMessage,
} from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { parseArguments } from '../../messages/toolFamilies.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { jsonLines, type ExportedSession } from './session.ts';

/** The version of Codex whose format this follows. */
const writtenAs = '0.145.0';

interface CodexRecord {
	readonly type: 'session_meta' | 'response_item' | 'event_msg';
	readonly payload: object;
}

/**
 * A rollout file of Codex: the items of the history, and the events that its user interface shows. Without the system
 * prompt, which Codex has itself.
 */
export function codexRollout(messages: readonly Message[], session: ExportedSession): string {
	const { id, title, cwd, now } = session;
	const started = new Date(now).toISOString();
	const customCalls = new Set(
		messages
			.flatMap(toolCallsOf)
			.filter(isCustomCall)
			.map(({ id: call }) => call),
	);
	const records: readonly CodexRecord[] = [
		{
			type: 'session_meta',
			payload: {
				id,
				timestamp: started,
				cwd,
				originator: 'precis',
				cli_version: writtenAs,
				source: 'cli',
			},
		},
		...messages.flatMap((message) => recordsOf(message, customCalls)),
		{
			type: 'event_msg',
			payload: { type: 'thread_name_updated', thread_id: id, thread_name: title },
		},
	];
	return jsonLines(records.map((record) => ({ timestamp: started, ...record })));
}

/** @param customCalls Ids of calls whose input is text. */
function recordsOf(message: Message, customCalls: ReadonlySet<string>): readonly CodexRecord[] {
	switch (message.role) {
		case 'system':
			return [];
		case 'user':
			return [
				item({ type: 'message', role: 'user', content: inputOf(message.content) }),
				...userEvent(message),
			];
		case 'assistant': {
			const text = textOf(message.content);
			const spoken = [
				item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
				event({ type: 'agent_message', message: text }),
			];
			const calls = toolCallsOf(message).map((call) => item(callItem(call)));
			return text.trim() === '' ? calls : [...spoken, ...calls];
		}
		case 'tool':
			return [
				item({
					type: customCalls.has(message.toolCallId)
						? 'custom_tool_call_output'
						: 'function_call_output',
					call_id: message.toolCallId,
					output: outputOf(message.content),
				}),
			];
	}
}

/** A call, with the server of its tool apart from the name. */
function callItem(call: ToolCall): object {
	const { id: call_id, name: fullName, arguments: given } = call;
	const input = customInput(call);
	if (input !== undefined) {
		return { type: 'custom_tool_call', name: fullName, input, call_id };
	}
	const end = fullName.startsWith('mcp__') ? fullName.indexOf('__', 'mcp__'.length) : -1;
	const named =
		end === -1
			? { name: fullName }
			: { name: fullName.slice(end + 2), namespace: fullName.slice(0, end) };
	return { type: 'function_call', ...named, arguments: given, call_id };
}

/** The text input of a custom tool call: our reader and our exports wrap it in an object. */
function customInput({ arguments: given }: ToolCall): string | undefined {
	const { input, ...others } = parseArguments(given) ?? {};
	return typeof input === 'string' && Object.keys(others).length === 0 ? input : undefined;
}

function isCustomCall(call: ToolCall): boolean {
	return customInput(call) !== undefined;
}

/** The user interface gets an event for what the user wrote, not for text that was injected in their name. */
function userEvent(message: UserMessage): readonly CodexRecord[] {
	return isFromPerson(message)
		? [event({ type: 'user_message', message: personText(message), images: [] })]
		: [];
}

function inputOf(content: Content): readonly object[] {
	return typeof content === 'string'
		? [{ type: 'input_text', text: content }]
		: content.map((part) =>
				part.type === 'text'
					? { type: 'input_text', text: part.text }
					: part.mediaType === documentType
						? // Codex reads no files in a message.
							{ type: 'input_text', text: placeholderOf(part) }
						: { type: 'input_image', image_url: part.url },
			);
}

function outputOf(content: Content): string | readonly object[] {
	return typeof content === 'string' ? content : inputOf(content);
}

function item(payload: object): CodexRecord {
	return { type: 'response_item', payload };
}

function event(payload: object): CodexRecord {
	return { type: 'event_msg', payload };
}
