import * as v from 'valibot';
import type { FoundResult } from '../../building/openMessage.ts';
import { optionalText } from '../../building/shapes.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { markdownOf } from './records.ts';

/**
 * What VS Code showed of a response: all there is where an agent keeps no record of its own. Tools
 * are told in words there, not as the model had them.
 */

const anything = v.optional(v.unknown());
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
const terminalEnd = v.object({ terminalCommandState: v.object({ exitCode: v.number() }) });

function resultOf(shown: ResponsePart, toolCallId: string): FoundResult {
	const details = v.safeParse(output, shown.resultDetails);
	if (details.success) {
		const texts = details.output.output.filter((piece) => v.is(outputText, piece));
		const content = texts.map((piece) => piece.value).join('\n');
		const isError = details.output.isError ? { isError: true } : {};
		return { toolCallId, content, ...isError };
	}
	const content = v.is(terminalOutput, shown.toolSpecificData)
		? shown.toolSpecificData.terminalCommandOutput.text
		: markdownOf(shown.pastTenseMessage) || markdownOf(shown.invocationMessage);
	const ended = v.is(terminalEnd, shown.toolSpecificData)
		? { exitCode: shown.toolSpecificData.terminalCommandState.exitCode }
		: {};
	return { toolCallId, content, ...ended };
}

/** Puts together what was shown: text belongs to the tools behind it, if there are any. */
class Renderer {
	readonly #log: TranscriptLog;
	#text = '';
	/** Of the tools that stand side by side. */
	#results: FoundResult[] = [];
	tools = 0;

	constructor(log: TranscriptLog) {
		this.#log = log;
	}

	write(text: string): void {
		this.#text += text;
	}

	/** A mark on a line of its own, once in a row. */
	mark(text: string): void {
		if (!this.#text.trimEnd().endsWith(text)) {
			this.write(`${this.#text === '' || this.#text.endsWith('\n') ? '' : '\n'}${text}\n`);
		}
	}

	tool(shown: ResponsePart): void {
		this.#say();
		this.tools += 1;
		const id = shown.toolCallId ?? `call_${this.tools}`;
		this.#log.call({ id, name: shown.toolId ?? 'unknown', arguments: argumentsOf(shown) });
		if (shown.isComplete) {
			this.#results.push(resultOf(shown, id));
		}
	}

	end(): void {
		this.#say();
		this.#answer();
	}

	#say(): void {
		const text = this.#text.trim();
		this.#text = '';
		if (text !== '') {
			this.#answer();
			this.#log.assistant(text);
		}
	}

	#answer(): void {
		for (const result of this.#results) {
			this.#log.answer(result);
		}
		this.#results = [];
	}
}

/**
 * Adds the messages of a response that is only known as it was shown.
 * @returns The number of its tools: their calls and results are told in words.
 */
export function addRendering(response: unknown, log: TranscriptLog): number {
	const renderer = new Renderer(log);
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
	renderer.end();
	return renderer.tools;
}
