import * as v from 'valibot';
import type { Content, Part } from '../../messages/message.ts';
import { contentOf } from './parts.ts';
import { typeOf } from './shapes.ts';

/** The blocks of content in OpenAI's messages, in chats as in the Responses API. */

const block = v.variant('type', [
	v.object({ type: v.picklist(['text', 'input_text', 'output_text']), text: v.string() }),
	v.object({ type: v.literal('refusal'), refusal: v.string() }),
	v.object({
		type: v.picklist(['image_url', 'input_image']),
		image_url: v.union([v.string(), v.object({ url: v.string() })]),
	}),
]);

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

/**
 * Content as a message has it: text, a block or a list of them. Blocks that are not read are counted,
 * and marked in it.
 * @param partOf What a block stands for; `undefined`: it is of a kind that is not read.
 */
export function blockContent(
	content: unknown,
	partOf: (value: unknown) => Part | undefined,
	unread: (type: string) => void,
): Content {
	if (typeof content === 'string') {
		return content;
	}
	const values = Array.isArray(content) ? (content as readonly unknown[]) : [content];
	return contentOf(
		values.map((value) => {
			const part = partOf(value);
			if (part === undefined) {
				unread(typeOf(value, 'unknown'));
			}
			return part ?? { type: 'text', text: `[${typeOf(value, 'unknown')}]` };
		}),
	);
}
