import * as v from 'valibot';
import { hasFields } from '../../../messages/json.ts';
import { changesIn } from '../../../messages/fileChanges.ts';
import type {
	FileChange,
	ImagePart,
	ToolCall,
	ToolMessage,
	UserMessage,
} from '../../../messages/message.ts';
import type { FoundResult } from '../../building/openMessage.ts';
import { Session, sessionReader } from '../../building/sessionReader.ts';
import {
	anyList,
	argumentsText,
	flag,
	lenient,
	optionalNumber,
	optionalText,
	read,
} from '../../building/shapes.ts';
import { imageOf } from '../../building/blocks.ts';
import { userMessages } from '../../building/wrappedWords.ts';
import type { PlacedRecord } from '../../bytes/records.ts';
import type { TranscriptReader } from '../../reader.ts';

/** Whether something succeeded; only failures are always recorded. */
const success = v.fallback(v.optional(v.boolean(), true), true);

/** The envelope of a line. */
const envelope = v.object({
	type: v.string(),
	id: optionalText,
	/** Id of the sub-agent, on events of sub-agents. */
	agentId: optionalText,
	data: v.optional(v.unknown(), {}),
});

const ofSubAgent = v.object({ parentToolCallId: v.pipe(v.string(), v.nonEmpty()) });

/** The call that started the sub-agent of the event. */
const subAgentStarted = v.object({ toolCallId: v.string() });

const userMessage = v.object({
	/** As typed; empty for the program's own messages. */
	content: v.string(),
	/** As it was sent to the model. */
	transformedContent: optionalText,
	/** The author if it is not the user, such as `system` or `skill-pdf`. */
	source: optionalText,
	isAutopilotContinuation: flag,
	attachments: anyList,
});

const assistantMessage = v.object({
	content: v.optional(v.nullable(v.string(), ''), ''),
	/** The same for all events that one reply of the model was split into. */
	apiCallId: optionalText,
	toolRequests: anyList,
});

const toolRequest = v.object({
	toolCallId: v.string(),
	name: v.string(),
	/** An object; JSON text in transcripts; free text where `type` is `custom`. */
	arguments: v.optional(v.unknown(), {}),
	type: optionalText,
});

const toolStart = v.object({
	toolCallId: v.string(),
	toolName: v.string(),
	arguments: v.optional(v.unknown(), {}),
});

const image = v.object({ type: v.literal('image'), data: v.string(), mimeType: v.string() });

const toolComplete = v.object({
	toolCallId: v.string(),
	success,
	/** Of a command. */
	shellExecution: lenient(v.object({ exitCode: v.pipe(v.number(), v.integer()) })),
	result: lenient(v.object({ content: v.optional(v.string(), ''), contents: anyList })),
	error: lenient(v.object({ message: v.optional(v.string(), '') })),
});

const compactionComplete = v.object({
	success,
	summaryContent: optionalText,
	preCompactionTokens: optionalNumber,
});

/** Of a request, before its reply. */
const usageRecord = v.object({
	usage: v.object({
		inputTokens: v.number(),
		outputTokens: optionalNumber,
		maxPromptTokens: optionalNumber,
	}),
});

/** An image that was attached to a message. */
const attachment = v.object({
	data: v.string(),
	mimeType: v.pipe(v.string(), v.startsWith('image/')),
});

/** The result as the model received it; for a failure, its message. */
function resultOf(completed: v.InferOutput<typeof toolComplete>): FoundResult {
	const { success, shellExecution: shell, result, error } = completed;
	const text = result?.content ?? error?.message ?? '';
	const images = (result?.contents ?? [])
		.filter((block) => v.is(image, block))
		.map((block) => imageOf(block.mimeType, block.data));
	return {
		content: images.length === 0 ? text : [{ type: 'text', text }, ...images],
		...(success ? {} : { isError: true }),
		...(shell ? { exitCode: shell.exitCode } : {}),
	};
}

/** The messages of a `user.message`. Attachments other than images are named in the sent text. */
function userMessagesOf(event: v.InferOutput<typeof userMessage>): readonly UserMessage[] {
	const sent = event.transformedContent ?? '';
	const images = event.attachments.flatMap((value): readonly ImagePart[] => {
		const found = read(attachment, value);
		return found === undefined ? [] : [imageOf(found.mimeType, found.data)];
	});
	const isTyped = !event.isAutopilotContinuation && (event.source ?? 'user') === 'user';
	return isTyped
		? userMessages(event.content, sent, images)
		: userMessages('', sent.trim() === '' ? event.content : sent);
}

