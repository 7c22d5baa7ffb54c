import type { ImagePart, ToolCall, ToolMessage, UserMessage } from '../../../messages/message.ts';
import { argumentsText } from '../../building/shapes.ts';
import { userMessages } from '../../building/wrappedWords.ts';
import * as v from 'valibot';
import {
	attachment,
	imagesOf,
	toolRequest,
	type toolComplete,
	type userMessage,
} from './events.ts';

function imageOf(mediaType: string, data: string): ImagePart {
	return { type: 'image', mediaType, url: `data:${mediaType};base64,${data}` };
}

/** JSON text of a call's arguments, which are an object, JSON text already, or free text. */
export function argumentsOf(value: unknown, type: string | null | undefined): string {
	// The field in which other clients hand over what a model wrote for a tool without a schema.
	return type === 'custom' && typeof value === 'string'
		? JSON.stringify({ input: value })
		: argumentsText(value);
}

/** The calls of an assistant's message, and how many of them cannot be read. */
export function callsOf(requests: readonly unknown[]): {
	readonly calls: readonly ToolCall[];
	readonly unreadable: number;
} {
	const calls = requests.flatMap((value) => {
		const parsed = v.safeParse(toolRequest, value);
		if (!parsed.success) {
			return [];
		}
		const { toolCallId: id, name, arguments: written, type } = parsed.output;
		return [{ id, name, arguments: argumentsOf(written, type) }];
	});
	return { calls, unreadable: requests.length - calls.length };
}

/** The result as the model got it; a failure's message is what it got then. */
export function resultOf({
	toolCallId,
	success,
	result,
	error,
}: v.InferOutput<typeof toolComplete>): ToolMessage {
	const text = result?.content ?? error?.message ?? '';
	const images = imagesOf(result?.contents ?? []).map(({ mimeType, data }) =>
		imageOf(mimeType, data),
	);
	return {
		role: 'tool',
		toolCallId,
		content: images.length === 0 ? text : [{ type: 'text', text }, ...images],
		...(success ? {} : { isError: true }),
	};
}

/** What was attached: images, and marks for what the model got that the sent text does not name. */
function attached(
	values: readonly unknown[],
	sent: string,
): { readonly images: readonly ImagePart[]; readonly marks: readonly string[] } {
	const images: ImagePart[] = [];
	const marks: string[] = [];
	for (const value of values) {
		const parsed = v.safeParse(attachment, value);
		if (!parsed.success) {
			continue;
		}
		const { type, displayName, path, filePath, url, text, data, mimeType } = parsed.output;
		const name = path ?? filePath ?? url ?? displayName ?? type;
		if (typeof data === 'string' && mimeType?.startsWith('image/') === true) {
			images.push(imageOf(mimeType, data));
		} else if (name !== '' && !sent.includes(name)) {
			marks.push([`[attached: ${name}]`, ...(text ? [text] : [])].join('\n'));
		}
	}
	return { images, marks };
}

/** The messages of a `user.message`. */
export function spokenBy(said: v.InferOutput<typeof userMessage>): readonly UserMessage[] {
	const { content, transformedContent, source, isAutopilotContinuation, attachments } = said;
	const sent = transformedContent ?? '';
	const { images, marks } = attached(attachments, sent);
	const typed = !isAutopilotContinuation && (source ?? 'user') === 'user';
	const messages = typed
		? userMessages(content, sent, images)
		: userMessages('', sent.trim() === '' ? content : sent);
	return marks.length === 0
		? messages
		: [...messages, { role: 'user', content: marks.join('\n'), origin: 'client' }];
}
