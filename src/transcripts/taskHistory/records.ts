import * as v from 'valibot';

/** The shapes of what Cline and Roo Code save, as far as they matter. */

const optionalText = v.nullish(v.string());
const flag = v.optional(v.nullable(v.boolean(), false), false);

const message = v.object({
	role: v.picklist(['user', 'assistant']),
	content: v.unknown(),
	/** Roo Code's marks: a summary, and the messages it stands for. */
	isSummary: flag,
	condenseId: optionalText,
	condenseParent: optionalText,
	isTruncationMarker: flag,
	truncationId: optionalText,
	truncationParent: optionalText,
	/** Cline's: what kind of message it is. */
	metadata: v.fallback(
		v.nullish(v.object({ kind: optionalText, summary: optionalText })),
		undefined,
	),
});

/** A message as it was saved. */
export type TaskMessage = v.InferOutput<typeof message>;

/** The message, or `undefined` when it is none. */
export function taskMessage(value: unknown): TaskMessage | undefined {
	const parsed = v.safeParse(message, value);
	return parsed.success ? parsed.output : undefined;
}

const file = v.object({ type: v.literal('file'), path: v.string(), content: v.string() });

const image = v.object({ type: v.literal('image'), data: v.string(), mediaType: v.string() });

const reasoning = v.object({ type: v.literal('reasoning') });

const answer = v.object({
	query: v.string(),
	result: v.optional(v.unknown()),
	error: v.optional(v.unknown()),
});

const toolResult = v.looseObject({ type: v.literal('tool_result'), content: v.array(answer) });

function answerText({ query, result, error }: v.InferOutput<typeof answer>, only: boolean): string {
	const said = result ?? error ?? '';
	const text = typeof said === 'string' ? said : JSON.stringify(said);
	return only || query === '' ? text : `${query}:\n${text}`;
}

/** Blocks of Cline's own as the blocks of Anthropic that say the same. */
function anthropicBlock(value: unknown): unknown {
	const found = v.safeParse(v.union([file, image, reasoning, toolResult]), value);
	if (!found.success) {
		return value;
	}
	const block = found.output;
	switch (block.type) {
		case 'file':
			return { type: 'text', text: `${block.path}\n${block.content}` };
		case 'image':
			return {
				type: 'image',
				source: { type: 'base64', media_type: block.mediaType, data: block.data },
			};
		case 'reasoning':
			return { type: 'thinking' };
		case 'tool_result': {
			const only = block.content.length === 1;
			const texts = block.content.map((item) => answerText(item, only));
			return { ...block, content: texts.join('\n\n') };
		}
	}
}

/** Content with nothing but Anthropic's blocks in it. */
export function anthropicBlocks(content: unknown): unknown {
	return Array.isArray(content) ? content.map((block) => anthropicBlock(block)) : content;
}
