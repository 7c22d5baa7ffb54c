import * as v from 'valibot';
import type { Content } from '../../messages/message.ts';
import { Exchanges, type FoundCall } from '../building/exchanges.ts';
import { readJsonLines } from '../bytes/jsonLines.ts';
import { blockType, mediaTypeOf, openAiPart } from '../building/openAiBlocks.ts';
import { oneConversation } from '../building/oneConversation.ts';
import { objectsOfLines } from '../openings.ts';
import { contentOf } from '../building/parts.ts';
import { ProblemList } from '../problems.ts';
import type { Transcript, TranscriptReader } from '../reader.ts';
import { UnknownKinds } from '../building/unknownKinds.ts';

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

const anyRecord = v.object({ type: v.string() });

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

/** Reads one session. */
class GrokSession {
	readonly #problems: ProblemList;
	readonly exchanges: Exchanges;
	readonly #kinds = new UnknownKinds('record', 'left out');
	readonly #blocks = new UnknownKinds('block', 'shown as a mark');

	constructor(problems: ProblemList) {
		this.#problems = problems;
		this.exchanges = new Exchanges(problems);
	}

	take(value: unknown, line: number): void {
		const parsed = v.safeParse(record, value);
		if (!parsed.success) {
			const named = v.safeParse(anyRecord, value);
			this.#kinds.add(line, named.success ? named.output.type : 'nameless');
			return;
		}
		const found = parsed.output;
		switch (found.type) {
			case 'system':
				this.exchanges.add({ role: 'system', content: this.#content(found.content, line) });
				break;
			case 'user': {
				const content = this.#content(found.content, line);
				const client = (found.synthetic_reason ?? '') !== '';
				this.exchanges.add({ role: 'user', content, ...(client ? { origin: 'client' } : {}) });
				break;
			}
			case 'assistant':
				this.exchanges.assistant(this.#content(found.content, line), this.#calls(found, line));
				break;
			case 'tool_result': {
				const content = this.#content(found.content, line);
				this.exchanges.result({ callId: found.tool_call_id, content }, line);
				break;
			}
			case 'backend_tool_call': {
				const { id, tool_type: name, action } = found.kind;
				const given = JSON.stringify(action ?? {});
				this.exchanges.assistant('', [{ id: id ?? undefined, name, arguments: given }]);
				break;
			}
			case 'reasoning':
				break;
		}
	}

	/** Tells of what could not be read. */
	report(): void {
		this.#kinds.report(this.#problems);
		this.#blocks.report(this.#problems);
	}

	#calls(
		{ tool_calls: calls }: { readonly tool_calls?: readonly unknown[] | null | undefined },
		line: number,
	): readonly FoundCall[] {
		return (calls ?? []).flatMap((value) => {
			const parsed = v.safeParse(toolCall, value);
			if (!parsed.success) {
				this.#problems.add(line, 'A tool call on this line cannot be read; it was left out.');
				return [];
			}
			const { id, name, arguments: given } = parsed.output;
			return [{ id: id ?? undefined, name, arguments: given === '' ? '{}' : given }];
		});
	}

	#content(content: unknown, line: number): Content {
		if (typeof content === 'string') {
			return content;
		}
		const values = Array.isArray(content) ? (content as readonly unknown[]) : [content];
		return contentOf(
			values.map((value) => {
				const found = v.safeParse(image, value);
				if (found.success) {
					const { url } = found.output;
					return { type: 'image', mediaType: mediaTypeOf(url), url };
				}
				const part = openAiPart(value);
				if (part === undefined) {
					this.#blocks.add(line, blockType(value));
				}
				return part ?? { type: 'text', text: `[${blockType(value)}]` };
			}),
		);
	}
}

/**
 * The chat history of xAI's Grok for the command line: one record per line, `type` is the role.
 *
 * Stored: wherever a person has it; opened by hand. Its version is not read.
 */
export const grok: TranscriptReader = {
	format: 'grok',
	label: 'Grok',
	detect(opening) {
		return objectsOfLines(opening).some((value) => v.is(telltale, value));
	},
	async read(source, signal): Promise<Transcript> {
		const problems = new ProblemList();
		const session = new GrokSession(problems);
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			session.take(value, line);
		}
		session.report();
		const messages = session.exchanges.settled();
		return oneConversation(source, { format: 'grok', label: 'a Grok session', messages }, problems);
	},
};
