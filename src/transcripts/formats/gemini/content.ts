import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import { contentOf } from '../../building/parts.ts';
import type { FoundCall, FoundResult } from '../../building/openMessage.ts';

/**
 * The parts of Gemini's API: what Gemini CLI, Qwen Code and their kin save as content. Signatures
 * and what else stands beside the known keys is cut away.
 */

const optionalText = v.nullish(v.string());

const functionCall = v.object({
	id: optionalText,
	name: v.string(),
	args: v.optional(v.unknown()),
});

const inlineData = v.object({ mimeType: v.optional(v.string(), ''), data: v.string() });

const fileData = v.object({ mimeType: v.optional(v.string(), ''), fileUri: v.string() });

const media = v.union([v.object({ inlineData }), v.object({ fileData })]);

const functionResponse = v.object({
	id: optionalText,
	name: optionalText,
	response: v.optional(v.unknown()),
	/** Images and the like that belong to the result. */
	parts: v.fallback(v.array(v.unknown()), []),
});

const part = v.union([
	v.object({ text: v.string(), thought: v.optional(v.unknown()) }),
	v.object({ functionCall }),
	v.object({ functionResponse }),
	media,
	v.object({ executableCode: v.object({ code: v.string() }) }),
	v.object({ codeExecutionResult: v.object({ output: v.optional(v.string(), '') }) }),
]);

const failure = v.object({ error: v.union([v.string(), v.looseObject({})]) });
const success = v.object({ output: v.string() });

/** Content sorted by what becomes of it. */
export interface GeminiContent {
	/** Text and images in order, without what the model only thought. */
	readonly parts: readonly Part[];
	readonly calls: readonly FoundCall[];
	readonly results: readonly FoundResult[];
	/** Kinds of part that could only be marked. */
	readonly unknown: readonly string[];
}

function mediaPart(found: v.InferOutput<typeof media>): Part {
	const [mimeType, url] =
		'inlineData' in found
			? [
					found.inlineData.mimeType,
					`data:${found.inlineData.mimeType};base64,${found.inlineData.data}`,
				]
			: [found.fileData.mimeType, found.fileData.fileUri];
	return mimeType.startsWith('image/')
		? { type: 'image', mediaType: mimeType, url }
		: { type: 'text', text: `[${mimeType === '' ? 'file' : mimeType}]` };
}

/** What a response says, and whether that is a failure. */
function outcomeOf(response: unknown): { readonly text: string; readonly isError?: true } {
	const failed = v.safeParse(failure, response);
	if (failed.success) {
		const { error } = failed.output;
		return { text: typeof error === 'string' ? error : JSON.stringify(error), isError: true };
	}
	const said = v.safeParse(success, response);
	return { text: said.success ? said.output.output : JSON.stringify(response ?? {}) };
}

/** The result that a response holds; what comes with it is part of it. */
function resultOf(found: v.InferOutput<typeof functionResponse>): FoundResult {
	const { text, ...outcome } = outcomeOf(found.response);
	const beside = found.parts.flatMap((value) => {
		const parsed = v.safeParse(media, value);
		return parsed.success ? [mediaPart(parsed.output)] : [];
	});
	return {
		toolCallId: found.id ?? undefined,
		name: found.name ?? undefined,
		content: beside.length === 0 ? text : contentOf([{ type: 'text', text }, ...beside]),
		...outcome,
	};
}

/** What one part comes to: one of these. */
interface Sorted {
	readonly part?: Part;
	readonly call?: FoundCall;
	readonly result?: FoundResult;
	readonly unknown?: string;
}

function unknownPart(value: unknown): Sorted {
	const [kind = 'part'] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
	// A mark instead of nothing: the model saw something here.
	return { part: { type: 'text', text: `[${kind}]` }, unknown: kind };
}

function sorted(value: unknown): Sorted {
	const parsed = v.safeParse(part, typeof value === 'string' ? { text: value } : value);
	if (!parsed.success) {
		return unknownPart(value);
	}
	const found = parsed.output;
	if ('text' in found) {
		return found.thought === true ? {} : { part: { type: 'text', text: found.text } };
	}
	if ('functionCall' in found) {
		const { id, name, args } = found.functionCall;
		return { call: { id: id ?? undefined, name, arguments: JSON.stringify(args ?? {}) } };
	}
	if ('functionResponse' in found) {
		return { result: resultOf(found.functionResponse) };
	}
	if ('inlineData' in found || 'fileData' in found) {
		return { part: mediaPart(found) };
	}
	const text =
		'executableCode' in found ? found.executableCode.code : found.codeExecutionResult.output;
	return { part: { type: 'text', text } };
}

/** Sorts content: text, one part, or a list of both. */
export function geminiContent(content: unknown): GeminiContent {
	const values = Array.isArray(content) ? (content as readonly unknown[]) : [content];
	const all = values.map((value) => sorted(value));
	return {
		parts: all.flatMap(({ part }) => part ?? []),
		calls: all.flatMap(({ call }) => call ?? []),
		results: all.flatMap(({ result }) => result ?? []),
		unknown: all.flatMap(({ unknown }) => unknown ?? []),
	};
}
