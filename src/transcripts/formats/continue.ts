import * as v from 'valibot';
import type { Content, Part } from '../../messages/message.ts';
import { Exchanges, type FoundCall } from '../building/exchanges.ts';
import { JsonDocument } from '../bytes/jsonDocument.ts';
import { parseJsonStart } from '../bytes/jsonPieces.ts';
import { oneConversation } from '../building/oneConversation.ts';
import { mediaTypeOf } from '../building/openAiBlocks.ts';
import { contentOf } from '../building/parts.ts';
import { ProblemList } from '../problems.ts';
import type { EarlierCompaction, Transcript, TranscriptReader } from '../reader.ts';
import { UnknownKinds } from '../building/unknownKinds.ts';

/** What Continue calls a session before it has a title of its own. */
const untitled = /^(?:New Session|Untitled Session)?$/i;

const optionalText = v.nullish(v.string());

const contextItem = v.object({
	content: v.string(),
	name: v.optional(v.string(), ''),
	description: v.optional(v.string(), ''),
});

const toolCall = v.object({
	id: optionalText,
	function: v.object({ name: v.string(), arguments: v.optional(v.string(), '') }),
});

const toolCallState = v.object({
	toolCallId: v.string(),
	status: optionalText,
	output: v.nullish(v.array(v.unknown())),
});

const item = v.object({
	message: v.object({
		role: v.string(),
		content: v.optional(v.unknown(), ''),
		toolCalls: v.nullish(v.array(v.unknown())),
		toolCallId: optionalText,
	}),
	contextItems: v.nullish(v.array(v.unknown())),
	toolCallStates: v.nullish(v.array(v.unknown())),
	conversationSummary: optionalText,
});

/** An item of the history. */
type Item = v.InferOutput<typeof item>;

const block = v.variant('type', [
	v.object({ type: v.literal('text'), text: v.string() }),
	v.object({ type: v.literal('imageUrl'), imageUrl: v.object({ url: v.string() }) }),
]);

function valid<Schema extends v.GenericSchema>(
	schema: Schema,
	values: readonly unknown[] | null | undefined,
): readonly v.InferOutput<Schema>[] {
	return (values ?? []).flatMap((value) => {
		const parsed = v.safeParse(schema, value);
		return parsed.success ? [parsed.output] : [];
	});
}

/** What a person attached: files, selections, search results, each under its name. */
function attached(items: readonly unknown[] | null | undefined): string {
	return valid(contextItem, items)
		.map(({ name, description, content }) =>
			[[name, description].filter(Boolean).join(': '), content].filter(Boolean).join('\n'),
		)
		.join('\n\n');
}

/** Reads one session. */
class ContinueSession {
	readonly #problems: ProblemList;
	readonly #exchanges: Exchanges;
	readonly #blocks = new UnknownKinds('block', 'shown as a mark');
	readonly #roles = new UnknownKinds('message', 'left out');
	/** Calls whose output stands with the call: it can stand in the history once more. */
	readonly #answered = new Set<string>();
	readonly earlier: EarlierCompaction[] = [];
	#hasTurns = false;

	constructor(problems: ProblemList) {
		this.#problems = problems;
		this.#exchanges = new Exchanges(problems);
	}

	/** @param position 1-based, in the history. */
	take(value: unknown, position: number): void {
		const parsed = v.safeParse(item, value);
		if (!parsed.success) {
			this.#problems.add(1, `Message ${position} is no message of Continue; it was left out.`);
			return;
		}
		const summary = parsed.output.conversationSummary ?? '';
		if (summary !== '' && !this.#hasTurns) {
			// The command line puts the summary in the place of all that was said before.
			this.#exchanges.add({ role: 'user', content: summary, origin: 'summary' });
			return;
		}
		this.#message(parsed.output);
		this.#hasTurns ||= parsed.output.message.role === 'user';
		if (summary !== '') {
			const end = this.#exchanges.settled().length;
			this.earlier.push({ range: { start: 0, end }, at: end, summary });
		}
	}

	/** The messages, when the last item was taken. */
	finish(): ReturnType<Exchanges['settled']> {
		this.#blocks.report(this.#problems);
		this.#roles.report(this.#problems);
		return this.#exchanges.settled();
	}

