import {
	textOf,
	toolCallsOf,
	type Content,
	type Message,
	type UserMessage,
} from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { jsonLines, type ExportedSession } from './session.ts';

/** The version of Codex whose records these are like. */
const writtenAs = '0.145.0';

interface CodexRecord {
	readonly type: 'session_meta' | 'response_item' | 'event_msg';
	readonly payload: object;
}

/**
 * A rollout file of Codex: the items of the history, and what its user interface shows of them.
 * Without the system prompt, which Codex has itself.
 */
export function codexRollout(messages: readonly Message[], session: ExportedSession): string {
	const { id, title, cwd, now } = session;
	const started = new Date(now).toISOString();
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
		...messages.flatMap(recordsOf),
		{
			type: 'event_msg',
			payload: { type: 'thread_name_updated', thread_id: id, thread_name: title },
		},
	];
	return jsonLines(records.map((record) => ({ timestamp: started, ...record })));
}

function recordsOf(message: Message): readonly CodexRecord[] {
	switch (message.role) {
		case 'system':
			return [];
		case 'user':
			return [
				item({ type: 'message', role: 'user', content: inputOf(message.content) }),
				...personsEvent(message),
			];
		case 'assistant': {
			const text = textOf(message.content);
			const said = [
				item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
				event({ type: 'agent_message', message: text }),
			];
			const calls = toolCallsOf(message).map(({ id: call_id, name, arguments: given }) =>
				item({ type: 'function_call', name, arguments: given, call_id }),
			);
			return text.trim() === '' ? calls : [...said, ...calls];
		}
		case 'tool':
			return [
				item({
					type: 'function_call_output',
					call_id: message.toolCallId,
					output: outputOf(message.content),
				}),
			];
	}
}

/** The user interface is told of what a person said, and of nothing that was said in their name. */
function personsEvent(message: UserMessage): readonly CodexRecord[] {
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
