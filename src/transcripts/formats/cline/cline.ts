import { basename } from 'node:path';
import * as v from 'valibot';
import { parsedJson, walkableJson } from '../../../messages/json.ts';
import { textOf } from '../../../messages/message.ts';
import { sortedContent, type SortedContent } from '../../building/blocks.ts';
import { contentOf, partsApart } from '../../building/parts.ts';
import { Session, sessionReader, type SessionFile } from '../../building/sessionReader.ts';
import {
	anything,
	flag,
	lenient,
	optionalFlag,
	optionalText,
	read,
	textOrJson,
} from '../../building/shapes.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { readBytes } from '../../bytes/content.ts';
import type { DocumentFields, PlacedRecord } from '../../bytes/records.ts';
import type { ProblemList } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { answeredTool, sortedParts } from './resultBlocks.ts';
import { splitInterruption, xmlCallIn } from './xmlCalls.ts';

/** A message as it was saved. */
const taskMessage = v.object({
	role: v.picklist(['user', 'assistant']),
	content: v.unknown(),
	/** Cline's forks mark a summary with it. */
	isSummary: flag,
	/** Cline's kind of message. */
	metadata: lenient(v.object({ kind: optionalText, summary: optionalText })),
	/** Of the request and its reply; cached tokens are part of the input. */
	metrics: lenient(v.object({ inputTokens: v.number(), outputTokens: v.number() })),
});

const toolResult = v.looseObject({ type: v.literal('tool_result'), content: v.unknown() });

/** The outcome of one command or operation, of which a result may have several. */
const answer = v.object({
	query: v.string(),
	result: anything,
	error: anything,
	success: optionalFlag,
});

type Answer = v.InferOutput<typeof answer>;

/** The answers in a result: a list of them, or a single one as JSON text. */
function answersOf(content: unknown): readonly Answer[] {
	const isJson = typeof content === 'string' && content.startsWith('{"query":');
	return read(v.array(answer), isJson ? [parsedJson(content)] : content) ?? [];
}

/** @param isOnly Whether it is the only answer of its result. */
function answerText({ query, result, error }: Answer, isOnly: boolean): string {
	// An error comes with an empty result.
	const text = textOrJson(result === undefined || result === '' ? (error ?? '') : result);
	return isOnly || query === '' ? text : `${query}:\n${text}`;
}

/** A result with one failed answer is an error; it has no flag unless all answers have a status. */
function errorFlag(answers: readonly Answer[]): { readonly is_error?: boolean } {
	if (answers.some(({ success }) => success === false)) {
		return { is_error: true };
	}
	return answers.every(({ success }) => success === true) ? { is_error: false } : {};
}

/** Cline's form of a result, converted to Anthropic's. */
function anthropicBlock(value: unknown): unknown {
	const found = read(toolResult, value);
	const answers = answersOf(found?.content);
	const content = answers.map((each) => answerText(each, answers.length === 1)).join('\n\n');
	return answers.length === 0 ? value : { ...found, content, ...errorFlag(answers) };
}

function anthropicContent(content: unknown): unknown {
	return Array.isArray(content) ? content.map(anthropicBlock) : content;
}

/** A session's compaction, which Cline stores in a separate file. */
interface ClineCompaction {
	readonly summary: string;
	/** Number of saved messages at that time. */
	readonly messages: number;
	/** Number of those that were kept unchanged, at the end. */
	readonly kept: number;
	/** Id of its session, if recorded. */
	readonly conversation: unknown;
}

const compactionFile = v.object({
	messages: v.array(v.unknown()),
	source_message_count: v.number(),
	conversation_id: anything,
});

/** The introduction of a summary to the model. */
const introduction = /^\s*Context summary:\s*/;

/** The compaction of a session; `undefined` if there is none, or if its file cannot be read. */
async function compactionOf(
	{ source, signal }: SessionFile,
	problems: ProblemList,
): Promise<ClineCompaction | undefined> {
	const name = basename(source.name);
	const sidecarName = name.replace(/\.messages\.json$/, '.compaction.json');
	const sidecar = sidecarName === name ? undefined : await source.sibling?.(sidecarName);
	if (sidecar === undefined) {
		return undefined;
	}
	// A session can be read without it.
	const bytes = await readBytes(sidecar, signal).catch(() => Buffer.alloc(0));
	signal?.throwIfAborted();
	const found = read(compactionFile, walkableJson(bytes.toString()));
	if (found === undefined) {
		problems.add(
			1,
			`The session's compaction file "${sidecarName}" cannot be read; it was left out.`,
		);
		return undefined;
	}
	const saved = found.messages.map((value) => read(taskMessage, value));
	const at = saved.findLastIndex((each) => each?.metadata?.kind === 'compaction_summary');
	const summary = saved[at];
	if (summary === undefined) {
		return undefined;
	}
	const text = textOf(contentOf(sortedContent(anthropicContent(summary.content))?.parts ?? []));
	return {
		summary: summary.metadata?.summary ?? text.replace(introduction, ''),
		messages: found.source_message_count,
		kept: saved.length - at - 1,
		conversation: found.conversation_id,
	};
}

/**
 * Collects the history of a task: Anthropic's blocks, and in older tasks calls as XML in the assistant's text, with their
 * results as texts in the user's name.
 */
