import * as v from 'valibot';
import {
	textOf,
	type Part,
	type ToolCall,
	type ToolMessage,
	type UserMessage,
} from '../../../messages/message.ts';
import {
	anthropicContent,
	reportUnknownBlocks,
	type AnthropicContent,
} from '../../building/anthropicBlocks.ts';
import { contentOf } from '../../building/parts.ts';
import { read, shaped } from '../../building/shapes.ts';
import type { ProblemList } from '../../problems.ts';

/**
 * The shapes of Claude Code's lines, as far as they matter. Everything else is cut away, above all
 * `toolUseResult`, which repeats a tool's result and is often larger than the rest of the line.
 */

const optionalText = v.nullish(v.string());
const flag = v.optional(v.nullable(v.boolean(), false), false);
const origin = v.nullish(v.object({ kind: optionalText }));

const record = v.object({
	type: v.string(),
	subtype: v.optional(v.unknown()),
	/** The sub-agent that wrote the line. */
	agentId: v.optional(v.unknown()),
	timestamp: v.optional(v.unknown()),
	compactMetadata: v.optional(v.unknown()),
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
	origin: v.optional(v.unknown()),
	message: v.optional(v.unknown()),
	attachment: v.optional(v.unknown()),
	operation: v.optional(v.unknown()),
	content: v.optional(v.unknown()),
	summary: v.optional(v.unknown()),
	leafUuid: v.optional(v.unknown()),
	customTitle: v.optional(v.unknown()),
	aiTitle: v.optional(v.unknown()),
});

/** The envelope of a line. */
export type ClaudeRecord = v.InferOutput<typeof record>;

/** The envelope of a line, or `undefined` when it is none. */
export const claudeRecord = shaped(record);

const message = v.object({ id: optionalText, model: optionalText, content: v.unknown() });

/** The API message of a line, or `undefined` when it holds none. */
const claudeMessage = shaped(message);

const queuedCommand = v.object({
	type: v.literal('queued_command'),
	prompt: v.unknown(),
	commandMode: optionalText,
	isMeta: flag,
	origin: v.optional(v.unknown()),
});

/** The queued message of an attachment, or `undefined` when the attachment is something else. */
const queuedCommandOf = shaped(queuedCommand);

/** When a line was written, milliseconds since the epoch; nothing where it does not tell. */
export function timeOf({ timestamp }: ClaudeRecord): { readonly time?: number } {
	const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
	return Number.isNaN(time) ? {} : { time };
}

/** Whether an `origin` field says that something other than a person wrote the message. */
function isFromClient(value: unknown): boolean {
	const kind = read(origin, value)?.kind;
	return typeof kind === 'string' && kind !== 'human';
}

/** Whether a line is a sub-agent's, as a session or as the SDK tells it. */
export function isOfSubAgent({
	isSidechain,
	parent_tool_use_id: parentToolUse,
}: ClaudeRecord): boolean {
	return isSidechain || typeof parentToolUse === 'string';
}

/** Where an entry stands in its file. */
export interface Place {
	/** 1-based line. */
	readonly line: number;
	/** Position among all records; two records can share a line. */
	readonly order: number;
}

/** One line of an assistant message; lines with the same key are one message. */
interface AssistantEntry extends Place {
	readonly kind: 'assistant';
	readonly key: string;
	readonly parts: readonly Part[];
	readonly calls: readonly ToolCall[];
}

/** A line of the user's side: results of tools, a message, or both. */
export interface UserEntry extends Place {
	readonly kind: 'user';
	readonly results: readonly ToolMessage[];
	readonly message?: UserMessage;
	/** Whether it starts a turn, as a prompt does that is typed after going back. */
	readonly opensTurn: boolean;
}

/** What a line adds to the conversation. */
export type Entry = AssistantEntry | UserEntry;

