import * as v from 'valibot';
import {
	textOf,
	type Content,
	type Part,
	type ToolCall,
	type ToolMessage,
	type UserMessage,
} from '../../../messages/message.ts';
import { sortedContent } from '../../building/blocks.ts';
import { contentOf } from '../../building/parts.ts';
import {
	anything,
	flag,
	lenient,
	optionalNumber,
	optionalText,
	parentId,
	read,
} from '../../building/shapes.ts';
import { slashCommandOf } from '../../building/titles.ts';
import type { ProblemList } from '../../problems.ts';
import type { EarlierCompaction } from '../../reader.ts';

/** A line. Most of `toolUseResult` is left out: it repeats a tool's result and is often larger than the rest. */
export const claudeRecord = v.object({
	type: v.string(),
	subtype: anything,
	/** Id of the sub-agent that wrote the line. */
	agentId: optionalText,
	timestamp: optionalText,
	compactMetadata: anything,
	uuid: optionalText,
	parentUuid: parentId,
	/** The parent of a compaction boundary, whose `parentUuid` is null. */
	logicalParentUuid: optionalText,
	isSidechain: flag,
	/** In the SDK's lines: the call that started the sub-agent that wrote the line. */
	parent_tool_use_id: optionalText,
	isMeta: flag,
	/** The SDK's name for `isMeta`. */
	isSynthetic: flag,
	isCompactSummary: flag,
	isVisibleInTranscriptOnly: flag,
	isApiErrorMessage: flag,
	origin: anything,
	/** Who wrote a line of the user role if not the user: `hook` is a plugin, `harness` or `local` Claude Code. */
	rowSource: optionalText,
	message: anything,
	/** The id of a background command, and of the sub-agent that a call started. */
	toolUseResult: lenient(v.object({ backgroundTaskId: optionalText, agentId: optionalText })),
	attachment: anything,
	operation: v.fallback(v.string(), ''),
	content: anything,
	summary: optionalText,
	leafUuid: anything,
	customTitle: optionalText,
	aiTitle: optionalText,
});

/** A parsed line. */
export type ClaudeRecord = v.InferOutput<typeof claudeRecord>;

const apiMessage = v.object({
	id: optionalText,
	model: optionalText,
	content: v.unknown(),
	/** Of the request and its reply; cached tokens are separate. */
	usage: lenient(
		v.object({
			input_tokens: v.number(),
			output_tokens: optionalNumber,
			cache_read_input_tokens: optionalNumber,
			cache_creation_input_tokens: optionalNumber,
		}),
	),
});

function usedTokens({ usage }: v.InferOutput<typeof apiMessage>): number {
	const sent =
		(usage?.input_tokens ?? 0) +
		(usage?.cache_read_input_tokens ?? 0) +
		(usage?.cache_creation_input_tokens ?? 0);
	// No request is empty: zero is a placeholder that some servers write when a reply begins.
	return sent === 0 ? 0 : sent + (usage?.output_tokens ?? 0);
}

const queuedCommand = v.object({
	type: v.literal('queued_command'),
	prompt: v.unknown(),
	commandMode: optionalText,
	isMeta: flag,
	origin: anything,
});

/** When a line was written, milliseconds since the epoch; empty if not recorded. */
export function timeOf({ timestamp }: ClaudeRecord): { readonly time?: number } {
	const time = Date.parse(timestamp ?? '');
	return Number.isNaN(time) ? {} : { time };
}

/** Whether a sub-agent wrote a line. */
export function isOfSubAgent(line: ClaudeRecord): boolean {
	return line.isSidechain || line.parent_tool_use_id !== undefined;
}

/** The position of an entry in its file. */
export interface EntryPosition {
	/** 1-based line. */
	readonly line: number;
	/** Position among all records; two records can share a line. */
	readonly order: number;
	/** When it was written, in the form of the file. */
	readonly timestamp: string | undefined;
}

/** One line of an assistant message; lines with the same key are one message. */
interface AssistantEntry extends EntryPosition {
	readonly kind: 'assistant';
	readonly key: string;
	readonly parts: readonly Part[];
	readonly calls: readonly ToolCall[];
	/** Tokens of the context including this reply, as the provider counted them; 0: not recorded. */
	readonly used: number;
}

/** A line of the user role: results of tools, a message, or both. */
interface UserEntry extends EntryPosition {
	readonly kind: 'user';
	readonly results: readonly ToolMessage[];
	/** Id of the sub-agent whose report is its only result. */
	readonly agent?: string;
	readonly message?: UserMessage;
	/** Whether it starts a turn, as the prompt after a rewind does. */
	readonly opensTurn: boolean;
	/** Whether a plugin wrote it in place of the messages that it compacted: a handoff, or messages that stay. */
	readonly isPlugins?: boolean;
	/** If it is a summary: the boundary of its compaction. */
	boundary?: Boundary;
}

