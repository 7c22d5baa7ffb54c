import {
	isBlank,
	type Content,
	type Message,
	type SystemMessage,
	type UserMessage,
	type UserOrigin,
} from '../../messages/message.ts';
import { annotated } from '../envelopes.ts';
import { ProblemList } from '../problems.ts';
import type { EarlierCompaction, RecordedUsage, TranscriptConversation } from '../reader.ts';
import { recordTime } from './recordTime.ts';
import { OpenMessage, type FoundCall, type FoundResult } from './openMessage.ts';
import { firstWords } from './titles.ts';

/** A compaction by the assistant, as a reader finds it. */
interface FoundCompaction {
	/** The messages it covers; the first ones unless `start` is given. */
	readonly start?: number;
	readonly end: number;
	/** Number of messages when it was made; absent: as many as it covers. */
	readonly at?: number;
	readonly summary: string;
	readonly tokensBefore?: number | undefined;
	readonly trigger?: EarlierCompaction['trigger'] | undefined;
	/** Not a number if the file has no readable time. */
	readonly time?: number | undefined;
}

/** Smaller ones are placeholders. */
const smallestWindow = 4_000;

function isCount(value: unknown, least: number): value is number {
	return Number.isSafeInteger(value) && Number(value) >= least;
}

/** Counts unknown kinds, to report each once and not every line. */
class Kinds {
	readonly #what: string;
	readonly #fate: string;
	readonly #kinds = new Map<string, { line: number; name: string; what: string; count: number }>();

	/** @param what What is counted, in the singular. @param fate What happened to it. */
	constructor(what: string, fate: string) {
		this.#what = what;
		this.#fate = fate;
	}

	/** @param line Its position; of each kind the first is reported. @param what What it is, if it is something else. */
	add(line: number, name: string, what = this.#what): void {
		const key = `${what} ${name}`;
		const kind = this.#kinds.get(key) ?? { line, name, what, count: 0 };
		kind.count += 1;
		this.#kinds.set(key, kind);
	}

	report(problems: ProblemList): void {
		for (const { line, name, what, count } of this.#kinds.values()) {
			const subject = count === 1 ? `A ${what}` : `${count} ${what}s`;
			const fate = `${count === 1 ? 'was' : 'were'} ${this.#fate}`;
			problems.add(line, `${subject} of the unknown kind "${name.slice(0, 80)}" ${fate}.`);
		}
	}
}

/**
 * Assembles a conversation from pieces in file order, in the order that models require: the results of an assistant's
 * message directly follow it, in the order of its calls, and everything in between comes after them.
 */
export class TranscriptLog {
	readonly problems: ProblemList;
	/** Oldest first. */
	earlier: EarlierCompaction[] = [];
	/** The last recorded one since the last compaction. */
	usage: RecordedUsage | undefined;
	#firstUsage: RecordedUsage['first'];
	/** The session's own title; its first words are used if it has none. */
	title = '';
	/** The present record: its messages get its time, if it has one. */
	record: unknown;
	/** Kinds of record that are left out. */
	readonly unknown = new Kinds('record', 'left out');
	/** Kinds of block that were replaced by a mark. */
	readonly marked = new Kinds('block', 'shown as a mark');
	/** Each with the annotations from its client's texts. */
	readonly #messages: Message[] = [];
	/** Of the calls in the file. */
	readonly #ids = new Set<string>();
	/** Those that have a result. */
	readonly #answered = new Set<string>();
	#open: OpenMessage | undefined;

	constructor(problems = new ProblemList()) {
		this.problems = problems;
	}

	/** All messages so far; results that follow later are late. */
	get messages(): readonly Message[] {
		this.#close();
		return this.#messages;
	}

	/** The messages whose positions are final: those before one with missing results. */
	get settled(): readonly Message[] {
		return this.awaitsResult ? this.#messages : this.messages;
	}

	/** Whether a call of the last message has no result yet. */
	get awaitsResult(): boolean {
		return this.#open?.awaitsResult === true;
	}

	/** Whether nothing was added yet. */
	get isEmpty(): boolean {
		return this.#open === undefined && this.#messages.length === 0;
	}

	/** Whether a call of this id has a result. */
	hasResult(id: string): boolean {
		return this.#ids.has(id) && this.#answered.has(id);
	}

	/** Adds a message unchanged, after all settled ones. */
	push(message: Message): void {
		this.#messages.push(annotated(message));
	}

	/** Removes all but the first messages. */
	cut(length: number): void {
		this.#close();
		this.#messages.splice(length);
	}

	/** Adds a message that is not the assistant's. */
	add(message: SystemMessage | UserMessage): void {
		this.#place(message);
	}

	system(content: Content): void {
		this.#place({ role: 'system', content });
	}

	/** Adds a message unless it is blank. @param origin Absent: the user, or what its first words indicate. */
	user(content: Content, origin?: UserOrigin): void {
		if (!isBlank(content)) {
			this.#place({ role: 'user', content, ...(origin === undefined ? {} : { origin }) });
		}
	}

	/** Adds the time of the present record: for messages that are added later. */
	timed(message: UserMessage): UserMessage {
		const time = message.time ?? recordTime(this.record);
		return time === undefined ? message : { ...message, time };
	}

