import { basename } from 'node:path';
import * as v from 'valibot';
import { messageOf } from '../../../messages/errors.ts';
import { parsedJson } from '../../../messages/json.ts';
import { isBlank, textOf } from '../../../messages/message.ts';
import { sortedContent, type SortedContent } from '../../building/blocks.ts';
import { contentOf, partsApart } from '../../building/parts.ts';
import { Session, sessionReader, type SessionFile } from '../../building/sessionReader.ts';
import { anything, lenient, optionalText, read } from '../../building/shapes.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { readDocument, type DocumentFields, type PlacedRecord } from '../../bytes/records.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { answeredTool, sortedParts } from './resultBlocks.ts';
import { xmlCallIn } from './xmlCalls.ts';

const flag = v.optional(v.nullable(v.boolean(), false), false);

/** A message as it was saved. */
const taskMessage = v.object({
	role: v.picklist(['user', 'assistant']),
	content: v.unknown(),
	/** How Cline's kin mark a summary. */
	isSummary: flag,
	/** Cline's: what kind of message it is. */
	metadata: lenient(v.object({ kind: optionalText, summary: optionalText })),
	/** Of the request and its reply; what was cached is among the input. */
	metrics: lenient(v.object({ inputTokens: v.number(), outputTokens: v.number() })),
});

const toolResult = v.looseObject({ type: v.literal('tool_result'), content: v.unknown() });

/** What a command or an operation came to. */
const answer = v.object({
	query: v.string(),
	result: anything,
	error: anything,
	success: v.fallback(v.optional(v.boolean()), undefined),
});

type Answer = v.InferOutput<typeof answer>;

/** The answers of a result: a list of them, or one as JSON text. */
function answersOf(content: unknown): readonly Answer[] {
	const isJson = typeof content === 'string' && content.startsWith('{"query":');
	return read(v.array(answer), isJson ? [parsedJson(content)] : content) ?? [];
}

/** An empty result stands beside an error. */
function answerText({ query, result, error }: Answer, only: boolean): string {
	const said = result === undefined || result === '' ? (error ?? '') : result;
	const text = typeof said === 'string' ? said : JSON.stringify(said);
	return only || query === '' ? text : `${query}:\n${text}`;
}

/** One answer that failed makes a result an error; none where they do not all say so. */
function errorFlag(answers: readonly Answer[]): { readonly is_error?: boolean } {
	if (answers.some(({ success }) => success === false)) {
		return { is_error: true };
	}
	return answers.every(({ success }) => success === true) ? { is_error: false } : {};
}

/** A result of Cline's own as the one of Anthropic that says the same. */
function anthropicBlock(value: unknown): unknown {
	const found = read(toolResult, value);
	const answers = answersOf(found?.content);
	const content = answers.map((each) => answerText(each, answers.length === 1)).join('\n\n');
	return answers.length === 0 ? value : { ...found, content, ...errorFlag(answers) };
}

function anthropicContent(content: unknown): unknown {
	return Array.isArray(content) ? content.map(anthropicBlock) : content;
}

/** What Cline keeps beside a session about its compaction. */
interface ClineCompaction {
	readonly summary: string;
	/** Saved messages there were when it was made. */
	readonly messages: number;
	/** Of those, the newest that stayed as they were. */
	readonly kept: number;
	/** Of the session it was made for, where it tells. */
	readonly conversation: unknown;
}

/** The words that introduce a summary to the model. */
const introduction = /^\s*Context summary:\s*/;

/** The compaction beside a session; `undefined` when there is none, or one that cannot be read. */
async function compactionBeside(
	{ source, signal }: SessionFile,
	problems: ProblemList,
): Promise<ClineCompaction | undefined> {
	const name = basename(source.name);
	const beside = name.replace(/\.messages\.json$/, '.compaction.json');
	const sidecar = beside === name ? undefined : await source.beside?.(beside);
	if (sidecar === undefined) {
		return undefined;
	}
	// A session can be read without it: what is wrong with it is one problem and no more.
	const damages = new ProblemList();
	const reading = readDocument(sidecar, damages, { listKeys: ['messages'], signal });
	const { elements, fields } = await reading.catch((error: unknown) => {
		damages.add(1, messageOf(error));
		return { elements: [], fields: new Map<string, unknown>() };
	});
	const [damage] = damages.toArray();
	if (damage !== undefined) {
		problems.add(1, `"${beside}" beside the session: ${damage.message}`);
	}
	const saved = elements.map(({ value }) => read(taskMessage, value));
	const at = saved.findLastIndex((each) => each?.metadata?.kind === 'compaction_summary');
	const made = saved[at];
	const messages = fields.get('source_message_count');
	if (made === undefined || typeof messages !== 'number') {
		return undefined;
	}
	const text = textOf(contentOf(sortedContent(anthropicContent(made.content))?.parts ?? []));
	return {
		summary: made.metadata?.summary ?? text.replace(introduction, ''),
		messages,
		kept: saved.length - at - 1,
		conversation: fields.get('conversation_id'),
	};
}

/**
 * Collects a task's history: Anthropic's blocks, and in older tasks calls as XML in what the assistant
 * says, with their results as texts in the person's name. It remembers which of our messages the saved
 * ones became: what Cline keeps beside the history counts those.
 */
