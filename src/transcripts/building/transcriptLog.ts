import type {
	Content,
	Message,
	SystemMessage,
	UserMessage,
	UserOrigin,
} from '../../messages/message.ts';
import { annotated } from '../envelopes.ts';
import { abandoned, ProblemList, type ReportProblem } from '../problems.ts';
import type { EarlierCompaction, RecordedUsage, TranscriptConversation } from '../reader.ts';
import { recordTime } from './recordTime.ts';
import { OpenMessage, type FoundCall, type FoundResult } from './openMessage.ts';
import { firstWords } from './titles.ts';

/** A compaction of the assistant's, as a reader finds it. */
interface FoundCompaction {
	/** The messages it stands for; the first ones unless `start` says otherwise. */
	readonly start?: number;
	readonly end: number;
	/** Messages there were when it was made; absent: as many as it stands for. */
	readonly at?: number;
	readonly summary: string;
	readonly tokensBefore?: number | null | undefined;
	readonly trigger?: EarlierCompaction['trigger'] | undefined;
	/** Not a number where the file tells no readable time. */
	readonly time?: number | undefined;
}

/** Smaller ones are placeholders. */
const smallestWindow = 4_000;

function isCount(value: unknown, least: number): value is number {
	return Number.isSafeInteger(value) && Number(value) >= least;
}

/** Counts what a reader has no words for, to report each kind once and not every line. */
class Kinds {
	readonly #what: string;
	readonly #fate: string;
	readonly #kinds = new Map<string, { line: number; name: string; what: string; count: number }>();

	/** @param what What is counted, in the singular. @param fate What became of it. */
	constructor(what: string, fate: string) {
		this.#what = what;
		this.#fate = fate;
	}

	/** @param line Where it stands; of each kind the first is reported. @param what What it is, where it is another. */
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
 * Puts a conversation together from pieces in file order, as models take it: the results of an
 * assistant's message stand right behind it, in the order of its calls, and whatever came in between
 * follows them.
 */
export class TranscriptLog {
	readonly problems: ProblemList;
	/** Oldest first. */
	earlier: EarlierCompaction[] = [];
	/** Recorded last, since the last compaction. */
	usage: RecordedUsage | undefined;
	#firstUsage: RecordedUsage['first'];
	/** The session's own title; its first words stand in for one. */
	title = '';
	/** The record at hand: what is said in it was said when it was written, where it tells. */
	record: unknown;
	/** Kinds of record that are left out. */
	readonly unknown = new Kinds('record', 'left out');
	/** Kinds of block that a mark stands for. */
	readonly marked = new Kinds('block', 'shown as a mark');
	/** Each with what its client's texts tell. */
	readonly #messages: Message[] = [];
	/** Of the calls that are in the file. */
	readonly #ids = new Set<string>();
	#open: OpenMessage | undefined;

	constructor(problems = new ProblemList()) {
		this.problems = problems;
	}

	/** All messages so far; results that come later are late. */
	get messages(): readonly Message[] {
		this.#close();
		return this.#messages;
	}

	/** The messages that will not move any more: those before one whose results are missing. */
	get settled(): readonly Message[] {
		return this.awaitsResult ? this.#messages : this.messages;
	}

	/** Whether a call of the last message has no result yet. */
	get awaitsResult(): boolean {
		return this.#open?.awaitsResult === true;
	}

	/** Adds a message as it is, behind all that is settled. */
	push(message: Message): void {
		this.#messages.push(annotated(message));
	}

	/** Forgets all but the first messages. */
	cut(length: number): void {
		this.#close();
		this.#messages.splice(length);
	}

	/** Adds a message of somebody else. */
	add(message: SystemMessage | UserMessage): void {
		this.#place(message);
	}

	system(content: Content): void {
		this.#place({ role: 'system', content });
	}

	/** @param origin Absent: a person, or what its first words tell. */
	user(content: Content, origin?: UserOrigin): void {
		const message: UserMessage = { role: 'user', content };
		this.#place(origin === undefined ? message : { ...message, origin });
	}

