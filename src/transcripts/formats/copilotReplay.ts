import * as v from 'valibot';
import { anyList, optionalText } from '../building/shapes.ts';
import type { DocumentFields } from '../bytes/jsonElements.ts';
import { parseJsonStart } from '../bytes/jsonPieces.ts';
import type { PlacedRecord } from '../bytes/jsonRecords.ts';
import type { FoundResult } from '../building/openMessage.ts';
import { sessionReader, Session } from '../building/sessionReader.ts';
import type { TranscriptReader } from '../reader.ts';
import { bareId } from './vscodeChat/rounds.ts';
import { resultContent, savedContent } from './vscodeChat/resultContent.ts';

const prompt = v.object({ prompt: v.string(), logs: v.array(v.unknown()) });

const toolCall = v.object({
	kind: v.literal('toolCall'),
	id: v.string(),
	tool: v.string(),
	/** An object, or JSON text. */
	args: v.optional(v.unknown(), {}),
	response: v.optional(v.unknown()),
});

const request = v.object({
	kind: v.literal('request'),
	name: optionalText,
	/** What Copilot showed without asking a model. */
	content: optionalText,
	response: v.fallback(
		v.optional(v.object({ message: v.union([v.string(), v.array(v.string())]) })),
		undefined,
	),
	requestMessages: v.fallback(v.optional(v.object({ messages: anyList }), { messages: [] }), {
		messages: [],
	}),
	metadata: v.fallback(v.optional(v.object({ tools: anyList }), { tools: [] }), { tools: [] }),
});

/** How large a piece of a prompt was, and what could not be logged. */
const aside = v.object({ kind: v.picklist(['element', 'error']) });

const entry = v.variant('kind', [toolCall, request, aside]);

type Entry = v.InferOutput<typeof entry>;

/** A system prompt; its role is a number where messages are saved as prompts are made. */
const systemPrompt = v.object({ role: v.picklist(['system', 0]), content: v.unknown() });

/**
 * The requests that carry on the conversation: where some offer tools, the others ask for titles,
 * categories and the like. Those of sub-agents are made by tools.
 */
function mainRequests(entries: readonly Entry[]): readonly Entry[] {
	const own = entries.filter((made) => made.kind === 'request' && !made.name?.startsWith('tool/'));
	const withTools = own.filter((made) => made.kind === 'request' && made.metadata.tools.length > 0);
	return withTools.length > 0 ? withTools : own;
}

/** Puts the logs of prompts together: what the model said, then the tools it called. */
class Replay extends Session {
	/** Of a document that is a single prompt. */
	readonly #logs: unknown[] = [];
	#results: FoundResult[] = [];
	#system = '';

	take({ value, position, fields }: PlacedRecord): void {
		const parsed = v.safeParse(prompt, value);
		if (parsed.success) {
			this.#prompt(parsed.output.prompt, parsed.output.logs);
		} else if (fields.has('prompt')) {
			this.#logs.push(value);
		} else {
			this.log.problems.add(1, `Prompt ${position} cannot be read; it was left out.`);
		}
	}

	override end(fields: DocumentFields): void {
		if (this.#logs.length > 0) {
			this.#prompt(String(fields.get('prompt')), this.#logs);
		}
	}

	#prompt(words: string, logs: readonly unknown[]): void {
		const entries = logs.flatMap((log) => this.#entry(log));
		const main = new Set(mainRequests(entries));
		this.#instructed(entries.find((made) => main.has(made)));
		this.log.user(words);
		for (const made of entries) {
			if (made.kind === 'toolCall' || main.has(made)) {
				this.#take(made);
			}
		}
		this.#answer();
	}

	#entry(log: unknown): readonly Entry[] {
		const parsed = v.safeParse(entry, log);
		if (!parsed.success) {
			const named = v.safeParse(v.object({ kind: v.string() }), log);
			this.log.unknown.add(1, named.success ? named.output.kind : 'nameless');
		}
		return parsed.success ? [parsed.output] : [];
	}

	#instructed(asked: Entry | undefined): void {
		const messages = asked?.kind === 'request' ? asked.requestMessages.messages : [];
		const [saved] = messages.filter((message) => v.is(systemPrompt, message));
		const content = savedContent(saved?.content).text;
		if (content.trim() !== '' && content !== this.#system) {
			this.#system = content;
			this.log.system(content);
		}
	}

	#take(made: Entry): void {
		if (made.kind === 'toolCall') {
			const id = bareId(made.id);
			const written = typeof made.args === 'string' ? made.args : JSON.stringify(made.args);
			this.log.call({ id, name: made.tool, arguments: written });
			const { response } = made;
			const content = resultContent(Array.isArray(response) ? { content: response } : response);
			this.#results.push({ toolCallId: id, content });
		} else if (made.kind === 'request') {
			const said = made.response?.message ?? made.content ?? '';
			const text = typeof said === 'string' ? said : said.join('\n');
			this.#answer();
			this.log.assistant(text);
		}
	}

	#answer(): void {
		for (const result of this.#results) {
			this.log.result(result, 1);
		}
		this.#results = [];
	}
}

const exported = v.union([
	prompt,
	v.object({ totalPrompts: v.number() }),
	v.object({
		prompts: v.pipe(
			v.array(v.unknown()),
			v.someItem((item) => v.is(prompt, item)),
		),
	}),
]);

/**
 * What Copilot Chat exports for replays: prompts, each with the log of its requests and tools.
 *
 * Stored: where a person saves it. Its version is not read.
 */
export const copilotReplay: TranscriptReader = sessionReader({
	format: 'copilot-replay',
	label: 'Copilot chat replays',
	holds: 'a Copilot chat replay',
	listKeys: ['prompts', 'logs'],
	detect: (opening) => v.is(exported, parseJsonStart(opening.trimStart())),
	begin: (log) => new Replay(log),
});
