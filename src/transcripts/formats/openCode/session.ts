import { isBlank, textOf, type Part, type UserMessage } from '../../../messages/message.ts';
import { contentOf } from '../../building/parts.ts';
import { callOf, isSynthetic, partOfUser, resultOf, typedWords } from './parts.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import {
	messageInfo,
	partId,
	savedPart,
	type MessageInfo,
	type Revert,
	type SavedPart,
} from './records.ts';

/** A message as OpenCode keeps it. */
export interface SavedMessage {
	readonly info: unknown;
	readonly parts: readonly unknown[];
}

/** A compaction that was asked for and has no summary yet. */
interface AskedCompaction {
	readonly message: string;
	readonly at: number;
	readonly end: number;
	readonly trigger?: 'manual' | 'automatic';
}

/** What the person typed last, and where it stands in the log, with what was added to it. */
interface Prompt {
	readonly texts: readonly string[];
	readonly start: number;
	readonly end: number;
}

/** Problems name a message by its position: neither documents nor databases have lines. */
const line = 1;

function textIn(parts: readonly SavedPart[]): string {
	const texts = parts.filter((part) => part.type === 'text');
	return textOf(contentOf(texts.map(({ text }) => ({ type: 'text', text }))));
}

/** Tokens of the context a reply was made from, and of the reply. */
function contextTokens({ tokens }: MessageInfo): number {
	const { total, input, output, cache } = tokens ?? {};
	return total ?? (input ?? 0) + (output ?? 0) + (cache?.read ?? 0) + (cache?.write ?? 0);
}

/** Puts the log of one session together, message by message and oldest first. */
export class OpenCodeSession {
	readonly #log: TranscriptLog;
	readonly #revert: Revert | undefined;
	readonly #starts = new Map<string, number>();
	#asked: AskedCompaction | undefined;
	#prompt: Prompt | undefined;
	/** What the next message of the user may say again: an automatic compaction repeats the prompt. */
	#replayed: Prompt | undefined;
	#tokens = 0;
	#takenBack = 0;
	#reverted = false;

	constructor(log: TranscriptLog, revert: Revert | undefined) {
		this.#log = log;
		this.#revert = revert;
	}

	/** @param position Of the message in its session, from 1. */
	take({ info: saved, parts }: SavedMessage, position: number): void {
		const info = messageInfo(saved);
		if (info === undefined) {
			this.#log.problems.add(line, `Message ${position} has no role; it was left out.`);
			return;
		}
		const kept = this.#kept(info, parts);
		if (kept === undefined) {
			this.#takenBack += 1;
			return;
		}
		this.#starts.set(info.id, this.#log.messages.length);
		this.#log.record = { time: info.time.created };
		const known = kept.map((part) => this.#known(part)).filter((part) => part !== undefined);
		if (info.role === 'user') {
			this.#takeUser(info, known);
		} else if (info.role === 'assistant' && info.summary === true) {
			this.#takeSummary(info, known, position);
		} else if (info.role === 'assistant') {
			this.#tokens = contextTokens(info) || this.#tokens;
			this.#takeAssistant(known);
		} else {
			this.#log.unknown.add(line, `message of ${info.role}`);
		}
	}

	/** Ends the session and tells what was left out. */
	end(): void {
		if (this.#takenBack > 0) {
			const messages = this.#takenBack === 1 ? 'message' : 'messages';
			this.#log.problems.add(
				line,
				`${this.#takenBack} ${messages} that the person took back (undo) left out.`,
			);
		}
	}