const text = v.object({ content: v.string() });

/** Events that are part of the dialogue. */
const event = v.variant('type', [
	v.object({ type: v.literal('system.message'), data: text }),
	v.object({ type: v.literal('system.notification'), data: text }),
	v.object({ type: v.literal('user.message'), data: userMessage }),
	v.object({ type: v.literal('assistant.message'), data: assistantMessage }),
	v.object({ type: v.literal('session.usage_record'), data: lenient(usageRecord) }),
	v.object({ type: v.literal('tool.execution_complete'), data: toolComplete }),
	v.object({ type: v.literal('session.compaction_start') }),
	v.object({ type: v.literal('session.compaction_complete'), data: compactionComplete }),
]);

const eventTypes: readonly string[] = event.options.map(({ entries }) => entries.type.literal);

/** Events whose `content` only the user sees, or that reaches the model in another event too. */
const ignoredEvents: readonly string[] = ['assistant.reasoning', 'skill.invoked'];

const withContent = v.object({ content: v.pipe(v.string(), v.nonEmpty()) });

/** The file changes of sub-agents, the only part of their work that belongs to the session. */
class SubAgents {
	/** The call that started each sub-agent, by the sub-agent's id. */
	readonly #started = new Map<string, string>();
	/** Sub-agents' calls by id, each with the assistant's call that started the work. */
	readonly #calls = new Map<string, { readonly call: ToolCall; readonly origin: string }>();
	/** File changes, by the assistant's call. */
	readonly #changes = new Map<string, FileChange[]>();

	/** The file changes of the sub-agents that a call of the assistant started, as part of its result. */
	changesOf(toolCallId: string): Pick<ToolMessage, 'changed'> {
		const changed = this.#changes.get(toolCallId);
		return changed === undefined ? {} : { changed };
	}

	/** Takes an event if it is a sub-agent's. @returns Whether it is. */
	take(type: string, agentId: string, data: unknown): boolean {
		const parent = read(ofSubAgent, data)?.parentToolCallId ?? this.#started.get(agentId);
		const started = type === 'subagent.started' ? read(subAgentStarted, data) : undefined;
		if (started !== undefined && agentId !== '') {
			this.#started.set(agentId, started.toolCallId);
		} else if (parent !== undefined && type === 'tool.execution_start') {
			this.#called(parent, read(toolStart, data));
		} else if (parent !== undefined && type === 'tool.execution_complete') {
			this.#completed(read(toolComplete, data));
		}
		return agentId !== '' || parent !== undefined;
	}

	#called(parent: string, started: v.InferOutput<typeof toolStart> | undefined): void {
		if (started !== undefined) {
			const { toolCallId: id, toolName: name, arguments: given } = started;
			const call = { id, name, arguments: argumentsText(given) };
			this.#calls.set(id, { call, origin: this.#calls.get(parent)?.origin ?? parent });
		}
	}

	#completed(completed: v.InferOutput<typeof toolComplete> | undefined): void {
		const known = this.#calls.get(completed?.toolCallId ?? '');
		if (completed === undefined || known === undefined) {
			return;
		}
		const { call, origin } = known;
		const changes = changesIn([
			{ role: 'assistant', content: '', toolCalls: [call] },
			{ role: 'tool', isError: !completed.success, ...resultOf(completed), toolCallId: call.id },
		]);
		if (changes.length > 0) {
			this.#changes.set(origin, [...(this.#changes.get(origin) ?? []), ...changes]);
		}
	}
}

/** Collects a session event by event. */
class CopilotSession extends Session<v.InferOutput<typeof envelope>> {
	readonly #events = new Set<string>();
	readonly #subAgents = new SubAgents();
	/** Id of the model's reply to which the latest event belongs. */
	#reply = '';
	#system = '';
	#usage: v.InferOutput<typeof usageRecord>['usage'] | undefined;
	/** Number of messages when the running compaction began; it does not cover later ones. */
	#compactedTo: number | undefined;

	take({ type, id, agentId, data }: v.InferOutput<typeof envelope>, { line }: PlacedRecord): void {
		if (id !== undefined) {
			if (this.#events.has(id)) {
				return;
			}
			this.#events.add(id);
		}
		if (this.#subAgents.take(type, agentId ?? '', data)) {
			// The report of a sub-agent is the result of the call that started it.
			return;
		}
		const found = read(event, { type, data });
		if (found !== undefined) {
			this.#take(found, line);
		} else if (eventTypes.includes(type)) {
			this.log.problems.add(line, `This ${type} event cannot be read; it was left out.`);
		} else if (!ignoredEvents.includes(type) && v.is(withContent, data)) {
			this.log.unknown.add(line, type);
		}
	}

