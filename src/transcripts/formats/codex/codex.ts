import * as v from 'valibot';
import { textOf, type Message, type Part, type UserMessage } from '../../../messages/message.ts';
import { userOrigin } from '../../../messages/origins.ts';
import { toolFamily } from '../../../messages/toolFamilies.ts';
import { isFromPerson } from '../../../messages/userTurns.ts';
import { imageOf, sortedContent } from '../../building/blocks.ts';
import { contentOf } from '../../building/parts.ts';
import { Session, sessionReader } from '../../building/sessionReader.ts';
import {
	anything,
	argumentsText,
	lenient,
	optionalNumber,
	optionalText,
	read,
	typeOf,
} from '../../building/shapes.ts';
import type { PlacedRecord } from '../../bytes/records.ts';
import type { TranscriptReader } from '../../reader.ts';

const message = v.object({
	type: v.literal('message'),
	role: v.string(),
	content: v.unknown(),
	internal_chat_message_metadata_passthrough: lenient(
		v.object({ content_item_kinds: v.nullish(v.array(v.string())) }),
	),
});

const functionCall = v.object({
	type: v.literal('function_call'),
	call_id: v.string(),
	name: v.string(),
	/** For tools of MCP servers: `mcp__` and the server's name. */
	namespace: optionalText,
	arguments: anything,
});

const imageGeneration = v.object({
	type: v.literal('image_generation_call'),
	id: optionalText,
	revised_prompt: optionalText,
	result: optionalText,
});

/** One item of the model's history. */
const item = v.variant('type', [
	message,
	functionCall,
	/** A call of a tool whose input is plain text, such as a patch or a script. */
	v.object({
		type: v.literal('custom_tool_call'),
		call_id: v.string(),
		name: v.string(),
		input: anything,
	}),
	v.object({
		type: v.picklist(['function_call_output', 'custom_tool_call_output']),
		call_id: v.string(),
		output: anything,
	}),
	v.object({ type: v.literal('tool_search_call'), call_id: optionalText, arguments: anything }),
	v.object({ type: v.literal('tool_search_output'), call_id: optionalText, tools: anything }),
	v.object({ type: v.literal('web_search_call'), id: optionalText, action: anything }),
	imageGeneration,
	/** A message from another agent of the same run. */
	v.object({ type: v.literal('agent_message'), content: v.unknown() }),
	/** Not part of the dialogue: reasoning, snapshots of files, summaries that only the provider can read. */
	v.object({
		type: v.picklist([
			'reasoning',
			'ghost_snapshot',
			'compaction',
			'compaction_summary',
			'compaction_trigger',
			'context_compaction',
		]),
	}),
]);

const sessionMeta = v.object({
	base_instructions: v.nullish(v.union([v.string(), v.object({ text: v.string() })])),
});

/** Events with information that is not in the items; all others repeat them. */
const event = v.variant('type', [
	// The message as the user typed it; from version 0.147 on as an item.
	v.object({ type: v.literal('user_message'), message: v.string() }),
	v.object({
		type: v.literal('item_completed'),
		item: v.object({ type: v.literal('UserMessage'), content: v.array(v.unknown()) }),
	}),
	v.object({ type: v.literal('thread_rolled_back'), num_turns: v.number() }),
	v.object({ type: v.literal('thread_name_updated'), thread_name: v.string() }),
	v.object({
		type: v.literal('token_count'),
		info: v.object({
			last_token_usage: v.object({ total_tokens: v.number() }),
			model_context_window: optionalNumber,
		}),
	}),
]);

/** A compaction, with the history that the model sees from then on. */
const compacted = v.object({
	message: v.optional(v.nullable(v.string(), ''), ''),
	replacement_history: v.nullish(v.array(v.unknown())),
});

const record = v.object({ type: v.string(), payload: v.unknown() });

/** Records about settings and environment, without dialogue. */
const bookkeeping: readonly string[] = [
	'turn_context',
	'world_state',
	'inter_agent_communication_metadata',
	'token_usage_record',
];

/** Codex's introduction of a summary to the model, from `templates/compact/summary_prefix.md`. */
const introduction =
	/^Another language model started to solve this problem and produced a summary\b[^:]*:\s*/;

