import * as v from 'valibot';
import type { Message, ToolCall, ToolMessage } from '../../messages/message.ts';
import type { CallIds } from '../callIds.ts';
import { markdownOf } from './records.ts';

/**
 * What VS Code showed of a response: all there is where an agent keeps no record of its own. Tools
 * are told in words there, not as the model had them.
 */

const anything = v.optional(v.unknown());
const optionalText = v.fallback(v.nullish(v.string()), undefined);

const part = v.object({
	kind: optionalText,
	value: anything,
	content: anything,
	name: optionalText,
	inlineReference: anything,
	uri: anything,
	toolId: optionalText,
	toolCallId: optionalText,
	invocationMessage: anything,
	pastTenseMessage: anything,
	isComplete: v.fallback(v.optional(v.boolean(), true), true),
	resultDetails: anything,
	toolSpecificData: anything,
});

type ResponsePart = v.InferOutput<typeof part>;

const uri = v.object({ path: v.string() });
const located = v.union([
	v.object({ uri }),
	v.object({ location: v.object({ uri }) }),
	v.pipe(
		uri,
		v.transform((found) => ({ uri: found })),
	),
]);

function pathOf(value: unknown): string {
	const parsed = v.safeParse(located, value);
	if (!parsed.success) {
		return '';
	}
	return ('location' in parsed.output ? parsed.output.location.uri : parsed.output.uri).path;
}

const given = v.object({ rawInput: v.unknown() });
const terminal = v.object({ commandLine: v.object({ original: v.string() }) });
const oldTerminal = v.object({ kind: v.literal('terminal'), command: v.string() });
const input = v.object({ input: v.string() });

function argumentsOf({ toolSpecificData: data, resultDetails: details }: ResponsePart): string {
	if (v.is(given, data)) {
		return JSON.stringify(data.rawInput);
	}
	if (v.is(terminal, data)) {
		return JSON.stringify({ command: data.commandLine.original });
	}
	if (v.is(oldTerminal, data)) {
		return JSON.stringify({ command: data.command });
	}
	return v.is(input, details) && details.input !== '' ? details.input : '{}';
}

const output = v.object({ output: v.array(v.unknown()), isError: v.optional(v.boolean(), false) });
const outputText = v.object({ value: v.string(), isText: v.literal(true) });
const terminalOutput = v.object({ terminalCommandOutput: v.object({ text: v.string() }) });

function resultOf(shown: ResponsePart, toolCallId: string): ToolMessage {
	const details = v.safeParse(output, shown.resultDetails);
	if (details.success) {
		const texts = details.output.output.filter((piece) => v.is(outputText, piece));
		const content = texts.map((piece) => piece.value).join('\n');
		const isError = details.output.isError ? { isError: true } : {};
		return { role: 'tool', toolCallId, content, ...isError };
	}
	const content = v.is(terminalOutput, shown.toolSpecificData)
		? shown.toolSpecificData.terminalCommandOutput.text
		: markdownOf(shown.pastTenseMessage) || markdownOf(shown.invocationMessage);
	return { role: 'tool', toolCallId, content };
}

/** A response as it was shown. */
export interface Rendering {
	readonly messages: readonly Message[];
	/** Tools whose calls and results are told as they were shown. */
	readonly tools: number;
}

/** Puts messages together from what was shown. */
class Renderer {
	readonly #ids: CallIds;
	readonly #messages: Message[] = [];
	#text = '';
	#calls: ToolCall[] = [];
	#results: ToolMessage[] = [];
	tools = 0;

	constructor(ids: CallIds) {
		this.#ids = ids;
	}

	write(text: string): void {
		if (this.#calls.length > 0 && text.trim() !== '') {
			this.#close();
		}
		this.#text += text;
	}

	/** A mark on a line of its own, once in a row. */
	mark(text: string): void {
		if (!this.#text.trimEnd().endsWith(text)) {
			this.write(`${this.#text === '' || this.#text.endsWith('\n') ? '' : '\n'}${text}\n`);
		}
	}

	tool(shown: ResponsePart): void {
		this.tools += 1;
		const id = this.#ids.unique(shown.toolCallId ?? `call_${this.tools}`);
		const name = shown.toolId ?? 'unknown';
		this.#calls.push({ id, name, arguments: argumentsOf(shown) });
		if (shown.isComplete) {
			this.#results.push(resultOf(shown, id));
		}
	}

	messages(): readonly Message[] {
		this.#close();
		return this.#messages;
	}

	#close(): void {
		const content = this.#text.trim();
		if (this.#calls.length > 0) {
			this.#messages.push({ role: 'assistant', content, toolCalls: this.#calls });
		} else if (content !== '') {
			this.#messages.push({ role: 'assistant', content });
		}
		this.#messages.push(...this.#results);
		this.#text = '';
		this.#calls = [];
		this.#results = [];
	}
}

/** The messages of a response that is only known as it was shown. */
export function renderingOf(response: unknown, ids: CallIds): Rendering {
	const renderer = new Renderer(ids);
	for (const value of Array.isArray(response) ? (response as readonly unknown[]) : [response]) {
		const parsed = v.safeParse(part, value);
		const shown = parsed.success ? parsed.output : undefined;
		switch (shown?.kind) {
			case undefined:
			case null:
				renderer.write(markdownOf(value));
				break;
			case 'markdownContent':
			case 'markdownVuln':
				renderer.write(markdownOf(shown.content));
				break;
			case 'inlineReference':
				renderer.write(shown.name ?? pathOf(shown.inlineReference).split('/').at(-1) ?? '');
				break;
			case 'textEditGroup':
			case 'notebookEditGroup':
				renderer.mark(`[edited: ${pathOf(shown.uri)}]`);
				break;
			case 'toolInvocationSerialized':
				renderer.tool(shown);
				break;
			default:
			// Thinking, progress, buttons and the like: no part of what was said.
		}
	}
	return { messages: renderer.messages(), tools: renderer.tools };
}