/** A user entry that holds nothing but a message. */
export function messageEntry(place: Place, message: UserMessage): UserEntry {
	return {
		kind: 'user',
		line: place.line,
		order: place.order,
		results: [],
		message,
		opensTurn: false,
	};
}

/** How clients record that the person pressed Stop: written in mid-turn, on no turn's start. */
const interruption = /^\[Request interrupted by user/;

/** How the rows begin that precede the echo of a slash command. */
const commandCaveat = /^(?:<local-command-caveat>|Caveat: The messages below)/;

/** How the rows begin that tell of a task in the background: all of such a row is the client's. */
const notification = /^\s*<task-notification>/;

function originOf(record: ClaudeRecord, text: string): UserMessage['origin'] {
	if (record.isCompactSummary) {
		return 'summary';
	}
	// A sub-agent is told by the assistant what to do.
	const client =
		isOfSubAgent(record) ||
		record.isMeta ||
		record.isSynthetic ||
		record.isVisibleInTranscriptOnly ||
		notification.test(text) ||
		isFromClient(record.origin);
	return client ? 'client' : undefined;
}

function opensTurn(record: ClaudeRecord, text: string): boolean {
	return (
		!record.isCompactSummary &&
		!interruption.test(text) &&
		((!record.isMeta && !record.isSynthetic) || commandCaveat.test(text))
	);
}

function userEntry(
	record: ClaudeRecord,
	place: Place,
	content: AnthropicContent,
): Entry | undefined {
	const { parts, results } = content;
	if (parts.length === 0) {
		return results.length === 0 ? undefined : { kind: 'user', ...place, results, opensTurn: false };
	}
	const said = contentOf(parts);
	const origin = originOf(record, textOf(said));
	const message: UserMessage = {
		role: 'user',
		content: said,
		...(origin === undefined ? {} : { origin }),
		...writtenAt(record),
	};
	return {
		kind: 'user',
		...place,
		results,
		message,
		opensTurn: results.length === 0 && opensTurn(record, textOf(message.content)),
	};
}

function writtenAt(record: ClaudeRecord): Pick<UserMessage, 'time'> {
	const { time } = timeOf(record);
	return time === undefined ? {} : { time: new Date(time).toISOString() };
}

/** The entry of a `user` or `assistant` line; `undefined` when it adds nothing. */
export function entryOfMessage(
	record: ClaudeRecord,
	place: Place,
	problems: ProblemList,
): Entry | undefined {
	const message = claudeMessage(record.message);
	const content = message === undefined ? undefined : anthropicContent(message.content);
	if (message === undefined || content === undefined) {
		problems.add(place.line, 'This line is a message without readable content; it was left out.');
		return undefined;
	}
	if (record.type === 'user') {
		reportUnknownBlocks(content.unknown, place.line, problems);
		return userEntry(record, place, content);
	}
	// The client writes these itself ("API Error…", "No response requested."); no model said them.
	if (message.model === '<synthetic>' || record.isApiErrorMessage) {
		return undefined;
	}
	reportUnknownBlocks(content.unknown, place.line, problems);
	return {
		kind: 'assistant',
		...place,
		key: message.id ?? `order ${place.order}`,
		parts: content.parts,
		calls: content.calls,
	};
}

/**
 * The entry of an `attachment` line: only a queued message is part of the conversation, the others
 * are reminders the client puts into the prompt anew each time.
 */
export function entryOfAttachment(record: ClaudeRecord, place: Place): Entry | undefined {
	const queued = queuedCommandOf(record.attachment);
	const content = queued === undefined ? undefined : anthropicContent(queued.prompt);
	if (queued === undefined || content === undefined || content.parts.length === 0) {
		return undefined;
	}
	const client =
		queued.isMeta ||
		isFromClient(queued.origin) ||
		(queued.commandMode ?? 'prompt') === 'task-notification';
	return messageEntry(place, {
		role: 'user',
		content: contentOf(content.parts),
		...(client ? { origin: 'client' } : {}),
	});
}