const startedAgent = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }));

const foundTool = v.object({ name: v.string() });
const foundTools = v.array(
	v.union([v.object({ name: v.string(), tools: v.array(foundTool) }), foundTool]),
);

/** The names of the tools that a search found; their descriptions are not part of the dialogue. */
function namesOf(tools: unknown): string {
	const names = (read(foundTools, tools) ?? []).flatMap((tool) =>
		'tools' in tool ? tool.tools.map(({ name }) => `${tool.name}.${name}`) : [tool.name],
	);
	return names.map((name) => `[tool ${name}]`).join('\n');
}

/** A block; a tool's output may be a single one. */
const block = v.object({ type: v.picklist(['input_text', 'input_image']) });

/** An image that the user removed, for which no mark is needed. */
const withoutImage = v.object({ type: v.literal('input_image'), image_url: v.nullish(v.never()) });

/** The blocks of a message or a result. */
function blocksOf(content: unknown): readonly unknown[] {
	const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
	return blocks.filter((one) => !v.is(withoutImage, one));
}

/** Whether the user typed a message; undefined: not recorded, as in versions before 0.150. */
function isTyped(saved: v.InferOutput<typeof message>): boolean | undefined {
	const kinds = saved.internal_chat_message_metadata_passthrough?.content_item_kinds ?? [];
	return kinds.length === 0 ? undefined : kinds.some((kind) => kind.startsWith('user.'));
}

/** Number of rows that are searched for a typed message: no turn begins with nearly as many. */
const searchedRows = 32;

/** For comparisons: events have all blocks of a message as one text, with other line ends. */
function withoutSpace(text: string): string {
	return text.replace(/\s+/g, '');
}

/** Index at which the last turns begin, including Codex's messages directly before them; the length if there are none. */
function startOfTurns(all: readonly Message[], turns: number): number {
	const prompts = all.flatMap((each, index) => (isFromPerson(each) ? [index] : []));
	const prompt = turns < 1 ? undefined : (prompts.at(-turns) ?? prompts[0]);
	if (prompt === undefined) {
		return all.length;
	}
	let start = prompt;
	while (start > 0 && userOrigin(all[start - 1] as Message) === 'client') {
		start -= 1;
	}
	// Messages before the first turn belong to no turn.
	return start === 0 || all[start - 1]?.role === 'system' ? prompt : start;
}

/** Collects a session line by line. */
class CodexSession extends Session<v.InferOutput<typeof record>> {
	/**
	 * The assistant's instructions to agents that it started. In a fork of the session, they are the next row of the user's
	 * role.
	 */
	readonly #tasks = new Set<string>();
	/** Rows of the user's role that wait for the event with the typed message, which follows directly. */
	#rows: UserMessage[] = [];
	/** The rows that the user typed. */
	readonly #typed = new Set<UserMessage>();
	/** Whether the file has an event for each typed message. */
	#hasTypedEvents = false;
	#hasSystem = false;
	/** Compactions whose summary only the provider can read, with the number of messages at that time. */
	#unreadable: { readonly line: number; readonly at: number }[] = [];

	take({ type, payload }: v.InferOutput<typeof record>, { line }: PlacedRecord): void {
		switch (type) {
			case 'response_item':
				this.#item(payload, line);
				return;
			case 'event_msg':
				this.#event(payload, line);
				return;
			case 'session_meta':
				this.#meta(payload);
				return;
			case 'compacted':
				this.#compaction(payload, line);
				return;
			default:
				if (!bookkeeping.includes(type)) {
					this.log.unknown.add(line, type);
				}
		}
	}

	override end(): void {
		this.#releaseRows();
		const [first] = this.#unreadable;
		const count = this.#unreadable.length;
		if (first !== undefined) {
			this.log.problems.add(
				first.line,
				`${count === 1 ? 'An earlier compaction has' : `${count} earlier compactions have`} no ` +
					'summary that can be read; the full log is shown instead.',
			);
		}
	}