class ClineSession extends Session<v.InferOutput<typeof taskMessage>> {
	readonly #compaction: ClineCompaction | undefined;
	/** For each saved message the number of ours that stood before it. */
	readonly #starts: number[] = [];
	#isPrompted = false;
	/** What the assistant said last: the answer tells whether it calls a tool in its text. */
	#said: SortedContent | undefined;
	/** Of what it said last. */
	#tokens: number | undefined;
	/** The tool that was called in a text and is not answered yet. */
	#awaited: string | undefined;

	constructor(log: TranscriptLog, compaction: ClineCompaction | undefined) {
		super(log);
		this.#compaction = compaction;
	}

	take(message: v.InferOutput<typeof taskMessage>, { position, fields }: PlacedRecord): void {
		this.#prompt(fields);
		this.#starts[position - 1] = this.#boundary();
		const { role, metadata, isSummary, metrics } = message;
		const isCompacted = metadata?.kind === 'compaction_summary';
		const saved = (isCompacted ? metadata.summary : undefined) ?? message.content;
		const content = this.sorted(anthropicContent(saved), 1);
		if (isCompacted || isSummary) {
			this.#assistant(undefined);
			if (!isBlank(content.parts)) {
				this.log.user(contentOf(content.parts), 'summary');
			}
		} else if (role === 'user') {
			this.#user(content);
		} else {
			this.#assistant(undefined);
			this.#said = content;
			this.#tokens = metrics ? metrics.inputTokens + metrics.outputTokens : undefined;
		}
	}

	override end(fields: DocumentFields): void {
		if (this.#compaction !== undefined) {
			this.#projection(this.#compaction, fields);
		}
		this.#prompt(fields);
		this.#assistant(undefined);
	}

	#prompt(fields: DocumentFields): void {
		const prompt = this.#isPrompted ? undefined : fields.get('system_prompt');
		if (typeof prompt === 'string') {
			this.#isPrompted = true;
			this.log.system(prompt);
		}
	}

	/** The number of messages that stand for good: a call that awaits its result is not among them. */
	#boundary(): number {
		const said = this.#said;
		if (said?.calls.length === 0 && !textOf(said.parts).includes('</')) {
			this.#assistant(undefined);
		}
		return this.log.settled.length;
	}

	/** Adds what the assistant said last; `answered` is the tool the client then says it ran. */
	#assistant(answered: string | undefined): void {
		const said = this.#said;
		this.#said = undefined;
		if (said === undefined) {
			return;
		}
		const text = contentOf(said.parts);
		const found =
			said.calls.length === 0 && typeof text === 'string' ? xmlCallIn(text, answered) : undefined;
		this.#awaited = found?.name;
		if (found === undefined) {
			this.log.assistant(text, said.calls);
		} else {
			const content = [found.before, found.after].filter(Boolean).join('\n\n');
			this.log.assistant(content, [{ name: found.name, arguments: found.arguments }]);
		}
		this.log.used(this.#tokens);
	}

	#user({ parts, results }: SortedContent): void {
		this.#assistant(answeredTool(parts));
		for (const result of results) {
			this.log.result(result, 1);
		}
		const sorted = sortedParts(parts, this.#awaited);
		if (sorted.some(({ header }) => header !== undefined)) {
			const content = contentOf(sorted.flatMap(({ result }) => result));
			this.log.result({ name: this.#awaited, content }, 1);
			this.#awaited = undefined;
		}
		const said = sorted.flatMap((each) => each.said);
		if (!isBlank(said)) {
			this.log.user(partsApart(said));
		}
	}

	/** The compaction of a session, if it is of this state of it. */
	#projection(compaction: ClineCompaction, fields: DocumentFields): void {
		const { summary, messages, kept, conversation } = compaction;
		const id = fields.get('sessionId');
		const isOther = conversation !== undefined && id !== undefined && conversation !== id;
		if (isOther || messages > this.#starts.length || messages < kept) {
			this.log.problems.add(
				1,
				'The compaction beside the session is of another state of it; it was left out.',
			);
			return;
		}
		const before = (saved: number): number => this.#starts[saved] ?? this.#boundary();
		const at = before(messages);
		this.log.compacted({ end: before(messages - kept), at, summary });
	}
}

/** A session; or what Cline keeps beside one as its context after a compaction. */
const session = v.union([
	v.object({ updated_at: v.string(), agent: v.string(), sessionId: v.string() }),
	v.object({ conversation_id: v.string(), source_message_count: v.number() }),
]);

const listed = v.looseObject({
	role: v.picklist(['user', 'assistant']),
	content: v.union([v.string(), v.array(v.unknown())]),
});

/** What Cline and its kin note with a message: the model that wrote it, when, and that it is a summary. */
const marks = ['modelInfo', 'metrics', 'ts', 'isSummary'];

const taskText = /^\s*<(?:task|environment_details|user_input|user_message)\b/;
const taskBlock = v.object({
	type: v.literal('text'),
	text: v.pipe(v.string(), v.regex(taskText)),
});

/** Whether a message is of the history of a task of Cline's or its kin's. */
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
	holds: 'a Cline task',
	listKeys: ['messages'],
	shape: taskMessage,
	detect: ({ document }) =>
		Array.isArray(document) ? document.some(isOfTask) : v.is(session, document),
	async begin(log, file) {
		return new ClineSession(log, await compactionBeside(file, log.problems));
	},
});
