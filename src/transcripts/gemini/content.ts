import * as v from 'valibot';
import type { Part } from '../../messages/message.ts';
import { contentOf } from '../parts.ts';
import type { FoundCall, FoundResult } from '../exchanges.ts';

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

const functionResponse = v.object({
	id: optionalText,
	name: optionalText,
	response: v.optional(v.unknown()),
	/** Images and the like that belong to the result. */
	parts: v.optional(v.unknown()),
});

const part = v.union([
	v.object({ text: v.string(), thought: v.optional(v.unknown()) }),
	v.object({ functionCall }),
	v.object({ functionResponse }),
	v.object({ inlineData: v.object({ mimeType: v.optional(v.string(), ''), data: v.string() }) }),
	v.object({ fileData: v.object({ mimeType: v.optional(v.string(), ''), fileUri: v.string() }) }),
	v.object({ executableCode: v.object({ code: v.string() }) }),
	v.object({ codeExecutionResult: v.object({ output: v.optional(v.string(), '') }) }),
]);

const failure = v.object({ error: v.string() });
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

function media(mimeType: string, url: string): Part {
	return mimeType.startsWith('image/')
		? { type: 'image', mediaType: mimeType, url }
		: { type: 'text', text: `[${mimeType === '' ? 'file' : mimeType}]` };
}

/** The result that a response holds; what comes with it is part of it. */
function resultOf(found: v.InferOutput<typeof functionResponse>): FoundResult {
	const { response } = found;
	const failed = v.safeParse(failure, response);
	const said = v.safeParse(success, response);
	const text = failed.success
		? failed.output.error
		: said.success
			? said.output.output
			: JSON.stringify(response ?? {});
	const { parts } = geminiContent(found.parts ?? []);
	return {
		callId: found.id ?? undefined,
		name: found.name ?? undefined,
		content: parts.length === 0 ? text : contentOf([{ type: 'text', text }, ...parts]),
		...(failed.success ? { isError: true } : {}),
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
	if ('inlineData' in found) {
		const { mimeType, data } = found.inlineData;
		return { part: media(mimeType, `data:${mimeType};base64,${data}`) };
	}
	if ('fileData' in found) {
		return { part: media(found.fileData.mimeType, found.fileData.fileUri) };
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