	/** Only the first metadata count: a resumed session repeats its own, and a fork those of its parent. */
	#meta(payload: unknown): void {
		const { base_instructions: base } = read(sessionMeta, payload) ?? {};
		const system = (typeof base === 'string' ? base : base?.text) ?? '';
		if (system.trim() !== '' && !this.#hasSystem) {
			this.#hasSystem = true;
			this.log.system(system);
		}
	}

	#event(payload: unknown, line: number): void {
		const found = read(event, payload);
		switch (found?.type) {
			case 'user_message':
				this.#markTyped(found.message);
				return;
			case 'item_completed':
				this.#markTyped(textOf(contentOf(this.#parts(found.item.content, line))));
				return;
			case 'thread_rolled_back':
				this.#rollBack(found.num_turns, line);
				return;
			case 'thread_name_updated':
				this.log.title = found.thread_name.trim();
				return;
			case 'token_count':
				this.log.recordUsage(
					found.info.last_token_usage.total_tokens,
					found.info.model_context_window,
				);
				return;
			case undefined:
		}
	}

	#item(payload: unknown, line: number): void {
		const found = read(item, payload);
		if (found === undefined) {
			this.log.unknown.add(line, typeOf(payload, 'response_item'));
			return;
		}
		if (found.type === 'message' && found.role !== 'assistant') {
			this.#userRow(found, line);
			return;
		}
		this.#releaseRows();
		switch (found.type) {
			case 'message':
				// In a fork, the task comes before any reply. After a reply, the same words are the user's.
				this.#tasks.clear();
				this.log.assistant(this.#parts(found.content, line));
				return;
			case 'function_call':
				this.#functionCall(found);
				return;
			case 'custom_tool_call': {
				const text = JSON.stringify({ input: found.input ?? '' });
				this.log.call({ id: found.call_id, name: found.name, arguments: text });
				return;
			}
			case 'tool_search_call': {
				const text = argumentsText(found.arguments);
				this.log.call({ id: found.call_id, name: 'tool_search', arguments: text });
				return;
			}
			case 'function_call_output':
			case 'custom_tool_call_output':
				this.#output(found.call_id, found.output, line);
				return;
			case 'tool_search_output':
				this.log.result({ toolCallId: found.call_id, content: namesOf(found.tools) }, line);
				return;
			case 'web_search_call': {
				const id = found.id ?? `web_search_${line}`;
				const text = argumentsText(found.action);
				this.log.call({ id, name: 'web_search', arguments: text }, false);
				return;
			}
			case 'image_generation_call':
				this.#image(found, line);
				return;
			case 'agent_message':
				this.log.user(contentOf(this.#parts(found.content, line)), 'client');
				return;
			default:
				return;
		}
	}

	#userRow(saved: v.InferOutput<typeof message>, line: number): void {
		const content = contentOf(this.#parts(saved.content, line));
		if (saved.role === 'system') {
			this.#releaseRows();
			this.log.system(content);
			return;
		}
		// The role `developer` is Codex itself, for example about permissions and skills.
		const typed = isTyped(saved);
		const isClients =
			saved.role !== 'user' || typed === false || this.#tasks.delete(textOf(content).trim());
		const row: UserMessage = { role: 'user', content, ...(isClients ? { origin: 'client' } : {}) };
		this.#rows.push(this.log.timed(row));
		if (typed === true) {
			this.#markTyped(textOf(content));
		}
	}

	/** Finds the row that the user typed. @param typed Its text in an event; without events, the rows stay unchanged. */
	#markTyped(typed: string): void {
		const words = withoutSpace(typed);
		const rows = this.#rows.slice(-searchedRows);
		const same = rows.filter(({ content }) => withoutSpace(textOf(content)) === words);
		const row =
			same.findLast((each) => !this.#typed.has(each)) ??
			same.at(-1) ??
			rows.findLast(({ content }) => withoutSpace(textOf(content)).includes(words));
		this.#hasTypedEvents = row !== undefined;
		if (row !== undefined) {
			this.#typed.add(row);
		}
	}

	#releaseRows(): void {
		for (const row of this.#rows) {
			this.log.add(
				this.#hasTypedEvents && !this.#typed.has(row) ? { ...row, origin: 'client' } : row,
			);
		}
		this.#rows = [];
		this.#typed.clear();
	}

	#parts(content: unknown, line: number): readonly Part[] {
		return this.sorted(blocksOf(content), line).parts;
	}

	#functionCall({
		call_id: id,
		name,
		namespace,
		arguments: given,
	}: v.InferOutput<typeof functionCall>): void {
		// The form of the name that other assistants use, and Codex itself before it had namespaces.
		const full = namespace?.startsWith('mcp__') === true ? `${namespace}__${name}` : name;
		this.log.call({ id, name: full, arguments: argumentsText(given) });
		const task = toolFamily(name) === 'sub-agent' ? read(startedAgent, given) : undefined;
		if (task !== undefined) {
			this.#tasks.add(task.message.trim());
		}
	}

	/** A tool's output: text, blocks, or a single block; anything else is shown as JSON. */
	#output(toolCallId: string, output: unknown, line: number): void {
		const isContent = typeof output === 'string' || Array.isArray(output) || v.is(block, output);
		const content = isContent ? contentOf(this.#parts(output, line)) : JSON.stringify(output ?? '');
		// A call of a missing tool did nothing.
		const isUnknown = typeof content === 'string' && /^unsupported call: \S{1,200}$/.test(content);
		this.log.result({ toolCallId, content, ...(isUnknown ? { isError: true } : {}) }, line);
	}

	/** A call of the provider's image tool; its item has the result too. */
	#image(
		{ id, revised_prompt: prompt, result }: v.InferOutput<typeof imageGeneration>,
		line: number,
	): void {
		const toolCallId = id ?? `image_generation_${line}`;
		const text = JSON.stringify({ prompt: prompt ?? '' });
		this.log.call({ id: toolCallId, name: 'image_generation', arguments: text });
		if (result) {
			this.log.result({ toolCallId, content: [imageOf('image/png', result)] }, line);
		}
	}

	/** The messages from before a compaction stay in the file. */
	#compaction(payload: unknown, line: number): void {
		const found = read(compacted, payload);
		if (found === undefined) {
			this.log.unknown.add(line, 'compacted');
			return;
		}
		this.#releaseRows();
		const { messages } = this.log;
		const summary =
			found.message.replace(introduction, '').trim() ||
			this.#summaryIn(found.replacement_history ?? []);
		if (summary === '') {
			this.#unreadable.push({ line, at: messages.length });
			this.log.usage = undefined;
			return;
		}
		const last = messages.at(-1);
		if (
			last?.role === 'assistant' &&
			last.toolCalls === undefined &&
			textOf(last.content).trim() === summary
		) {
			// The reply with the summary was recorded as a message too.
			this.log.cut(messages.length - 1);
		}
		const start = messages[0]?.role === 'system' ? 1 : 0;
		const tokensBefore = this.log.usage?.usedTokens;
		this.log.addCompaction({ start, end: messages.length, summary, tokensBefore });
	}

	/** The summary at the end of a replaced history; empty if the last message is none. */
	#summaryIn(history: readonly unknown[]): string {
		const last = read(message, history.at(-1));
		const text =
			last?.role === 'user'
				? textOf(contentOf(sortedContent(blocksOf(last.content))?.parts ?? []))
				: '';
		return introduction.test(text) ? text.replace(introduction, '').trim() : '';
	}

	#rollBack(turns: number, line: number): void {
		this.#releaseRows();
		const start = startOfTurns(this.log.messages, turns);
		this.log.rewind(start, line);
		this.#unreadable = this.#unreadable.filter(({ at }) => at <= start);
	}
}

/** A line that only Codex writes. */
const ownLine = v.object({
	type: v.picklist(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']),
	payload: v.looseObject({}),
});

/**
 * Codex's rollout files: one JSON object per line, with the items of the model's history, and records for the user
 * interface that repeat them.
 *
 * Stored: `sessions/<year>/<month>/<day>/rollout-….jsonl` in `~/.codex`, compressed with Zstandard when they are old.
 * Seen: 0.118 to 0.169.
 */
export const codex: TranscriptReader = sessionReader({
	format: 'codex',
	label: 'Codex',
	shape: record,
	detect: ({ lines }) => lines.some((value) => v.is(ownLine, value)),
	begin: (log) => new CodexSession(log),
});
