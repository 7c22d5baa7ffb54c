import * as v from 'valibot';
import type { Part, ToolCall, UserOrigin } from '../../../messages/message.ts';
import type { FoundResult } from '../../building/openMessage.ts';
import { contentOf } from '../../building/parts.ts';
import {
	anyList,
	anything,
	lenient,
	optionalFlag,
	optionalNumber,
	optionalText,
	read,
	typeOf,
} from '../../building/shapes.ts';
import { Session } from '../../building/sessionReader.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import type { PlacedRecord } from '../../bytes/records.ts';

/** A message without its parts. */
const messageInfo = v.object({
	id: v.optional(v.string(), ''),
	role: v.string(),
	/** Of an assistant's message: the id of the user's message that it answers. */
	parentID: optionalText,
	/** `true` on the summary of a compaction; a user's message has an object here. */
	summary: anything,
	finish: optionalText,
	error: lenient(v.looseObject({})),
	/** Milliseconds since the epoch. */
	time: v.fallback(v.object({ created: optionalNumber, completed: optionalNumber }), {}),
	tokens: lenient(
		v.object({
			total: optionalNumber,
			input: optionalNumber,
			output: optionalNumber,
			cache: lenient(v.object({ read: optionalNumber, write: optionalNumber })),
		}),
	),
});

type MessageInfo = v.InferOutput<typeof messageInfo>;

/** A file that was attached to a message or a result. */
const file = v.object({
	mime: v.optional(v.string(), ''),
	filename: optionalText,
	url: v.string(),
});

const savedPart = v.variant('type', [
	v.object({
		type: v.literal('text'),
		text: v.string(),
		/** Written by OpenCode, not by the user. */
		synthetic: optionalFlag,
		/** Shown to the user, never sent to the model. */
		ignored: optionalFlag,
		/** Kilo's mark for a text that it shows only until the model answers. */
		metadata: lenient(v.record(v.string(), v.unknown())),
	}),
	v.object({ type: v.literal('file'), ...file.entries }),
	v.object({
		type: v.literal('tool'),
		callID: v.string(),
		tool: v.string(),
		state: v.object({
			status: v.string(),
			input: anything,
			/** The arguments that were received so far, while `input` is empty. */
			raw: optionalText,
			output: optionalText,
			error: optionalText,
			metadata: lenient(
				v.object({
					interrupted: anything,
					output: optionalText,
					/** Of a command; null or absent if it was terminated. */
					exit: lenient(v.pipe(v.number(), v.integer())),
				}),
			),
			attachments: anyList,
		}),
	}),
	v.object({
		type: v.literal('compaction'),
		/** Whether it is automatic; absent: not recorded. */
		auto: optionalFlag,
		/** Id of the first message that was kept; absent: none was. */
		tail_start_id: optionalText,
	}),
	v.object({ type: v.picklist(['step-start', 'subtask']) }),
	/** Reasoning and bookkeeping: costs, snapshots, retries, mentions. */
	v.object({
		type: v.picklist(['reasoning', 'step-finish', 'snapshot', 'patch', 'agent', 'retry']),
	}),
]);

type SavedPart = v.InferOutput<typeof savedPart>;

type SavedTool = Extract<SavedPart, { type: 'tool' }>;

/** The message to which the user rewound the conversation. */
const revertShape = v.object({ messageID: v.string() });

/** MIME types of files whose content OpenCode adds as a separate text part. */
const inlinedTypes: readonly string[] = ['text/plain', 'application/x-directory'];

/** An attached file: an image, or the name of any other file. */
function partOfFile({ mime, filename, url }: v.InferOutput<typeof file>): Part {
	return mime.startsWith('image/') && /^(?:data|https?):/.test(url)
		? { type: 'image', mediaType: mime, url }
		: { type: 'text', text: `[${filename ?? 'file'}${mime === '' ? '' : `, ${mime}`}]` };
}

/** A part as the model sees it; `undefined` for calls and for parts that the model does not see. */
function shownPart(part: SavedPart): Part | undefined {
	switch (part.type) {
		case 'text':
			return part.ignored === true || part.metadata?.['kilocode.lifecycle'] === 'transient'
				? undefined
				: { type: 'text', text: part.text };
		case 'file':
			return inlinedTypes.includes(part.mime) ? undefined : partOfFile(part);
		case 'subtask':
			return { type: 'text', text: 'The following tool was executed by the user' };
		default:
			return undefined;
	}
}

/** Whether OpenCode added a part to a user's message. */
function isSynthetic(part: SavedPart): boolean {
	return part.type === 'subtask' || (part.type === 'text' && part.synthetic === true);
}

