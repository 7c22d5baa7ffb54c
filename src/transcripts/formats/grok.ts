import * as v from 'valibot';
import type { Content, Part } from '../../messages/message.ts';
import type { PlacedRecord } from '../bytes/jsonRecords.ts';
import { blockContent, mediaTypeOf, openAiPart } from '../building/openAiBlocks.ts';
import type { FoundCall } from '../building/openMessage.ts';
import { linesReader, Session } from '../building/sessionReader.ts';
import { typeOf } from '../building/shapes.ts';
import type { TranscriptReader } from '../reader.ts';

const text = v.optional(v.unknown(), '');

const toolCall = v.object({
	id: v.nullish(v.string()),
	name: v.string(),
	arguments: v.optional(v.string(), ''),
});

const record = v.variant('type', [
	v.object({ type: v.literal('system'), content: text }),
	v.object({ type: v.literal('user'), content: text, synthetic_reason: v.nullish(v.string()) }),
	v.object({
		type: v.literal('assistant'),
		content: text,
		tool_calls: v.nullish(v.array(v.unknown())),
	}),
	v.object({ type: v.literal('tool_result'), tool_call_id: v.string(), content: text }),
	/** A tool that the provider runs itself: what it found shows in what the assistant says next. */
	v.object({
		type: v.literal('backend_tool_call'),
		kind: v.object({
			tool_type: v.string(),
			id: v.nullish(v.string()),
			action: v.optional(v.unknown()),
		}),
	}),
	v.object({ type: v.literal('reasoning') }),
]);

const image = v.object({ type: v.literal('image'), url: v.string() });

/** Lines nobody else writes: how each kind is told from those of other assistants. */
const telltale = v.union([
	v.object({ type: v.literal('tool_result'), tool_call_id: v.string() }),
	v.object({ type: v.literal('assistant'), content: v.unknown(), model_id: v.string() }),
	v.object({ type: v.literal('user'), content: v.unknown(), prompt_index: v.number() }),
	v.object({ type: v.literal('user'), content: v.unknown(), synthetic_reason: v.string() }),
	v.object({ type: v.literal('reasoning'), encrypted_content: v.string() }),
	v.object({ type: v.literal('backend_tool_call'), kind: v.unknown() }),
	v.strictObject({ type: v.literal('system'), content: v.string() }),
]);

function partOf(value: unknown): Part | undefined {
	return v.is(image, value)
		? { type: 'image', mediaType: mediaTypeOf(value.url), url: value.url }
		: openAiPart(value);
}

/** Reads one session. */
class GrokSession extends Session {
	take({ value, line }: PlacedRecord): void {
		const parsed = v.safeParse(record, value);
		if (!parsed.success) {
			this.log.unknown.add(line, typeOf(value));
			return;
		}
		const found = parsed.output;
		switch (found.type) {
			case 'system':
				this.log.system(this.#content(found.content, line));
				break;
			case 'user': {
				const content = this.#content(found.content, line);
				this.log.user(content, (found.synthetic_reason ?? '') === '' ? undefined : 'client');
				break;
			}
			case 'assistant':
				this.log.assistant(this.#content(found.content, line), this.#calls(found, line));
				break;
			case 'tool_result': {
				const content = this.#content(found.content, line);
				this.log.result({ toolCallId: found.tool_call_id, content }, line);
				break;
			}
			case 'backend_tool_call': {
				const { id, tool_type: name, action } = found.kind;
				const given = JSON.stringify(action ?? {});
				this.log.assistant('', [{ id: id ?? undefined, name, arguments: given }]);
				break;
			}
			case 'reasoning':
				break;
		}
	}

	#calls(
		{ tool_calls: calls }: { readonly tool_calls?: readonly unknown[] | null | undefined },
		line: number,
	): readonly FoundCall[] {
		return (calls ?? []).flatMap((value) => {
			const parsed = v.safeParse(toolCall, value);
			if (!parsed.success) {
				this.log.problems.add(line, 'A tool call on this line cannot be read; it was left out.');
				return [];
			}
			const { id, name, arguments: given } = parsed.output;
			return [{ id: id ?? undefined, name, arguments: given === '' ? '{}' : given }];
		});
	}

	#content(content: unknown, line: number): Content {
		return blockContent(content, partOf, (type) => {
			this.log.marked.add(line, type);
		});
	}
}

/**
 * The chat history of xAI's Grok for the command line: one record per line, `type` is the role.
 *
 * Stored: wherever a person has it; opened by hand. Its version is not read.
 */
export const grok: TranscriptReader = linesReader({
	format: 'grok',
	label: 'Grok',
	holds: 'a Grok session',
	isOwn: (value) => v.is(telltale, value),
	begin: (log) => new GrokSession(log),
});