	#take(found: v.InferOutput<typeof event>, line: number): void {
		switch (found.type) {
			case 'system.message': {
				const { content } = found.data;
				// The whole system prompt is repeated with every turn.
				if (content !== this.#system && content.trim() !== '') {
					this.#system = content;
					this.log.system(content);
				}
				return;
			}
			case 'system.notification':
				// Other notifications are only for the user.
				if (/^\s*<system_notification\b/.test(found.data.content)) {
					this.log.user(found.data.content, 'client');
				}
				return;
			case 'user.message':
				userMessagesOf(found.data).forEach((message) => this.log.add(message));
				return;
			case 'assistant.message':
				this.#replied(found.data, line);
				return;
			case 'session.usage_record':
				this.#usage = found.data?.usage;
				return;
			case 'tool.execution_complete': {
				const { toolCallId } = found.data;
				const changed = this.#subAgents.changesOf(toolCallId);
				this.log.result({ toolCallId, ...resultOf(found.data), ...changed }, line);
				return;
			}
			case 'session.compaction_start':
				this.#compactedTo = this.log.settled.length;
				return;
			case 'session.compaction_complete':
				this.#compacted(found.data);
		}
	}

	/** Adds an event of a reply; a reply may have several, some of them without content. */
	#replied(reply: v.InferOutput<typeof assistantMessage>, line: number): void {
		const key = reply.apiCallId ?? '';
		if (key === '' || key !== this.#reply || reply.content.trim() !== '') {
			this.log.assistant(reply.content);
		}
		this.#reply = key;
		if (this.#usage !== undefined) {
			const { inputTokens, outputTokens, maxPromptTokens } = this.#usage;
			this.log.recordUsage(inputTokens + (outputTokens ?? 0), maxPromptTokens);
			this.#usage = undefined;
		}
		for (const value of reply.toolRequests) {
			const request = read(toolRequest, value);
			if (request === undefined) {
				this.log.problems.add(line, 'One of its tool calls cannot be read; it was left out.');
				continue;
			}
			const { toolCallId: id, name, arguments: given, type } = request;
			// Other clients save the text for a tool without a schema under `input`.
			const isFree = type === 'custom' && typeof given === 'string';
			this.log.call({ id, name, arguments: argumentsText(isFree ? { input: given } : given) });
		}
	}

	/** Adds a compaction. The messages from before it stay in the file. */
	#compacted(compaction: v.InferOutput<typeof compactionComplete>): void {
		const { success, summaryContent, preCompactionTokens: tokensBefore } = compaction;
		const summary = summaryContent?.trim() ?? '';
		const messages = this.log.settled;
		const at = messages.length;
		const end = this.#compactedTo ?? at;
		this.#compactedTo = undefined;
		const start = messages[0]?.role === 'system' ? 1 : 0;
		if (!success || summary === '') {
			return;
		}
		if (start >= end) {
			// What it covers is not in the file.
			this.log.user(summary, 'summary');
		} else {
			this.log.addCompaction({ start, end, at, summary, tokensBefore });
		}
	}
}

/** The types of events that every session has. */
const families = /^(?:session|system|user|assistant|tool|hook|permission)\.[a-z_]+$/;

/** Whether an object is an event: a truncated line lacks the fields after its `data`. */
function isEvent(value: unknown): boolean {
	const event = read(envelope, value);
	return (
		event !== undefined &&
		families.test(event.type) &&
		hasFields(event.data) &&
		Object.keys(event.data).length > 0
	);
}

/**
 * Sessions of GitHub Copilot as lists of events: those of its command line and of VS Code's agent host
 * (`events.jsonl`), and the transcripts that Copilot Chat writes in addition to VS Code's own chat sessions.
 *
 * Stored: `session-state/<session>/events.jsonl` in `~/.copilot`, and `GitHub.copilot-chat/transcripts/` in a
 * workspace's storage. Seen: 1.0.64 to 1.0.102 of the command line.
 */
export const copilot: TranscriptReader = sessionReader({
	format: 'copilot',
	label: 'GitHub Copilot',
	shape: envelope,
	detect: ({ lines }) => lines.some((value) => isEvent(value)),
	begin: (log) => new CopilotSession(log),
});