/** `opencode run` passes on an argument with spaces in quotes, with its own quotes escaped. */
const quoted = /^"(?:[^"\\]|\\[\s\S])*"$/;

/** A part as the user typed it, without the quotes that the command line added around the whole text. */
function typedPart(part: SavedPart): SavedPart {
	return part.type === 'text' && quoted.test(part.text) && /\s/.test(part.text)
		? { ...part, text: part.text.slice(1, -1).replaceAll('\\"', '"') }
		: part;
}

/** The name of the tool that the model called, if OpenCode rejected the call as invalid. */
function rejectedToolName({ tool, state }: SavedTool): string | undefined {
	return tool === 'invalid' ? read(v.object({ tool: v.string() }), state.input)?.tool : undefined;
}

function callOf(part: SavedTool): ToolCall {
	const { callID: id, tool, state } = part;
	const rejected = rejectedToolName(part);
	if (rejected !== undefined) {
		return { id, name: rejected, arguments: '{}' };
	}
	const given = JSON.stringify(state.input ?? {});
	return { id, name: tool, arguments: given === '{}' && state.raw ? state.raw : given };
}

/** The result in a tool part; `undefined` while there is none. */
function resultOf(part: SavedTool): FoundResult | undefined {
	const { callID: toolCallId, state } = part;
	const { interrupted, output, exit } = state.metadata ?? {};
	if (state.status === 'completed') {
		const files = state.attachments.flatMap((each) => {
			const attached = read(file, each);
			return attached === undefined ? [] : [partOfFile(attached)];
		});
		return {
			toolCallId,
			content: contentOf([{ type: 'text', text: state.output ?? '' }, ...files]),
			...(exit === undefined ? {} : { exitCode: exit }),
			...(rejectedToolName(part) === undefined ? {} : { isError: true }),
		};
	}
	if (state.status !== 'error') {
		return undefined;
	}
	return interrupted === true && typeof output === 'string'
		? { toolCallId, content: output }
		: { toolCallId, content: state.error ?? '', isError: true };
}

/** Tokens of the context including the reply. */
function contextTokens({ tokens }: MessageInfo): number {
	const { total, input, output, cache } = tokens ?? {};
	return total ?? (input ?? 0) + (output ?? 0) + (cache?.read ?? 0) + (cache?.write ?? 0);
}

/** A compaction that was requested and has no summary yet. */
interface RequestedCompaction {
	readonly message: string;
	readonly at: number;
	readonly end: number;
	readonly trigger: 'manual' | 'automatic' | undefined;
}

/** The user's latest prompt, and its position in the log, including the client's additions. */
interface Prompt {
	readonly texts: readonly string[];
	readonly start: number;
	readonly end: number;
}

/** Problems name the position of a message: neither exports nor databases have lines. */
const line = 1;

/** A message in an export. */
export const exportedMessage = v.object({
	info: v.unknown(),
	parts: v.pipe(v.array(v.unknown()), v.readonly()),
});

/** Assembles the log of one session, message by message and oldest first. */
export class OpenCodeSession extends Session<v.InferOutput<typeof exportedMessage>> {
	/** Id of the message to which the user rewound the session. */
	readonly #revertTo: string | undefined;
	/** Number of log messages before each message, by its id. */
	readonly #starts = new Map<string, number>();
	#requested: RequestedCompaction | undefined;
	#prompt: Prompt | undefined;
	/** The prompt that the next user message may repeat: an automatic compaction sends it again. */
	#replayed: Prompt | undefined;
	#revertedCount = 0;

	/** @param revert The point to which the user rewound the session, if they did. */
	constructor(log: TranscriptLog, revert: unknown) {
		super(log);
		this.#revertTo = read(revertShape, revert)?.messageID;
	}

