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

/** A line, without most of `toolUseResult`: that repeats a tool's result and is often larger than the rest. */
export const claudeRecord = v.object({
	type: v.string(),
	subtype: anything,
	/** The sub-agent that wrote the line. */
	agentId: optionalText,
	timestamp: optionalText,
	compactMetadata: anything,
	uuid: optionalText,
	parentUuid: parentId,
	/** On compaction boundaries, whose `parentUuid` is null. */
	logicalParentUuid: optionalText,
	isSidechain: flag,
	/** The call whose sub-agent wrote this, in the SDK's lines. */
	parent_tool_use_id: optionalText,
	isMeta: flag,
	/** The SDK's name for `isMeta`. */
	isSynthetic: flag,
	isCompactSummary: flag,
	isVisibleInTranscriptOnly: flag,
	isApiErrorMessage: flag,
	origin: anything,
	message: anything,
	/** The id of a command that continues, and that of the sub-agent behind a call. */
	toolUseResult: lenient(v.object({ backgroundTaskId: optionalText, agentId: optionalText })),
	attachment: anything,
	operation: v.fallback(v.string(), ''),
	content: anything,
	summary: optionalText,
	leafUuid: anything,
	customTitle: optionalText,
	aiTitle: optionalText,
});

/** The envelope of a line. */
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
	// No request is empty: some servers write a placeholder while a reply begins.
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

/** Whether a line is a sub-agent's, in a session or from the SDK. */
export function isOfSubAgent(line: ClaudeRecord): boolean {
	return line.isSidechain || line.parent_tool_use_id !== undefined;
}

/** The position of an entry in its file. */
export interface EntryPosition {
	/** 1-based line. */
	readonly line: number;
	/** Position among all records; two records can share a line. */
	readonly order: number;
	/** When it was written, as it is recorded. */
	readonly timestamp: string | undefined;
}

/** One line of an assistant message; lines with the same key are one message. */
interface AssistantEntry extends EntryPosition {
	readonly kind: 'assistant';
	readonly key: string;
	readonly parts: readonly Part[];
	readonly calls: readonly ToolCall[];
	/** The context with this reply, as the provider counted it; 0: not recorded. */
	readonly used: number;
}

/** A line of the user role: results of tools, a message, or both. */
interface UserEntry extends EntryPosition {
	readonly kind: 'user';
	readonly results: readonly ToolMessage[];
	/** The sub-agent behind its only result. */
	readonly agent?: string;
	readonly message?: UserMessage;
	/** Whether it starts a turn, like a prompt after going back. */
	readonly opensTurn: boolean;
	/** Of the compaction whose summary it is. */
	boundary?: Boundary;
}

/** A line's contribution to the conversation. */
export type Entry = AssistantEntry | UserEntry;

/** Whether an entry is the summary of a compaction. */
export function isSummary(entry: Entry): boolean {
	return entry.kind === 'user' && entry.message?.origin === 'summary';
}

/** The data of a compaction in the boundary before its summary. */
export type Boundary = Pick<EarlierCompaction, 'tokensBefore' | 'trigger' | 'time'> & {
	/** Possible first lines of the kept end, the best first. */
	readonly heads: readonly string[];
	/** The last line of a kept start: only what follows it was summarised. */
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

/** A client's record that the user pressed Stop: written during a turn, not at its start. */
const interruption = /^\[Request interrupted by user/;

/** The beginning of the rows before the echo of a slash command. */
const commandCaveat = /^(?:<local-command-caveat>|Caveat: The messages below)/;

/** The beginning of rows about a background task: such a row is entirely the client's. */
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
	// A sub-agent gets its instructions from the assistant.
	const client =
		isOfSubAgent(line) ||
		line.isMeta ||
		line.isSynthetic ||
		line.isVisibleInTranscriptOnly ||
		notification.test(text) ||
		isFromClient(line.origin);
	return client ? 'client' : undefined;
}

/** The entry of a `user` or `assistant` line; `undefined` if it adds nothing. */
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
	// The client writes these itself ("API Error…", "No response requested."), not a model.
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
		problems.add(place.line, `A block of type "${type}" cannot be shown; [${type}] stands for it.`);
	}
	if (line.type === 'assistant') {
		const key = message.id ?? `order ${place.order}`;
		return { kind: 'assistant', ...place, key, parts, calls, used: usedTokens(message) };
	}
	const agentId = results.length === 1 ? line.toolUseResult?.agentId : undefined;
	const agent = agentId === undefined ? {} : { agent: agentId };
	if (parts.length === 0) {
		return results.length === 0
			? undefined
			: { kind: 'user', ...place, results, ...agent, opensTurn: false };
	}
	const said = contentOf(parts);
	const text = textOf(said);
	const origin = originOf(line, text);
	return {
		kind: 'user',
		...place,
		results,
		...agent,
		message: {
			role: 'user',
			content: said,
			...(origin === undefined ? {} : { origin }),
		},
		opensTurn:
			results.length === 0 &&
			origin !== 'summary' &&
			!interruption.test(text) &&
			((!line.isMeta && !line.isSynthetic) || commandCaveat.test(text)),
	};
}

/**
 * The entry of an `attachment` line: only a queued message is part of the conversation; the others are reminders that
 * the client adds to each prompt anew.
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

/** A `queue-operation` line: an operation on the messages typed while the assistant was busy. */
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
	/** Where it left the queue, which is where the model received it; until then where it was typed. */
	place: EntryPosition;
}

function normalised(text: string): string {
	return text.replaceAll('\r\n', '\n').trim();
}

/** Which waiting message an operation removes; lines rarely specify it, so the order is first in first out. */
function taken(operation: QueueOperation, waiting: readonly Queued[]): Queued | undefined {
	const text = typeof operation.content === 'string' ? normalised(operation.content) : undefined;
	const named = waiting.find((queued) => queued.text === text);
	// A removed message was delivered during a turn. Notifications wait for the turn's end and are dequeued.
	const first =
		operation.operation === 'dequeue'
			? undefined
			: waiting.find(({ isNotification }) => !isNotification);
	return named ?? first ?? waiting[0];
}

/** Replays the queue: every message that was not returned to the input box. */
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
			const queued = taken(operation, waiting);
			waiting = waiting.filter((other) => other !== queued);
			if (queued !== undefined) {
				queued.place = operation;
			}
		}
	}
	return [...sent];
}

/**
 * The messages that exist only in the queue: the model saw them during a turn, or the session ended before it could.
 * Each is placed where it left the queue.
 * @param entries All entries from lines, in order.
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
	/** Of the arrivals that several queued messages may be. */
	const lines = new Set(
		arrivals.flatMap(({ text }) => (text.includes('\n') ? text.split('\n') : [])),
	);
	const used = new Set<number>();
	return queued
		.filter(({ text, enqueued }) => {
			// Each arrival is one message, but several queued messages can be sent as one.
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

/** Claude Code passes only text to plugins: our plugin writes this in place of thinking and images. */
export const notShown = '[What stood here is not text.]';
