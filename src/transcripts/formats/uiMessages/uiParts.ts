import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import { mediaTypeOf } from '../../building/openAiBlocks.ts';
import { shaped } from '../../building/shapes.ts';

/** The parts of the AI SDK's UI messages, in all shapes that were saved. */

/** A call with its result once it has one. */
export interface UiCall {
	readonly id: string;
	readonly name: string;
	readonly input: unknown;
	readonly result?: { readonly value: unknown; readonly isError: boolean };
}

/** What a part is to a conversation. */
export type UiPart =
	| { readonly kind: 'said'; readonly part: Part }
	| { readonly kind: 'called'; readonly call: UiCall }
	/** The model was asked again, with the results of what it had called. */
	| { readonly kind: 'step' }
	/** For the page alone: the SDK sends no model reasoning, sources or data. */
	| { readonly kind: 'unsent' };

const optionalText = v.nullish(v.string());

const text = v.pipe(
	v.object({ type: v.literal('text'), text: v.string() }),
	v.transform((part): UiPart => ({ kind: 'said', part: { type: 'text', text: part.text } })),
);

const stepStart = v.pipe(
	v.object({ type: v.literal('step-start') }),
	v.transform((): UiPart => ({ kind: 'step' })),
);

const unsent = v.pipe(
	v.object({ type: v.pipe(v.string(), v.regex(/^(?:reasoning$|source$|source-|data-)/)) }),
	v.transform((): UiPart => ({ kind: 'unsent' })),
);

/** What can be told of a file: an image, or a mark with its name. */
function fileOf(url: string, mediaType: string, name: string): Part {
	return mediaType.startsWith('image/')
		? { type: 'image', mediaType, url }
		: { type: 'text', text: `[file ${name || mediaType || 'without a name'}]` };
}

const file = v.pipe(
	v.object({
		type: v.literal('file'),
		mediaType: optionalText,
		mimeType: optionalText,
		filename: optionalText,
		url: optionalText,
		/** Base64, before files had a URL. */
		data: optionalText,
	}),
	v.transform(({ mediaType, mimeType, filename, url, data }): UiPart => {
		const type = mediaType ?? mimeType ?? mediaTypeOf(url ?? '');
		const part = fileOf(url ?? `data:${type};base64,${data ?? ''}`, type, filename ?? '');
		return { kind: 'said', part };
	}),
);

/** A file on a message of the older shape, as a part. */
export const uiAttachment = v.pipe(
	v.object({ name: optionalText, contentType: optionalText, url: v.string() }),
	v.transform(({ name, contentType, url }) =>
		fileOf(url, contentType ?? mediaTypeOf(url), name ?? ''),
	),
);

/** A call of the older shape. */
export const uiInvocation = v.pipe(
	v.object({
		toolCallId: v.string(),
		toolName: v.string(),
		state: optionalText,
		args: v.optional(v.unknown()),
		result: v.optional(v.unknown()),
	}),
	v.transform(({ toolCallId: id, toolName: name, state, args: input, result }): UiCall => {
		const answered = state === 'result' || result !== undefined;
		return { id, name, input, ...(answered ? { result: { value: result, isError: false } } : {}) };
	}),
);

const invocationPart = v.pipe(
	v.object({ type: v.literal('tool-invocation'), toolInvocation: uiInvocation }),
	v.transform(({ toolInvocation: call }): UiPart => ({ kind: 'called', call })),
);

const savedTool = v.object({
	/** `tool-` and the tool's name, or `dynamic-tool` with the name beside it. */
	type: v.pipe(v.string(), v.regex(/^(?:tool-|dynamic-tool$)/)),
	toolCallId: v.string(),
	toolName: optionalText,
	state: optionalText,
	input: v.optional(v.unknown()),
	rawInput: v.optional(v.unknown()),
	output: v.optional(v.unknown()),
	errorText: optionalText,
	approval: v.fallback(v.nullish(v.object({ reason: optionalText })), undefined),
});

function resultOf(saved: v.InferOutput<typeof savedTool>): UiCall['result'] {
	switch (saved.state) {
		case 'output-available':
			return { value: saved.output, isError: false };
		case 'output-error':
			return { value: saved.errorText ?? '', isError: true };
		case 'output-denied':
			// The SDK's words where the person gave none.
			return { value: saved.approval?.reason ?? 'Tool execution denied.', isError: true };
		default:
			return undefined;
	}
}

const toolPart = v.pipe(
	savedTool,
	v.transform((saved): UiPart => {
		const result = resultOf(saved);
		const call = {
			id: saved.toolCallId,
			name: saved.toolName ?? saved.type.replace(/^tool-/, ''),
			input: saved.input ?? saved.rawInput,
		};
		return { kind: 'called', call: result === undefined ? call : { ...call, result } };
	}),
);

const part = v.union([text, stepStart, invocationPart, toolPart, file, unsent]);

/** What a part is, or `undefined` when it is of no known kind. */
export const uiPart = shaped(part);
