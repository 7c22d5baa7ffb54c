import * as v from 'valibot';
import { optionalNumber, optionalText, read, shaped, typeOf } from '../../building/shapes.ts';

/** The shapes of Pi's lines, as far as they matter. */

const entry = v.object({
	type: v.string(),
	id: v.fallback(v.optional(v.string()), undefined),
	parentId: optionalText,
	/** Of the header: absent in the first version, which had no tree. */
	version: optionalNumber,
	message: v.optional(v.unknown()),
	/** Of a message that an extension put in. */
	content: v.optional(v.unknown()),
	/** Of a compaction, or of a branch that was left. */
	summary: optionalText,
	firstKeptEntryId: optionalText,
	/** 0-based position in the file, before entries had ids. */
	firstKeptEntryIndex: optionalNumber,
	tokensBefore: optionalNumber,
	timestamp: optionalText,
	/** What the person called the session. */
	name: optionalText,
});

/** One line. */
export type PiEntry = v.InferOutput<typeof entry>;

/** The line, or `undefined` when it is none of Pi's. */
export const piEntry = shaped(entry);

const message = v.object({
	role: v.string(),
	content: v.optional(v.unknown()),
	provider: optionalText,
	model: optionalText,
	toolCallId: v.fallback(v.string(), ''),
	isError: v.fallback(v.nullish(v.boolean()), undefined),
	/** Of a command that the person ran. */
	command: v.fallback(v.string(), ''),
	output: v.fallback(v.string(), ''),
	exitCode: optionalNumber,
	cancelled: v.fallback(v.nullish(v.boolean()), undefined),
	excludeFromContext: v.fallback(v.nullish(v.boolean()), undefined),
	/** Of the summaries that older versions kept as messages. */
	summary: optionalText,
});

/** The message of a line. */
export type PiMessage = v.InferOutput<typeof message>;

/** The message of a line, or `undefined` when it holds none. */
export const piMessage = shaped(message);

const block = v.variant('type', [
	v.object({ type: v.literal('text'), text: v.string() }),
	v.object({ type: v.literal('image'), data: v.string(), mimeType: v.optional(v.string(), '') }),
	v.object({
		type: v.literal('toolCall'),
		id: v.string(),
		name: v.string(),
		arguments: v.optional(v.unknown(), {}),
	}),
	v.object({ type: v.literal('thinking') }),
]);

/** A block of a message, or what it calls itself when it is of no known kind. */
export type PiBlock =
	| v.InferOutput<typeof block>
	| { readonly type: 'unknown'; readonly name: string };

function blockOf(value: unknown): PiBlock {
	return read(block, value) ?? { type: 'unknown', name: typeOf(value) };
}

/** Content as blocks: plain text is one. `undefined` when it is neither. */
export function blocksOf(content: unknown): readonly PiBlock[] | undefined {
	if (typeof content === 'string') {
		return [{ type: 'text', text: content }];
	}
	return Array.isArray(content) ? content.map((each) => blockOf(each)) : undefined;
}
