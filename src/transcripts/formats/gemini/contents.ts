import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import type { FoundCall, FoundResult } from '../../building/openMessage.ts';
import { imageOf } from '../../building/blocks.ts';
import { contentOf, partsApart } from '../../building/parts.ts';
import { anyList, anything, textOrJson, optionalText, read } from '../../building/shapes.ts';
import { Session } from '../../building/sessionReader.ts';

/** Gemini's API as saved by Gemini CLI, Qwen Code and their forks; unknown keys are removed. */

const media = v.object({
	inlineData: v.object({ mimeType: v.optional(v.string(), ''), data: v.string() }),
});

const functionResponse = v.object({
	id: optionalText,
	name: optionalText,
	response: anything,
	/** Images and the like that belong to the result. */
	parts: anyList,
});

const part = v.union([
	v.object({ text: v.string(), thought: anything }),
	v.object({
		functionCall: v.object({
			id: optionalText,
			name: v.string(),
			args: anything,
		}),
	}),
	v.object({ functionResponse }),
	media,
]);

const failure = v.object({ error: v.union([v.string(), v.looseObject({})]) });

/** Content sorted by kind. */
interface GeminiContent {
	/** Text and images in order, without the model's thoughts. */
	readonly parts: readonly Part[];
	readonly calls: readonly FoundCall[];
	readonly results: readonly FoundResult[];
	/** Kinds of part that were replaced by marks. */
	readonly unknown: readonly string[];
}

function mediaPart({ inlineData: { mimeType, data } }: v.InferOutput<typeof media>): Part {
	return mimeType.startsWith('image/')
		? imageOf(mimeType, data)
		: { type: 'text', text: `[${mimeType === '' ? 'file' : mimeType}]` };
}

/** The result in a response, including content that accompanies it. */
function resultOf({
	id,
	name,
	response,
	parts,
}: v.InferOutput<typeof functionResponse>): FoundResult {
	const error = read(failure, response)?.error;
	const output =
		error ?? read(v.object({ output: v.string() }), response)?.output ?? response ?? {};
	return {
		toolCallId: id,
		name,
		content: contentOf([
			{ type: 'text', text: textOrJson(output) },
			...parts.flatMap((value) => read(media, value) ?? []).map(mediaPart),
		]),
		...(error === undefined ? {} : { isError: true }),
	};
}

/** Sorts content: text, one part, or a list of both. An unknown part becomes a mark: the model saw something there. */
export function geminiContent(content: unknown): GeminiContent {
	const parts: Part[] = [];
	const calls: FoundCall[] = [];
	const results: FoundResult[] = [];
	const unknown: string[] = [];
	for (const value of Array.isArray(content) ? (content as readonly unknown[]) : [content]) {
		const found = read(part, typeof value === 'string' ? { text: value } : value);
		if (found === undefined) {
			const [kind = 'part'] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
			parts.push({ type: 'text', text: `[${kind}]` });
			unknown.push(kind);
		} else if ('functionCall' in found) {
			const { id, name, args } = found.functionCall;
			calls.push({ id, name, arguments: JSON.stringify(args ?? {}) });
		} else if ('functionResponse' in found) {
			results.push(resultOf(found.functionResponse));
		} else if ('inlineData' in found) {
			parts.push(mediaPart(found));
		} else if (found.thought !== true) {
			parts.push({ type: 'text', text: found.text });
		}
	}
	return { parts, calls, results, unknown };
}

/** One entry of a history in the format of Gemini's API. */
export const historyContent = v.object({
	role: v.picklist(['user', 'model']),
	parts: v.array(v.unknown()),
});

/** A validated entry. */
export type HistoryContent = v.InferOutput<typeof historyContent>;

/** Collects contents: calls are in the model's entries, results in the user's. */
export abstract class ContentSession<Found = unknown> extends Session<Found> {
	/** Sorts content and records its unknown kinds. */
	protected sortedContents(value: unknown, line: number): GeminiContent {
		const found = geminiContent(value);
		for (const kind of found.unknown) {
			this.log.marked.add(line, kind, 'part');
		}
		return found;
	}

	/** @param isClients Whether the program itself inserted a user's content. */
	protected addContent(
		{ role, parts: values }: HistoryContent,
		line: number,
		isClients = false,
	): void {
		const { parts, calls, results } = this.sortedContents(values, line);
		for (const result of results) {
			this.log.result(result, line);
		}
		if (role === 'model') {
			this.log.assistant(contentOf(parts), calls);
		} else if (parts.length > 0) {
			// Content next to a result belongs to it, such as an image or a file that was read.
			const isOfClient = isClients || results.length > 0;
			this.log.user(
				isOfClient ? contentOf(parts) : partsApart(parts),
				isOfClient ? 'client' : undefined,
			);
		}
	}
}