	take(
		{ info: saved, parts }: v.InferOutput<typeof exportedMessage>,
		{ position }: Pick<PlacedRecord, 'position'>,
	): void {
		const info = read(messageInfo, saved);
		if (info === undefined) {
			this.log.problems.add(line, `Message ${position} has no role; it was left out.`);
			return;
		}
		// The user rewound the session to before this message.
		if (this.#revertedCount > 0 || info.id === this.#revertTo) {
			this.#revertedCount += 1;
			return;
		}
		this.#starts.set(info.id, this.log.messages.length);
		this.log.record = { time: info.time.created };
		const known = parts.flatMap((part) => this.#known(part) ?? []);
		if (info.role === 'user') {
			this.#takeUser(info, known);
		} else if (info.role === 'assistant' && info.summary === true) {
			this.#takeSummary(info, known, position);
		} else if (info.role === 'assistant') {
			this.#takeAssistant(known);
			this.log.recordUsage(contextTokens(info));
		} else {
			this.log.unknown.add(line, `message of ${info.role}`);
		}
	}

	override end(): void {
		this.log.problems.addRewind(line, this.#revertedCount);
	}

	#known(value: unknown): SavedPart | undefined {
		const part = read(savedPart, value);
		if (part === undefined) {
			this.log.unknown.add(line, `${typeOf(value)} part`);
		}
		return part;
	}

	#takeUser(info: MessageInfo, parts: readonly SavedPart[]): void {
		const requested = parts.find((part) => part.type === 'compaction');
		if (requested !== undefined) {
			const at = this.log.messages.length;
			const end = this.#starts.get(requested.tail_start_id ?? '') ?? at;
			const { auto } = requested;
			const trigger = auto === undefined ? undefined : auto ? 'automatic' : 'manual';
			this.#requested = { message: info.id, at, end, trigger };
		}
		const { fresh, repeated } = this.#withoutReplay(parts);
		const typed = fresh.filter((part) => !isSynthetic(part));
		const texts = typed.flatMap((part) => (part.type === 'text' ? [part.text] : []));
		const start = this.log.messages.length;
		this.#addUser(typed.map((part) => typedPart(part)));
		this.#addUser([...repeated, ...fresh.filter((part) => isSynthetic(part))], 'client');
		if (texts.length > 0) {
			this.#prompt = { texts, start, end: this.log.messages.length };
		}
	}

	/**
	 * Separates new parts from those that an automatic compaction repeats. A repetition is the client's text; but if nothing
	 * happened between the prompt and the compaction, it is dropped, and the compaction ends before the prompt.
	 */
	#withoutReplay(
		parts: readonly SavedPart[],
	): Readonly<Record<'fresh' | 'repeated', readonly SavedPart[]>> {
		const replayed = this.#replayed;
		this.#replayed = undefined;
		const isRepeated = (part: SavedPart): boolean =>
			part.type === 'text' && replayed?.texts.includes(part.text) === true;
		const repeated = parts.filter((part) => isRepeated(part));
		const fresh = parts.filter((part) => !isRepeated(part));
		const latest = this.log.earlier.at(-1);
		if (replayed === undefined || latest === undefined || replayed.end !== latest.at) {
			return { fresh, repeated };
		}
		if (repeated.length > 0) {
			const end = Math.min(latest.range.end, replayed.start);
			this.log.earlier[this.log.earlier.length - 1] = { ...latest, range: { start: 0, end } };
		}
		return { fresh, repeated: [] };
	}

	#addUser(parts: readonly SavedPart[], origin?: UserOrigin): void {
		this.log.user(contentOf(parts.flatMap((part) => shownPart(part) ?? [])), origin);
	}

	#takeSummary(info: MessageInfo, parts: readonly SavedPart[], position: number): void {
		const summary = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
		const ended = (info.finish ?? info.time.completed) !== undefined;
		if (!ended || info.error !== undefined || summary.trim() === '') {
			this.log.problems.add(
				line,
				`Message ${position} is the summary of a compaction that failed; it was left out.`,
			);
			return;
		}
		const now = this.log.messages.length;
		const requested = this.#requested?.message === info.parentID ? this.#requested : undefined;
		const { at, end, trigger } = requested ?? { at: now, end: now, trigger: undefined };
		const tokensBefore = this.log.usage?.usedTokens;
		this.#replayed = trigger === 'automatic' ? this.#prompt : undefined;
		this.log.addCompaction({ end, at, summary, tokensBefore, trigger, time: info.time.created });
	}

	/** Adds a message, which may contain several replies of the model, each with its calls. */
	#takeAssistant(parts: readonly SavedPart[]): void {
		let reply: SavedPart[] = [];
		for (const part of parts) {
			if (part.type === 'step-start') {
				this.#addReply(reply);
				reply = [];
			} else {
				reply.push(part);
			}
		}
		this.#addReply(reply);
	}

	#addReply(parts: readonly SavedPart[]): void {
		this.log.assistant(
			parts.flatMap((part) => (part.type === 'subtask' ? [] : (shownPart(part) ?? []))),
		);
		const tools = parts.filter((part) => part.type === 'tool');
		for (const tool of tools) {
			this.log.call(callOf(tool), resultOf(tool) !== undefined);
		}
		for (const result of tools.flatMap((tool) => resultOf(tool) ?? [])) {
			this.log.result(result, line);
		}
	}
}