	#message(found: Item): void {
		const { message } = found;
		switch (message.role) {
			case 'system':
				this.#exchanges.add({ role: 'system', content: this.#content(message.content) });
				break;
			case 'user':
				this.#user(found);
				break;
			case 'assistant':
				this.#assistant(found);
				break;
			case 'tool': {
				const callId = message.toolCallId ?? undefined;
				if (callId === undefined || !this.#answered.has(callId)) {
					this.#exchanges.result({ callId, content: this.#content(message.content) }, 1);
				}
				break;
			}
			case 'thinking':
				break;
			default:
				this.#roles.add(1, message.role);
		}
	}

	#user({ message, contextItems }: Item): void {
		const attachment = attached(contextItems);
		if (attachment !== '') {
			this.#exchanges.add({ role: 'user', content: attachment, origin: 'client' });
		}
		this.#exchanges.add({ role: 'user', content: this.#content(message.content) });
	}

	#assistant({ message, toolCallStates }: Item): void {
		const calls = valid(toolCall, message.toolCalls).map(
			({ id, function: called }): FoundCall => ({
				id: id ?? undefined,
				name: called.name,
				arguments: called.arguments === '' ? '{}' : called.arguments,
			}),
		);
		this.#exchanges.assistant(this.#content(message.content), calls);
		const made = new Set(calls.map(({ id }) => id));
		for (const { toolCallId, status, output } of valid(toolCallState, toolCallStates)) {
			if (made.has(toolCallId) && output && output.length > 0) {
				const content = valid(contextItem, output)
					.map((part) => part.content)
					.join('\n\n');
				const failed = status === 'errored' ? { isError: true } : {};
				this.#answered.add(toolCallId);
				this.#exchanges.result({ callId: toolCallId, content, ...failed }, 1);
			}
		}
	}

	#content(content: unknown): Content {
		if (typeof content === 'string') {
			return content;
		}
		const values = Array.isArray(content) ? (content as readonly unknown[]) : [content];
		return contentOf(values.map((value) => this.#part(value)));
	}

	#part(value: unknown): Part {
		const parsed = v.safeParse(block, value);
		if (!parsed.success) {
			const kind = v.safeParse(v.object({ type: v.string() }), value);
			const name = kind.success ? kind.output.type : 'nameless';
			this.#blocks.add(1, name);
			return { type: 'text', text: `[${name}]` };
		}
		if (parsed.output.type === 'text') {
			return { type: 'text', text: parsed.output.text };
		}
		const { url } = parsed.output.imageUrl;
		return { type: 'image', mediaType: mediaTypeOf(url), url };
	}
}

const session = v.object({ history: v.array(v.looseObject({ message: v.unknown() })) });
const sessionStart = v.object({ sessionId: v.string(), workspaceDirectory: v.string() });

/**
 * Continue's sessions: one document, with a history of messages and what was attached to them.
 *
 * Stored: `sessions/<session>.json` in `~/.continue`. Its version is not read.
 */
export const continueReader: TranscriptReader = {
	format: 'continue',
	label: 'Continue',
	detect(opening) {
		const start = parseJsonStart(opening.trimStart());
		const found = v.safeParse(session, start);
		return (
			v.is(sessionStart, start) ||
			(found.success &&
				found.output.history.length > 0 &&
				v.is(v.looseObject({ contextItems: v.array(v.unknown()) }), found.output.history[0]))
		);
	},
	async read(source, signal): Promise<Transcript> {
		const problems = new ProblemList();
		const conversation = new ContinueSession(problems);
		const document = new JsonDocument(source, problems, { listKeys: ['history'], signal });
		for await (const { value, position } of document.elements()) {
			conversation.take(value, position);
		}
		const messages = conversation.finish();
		const named = document.fields.get('title');
		const title = typeof named === 'string' && !untitled.test(named) ? named : undefined;
		const { earlier } = conversation;
		const label = 'a Continue session';
		const result = { format: 'continue', label, title, messages, earlier } as const;
		return oneConversation(source, result, problems);
	},
};
