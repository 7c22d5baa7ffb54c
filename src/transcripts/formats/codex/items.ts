import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import { toolFamily } from '../../../messages/toolFamilies.ts';
import { codexContent, foundTools, outputOf } from './content.ts';
import { isTyped, type CodexItem, type CodexMessage } from './records.ts';
import type { UserRows } from './userRows.ts';
import { reportUnknownBlocks } from '../../building/anthropicBlocks.ts';
import type { FoundResult } from '../../building/openMessage.ts';
import { contentOf } from '../../building/parts.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';

type ItemOf<T extends CodexItem['type']> = Extract<CodexItem, { readonly type: T }>;

function jsonText(value: unknown): string {
	return typeof value === 'string' && value !== '' ? value : JSON.stringify(value || {});
}

const started = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }));

/** The words an agent is started with. */
function taskIn(value: unknown): string | undefined {
	const parsed = v.safeParse(started, value);
	return parsed.success ? parsed.output.message : undefined;
}

/** The name as other assistants have it, and Codex before it had namespaces. */
function fullName({ name, namespace }: ItemOf<'function_call'>): string {
	return namespace?.startsWith('mcp__') === true ? `${namespace}__${name}` : name;
}

/** Puts the items of a history into a log. */
export class ItemLog {
	readonly #log: TranscriptLog;
	readonly #rows: UserRows;

	constructor(log: TranscriptLog, rows: UserRows) {
		this.#log = log;
		this.#rows = rows;
	}

	/** Takes the next item. */
	take(item: CodexItem, line: number): void {
		if (item.type === 'message' && item.role !== 'assistant') {
			this.#userRow(item, line);
			return;
		}
		this.releaseRows();
		switch (item.type) {
			case 'message':
				this.#rows.forgetTasks();
				this.#log.assistant(this.#parts(item.content, line));
				return;
			case 'function_call':
				this.#call(item.call_id, fullName(item), jsonText(item.arguments));
				this.#noteTask(item);
				return;
			case 'custom_tool_call':
				this.#call(item.call_id, item.name, JSON.stringify({ input: item.input ?? '' }));
				return;
			case 'local_shell_call':
				this.#call(item.call_id ?? item.id ?? '', 'local_shell', jsonText(item.action));
				return;
			case 'tool_search_call':
				this.#call(item.call_id ?? '', 'tool_search', jsonText(item.arguments));
				return;
			case 'function_call_output':
			case 'custom_tool_call_output':
				this.#output(item.call_id, item.output, line);
				return;
			case 'tool_search_output':
				this.#result(item.call_id ?? '', { content: foundTools(item.tools) }, line);
				return;
			case 'web_search_call':
				this.#log.call(
					{
						id: item.id ?? `web_search_${line}`,
						name: 'web_search',
						arguments: jsonText(item.action),
					},
					false,
				);
				return;
			case 'image_generation_call':
				this.#image(item, line);
				return;
			case 'agent_message':
				this.takeAgentMessage(item.content, line);
				return;
			default:
				return;
		}
	}

	/** Takes what another agent of the same run says to this one. */
	takeAgentMessage(said: unknown, line: number): void {
		this.releaseRows();
		this.#log.user(contentOf(this.#parts(said, line)), 'client');
	}

	/** Lets the rows go into the log that waited to be told from what a person typed. */
	releaseRows(): void {
		for (const message of this.#rows.release()) {
			this.#log.add(message);
		}
	}

	#userRow(message: CodexMessage, line: number): void {
		const content = contentOf(this.#parts(message.content, line));
		if (message.role === 'system') {
			this.#rows.hold({ role: 'system', content }, true);
			return;
		}
		const typed = message.role === 'user' ? isTyped(message) : false;
		// `developer` is Codex itself, about permissions, skills and the like.
		this.#rows.hold(
			this.#log.timed(
				typed === false ? { role: 'user', content, origin: 'client' } : { role: 'user', content },
			),
			typed === true,
		);
	}

	#parts(content: unknown, line: number): readonly Part[] {
		const { parts, unknown } = codexContent(content);
		reportUnknownBlocks(unknown, line, this.#log.problems);
		return parts;
	}

	/** What an agent is told that is started stands as a row of the user's side where that one tells its session. */
	#noteTask(item: ItemOf<'function_call'>): void {
		const task = toolFamily(item.name) === 'sub-agent' ? taskIn(item.arguments) : undefined;
		if (task !== undefined) {
			this.#rows.delegate(task);
		}
	}

	#call(id: string, name: string, text: string): void {
		this.#log.call({ id, name, arguments: text });
	}

	#result(id: string, result: FoundResult, line: number): void {
		this.#log.result({ toolCallId: id, ...result }, line);
	}

	#output(id: string, output: unknown, line: number): void {
		const { content, isError, unknown } = outputOf(output);
		reportUnknownBlocks(unknown, line, this.#log.problems);
		this.#result(id, isError ? { content, isError } : { content }, line);
	}

	/** The provider's own tool: its result stands in the same item as the call. */
	#image(item: ItemOf<'image_generation_call'>, line: number): void {
		const id = item.id ?? `image_generation_${line}`;
		this.#call(id, 'image_generation', JSON.stringify({ prompt: item.revised_prompt ?? '' }));
		if (item.result !== null && item.result !== undefined && item.result !== '') {
			const url = `data:image/png;base64,${item.result}`;
			this.#result(id, { content: [{ type: 'image', mediaType: 'image/png', url }] }, line);
		}
	}
}
