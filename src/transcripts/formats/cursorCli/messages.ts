import * as v from 'valibot';
import { Tags } from '../../../messages/envelopes.ts';
import type { Part, TextPart } from '../../../messages/message.ts';
import type { FoundCall, FoundResult } from '../../building/openMessage.ts';
import { contentOf } from '../../building/parts.ts';
import { optionalText, read, shaped, textOrJson, typeOf } from '../../building/shapes.ts';
import { messagesBySpeaker } from '../../building/speakers.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';

/** Messages as Cursor's agent keeps them in its store. */

const message = v.object({
	role: v.picklist(['system', 'user', 'assistant', 'tool']),
	content: v.union([v.string(), v.array(v.unknown())]),
});

/** A message, or `undefined` when it is none. */
export const savedMessage = shaped(message);

type SavedMessage = v.InferOutput<typeof message>;

const anything = v.optional(v.unknown());
const text = v.object({ type: v.literal('text'), text: v.string() });

const call = v.object({
	type: v.literal('tool-call'),
	toolCallId: v.string(),
	toolName: v.string(),
	args: anything,
	input: anything,
});

const result = v.pipe(
	v.object({
		type: v.literal('tool-result'),
		toolCallId: v.string(),
		result: anything,
		output: anything,
		isError: v.fallback(v.nullish(v.boolean()), undefined),
	}),
	v.transform((found) => ({ ...found, value: found.result ?? found.output })),
);

const image = v.object({
	type: v.literal('image'),
	image: v.string(),
	mediaType: optionalText,
	mimeType: optionalText,
});

/** What models think, which none is told again. */
const thought = v.object({
	type: v.picklist(['reasoning', 'redacted-reasoning', 'thinking', 'redacted_thinking']),
});

function imagePart({ image: data, mediaType, mimeType }: v.InferOutput<typeof image>): Part {
	const type = mediaType ?? mimeType ?? 'image/png';
	const isUrl = /^(?:data|https?):/.test(data);
	return { type: 'image', mediaType: type, url: isUrl ? data : `data:${type};base64,${data}` };
}

/** What the blocks of a message come to. */
interface Blocks {
	readonly said: readonly Part[];
	readonly calls: readonly FoundCall[];
	readonly results: readonly FoundResult[];
}

function blocksOf({ content }: SavedMessage, log: TranscriptLog, line: number): Blocks {
	if (typeof content === 'string') {
		return { said: [{ type: 'text', text: content }], calls: [], results: [] };
	}
	const said: Part[] = [];
	const calls: FoundCall[] = [];
	const results: FoundResult[] = [];
	for (const block of content) {
		const made = read(call, block);
		const came = read(result, block);
		const shown = read(image, block);
		const words = read(text, block);
		if (words !== undefined) {
			said.push({ type: 'text', text: words.text });
		} else if (made !== undefined) {
			const { toolCallId: id, toolName: name, args, input } = made;
			calls.push({ id, name, arguments: textOrJson(args ?? input ?? {}) });
		} else if (came !== undefined) {
			const { toolCallId, value, isError } = came;
			const told = typeof isError === 'boolean' ? { isError } : {};
			results.push({ toolCallId, content: textOrJson(value), ...told });
		} else if (shown !== undefined) {
			said.push(imagePart(shown));
		} else if (!v.is(thought, block)) {
			const type = typeOf(block);
			log.marked.add(line, type);
			said.push({ type: 'text', text: `[${type}]` });
		}
	}
	return { said, calls, results };
}

/** The tag in which Cursor hands on what the person said: last, behind all that it adds. */
const query = 'user_query';

/** A text of the user's role by author. What stands around the person's words is Cursor's. */
function wordsOf(text: string): readonly TextPart[] {
	const tags = new Tags(text);
	const closing = tags.all.findLast(({ name, closes }) => closes && name === query);
	// The last one that begins a line: files that stand in front may hold such a tag as well.
	const opening = closing && tags.lastOpening(query, closing.start);
	if (closing === undefined || opening === undefined) {
		return [{ type: 'text', text }];
	}
	const parts: readonly TextPart[] = [
		{ type: 'text', text: text.slice(0, opening.start), origin: 'client' },
		{ type: 'text', text: text.slice(opening.end, closing.start).trim(), origin: 'person' },
		{ type: 'text', text: text.slice(closing.end), origin: 'client' },
	];
	return parts.filter((part) => part.text.trim() !== '');
}

/** Adds a message to a log. @param line Where problems are told of. */
export function addMessage(log: TranscriptLog, saved: SavedMessage, line: number): void {
	const { said, calls, results } = blocksOf(saved, log, line);
	switch (saved.role) {
		case 'system':
			log.system(contentOf(said));
			return;
		case 'user': {
			const parts = said.flatMap((part): readonly Part[] =>
				part.type === 'text' ? wordsOf(part.text) : [part],
			);
			for (const each of messagesBySpeaker(parts)) {
				log.add(each);
			}
			break;
		}
		case 'assistant':
			log.assistant(said);
			for (const each of calls) {
				log.call(each);
			}
			break;
		case 'tool':
			break;
	}
	for (const each of results) {
		log.result(each, line);
	}
}