	/** With the time of the record at hand: for messages that wait before they are added. */
	timed(message: UserMessage): UserMessage {
		const time = message.time ?? recordTime(this.record);
		return time === undefined ? message : { ...message, time };
	}

	/** Adds a message of the assistant; one that neither says nor calls anything is left out. */
	assistant(content: Content, calls: readonly FoundCall[] = []): void {
		this.#begin(content);
		for (const call of calls) {
			this.call(call);
		}
	}

	/**
	 * Adds a call to the message at hand, or to a new one when that has all its results.
	 * @param isAwaited Whether the file is going to have its result.
	 */
	call({ id, name, arguments: given }: FoundCall, isAwaited = true): void {
		const open = this.#open?.takesCalls === true ? this.#open : this.#begin('');
		const own = id ?? `call_${this.#ids.size + 1}`;
		this.#ids.add(own);
		open.add({ id: own, name, arguments: given }, isAwaited);
	}

	/**
	 * Adds a result, and reports one whose call is not in the file.
	 * @param where Its line, 1 in a file that is one document; or who tells of the piece it is in.
	 */
	result(found: FoundResult, where: number | ReportProblem): void {
		if (this.answer(found)) {
			return;
		}
		if (typeof where === 'number') {
			this.problems.add(where, 'This result answers no call that is in the file; it was kept.');
		} else {
			where('it answers no call that is in the file; it was kept');
		}
	}

	/**
	 * Adds a result. One that comes after the next message began stands where it came, and so does one
	 * whose call is not in the file.
	 * @returns Whether its call is in the file.
	 */
	answer(found: FoundResult): boolean {
		if (this.#open?.answer(found) === true) {
			return true;
		}
		const { name, toolCallId = name ?? 'unknown', ...told } = found;
		this.#place({ role: 'tool', toolCallId, ...told });
		return this.#ids.has(toolCallId);
	}

	/** The assistant recorded the size of its context, up to its latest message. Tokens. */
	used(tokens: number | null | undefined, window?: number | null): void {
		if (isCount(tokens, 1)) {
			const windowTokens = isCount(window, smallestWindow) ? { windowTokens: window } : {};
			const atMessage = this.#messages.length + (this.#open === undefined ? 0 : 1);
			const first = this.#firstUsage;
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

	/** Whether there is no more than a request and its first reply: the session's beginning, where the file has it. */
	#begins(): boolean {
		let replies = this.#open === undefined ? 0 : 1;
		for (const { role } of this.#messages) {
			replies += role === 'assistant' ? 1 : 0;
			if (replies > 1) {
				return false;
			}
		}
		return this.#messages[0]?.role === 'user' || this.#messages[0]?.role === 'system';
	}

	/** The person went back: forgets what stands from a place on, and says how much that is. */
	goBack(start: number, line: number): void {
		const count = this.messages.length - start;
		if (count > 0) {
			this.cut(start);
			this.usage = undefined;
			if ((this.#firstUsage?.atMessage ?? 0) > start) {
				this.#firstUsage = undefined;
			}
			this.earlier = this.earlier.filter(({ at }) => at <= start);
			this.problems.add(line, abandoned(count));
		}
	}

	/** Remembers a compaction that the assistant made. */
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
			...(typeof tokensBefore === 'number' ? { tokensBefore } : {}),
			...(trigger === undefined ? {} : { trigger }),
			...(time === undefined || Number.isNaN(time) ? {} : { time }),
		});
	}

	/** The conversation, when the last piece was added. To be called once. */
	conversation(): TranscriptConversation {
		this.unknown.report(this.problems);
		this.marked.report(this.problems);
		const { messages, earlier, usage } = this;
		return {
			title: this.title || firstWords(messages),
			messages,
			...(earlier.length === 0 ? {} : { earlier }),
			// What it counted may have been taken back since.
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

	#place(told: Message): void {
		const message = told.role === 'user' ? this.timed(told) : told;
		if (this.#open?.awaitsResult === true) {
			this.#open.wait(message);
		} else {
			this.#close();
			this.push(message);
		}
	}
}
