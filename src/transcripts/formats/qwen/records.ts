import * as v from 'valibot';
import { read, shaped } from '../../building/shapes.ts';

/** The shapes of Qwen Code's lines, as far as they matter. */

const optionalText = v.nullish(v.string());
const flag = v.optional(v.nullable(v.boolean(), false), false);

const record = v.object({
	uuid: v.string(),
	parentUuid: optionalText,
	sessionId: v.string(),
	type: v.string(),
	subtype: optionalText,
	version: optionalText,
	isSidechain: flag,
	/** Who is behind it, where later versions tell: `real_user`, `goal_runtime`, `system`… */
	provenance: optionalText,
	message: v.optional(v.unknown()),
	systemPayload: v.optional(v.unknown()),
});

/** A line of a session: a node of the tree that going back makes of it. */
export type QwenRecord = v.InferOutput<typeof record>;

/** The record, or `undefined` when it is none. */
export const qwenRecord = shaped(record);

const compression = v.object({
	compressedHistory: v.array(v.unknown()),
	info: v.fallback(v.optional(v.object({ originalTokenCount: v.optional(v.number()) })), undefined),
});

/** What a compaction left of the history: a summary, the model's note of it, and the newest end. */
export type Compression = v.InferOutput<typeof compression>;

/** The compaction a record tells of, or `undefined` when it tells of none. */
export function compressionOf({
	type,
	subtype,
	systemPayload,
}: QwenRecord): Compression | undefined {
	const parsed = v.safeParse(compression, systemPayload);
	return type === 'system' && subtype === 'chat_compression' && parsed.success
		? parsed.output
		: undefined;
}

const customTitle = v.object({ customTitle: v.string() });

/** The title a record gives the session, or `undefined` when it gives none. */
export function titleOf({ systemPayload }: QwenRecord): string | undefined {
	return read(customTitle, systemPayload)?.customTitle;
}

/** Subtypes of records in the user's name that the program wrote. */
const clientSubtypes: readonly string[] = [
	'agent_bootstrap',
	'agent_launch_prompt',
	'background_task_completed',
	'cron',
	'goal_runtime',
	'notification',
];

/** Whether the program, not a person, is behind a record in the user's name. */
export function isFromClient({ subtype, provenance }: QwenRecord): boolean {
	return (
		clientSubtypes.includes(subtype ?? '') ||
		['goal_control', 'goal_runtime', 'system'].includes(provenance ?? '')
	);
}

const line = v.union([
	v.object({
		uuid: v.string(),
		sessionId: v.string(),
		type: v.string(),
		message: v.object({ parts: v.array(v.unknown()) }),
	}),
	v.object({
		uuid: v.string(),
		sessionId: v.string(),
		type: v.literal('system'),
		systemPayload: v.unknown(),
	}),
]);

/** Whether a line is Qwen Code's: Claude Code's are much like it, but hold `content`, not parts. */
export function isQwenLine(value: unknown): boolean {
	return v.is(line, value);
}