	/** Adds a message of the assistant; one without text and calls is left out. */
	assistant(content: Content, calls: readonly FoundCall[] = []): void {
		this.#begin(content);
		for (const call of calls) {
			this.call(call);
		}
	}

	/**
	 * Adds a call to the open message, or to a new one if that has all its results.
	 * @param isAwaited Whether the file is expected to contain its result.
	 */
	call({ id, name, arguments: given }: FoundCall, isAwaited = true): void {
		const open = this.#open?.takesCalls === true ? this.#open : this.#begin('');
		const own = id ?? `call_${this.#ids.size + 1}`;
		this.#ids.add(own);
		this.#answered.delete(own);
		open.add({ id: own, name, arguments: given }, isAwaited);
	}

	/**
	 * Adds a result, and reports one whose call is not in the file or has another result.
	 * @param line 1 in a file that is one document.
	 */
	result(found: FoundResult, line: number): void {
		const isAnother = found.toolCallId !== undefined && this.#answered.has(found.toolCallId);
		if (!this.answer(found)) {
			this.problems.add(line, 'This result answers no call that is in the file; it was kept.');
		} else if (isAnother) {
			this.problems.add(line, 'This result answers a call that has one already; both were kept.');
		}
	}

	/**
	 * Adds a result. One that comes after the next message began stays at its position, and so does one whose call is not
	 * in the file.
	 * @returns Whether its call is in the file.
	 */
	answer(found: FoundResult): boolean {
		this.#answered.add(found.toolCallId ?? '');
		if (this.#open?.answer(found) === true) {
			return true;
		}
		const { name, toolCallId = name ?? 'unknown', ...rest } = found;
		this.#place({ role: 'tool', toolCallId, ...rest });
		return this.#ids.has(toolCallId);
	}

	/** The assistant recorded the size of its context, up to its latest message. Tokens. */
	used(tokens: number | undefined, window?: number): void {
		if (isCount(tokens, 1)) {
			const windowTokens = isCount(window, smallestWindow) ? { windowTokens: window } : {};
			const atMessage = this.#messages.length + (this.#open === undefined ? 0 : 1);
			const first = this.#firstUsage;
			const latest = this.earlier.at(-1);
			if (latest !== undefined && latest.tokensAfter === undefined) {
				this.earlier.splice(-1, 1, { ...latest, tokensAfter: tokens });
			}
			if (first === undefined && this.#begins()) {
				this.#firstUsage = { usedTokens: tokens, atMessage };
			}
			this.usage = {
				usedTokens: tokens,
				...windowTokens,
				atMessage,
				...(first === undefined || first.atMessage === atMessage ? {} : { first }),
			};
		}
	}

	/**
	 * Whether there are at most two replies: the session's beginning, if the file contains it. Of the first one, some
	 * servers report only a placeholder.
	 */
	#begins(): boolean {
		let replies = this.#open === undefined ? 0 : 1;
		for (const { role } of this.#messages) {
			replies += role === 'assistant' ? 1 : 0;
			if (replies > 2) {
				return false;
			}
		}
		return this.#messages[0]?.role === 'user' || this.#messages[0]?.role === 'system';
	}

	/** The user went back: removes the messages from an index on, and reports their number. */
	goBack(start: number, line: number): void {
		const count = this.messages.length - start;
		if (count > 0) {
			this.cut(start);
			this.usage = undefined;
			if ((this.#firstUsage?.atMessage ?? 0) > start) {
				this.#firstUsage = undefined;
			}
			this.earlier = this.earlier.filter(({ at }) => at <= start);
			this.problems.wentBack(line, count);
		}
	}

	/** Records a compaction by the assistant. */
	compacted({
		start = 0,
		end,
		at = end,
		summary,
		tokensBefore,
		trigger,
		time,
	}: FoundCompaction): void {
		this.usage = undefined;
		this.earlier.push({
			range: { start, end },
			at,
			summary,
			...(tokensBefore === undefined ? {} : { tokensBefore }),
			...(trigger === undefined ? {} : { trigger }),
			...(time === undefined || Number.isNaN(time) ? {} : { time }),
		});
	}

	/** The conversation, after the last piece was added. To be called once. */
	conversation(): TranscriptConversation {
		this.unknown.report(this.problems);
		this.marked.report(this.problems);
		const { messages, earlier, usage } = this;
		return {
			title: this.title || firstWords(messages),
			...(this.title === '' ? {} : { isNamed: true }),
			messages,
			...(earlier.length === 0 ? {} : { earlier }),
			// The messages that it counted may have been removed since.
			...(usage === undefined || usage.atMessage > messages.length ? {} : { usage }),
		};
	}

	#begin(content: Content): OpenMessage {
		const parts =
			typeof content === 'string' ? [{ type: 'text', text: content } as const] : content;
		this.#close();
		const open = new OpenMessage(parts);
		this.#open = open;
		return open;
	}

	#close(): void {
		const open = this.#open;
		this.#open = undefined;
		for (const message of open?.messages() ?? []) {
			this.push(message);
		}
	}

	#place(added: Message): void {
		const message = added.role === 'user' ? this.timed(added) : added;
		if (this.#open?.awaitsResult === true) {
			this.#open.holdBack(message);
		} else {
			this.#close();
			this.push(message);
		}
	}
}