class ClineSession extends Session<v.InferOutput<typeof taskMessage>> {
	readonly #compaction: ClineCompaction | undefined;
	/** Id of the session. */
	readonly #id: unknown;
	/** Number of log messages before each saved message: the compaction file counts saved messages. */
	readonly #starts: number[] = [];
	/** The assistant's latest text, whose answer shows whether it contains a tool call. */
	#pending: SortedContent | undefined;
	/** Tokens that are recorded with the latest text. */
	#tokens: number | undefined;
	/** Name of the tool that was called in a text and has no result yet. */
	#awaited: string | undefined;

	constructor(log: TranscriptLog, fields: DocumentFields, compaction?: ClineCompaction) {
		super(log);
		this.#id = fields['sessionId'];
		this.#compaction = compaction;
		const prompt = fields['system_prompt'];
		if (typeof prompt === 'string') {
			log.system(prompt);
		}
	}

	take(message: v.InferOutput<typeof taskMessage>, { position }: PlacedRecord): void {
		this.#starts[position - 1] = this.#boundary();
		const { role, metadata, isSummary, metrics } = message;
		const isCompacted = metadata?.kind === 'compaction_summary';
		const saved = (isCompacted ? metadata.summary : undefined) ?? message.content;
		const content = this.sorted(anthropicContent(saved), 1);
		if (isCompacted || isSummary) {
			this.#assistant(undefined);
			this.log.user(contentOf(content.parts), 'summary');
		} else if (role === 'user') {
			this.#user(content);
		} else {
			this.#assistant(undefined);
			this.#pending = content;
			this.#tokens = metrics ? metrics.inputTokens + metrics.outputTokens : undefined;
		}
	}

	override end(): void {
		if (this.#compaction !== undefined) {
			this.#addCompaction(this.#compaction);
		}
		this.#assistant(undefined);
	}

	/** Number of messages whose positions are final. */
	#boundary(): number {
		const pending = this.#pending;
		if (pending?.calls.length === 0 && !textOf(pending.parts).includes('</')) {
			this.#assistant(undefined);
		}
		return this.log.settled.length;
	}

	/** Adds the assistant's latest text. @param answered Name of the tool that the client then reports as run. */
	#assistant(answered: string | undefined): void {
		const pending = this.#pending;
		this.#pending = undefined;
		if (pending === undefined) {
			return;
		}
		const content = contentOf(pending.parts);
		const { reply: text, note } =
			typeof content === 'string' ? splitInterruption(content) : { reply: content, note: '' };
		const found =
			pending.calls.length === 0 && typeof text === 'string'
				? xmlCallIn(text, answered, note !== '')
				: undefined;
		this.#awaited = found?.name;
		if (found === undefined) {
			this.log.assistant(text, pending.calls);
		} else {
			const around = [found.before, found.after].filter(Boolean).join('\n\n');
			this.log.assistant(around, [{ name: found.name, arguments: found.arguments }]);
		}
		this.log.recordUsage(this.#tokens);
		this.log.user(note, 'client');
	}

	#user({ parts, results }: SortedContent): void {
		this.#assistant(answeredTool(parts));
		for (const result of results) {
			this.log.result(result, 1);
		}
		const { result: answer, others } = sortedParts(parts, this.#awaited);
		if (answer !== undefined) {
			this.log.result({ name: this.#awaited, content: contentOf(answer) }, 1);
			this.#awaited = undefined;
		}
		this.log.user(partsApart(others));
	}

	/** Adds the compaction of the session, if it belongs to the session's current state. */
	#addCompaction({ summary, messages, kept, conversation }: ClineCompaction): void {
		const id = this.#id;
		const isOther = conversation !== undefined && id !== undefined && conversation !== id;
		if (isOther || messages > this.#starts.length || messages < kept) {
			this.log.problems.add(1, 'The compaction file does not match this session; it was ignored.');
			return;
		}
		const before = (saved: number): number => this.#starts[saved] ?? this.#boundary();
		const at = before(messages);
		this.log.addCompaction({ end: before(messages - kept), at, summary });
	}
}

/** A session, or the separate file with its context after a compaction. */
const session = v.union([
	v.object({ updated_at: v.string(), agent: v.string(), sessionId: v.string() }),
	v.object({ conversation_id: v.string(), source_message_count: v.number() }),
]);

const listed = v.looseObject({
	role: v.picklist(['user', 'assistant']),
	content: v.union([v.string(), v.array(v.unknown())]),
});

/** Keys that Cline and its forks add to a message. */
const marks = ['modelInfo', 'metrics', 'ts', 'isSummary'];

const taskText = /^\s*<(?:task|environment_details|user_input|user_message)\b/;
const taskBlock = v.object({
	type: v.literal('text'),
	text: v.pipe(v.string(), v.regex(taskText)),
});

/** Whether Cline or one of its forks saved a message. */
function isOfTask(value: unknown): boolean {
	const found = read(listed, value);
	return (
		found !== undefined &&
		(marks.some((mark) => mark in found) ||
			(typeof found.content === 'string'
				? taskText.test(found.content)
				: found.content.some((block) => v.is(taskBlock, block))))
	);
}

/**
 * Cline's tasks, `api_conversation_history.json`, which Roo Code and the old Kilo Code write too, and its newer
 * sessions, `….messages.json`.
 *
 * Stored: `tasks/<task>/` of the extension and `sessions/<session>/` in `~/.cline/data`. Seen:
 * version 1 of the sessions.
 */
export const cline: TranscriptReader = sessionReader({
	format: 'cline',
	label: 'Cline',
	listKeys: ['messages'],
	shape: taskMessage,
	detect: ({ document }) =>
		Array.isArray(document) ? document.some(isOfTask) : v.is(session, document),
	async begin(log, file) {
		return new ClineSession(log, file.fields, await compactionOf(file, log.problems));
	},
});
