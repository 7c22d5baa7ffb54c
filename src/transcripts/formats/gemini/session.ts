import * as v from 'valibot';
import { isBlank, textOf, type Part } from '../../../messages/message.ts';
import type { FoundCall, FoundResult } from '../../building/openMessage.ts';
import { contentOf } from '../../building/parts.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { geminiContent } from './content.ts';
import { ContentLog } from './contents.ts';
import { shaped } from '../../building/shapes.ts';

const toolCall = v.object({
	id: v.nullish(v.string()),
	name: v.string(),
	args: v.optional(v.unknown()),
	result: v.optional(v.unknown()),
	status: v.nullish(v.string()),
});

const record = v.object({
	/** A number in what was shown: only ids that are texts are a session's. */
	id: v.fallback(v.optional(v.string()), undefined),
	type: v.string(),
	content: v.optional(v.unknown(), ''),
	/** What the person was shown instead of the content, where that is not what was typed. */
	displayContent: v.optional(v.unknown()),
	toolCalls: v.nullish(v.array(v.unknown())),
	timestamp: v.optional(v.unknown()),
});

/** A message of a session, with the calls it made and their results. */
export type SessionRecord = v.InferOutput<typeof record>;

/** The message, or `undefined` when it is none. */
export const sessionRecord = shaped(record);

/** A call with its result, which a session keeps in one object. */
interface MadeCall {
	readonly call: FoundCall;
	readonly result: FoundResult | undefined;
}

/** The result of a call: what its response says, and whatever came beside it. */
function resultOf({ id, result, status }: v.InferOutput<typeof toolCall>): FoundResult | undefined {
	if (result === undefined || result === null) {
		return undefined;
	}
	const { parts, results } = geminiContent(result);
	const said = results.flatMap(({ content }) =>
		typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
	);
	const failed = status === 'error' || results.some(({ isError }) => isError === true);
	return {
		toolCallId: id ?? undefined,
		content: contentOf([...said, ...parts]),
		...(failed ? { isError: true } : {}),
	};
}

function madeCall(value: unknown): MadeCall | undefined {
	const parsed = v.safeParse(toolCall, value);
	if (!parsed.success) {
		return undefined;
	}
	const { id, name, args } = parsed.output;
	const call = { id: id ?? undefined, name, arguments: JSON.stringify(args ?? {}) };
	return { call, result: resultOf(parsed.output) };
}

/** Makes messages of a session's records. */
export class SessionLog {
	readonly log: TranscriptLog;
	readonly #contents: ContentLog;
	/** Calls that have their results: the history repeats these, all of them when it is resumed. */
	readonly #answered = new Set<string>();

	constructor(log: TranscriptLog) {
		this.log = log;
		this.#contents = new ContentLog(log);
	}

	add(found: SessionRecord, line: number): void {
		this.log.record = found;
		switch (found.type) {
			case 'user':
				this.#user(found, line);
				break;
			case 'gemini':
				this.#gemini(found, line);
				break;
			case 'info':
			case 'warning':
			case 'error':
				// Shown to the person, never to the model.
				break;
			default:
				this.log.unknown.add(line, found.type);
		}
	}

	#user({ content, displayContent }: SessionRecord, line: number): void {
		const { parts, results } = this.#contents.sorted(content, line);
		const fresh = results.filter(({ toolCallId: id = '' }) => !this.#answered.has(id));
		for (const result of fresh) {
			this.#answer(result, line);
		}
		if (results.length === fresh.length) {
			this.#said(parts, displayContent);
		}
	}

	/**
	 * Adds what was sent for the person. It is the client's where nobody typed anything, or a command that
	 * stands for it.
	 */
	#said(parts: readonly Part[], displayed: unknown): void {
		const typed = displayed === undefined ? parts : geminiContent(displayed).parts;
		const words = textOf(typed).trim();
		if (isBlank(typed) || (words.startsWith('/') && !textOf(parts).includes(words))) {
			this.#contents.prompt(typed);
			this.#contents.fromClient(parts);
		} else {
			this.#contents.prompt(parts);
		}
	}

	#answer(result: FoundResult, line: number): void {
		this.log.result(result, line);
		if (result.toolCallId !== undefined) {
			this.#answered.add(result.toolCallId);
		}
	}

	#gemini({ content, toolCalls }: SessionRecord, line: number): void {
		const { parts, calls } = this.#contents.sorted(content, line);
		const made = (toolCalls ?? []).flatMap((value) => {
			const found = madeCall(value);
			if (found === undefined) {
				this.log.problems.add(line, 'A tool call cannot be read; it was left out.');
			}
			return found ?? [];
		});
		const known = new Set(made.map(({ call }) => call.id));
		const others = calls.filter(({ id }) => !known.has(id));
		const all = [...others, ...made.map(({ call }) => call)];
		this.log.assistant(contentOf(parts), all);
		for (const { id = '' } of all) {
			this.#answered.delete(id);
		}
		for (const { result } of made) {
			if (result !== undefined) {
				this.#answer(result, line);
			}
		}
	}
}
