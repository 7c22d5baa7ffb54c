import * as v from 'valibot';
import type { Part } from '../../messages/message.ts';

/** The blocks of content in OpenAI's messages, in chats as in the Responses API. */

const block = v.variant('type', [
	v.object({ type: v.picklist(['text', 'input_text', 'output_text']), text: v.string() }),
	v.object({ type: v.literal('refusal'), refusal: v.string() }),
	v.object({
		type: v.picklist(['image_url', 'input_image']),
		image_url: v.union([v.string(), v.object({ url: v.string() })]),
	}),
]);

const anyBlock = v.object({ type: v.pipe(v.string(), v.nonEmpty()) });

/** The media type a `data:` URL names; empty where it names none, and for other URLs. */
export function mediaTypeOf(url: string): string {
	return /^data:([^;,]*)/.exec(url)?.[1] ?? '';
}

/** The part a block stands for; bare text counts as a block. `undefined`: of a kind that is not read. */
export function openAiPart(value: unknown): Part | undefined {
	if (typeof value === 'string') {
		return { type: 'text', text: value };
	}
	const parsed = v.safeParse(block, value);
	if (!parsed.success) {
		return undefined;
	}
	switch (parsed.output.type) {
		case 'text':
		case 'input_text':
		case 'output_text':
			return { type: 'text', text: parsed.output.text };
		case 'refusal':
			return { type: 'text', text: parsed.output.refusal };
		case 'image_url':
		case 'input_image': {
			const { image_url: image } = parsed.output;
			const url = typeof image === 'string' ? image : image.url;
			return { type: 'image', mediaType: mediaTypeOf(url), url };
		}
	}
}

/** What a block calls itself, to name one that is not read. */
export function blockType(value: unknown): string {
	const parsed = v.safeParse(anyBlock, value);
	return parsed.success ? parsed.output.type : 'unknown';
}