	/** The parts before the place up to which the person took the conversation back. */
	#kept(info: MessageInfo, parts: readonly unknown[]): readonly unknown[] | undefined {
		if (this.#reverted) {
			return undefined;
		}
		if (this.#revert === undefined || info.id !== this.#revert.messageID) {
			return parts;
		}
		this.#reverted = true;
		const { partID } = this.#revert;
		const end = parts.findIndex((part) => typeof partID === 'string' && partId(part) === partID);
		return end > 0 ? parts.slice(0, end) : undefined;
	}

	#known(value: unknown): SavedPart | undefined {
		const part = savedPart(value);
		if ('unknown' in part) {
			this.#log.unknown.add(line, `${part.unknown} part`);
			return undefined;
		}
		return part;
	}

	#takeUser(info: MessageInfo, parts: readonly SavedPart[]): void {
		const asked = parts.find((part) => part.type === 'compaction');
		if (asked !== undefined) {
			const at = this.#log.messages.length;
			const end = this.#starts.get(asked.tail_start_id ?? '') ?? at;
			const { auto } = asked;
			const trigger = auto === true ? 'automatic' : 'manual';
			const told = typeof auto === 'boolean' ? ({ trigger } as const) : {};
			this.#asked = { message: info.id, at, end, ...told };
		}
		const { fresh, again } = this.#withoutReplay(parts);
		const typed = fresh.filter((part) => !isSynthetic(part));
		const texts = typed.flatMap((part) => (part.type === 'text' ? [part.text] : []));
		const start = this.#log.messages.length;
		this.#addUser(
			typed.map((part) => (part.type === 'text' ? { ...part, text: typedWords(part.text) } : part)),
		);
		this.#addUser([...again, ...fresh.filter((part) => isSynthetic(part))], 'client');
		if (texts.length > 0) {
			this.#prompt = { texts, start, end: this.#log.messages.length };
		}
	}

	/**
	 * Tells what an automatic compaction repeats from what is new. A prompt that stands right before
	 * the compaction is kept there, and the compaction ends before it; one that was worked on since is
	 * said again by the client.
	 */
	#withoutReplay(
		parts: readonly SavedPart[],
	): Readonly<Record<'fresh' | 'again', readonly SavedPart[]>> {
		const replayed = this.#replayed;
		this.#replayed = undefined;
		const isAgain = (part: SavedPart): boolean =>
			part.type === 'text' && replayed?.texts.includes(part.text) === true;
		const again = parts.filter((part) => isAgain(part));
		const fresh = parts.filter((part) => !isAgain(part));
		const made = this.#log.earlier.at(-1);
		if (replayed === undefined || made === undefined || replayed.end !== made.at) {
			return { fresh, again };
		}
		if (again.length > 0) {
			const end = Math.min(made.range.end, replayed.start);
			this.#log.earlier[this.#log.earlier.length - 1] = { ...made, range: { start: 0, end } };
		}
		return { fresh, again: [] };
	}

	#addUser(parts: readonly SavedPart[], origin?: UserMessage['origin']): void {
		const shown = parts.map((part) => partOfUser(part)).filter((part) => part !== undefined);
		const content = contentOf(shown);
		if (!isBlank(content)) {
			this.#log.user(content, origin);
		}
	}

	#takeSummary(info: MessageInfo, parts: readonly SavedPart[], position: number): void {
		const summary = textIn(parts);
		const ended = (info.finish ?? info.time.completed ?? undefined) !== undefined;
		if (!ended || (info.error ?? undefined) !== undefined || summary.trim() === '') {
			this.#log.problems.add(
				line,
				`Message ${position} is the summary of a compaction that failed; it was left out.`,
			);
			return;
		}
		const now = this.#log.messages.length;
		const asked = this.#asked?.message === info.parentID ? this.#asked : undefined;
		const { at, end, trigger } = asked ?? { at: now, end: now };
		const time = info.time.created ?? undefined;
		const tokensBefore = this.#tokens > 0 ? this.#tokens : undefined;
		this.#replayed = trigger === 'automatic' ? this.#prompt : undefined;
		this.#log.compacted({ end, at, summary, tokensBefore, trigger, time });
	}

	/** One message of OpenCode's can hold several replies of the model, each with its calls. */
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
		const texts: Part[] = [];
		for (const part of parts) {
			const shown = part.type === 'text' || part.type === 'file' ? partOfUser(part) : undefined;
			if (shown !== undefined) {
				texts.push(shown);
			}
		}
		this.#log.assistant(texts);
		const tools = parts.filter((part) => part.type === 'tool');
		const results = tools.map((tool) => ({ call: callOf(tool), result: resultOf(tool) }));
		for (const { call, result } of results) {
			this.#log.call(call, result !== undefined);
		}
		for (const { result } of results) {
			if (result !== undefined) {
				this.#log.result(result, line);
			}
		}
	}
}
