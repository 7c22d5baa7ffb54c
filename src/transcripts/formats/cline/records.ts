import * as v from 'valibot';
import { read, shaped } from '../../building/shapes.ts';

/** The shapes of what Cline and its kin save, as far as they matter. */

const optionalText = v.nullish(v.string());
const flag = v.optional(v.nullable(v.boolean(), false), false);

const message = v.object({
	role: v.picklist(['user', 'assistant']),
	content: v.unknown(),
	/** How Cline's kin mark a summary, and what they say instead of one. */
	isSummary: flag,
	isTruncationMarker: flag,
	/** Cline's: what kind of message it is. */
	metadata: v.fallback(
		v.nullish(v.object({ kind: optionalText, summary: optionalText })),
		undefined,
	),
});

/** A message as it was saved. */
export type TaskMessage = v.InferOutput<typeof message>;

/** The message, or `undefined` when it is none. */
export const taskMessage = shaped(message);

const file = v.object({ type: v.literal('file'), path: v.string(), content: v.string() });

const image = v.object({ type: v.literal('image'), data: v.string(), mediaType: v.string() });

const reasoning = v.object({ type: v.literal('reasoning') });

const answer = v.object({
	query: v.string(),
	result: v.optional(v.unknown()),
	error: v.optional(v.unknown()),
	success: v.fallback(v.optional(v.boolean()), undefined),
});

type Answer = v.InferOutput<typeof answer>;

const toolResult = v.looseObject({ type: v.literal('tool_result'), content: v.unknown() });

/** What a command or an operation came to; an empty result stands beside an error. */
function answerText({ query, result, error }: Answer, only: boolean): string {
	const said = result === undefined || result === '' ? (error ?? '') : result;
	const text = typeof said === 'string' ? said : JSON.stringify(said);
	return only || query === '' ? text : `${query}:\n${text}`;
}

/** The answers of a result: a list of them, or one as JSON text. */
function answersOf(content: unknown): readonly Answer[] | undefined {
	let value: unknown = content;
	if (typeof content === 'string' && content.startsWith('{"query":')) {
		try {
			value = [JSON.parse(content)];
		} catch {
			return undefined;
		}
	}
	return read(v.array(answer), value);
}

/** One answer that failed makes a result an error; none where they do not all say so. */
function errorFlag(answers: readonly Answer[]): { readonly is_error?: boolean } {
	const flags = answers.map(({ success }) => success);
	if (flags.includes(false)) {
		return { is_error: true };
	}
	return flags.every((flag) => flag === true) ? { is_error: false } : {};
}

/** A result of Cline's own as Anthropic's; `undefined` where it is that already. */
function resultBlock(value: unknown): unknown {
	const found = v.safeParse(toolResult, value);
	const answers = found.success ? answersOf(found.output.content) : undefined;
	if (!found.success || answers === undefined || answers.length === 0) {
		return undefined;
	}
	const only = answers.length === 1;
	const content = answers.map((item) => answerText(item, only)).join('\n\n');
	return { ...found.output, content, ...errorFlag(answers) };
}

/** Blocks of Cline's own as the blocks of Anthropic that say the same. */
function anthropicBlock(value: unknown): unknown {
	const found = v.safeParse(v.union([file, image, reasoning]), value);
	if (!found.success) {
		return resultBlock(value) ?? value;
	}
	const block = found.output;
	switch (block.type) {
		case 'file':
			return {
				type: 'document',
				source: { type: 'text', data: `${block.path}\n${block.content}` },
			};
		case 'image':
			return {
				type: 'image',
				source: { type: 'base64', media_type: block.mediaType, data: block.data },
			};
		case 'reasoning':
			return { type: 'thinking' };
	}
}

/** Content with nothing but Anthropic's blocks in it. */
export function anthropicBlocks(content: unknown): unknown {
	return Array.isArray(content) ? content.map((block) => anthropicBlock(block)) : content;
}
