import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as v from 'valibot';
import { recallOutline } from '../../conversations/recall/outline.ts';
import { recallMessages } from '../../conversations/recall/reading.ts';
import { recallSearch } from '../../conversations/recall/searching.ts';
import {
	hitsText,
	messagesText,
	outlineText,
	recallInput,
} from '../../conversations/recall/tool.ts';
import { StoreError } from '../../conversations/store/storeError.ts';
import { redact } from '../../redaction/redact.ts';
import { TranscriptError } from '../../transcripts/reader.ts';
import type { Places } from '../places.ts';
import { Archive, type ArchiveAnswer, type ArchiveCall } from './archive.ts';
import { ToolRefusal } from './refusal.ts';
import { listing, listingText } from './listing.ts';

/** An answer, as text and as data. */
interface ToolAnswer {
	readonly text: string;
	readonly data: Readonly<Record<string, unknown>>;
}

/** The key under which an error answer has its code, for programs. */
export const codeKey = 'precis/code';

const handle = v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)));

const listInput = v.strictObject({
	from: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

const compactInput = v.strictObject({
	conversation: handle,
	focus: v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1_000))),
});

/** Answers the calls of the tools. */
export class Answers {
	readonly #archive: Archive;

	constructor(places: Places) {
		this.#archive = new Archive(places);
	}

	/** Answers a call in the protocol's format. If it fails, the model gets the reason and can try something else. */
	async toModel(tool: string, input: unknown, call: ArchiveCall): Promise<CallToolResult> {
		try {
			const { text, data } = await this.answer(tool, input, call);
			return { content: [{ type: 'text', text }], structuredContent: data };
		} catch (error) {
			if (
				error instanceof StoreError ||
				error instanceof ToolRefusal ||
				error instanceof TranscriptError
			) {
				return {
					isError: true,
					content: [{ type: 'text', text: redact(error.message) }],
					_meta: { [codeKey]: error instanceof StoreError ? error.kind : error.code },
				};
			}
			// A defect: the protocol reports it.
			throw error;
		}
	}

	/**
	 * Answers a call.
	 * @param input The model's arguments.
	 * @throws {ToolRefusal} And errors of sessions and the store.
	 */
	async answer(tool: string, input: unknown, call: ArchiveCall): Promise<ToolAnswer> {
		switch (tool) {
			case 'search_conversation':
			case 'read_messages':
				return this.#recalled(tool, input, call);
			case 'list_conversations': {
				const { from = 0 } = parsed(listInput, input);
				const page = await listing(this.#archive, from, call);
				return { text: listingText(page), data: { ...page } };
			}
			case 'compact_session': {
				const { conversation, focus } = parsed(compactInput, input);
				// The engine loads only with the first compaction: most servers never need it.
				const { compacted } = await import('./compacting.ts');
				const answer = await this.#archive.query(conversation, call, ({ log }) => [...log]);
				const report = compacted(answer.result, answer.conversation, focus);
				return toolAnswer(answer, report.handoff, report);
			}
			default:
				throw new ToolRefusal('bad-arguments', `There is no tool "${tool}".`);
		}
	}

	/** Both tools work like recall in the editor, but the handle is optional. */
	async #recalled(
		tool: 'search_conversation' | 'read_messages',
		input: unknown,
		call: ArchiveCall,
	): Promise<ToolAnswer> {
		const { conversation, ...rest } = parsed(v.looseObject({ conversation: handle }), input);
		const recall = recallInput({ ...rest, handle: conversation ?? 'calling' });
		if (recall === undefined || 'query' in recall !== (tool === 'search_conversation')) {
			throw badArguments();
		}
		if ('query' in recall) {
			const { query, from = 0 } = recall;
			const answer = await this.#archive.query(
				conversation,
				call,
				({ store, id, log, isInContext }) =>
					recallSearch(store, id, log, query, { from, ...(isInContext && { isInContext }) }),
			);
			return toolAnswer(answer, hitsText(answer.result, from), answer.result);
		}
		if ('number' in recall) {
			const { number, handle: _handle, ...more } = recall;
			const answer = await this.#archive.query(conversation, call, ({ log }) =>
				recallMessages(log, { ...number, ...more }),
			);
			const { result } = answer;
			if (result.kind !== 'recalled') {
				throw new ToolRefusal('not-there', messagesText(result));
			}
			const { kind: _kind, ...page } = result;
			return toolAnswer(answer, messagesText(result), page);
		}
		const answer = await this.#archive.query(conversation, call, ({ log }) =>
			recallOutline(log, recall.page),
		);
		const { result } = answer;
		if (result === undefined) {
			throw new ToolRefusal('not-there', outlineText(result));
		}
		return toolAnswer(answer, outlineText(result), result);
	}
}

function parsed<Schema extends v.GenericSchema>(
	schema: Schema,
	input: unknown,
): v.InferOutput<Schema> {
	const result = v.safeParse(schema, input ?? {});
	if (!result.success) {
		throw badArguments();
	}
	return result.output;
}

function badArguments(): ToolRefusal {
	return new ToolRefusal('bad-arguments', 'The arguments are not valid for this tool.');
}

function toolAnswer(
	{ conversation, title }: ArchiveAnswer<unknown>,
	text: string,
	data: object,
): ToolAnswer {
	return {
		text: `[${conversation}${title === '' ? '' : ` “${title}”`}]\n${text}`,
		data: { conversation, title, ...data },
	};
}