/** What a line adds to the conversation. */
export type Entry = AssistantEntry | UserEntry;

/** Whether an entry is the summary of a compaction. */
export function isSummary(entry: Entry): boolean {
	return entry.kind === 'user' && entry.message?.origin === 'summary';
}

/** The data of a compaction in the boundary before its summary. */
export type Boundary = Pick<EarlierCompaction, 'tokensBefore' | 'trigger' | 'time'> & {
	/** Ids of lines with which the kept end may begin, best first. */
	readonly heads: readonly string[];
	/** Id of the last line of a kept start; only what follows it was summarised. */
	readonly tail?: string;
};

/** A user entry with only a message. */
function messageEntry(
	{ line, order, timestamp }: EntryPosition,
	content: Content,
	isClients: boolean,
): UserEntry {
	const message: UserMessage = { role: 'user', content };
	return {
		kind: 'user',
		line,
		order,
		timestamp,
		results: [],
		message: isClients ? { ...message, origin: 'client' } : message,
		opensTurn: false,
	};
}

/** Claude Code's note that the user pressed Stop, which does not start a turn. */
const interruption = /^\[Request interrupted by user/;

/** The beginning of the message before the echo of a slash command. */
const commandCaveat = /^(?:<local-command-caveat>|Caveat: The messages below)/;

/** The beginning of a message about a background task, which is entirely the client's. */
const notification = /^\s*(?:<task-notification>|\{"task_id": ?")/;

/** Whether an `origin` field indicates that the user did not write the message. */
function isFromClient(value: unknown): boolean {
	const { kind = 'human' } = read(v.object({ kind: optionalText }), value) ?? {};
	return kind !== 'human';
}

function originOf(line: ClaudeRecord, text: string): UserMessage['origin'] {
	if (line.isCompactSummary) {
		return 'summary';
	}
	// The prompts of a sub-agent come from the assistant, not from the user.
	const isClients =
		isOfSubAgent(line) ||
		line.isMeta ||
		line.isSynthetic ||
		line.isVisibleInTranscriptOnly ||
		notification.test(text) ||
		isFromClient(line.origin);
	return isClients ? 'client' : undefined;
}

/** The entry of a `user` or `assistant` line; `undefined` if the line adds nothing. */
export function entryOfMessage(
	line: ClaudeRecord,
	place: EntryPosition,
	problems: ProblemList,
): Entry | undefined {
	const message = read(apiMessage, line.message);
	const content = sortedContent(message?.content);
	if (message === undefined || content === undefined) {
		problems.add(place.line, 'This line is a message without readable content; it was left out.');
		return undefined;
	}
	// Claude Code writes these itself: "API Error…", "No response requested."
	if (line.type === 'assistant' && (message.model === '<synthetic>' || line.isApiErrorMessage)) {
		return undefined;
	}
	const { parts, calls, unknown } = content;
	const runsOn = line.toolUseResult?.backgroundTaskId;
	const results =
		runsOn !== undefined && content.results.length === 1
			? content.results.map((result) => ({ ...result, runsOn }))
			: content.results;
	for (const type of new Set(unknown)) {
		problems.add(place.line, `A block of type "${type}" cannot be shown; [${type}] replaces it.`);
	}
	if (line.type === 'assistant') {
		const key = message.id ?? `order ${place.order}`;
		return { kind: 'assistant', ...place, key, parts, calls, used: usedTokens(message) };
	}
	const agentId = results.length === 1 ? line.toolUseResult?.agentId : undefined;
	const agent = agentId === undefined ? {} : { agent: agentId };
	const entry = { kind: 'user', ...place, results, ...agent } as const;
	if (parts.length === 0) {
		return results.length === 0 ? undefined : { ...entry, opensTurn: false };
	}
	const body = contentOf(parts);
	const text = textOf(body);
	const origin = originOf(line, text);
	return {
		...entry,
		message: { role: 'user', content: body, ...(origin === undefined ? {} : { origin }) },
		opensTurn:
			results.length === 0 &&
			origin !== 'summary' &&
			!interruption.test(text) &&
			((!line.isMeta && !line.isSynthetic) || commandCaveat.test(text)),
		// What other hooks say is `isMeta`.
		isPlugins: line.rowSource === 'hook' && !line.isMeta,
	};
}

/**
 * The entry of an `attachment` line. Only queued messages are part of the conversation; other attachments are reminders
 * that Claude Code adds to each prompt again.
 */
export function entryOfAttachment(
	{ attachment }: ClaudeRecord,
	place: EntryPosition,
): Entry | undefined {
	const queued = read(queuedCommand, attachment);
	const { parts = [] } = sortedContent(queued?.prompt) ?? {};
	if (queued === undefined || parts.length === 0) {
		return undefined;
	}
	const isClients =
		queued.isMeta || isFromClient(queued.origin) || queued.commandMode === 'task-notification';
	return messageEntry(place, contentOf(parts), isClients);
}

/** A `queue-operation` line. The queue has the messages that were typed while the assistant was busy. */
export interface QueueOperation extends EntryPosition {
	/** `enqueue`, `dequeue`, `remove`, `popAll`; later versions may have others. */
	readonly operation: string;
	readonly content: unknown;
}

/** A message on its way through the queue. */
interface Queued {
	readonly content: Content;
	/** The content, normalised for comparison. */
	readonly text: string;
	readonly isNotification: boolean;
	readonly enqueued: EntryPosition;
	/** Where it left the queue, and the model received it; before that, where it was typed. */
	place: EntryPosition;
}

function normalised(text: string): string {
	return text.replaceAll('\r\n', '\n').trim();
}

/** The waiting message that an operation removes: the one it names, otherwise the first. */
function removedBy(operation: QueueOperation, waiting: readonly Queued[]): Queued | undefined {
	const text = typeof operation.content === 'string' ? normalised(operation.content) : undefined;
	const named = waiting.find((queued) => queued.text === text);
	// `remove` delivers a message during a turn. Notifications wait for the end of the turn and are dequeued.
	const first =
		operation.operation === 'dequeue'
			? undefined
			: waiting.find(({ isNotification }) => !isNotification);
	return named ?? first ?? waiting[0];
}

/** Replays the queue. @returns All messages that were not returned to the input box. */
function replay(operations: readonly QueueOperation[]): readonly Queued[] {
	const sent = new Set<Queued>();
	let waiting: readonly Queued[] = [];
	for (const operation of operations) {
		if (operation.operation === 'enqueue') {
			const content = contentOf(sortedContent(operation.content)?.parts ?? []);
			const text = normalised(textOf(content));
			const isNotification = notification.test(text);
			if (text !== '') {
				const queued = { content, text, isNotification, enqueued: operation, place: operation };
				sent.add(queued);
				waiting = [...waiting, queued];
			}
		} else if (operation.operation === 'popAll') {
			waiting.forEach((queued) => sent.delete(queued));
			waiting = [];
		} else if (operation.operation === 'dequeue' || operation.operation === 'remove') {
			const queued = removedBy(operation, waiting);
			waiting = waiting.filter((other) => other !== queued);
			if (queued !== undefined) {
				queued.place = operation;
			}
		}
	}
	return [...sent];
}

/**
 * The messages that no line repeats after the queue: the model received them during a turn, or the session ended before
 * it did. Each is placed where it left the queue.
 * @param entries The entries of all lines, in order.
 */
export function queuedOnly(
	operations: readonly QueueOperation[],
	entries: readonly Entry[],
): readonly Entry[] {
	const queued = replay(operations);
	const arrivals = (queued.length === 0 ? [] : entries).flatMap((entry) => {
		const text =
			entry.kind === 'user' && entry.message !== undefined
				? normalised(textOf(entry.message.content))
				: '';
		return text === '' ? [] : [{ order: entry.order, text, words: slashCommandOf(text) ?? text }];
	});
	/** The lines of arrivals that may combine several queued messages. */
	const lines = new Set(
		arrivals.flatMap(({ text }) => (text.includes('\n') ? text.split('\n') : [])),
	);
	const used = new Set<number>();
	return queued
		.filter(({ text, enqueued }) => {
			// An arrival is one queued message, or several that were sent together.
			const own = arrivals.find(
				({ order, words }) => order > enqueued.order && words === text && !used.has(order),
			);
			used.add(own?.order ?? -1);
			const [first = ''] = text.split('\n', 1);
			return (
				own === undefined &&
				!(
					lines.has(first) &&
					arrivals.some(
						(arrival) =>
							arrival.order > enqueued.order &&
							arrival.text.includes('\n') &&
							`\n${arrival.text}\n`.includes(`\n${text}\n`),
					)
				)
			);
		})
		.map(({ enqueued: { timestamp }, place, content, isNotification }) =>
			messageEntry({ ...place, timestamp }, content, isNotification),
		);
}

/** Claude Code passes only text to plugins, so our plugin writes this in place of thinking and images. */
export const notShown = '[What stood here is not text.]';
