import * as v from 'valibot';
import { read, shaped } from '../../building/shapes.ts';

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
export const claudeMessage = shaped(message);

const queuedCommand = v.object({
	type: v.literal('queued_command'),
	prompt: v.unknown(),
	commandMode: optionalText,
	isMeta: flag,
	origin: v.optional(v.unknown()),
});

/** The queued message of an attachment, or `undefined` when the attachment is something else. */
export const queuedCommandOf = shaped(queuedCommand);

/** When a line was written, milliseconds since the epoch; nothing where it does not tell. */
export function timeOf({ timestamp }: ClaudeRecord): { readonly time?: number } {
	const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
	return Number.isNaN(time) ? {} : { time };
}

/** Whether an `origin` field says that something other than a person wrote the message. */
export function isFromClient(value: unknown): boolean {
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
