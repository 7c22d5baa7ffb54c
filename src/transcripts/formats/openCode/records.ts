import * as v from 'valibot';
import { optionalNumber, read, shaped } from '../../building/shapes.ts';

/**
 * The shapes of OpenCode's messages, as far as they matter. Everything else is cut away, above all
 * the `diffs` of a user's message, which hold whole files.
 */

const optionalText = v.nullish(v.string());
const anything = v.optional(v.unknown());

const tokens = v.object({
	total: optionalNumber,
	input: optionalNumber,
	output: optionalNumber,
	cache: v.fallback(
		v.nullish(v.object({ read: optionalNumber, write: optionalNumber })),
		undefined,
	),
});

const info = v.object({
	id: v.optional(v.string(), ''),
	role: v.string(),
	/** Of an assistant's message: the user's message it answers. */
	parentID: v.fallback(optionalText, undefined),
	/** `true` on the summary of a compaction; a user's message has an object here. */
	summary: anything,
	finish: anything,
	error: anything,
	/** Milliseconds since the epoch. */
	time: v.fallback(
		v.optional(v.object({ created: optionalNumber, completed: optionalNumber }), {}),
		{},
	),
	tokens: v.fallback(v.nullish(tokens), undefined),
});

/** What OpenCode knows of a message beside its parts. */
export type MessageInfo = v.InferOutput<typeof info>;

/** The `info` of a message, or `undefined` when it is none. */
export const messageInfo = shaped(info);

const file = v.object({
	mime: v.optional(v.string(), ''),
	filename: v.fallback(optionalText, undefined),
	url: v.string(),
});

/** A file that was attached to a message or a result. */
export type AttachedFile = v.InferOutput<typeof file>;

const text = v.object({
	type: v.literal('text'),
	text: v.string(),
	/** Written by OpenCode, not by the person. */
	synthetic: v.fallback(v.nullish(v.boolean()), undefined),
	/** Shown to the person, never sent to the model. */
	ignored: v.fallback(v.nullish(v.boolean()), undefined),
	/** Kilo marks what it shows only until the model answers. */
	metadata: v.fallback(v.nullish(v.record(v.string(), v.unknown())), undefined),
});

const toolState = v.object({
	status: v.string(),
	input: anything,
	/** The arguments as far as they came, while `input` is empty still. */
	raw: v.fallback(optionalText, undefined),
	output: v.fallback(optionalText, undefined),
	error: v.fallback(optionalText, undefined),
	metadata: v.fallback(
		v.nullish(
			v.object({
				interrupted: anything,
				output: v.fallback(optionalText, undefined),
				/** Of a command; null or absent where it did not end by itself. */
				exit: v.fallback(v.nullish(v.pipe(v.number(), v.integer())), undefined),
			}),
		),
		undefined,
	),
	attachments: v.fallback(v.nullish(v.array(file)), undefined),
});

/** How far a call has come, with its arguments and its result. */
export type ToolState = v.InferOutput<typeof toolState>;

/** The arguments of a call that took the place of one that could not be made. */
export const refusedCall = shaped(v.object({ tool: v.string() }));

const tool = v.object({
	type: v.literal('tool'),
	callID: v.string(),
	tool: v.string(),
	state: toolState,
});

const compaction = v.object({
	type: v.literal('compaction'),
	/** Whether OpenCode asked for it; absent: the file does not tell. */
	auto: v.fallback(v.nullish(v.boolean()), undefined),
	/** The first message that was kept as it is; absent: none was. */
	tail_start_id: v.fallback(optionalText, undefined),
});

const part = v.variant('type', [
	text,
	v.object({ type: v.literal('file'), ...file.entries }),
	tool,
	compaction,
	v.object({ type: v.picklist(['step-start', 'subtask']) }),
	/** Reasoning, and what stands beside a conversation: costs, snapshots, retries, mentions. */
	v.object({
		type: v.picklist(['reasoning', 'step-finish', 'snapshot', 'patch', 'agent', 'retry']),
	}),
]);

/** One part of a message. */
export type SavedPart = v.InferOutput<typeof part>;

/** A part, or what it calls itself when it is of a kind that is not known or cannot be read. */
export function savedPart(value: unknown): SavedPart | { readonly unknown: string } {
	const parsed = v.safeParse(part, value);
	if (parsed.success) {
		return parsed.output;
	}
	const named = v.safeParse(v.object({ type: v.string() }), value);
	return { unknown: named.success ? named.output.type : 'nameless' };
}

/** The id of a part, by which a conversation that was taken back says where. */
export function partId(value: unknown): string | undefined {
	return read(v.object({ id: v.string() }), value)?.id;
}

const revert = v.object({ messageID: v.string(), partID: v.fallback(optionalText, undefined) });

/** Up to where the person took the conversation back. */
export type Revert = v.InferOutput<typeof revert>;

/** The `revert` of a session, or `undefined` when nothing was taken back. */
export const revertOf = shaped(revert);
