import * as v from 'valibot';
import { typeOf } from '../../building/shapes.ts';

/** The shapes of Kimi Code's wire log, protocol 1.4, as far as they matter. */

const optionalText = v.nullish(v.string());

const origin = v.nullish(v.object({ kind: v.string() }));

const message = v.object({
	role: v.string(),
	content: v.optional(v.unknown(), ''),
	toolCalls: v.nullish(v.array(v.unknown())),
	toolCallId: optionalText,
	origin,
});

/** A message as the log holds it. */
export type KimiMessage = v.InferOutput<typeof message>;

const event = v.variant('type', [
	v.object({ type: v.literal('step.begin') }),
	v.object({ type: v.literal('content.part'), part: v.unknown() }),
	v.object({
		type: v.literal('tool.call'),
		toolCallId: v.string(),
		name: v.string(),
		args: v.optional(v.unknown()),
	}),
	v.object({
		type: v.literal('tool.result'),
		toolCallId: v.string(),
		result: v.object({
			output: v.optional(v.unknown(), ''),
			isError: v.optional(v.nullable(v.boolean(), false), false),
		}),
	}),
	v.object({ type: v.literal('step.end') }),
]);

/** Something that happened while the model worked. */
export type KimiEvent = v.InferOutput<typeof event>;

const record = v.variant('type', [
	v.object({ type: v.literal('metadata'), protocol_version: optionalText }),
	v.object({ type: v.picklist(['config.update', 'profile.bind']), systemPrompt: optionalText }),
	v.object({ type: v.literal('context.append_message'), message }),
	v.object({ type: v.literal('context.append_loop_event'), event: v.unknown() }),
	v.object({
		type: v.literal('context.apply_compaction'),
		summary: v.optional(v.unknown()),
		contextSummary: optionalText,
		/** Messages of the context that the summary stands for, the oldest first. */
		compactedCount: v.optional(v.pipe(v.number(), v.minValue(0)), Number.POSITIVE_INFINITY),
		tokensBefore: v.optional(v.number()),
		/** Where it is told, nothing of the context but such messages of the person stayed. */
		keptUserMessageCount: v.optional(v.number()),
	}),
	v.object({
		type: v.literal('context.undo'),
		count: v.pipe(v.number(), v.integer(), v.minValue(1)),
	}),
	v.object({ type: v.literal('context.clear') }),
]);

/** A line of the log that says something about the conversation. */
export type KimiRecord = v.InferOutput<typeof record>;

/** A record, or the name of its kind when it is none of those that are read. */
export function kimiRecord(value: unknown): KimiRecord | string {
	const parsed = v.safeParse(record, value);
	return parsed.success ? parsed.output : typeOf(value);
}

/** An event, or the name of its kind when it is none of those that are read. */
export function kimiEvent(value: unknown): KimiEvent | string {
	const parsed = v.safeParse(event, value);
	return parsed.success ? parsed.output : typeOf(value);
}

const part = v.variant('type', [
	v.object({ type: v.literal('text'), text: v.string() }),
	v.object({ type: v.literal('think') }),
]);

/** A part of a message: its text, nothing for what the model only thought. */
export function kimiText(value: unknown): { readonly text?: string } | undefined {
	if (typeof value === 'string') {
		return { text: value };
	}
	const parsed = v.safeParse(part, value);
	if (!parsed.success) {
		return undefined;
	}
	return parsed.output.type === 'text' ? { text: parsed.output.text } : {};
}

const telltale = v.union([
	v.object({ type: v.literal('metadata'), protocol_version: v.string() }),
	v.object({ type: v.literal('context.append_message'), message: v.unknown() }),
	v.object({ type: v.literal('context.append_loop_event'), event: v.unknown() }),
	v.object({ type: v.picklist(['config.update', 'profile.bind']), profileName: v.string() }),
]);

/** Whether nobody but Kimi Code writes such a line. */
export function isKimiLine(value: unknown): boolean {
	return v.is(telltale, value);
}
