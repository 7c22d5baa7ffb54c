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
	lenient,
	optionalNumber,
	optionalText,
	read,
	shaped,
} from '../../building/shapes.ts';
import { slashCommandOf } from '../../building/titles.ts';
import type { ProblemList } from '../../problems.ts';
import type { EarlierCompaction } from '../../reader.ts';

const flag = v.optional(v.nullable(v.boolean(), false), false);

/** A line, without most of `toolUseResult`: that repeats a tool's result and is often larger than the rest. */
const record = v.object({
	type: v.string(),
	subtype: anything,
	/** The sub-agent that wrote the line. */
	agentId: anything,
	timestamp: anything,
	compactMetadata: anything,
	uuid: optionalText,
	parentUuid: optionalText,
	/** Stands on compaction boundaries, whose `parentUuid` is null. */
	logicalParentUuid: optionalText,
	isSidechain: flag,
	/** Names the call whose sub-agent wrote this, where the SDK gives the lines. */
	parent_tool_use_id: optionalText,
	isMeta: flag,
	/** What the SDK calls `isMeta`. */
	isSynthetic: flag,
	isCompactSummary: flag,
	isVisibleInTranscriptOnly: flag,
	isApiErrorMessage: flag,
	origin: anything,
	message: anything,
	/** The id of a command that goes on. */
	toolUseResult: lenient(v.object({ backgroundTaskId: optionalText })),
	attachment: anything,
	operation: anything,
	content: anything,
	summary: anything,
	leafUuid: anything,
	customTitle: anything,
	aiTitle: anything,
});

/** The envelope of a line. */
export type ClaudeRecord = v.InferOutput<typeof record>;

/** The envelope of a line, or `undefined` when it is none. */
export const claudeRecord = shaped(record);

