import {
	isBlank,
	type AssistantMessage,
	type Content,
	type Message,
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
	/** Index of the first message that it covers; absent: 0. */
	readonly start?: number;
	readonly end: number;
	/** Number of messages at that time; absent: `end`. */
	readonly at?: number;
	readonly summary: string;
	readonly tokensBefore?: number | undefined;
	readonly trigger?: EarlierCompaction['trigger'] | undefined;
	/** Not a number if the file has no readable time. */
	readonly time?: number | undefined;
	readonly byPlugin?: boolean;
}

/** Tokens; smaller recorded windows are placeholders. */
const smallestWindow = 4_000;

function isCount(value: unknown, minimum: number): value is number {
	return Number.isSafeInteger(value) && Number(value) >= minimum;
}

/** Counts unknown kinds, so that each is reported once. */
class UnknownKinds {
	readonly #what: string;
	readonly #fate: string;
	readonly #kinds = new Map<string, { line: number; name: string; what: string; count: number }>();

	/** @param what What is counted, in the singular. @param fate What happened to it. */
	constructor(what: string, fate: string) {
		this.#what = what;
		this.#fate = fate;
	}

	/** @param line The first one of each kind is reported. @param what What it is, if not what is usually counted. */
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
 * Assembles a conversation from pieces in the order of the file. Its messages get the order that models require: the
 * results of an assistant's message directly follow it, in the order of its calls; messages in between come after them.
 */
export class TranscriptLog {
	readonly problems: ProblemList;
	/** Oldest first. */
	earlier: EarlierCompaction[] = [];
	/** The latest one that was recorded since the latest compaction. */
	usage: RecordedUsage | undefined;
	#firstUsage: RecordedUsage['first'];
	/** The session's own title; if empty, its first words are used. */
	title = '';
	/** The current record: messages that are added get its time, if it has one. */
	record: unknown;
	/** Unknown kinds of record, which are left out. */
	readonly unknown = new UnknownKinds('record', 'left out');
	/** Unknown kinds of block, which are replaced by a mark. */
	readonly marked = new UnknownKinds('block', 'shown as a mark');
	readonly #messages: Message[] = [];
	/** Ids of the calls in the file. */
	readonly #ids = new Set<string>();
	/** Ids of calls that have a result. */
	readonly #answered = new Set<string>();
	#open: OpenMessage | undefined;

	constructor(problems = new ProblemList()) {
		this.problems = problems;
	}

	/** All messages so far. Closes the last one: results that follow are placed after later messages. */
	get messages(): readonly Message[] {
		this.#close();
		return this.#messages;
	}

	/** The messages whose positions are final: all before a message with missing results. */
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

	/** Adds a message at the end, as it is but for annotations from its client's texts. */
	push(message: Message): void {
		this.#messages.push(annotated(message));
	}

	/** Keeps only the first messages. */
	cut(length: number): void {
		this.#close();
		this.#messages.splice(length);
	}

	/** Adds a message that is not the assistant's: after the results of the open message, if any are missing. */
	add(added: Exclude<Message, AssistantMessage>): void {
		const message = added.role === 'user' ? this.timed(added) : added;
		if (this.#open?.awaitsResult === true) {
			this.#open.holdBack(message);
		} else {
			this.#close();
			this.push(message);
		}
	}

	system(content: Content): void {
		this.add({ role: 'system', content });
	}

	/** Adds a message unless it is blank. @param origin Absent: the user, unless the text shows otherwise. */
	user(content: Content, origin?: UserOrigin): void {
		if (!isBlank(content)) {
			this.add({ role: 'user', content, ...(origin === undefined ? {} : { origin }) });
		}
	}

	/** A message with the time of the current record, to be added later. */
	timed(message: UserMessage): UserMessage {
		const time = message.time ?? recordTime(this.record);
		return time === undefined ? message : { ...message, time };
	}

	/** Adds a message of the assistant, unless it has neither text nor calls. */
	assistant(content: Content, calls: readonly FoundCall[] = []): void {
		this.#begin(content);
		for (const call of calls) {
			this.call(call);
		}
	}

	/**
	 * Adds a call to the open message, or to a new one if the open message has all its results.
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
	 * Adds a result, and reports it if its call is not in the file or has another result.
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
	 * Adds a result. It stays at its position in the file if its call is not in the file, or if the next message of the
	 * assistant came before it.
	 * @returns Whether its call is in the file.
	 */
	answer(found: FoundResult): boolean {
		this.#answered.add(found.toolCallId ?? '');
		if (this.#open?.answer(found) === true) {
			return true;
		}
		const { name, toolCallId = name ?? 'unknown', ...rest } = found;
		this.add({ role: 'tool', toolCallId, ...rest });
		return this.#ids.has(toolCallId);
	}

	/** Records the size of the context up to the latest message, as the assistant counted it. Tokens. */
	recordUsage(tokens: number | undefined, window?: number): void {
		if (isCount(tokens, 1)) {
			const windowTokens = isCount(window, smallestWindow) ? { windowTokens: window } : {};
			const atMessage = this.#messages.length + (this.#open === undefined ? 0 : 1);
			const first = this.#firstUsage;
			const latest = this.earlier.at(-1);
			if (latest !== undefined && latest.tokensAfter === undefined) {
				this.earlier.splice(-1, 1, { ...latest, tokensAfter: tokens });
			}
			if (first === undefined && this.#isBeginning()) {
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
	 * Whether the log is at the beginning of a session: it has at most two replies, because some servers report only a
	 * placeholder for the first one.
	 */
	#isBeginning(): boolean {
		let replies = this.#open === undefined ? 0 : 1;
		for (const { role } of this.#messages) {
			replies += role === 'assistant' ? 1 : 0;
			if (replies > 2) {
				return false;
			}
		}
		return this.#messages[0]?.role === 'user' || this.#messages[0]?.role === 'system';
	}

	/** Removes the messages from an index on, because the user rewound the session, and reports their number. */
	rewind(start: number, line: number): void {
		const count = this.messages.length - start;
		if (count > 0) {
			this.cut(start);
			this.usage = undefined;
			if ((this.#firstUsage?.atMessage ?? 0) > start) {
				this.#firstUsage = undefined;
			}
			this.earlier = this.earlier.filter(({ at }) => at <= start);
			this.problems.addRewind(line, count);
		}
	}

	/** Adds a compaction by the assistant. */
	addCompaction({
		start = 0,
		end,
		at = end,
		summary,
		tokensBefore,
		trigger,
		time,
		byPlugin = false,
	}: FoundCompaction): void {
		this.usage = undefined;
		this.earlier.push({
			range: { start, end },
			at,
			summary,
			...(tokensBefore === undefined ? {} : { tokensBefore }),
			...(trigger === undefined ? {} : { trigger }),
			...(time === undefined || Number.isNaN(time) ? {} : { time }),
			...(byPlugin ? { byPlugin } : {}),
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
}