const apiMessage = v.object({
	id: optionalText,
	model: optionalText,
	content: v.unknown(),
	/** Of the request and its reply; what was cached stands apart. */
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
	return (
		(usage?.input_tokens ?? 0) +
		(usage?.output_tokens ?? 0) +
		(usage?.cache_read_input_tokens ?? 0) +
		(usage?.cache_creation_input_tokens ?? 0)
	);
}

const queuedCommand = v.object({
	type: v.literal('queued_command'),
	prompt: v.unknown(),
	commandMode: optionalText,
	isMeta: flag,
	origin: anything,
});

/** When a line was written, milliseconds since the epoch; nothing where it does not tell. */
export function timeOf({ timestamp }: ClaudeRecord): { readonly time?: number } {
	const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
	return Number.isNaN(time) ? {} : { time };
}

/** Whether a line is a sub-agent's, as a session or as the SDK tells it. */
export function isOfSubAgent(line: ClaudeRecord): boolean {
	return line.isSidechain || typeof line.parent_tool_use_id === 'string';
}

/** Where an entry stands in its file. */
export interface EntryPosition {
	/** 1-based line. */
	readonly line: number;
	/** Position among all records; two records can share a line. */
	readonly order: number;
}

/** One line of an assistant message; lines with the same key are one message. */
interface AssistantEntry extends EntryPosition {
	readonly kind: 'assistant';
	readonly key: string;
	readonly parts: readonly Part[];
	readonly calls: readonly ToolCall[];
	/** The context with this reply, as the provider counted it; 0: the line does not say. */
	readonly used: number;
}

/** A line of the user's side: results of tools, a message, or both. */
interface UserEntry extends EntryPosition {
	readonly kind: 'user';
	readonly results: readonly ToolMessage[];
	readonly message?: UserMessage;
	/** Whether it starts a turn, as a prompt does that is typed after going back. */
	readonly opensTurn: boolean;
	/** Of the compaction whose summary it is. */
	boundary?: Boundary;
}

/** What a line adds to the conversation. */
export type Entry = AssistantEntry | UserEntry;

/** Whether an entry is the summary of a compaction. */
export function isSummary(entry: Entry): boolean {
	return entry.kind === 'user' && entry.message?.origin === 'summary';
}

/** What the boundary in front of a summary tells of the compaction. */
export type Boundary = Pick<EarlierCompaction, 'tokensBefore' | 'trigger' | 'time'> & {
	/** The lines with which the end begins that was kept, the best first. */
	readonly heads: readonly string[];
	/** The last line of a start that was kept: only what follows it was summarised. */
	readonly tail?: string;
};

/** A user entry that holds nothing but a message. */
function messageEntry(
	{ line, order }: EntryPosition,
	content: Content,
	isClients: boolean,
): UserEntry {
	const message: UserMessage = { role: 'user', content };
	return {
		kind: 'user',
		line,
		order,
		results: [],
		message: isClients ? { ...message, origin: 'client' } : message,
		opensTurn: false,
	};
}

/** How clients record that the person pressed Stop: written in mid-turn, on no turn's start. */
const interruption = /^\[Request interrupted by user/;

/** How the rows begin that precede the echo of a slash command. */
const commandCaveat = /^(?:<local-command-caveat>|Caveat: The messages below)/;

/** How the rows begin that tell of a task in the background: all of such a row is the client's. */
const notification = /^\s*(?:<task-notification>|\{"task_id": ?")/;

/** Whether an `origin` field says that something other than a person wrote the message. */
function isFromClient(value: unknown): boolean {
	const kind = read(v.nullish(v.object({ kind: optionalText })), value)?.kind;
	return typeof kind === 'string' && kind !== 'human';
}

function originOf(line: ClaudeRecord, text: string): UserMessage['origin'] {
	if (line.isCompactSummary) {
		return 'summary';
	}
	// A sub-agent is told by the assistant what to do.
	const client =
		isOfSubAgent(line) ||
		line.isMeta ||
		line.isSynthetic ||
		line.isVisibleInTranscriptOnly ||
		notification.test(text) ||
		isFromClient(line.origin);
	return client ? 'client' : undefined;
}

/** The entry of a `user` or `assistant` line; `undefined` when it adds nothing. */
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
	// The client writes these itself ("API Error…", "No response requested."); no model said them.
	if (line.type === 'assistant' && (message.model === '<synthetic>' || line.isApiErrorMessage)) {
		return undefined;
	}
	const { parts, calls, unknown } = content;
	const runsOn = line.toolUseResult?.backgroundTaskId;
	const results =
		typeof runsOn === 'string' && content.results.length === 1
			? content.results.map((result) => ({ ...result, runsOn }))
			: content.results;
	for (const type of new Set(unknown)) {
		problems.add(place.line, `A block of type "${type}" cannot be shown; [${type}] stands for it.`);
	}
	if (line.type === 'assistant') {
		const key = message.id ?? `order ${place.order}`;
		return { kind: 'assistant', ...place, key, parts, calls, used: usedTokens(message) };
	}
	if (parts.length === 0) {
		return results.length === 0 ? undefined : { kind: 'user', ...place, results, opensTurn: false };
	}
	const said = contentOf(parts);
	const text = textOf(said);
	const origin = originOf(line, text);
	const { time } = timeOf(line);
	return {
		kind: 'user',
		...place,
		results,
		message: {
			role: 'user',
			content: said,
			...(origin === undefined ? {} : { origin }),
			...(time === undefined ? {} : { time: new Date(time).toISOString() }),
		},
		opensTurn:
			results.length === 0 &&
			origin !== 'summary' &&
			!interruption.test(text) &&
			((!line.isMeta && !line.isSynthetic) || commandCaveat.test(text)),
	};
}

/**
 * The entry of an `attachment` line: only a queued message is part of the conversation, the others
 * are reminders the client puts into the prompt anew each time.
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

/** A `queue-operation` line: what happened to messages typed while the assistant was busy. */
export interface QueueOperation extends EntryPosition {
	/** `enqueue`, `dequeue`, `remove`, `popAll`; later versions may know others. */
	readonly operation: string;
	readonly content: unknown;
}

/** A message on its way through the queue. */
interface Queued {
	readonly content: Content;
	/** The content as it is compared. */
	readonly text: string;
	readonly isNotification: boolean;
	readonly enqueued: EntryPosition;
	/** Where it left the queue, which is where the model got it; where it was typed until then. */
	place: EntryPosition;
}

function normalised(text: string): string {
	return text.replaceAll('\r\n', '\n').trim();
}

/** Which waiting message an operation takes out; lines rarely say it, the order is first in first out. */
function taken(operation: QueueOperation, waiting: readonly Queued[]): Queued | undefined {
	const text = typeof operation.content === 'string' ? normalised(operation.content) : undefined;
	const named = waiting.find((queued) => queued.text === text);
	// What is removed was handed over in mid-turn. Notifications wait for the turn's end and are dequeued.
	const first =
		operation.operation === 'dequeue'
			? undefined
			: waiting.find(({ isNotification }) => !isNotification);
	return named ?? first ?? waiting[0];
}

/** Replays the queue: every message that was not taken back into the input box. */
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
 * The messages that exist only in the queue: the model saw them in mid-turn, or the session ended
 * before it could. Each stands where it left the queue.
 * @param entries All that lines brought, in order.
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
	const used = new Set<number>();
	return queued
		.filter(({ text, enqueued }) => {
			// Each arrival stands for one message, but several queued messages can be sent as one.
			const own = arrivals.find(
				({ order, words }) => order > enqueued.order && words === text && !used.has(order),
			);
			used.add(own?.order ?? -1);
			return !arrivals.some(
				(arrival) =>
					arrival === own ||
					(arrival.order > enqueued.order &&
						arrival.text.includes('\n') &&
						`\n${arrival.text}\n`.includes(`\n${text}\n`)),
			);
		})
		.map(({ place, content, isNotification }) => messageEntry(place, content, isNotification));
}

/** Claude Code shows plugins text alone: a plugin writes this in the place of thinking and images. */
export const notShown = '[What stood here is not text.]';
