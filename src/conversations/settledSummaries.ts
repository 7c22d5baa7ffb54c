import { isBlank, toolCallsOf, type LogRange, type Message } from '../messages/message.ts';
import { countMessage, type TokenCounter } from '../messages/tokens.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { parseForeignSummary } from '../summary/foreignSummary.ts';
import { renderHandoff } from '../summary/handoff.ts';
import type {
	EarlierCompaction,
	Messages,
	RecordedUsage,
	TranscriptConversation,
} from '../transcripts/reader.ts';

/** A conversation of a file as it becomes a log with records. */
export interface SettledConversation {
	readonly messages: Messages;
	/** Those that become records, oldest first; each makes the context smaller. */
	readonly earlier: readonly EarlierCompaction[];
	readonly usage: RecordedUsage | undefined;
}

/**
 * Decides which compactions of a file become records. A summary that is no shorter than what it
 * stands for stays the message it was for the assistant. What stood in the file before a compaction
 * decides, so a file that has grown settles in the same way.
 */
export function settled(
	{ messages, earlier = [], usage }: TranscriptConversation,
	counter: TokenCounter,
): SettledConversation {
	const settling: EarlierCompaction[] = [];
	const summaries: Inserted[] = [];
	let previous: Previous | undefined;
	for (const compaction of earlier) {
		const tokens = handoffTokens(compaction.summary, counter);
		if (saves(messages, compaction, tokens, previous, counter)) {
			previous = { range: compaction.range, tokens };
			settling.push(moved(compaction, summaries));
		} else {
			const { at, summary: content } = compaction;
			summaries.push({ at, message: { role: 'user', content, origin: 'summary' } });
		}
	}
	return {
		messages: summaries.length === 0 ? messages : new WithInserted(messages, summaries),
		earlier: settling,
		// All summaries stand in front of what was counted.
		usage: usage && { ...usage, atMessage: usage.atMessage + summaries.length },
	};
}

/** The compaction before, as far as the context had it. */
interface Previous {
	readonly range: LogRange;
	readonly tokens: number;
}

/** A message to put in front of the one that has this index without it. */
interface Inserted {
	readonly at: number;
	readonly message: Message;
}

/** Messages that are read at once. */
const readAtOnce = 100;

/** What a context has beside the handoff once it is compacted, with room for what joins rows. Tokens. */
const frameTokens = 100;

/** Whether the context shrinks. Reads only as many messages as it takes to be sure. */
function saves(
	messages: Messages,
	{ range, at }: EarlierCompaction,
	handoff: number,
	previous: Previous | undefined,
	counter: TokenCounter,
): boolean {
	const start = Math.max(range.start, previous?.range.end ?? 0);
	const repeated = latestOfPerson(messages, at);
	const calls = new Set<string>();
	let spent = handoff + frameTokens - (previous?.tokens ?? 0);
	// What the summary before stood for, and this one does not, comes back.
	const back = previous === undefined ? range.start : previous.range.start;
	for (const { message } of read(messages, back, range.start)) {
		spent += countMessage(message, counter);
	}
	for (const { message, index } of read(messages, start, range.end)) {
		toolCallsOf(message).forEach(({ id }) => calls.add(id));
		if (index !== repeated && isSent(message, calls)) {
			spent -= countMessage(message, counter);
		}
		if (spent < 0) {
			return true;
		}
	}
	return false;
}

/** Whether a message is sent to a model, so that leaving it out saves something. */
function isSent(message: Message, calls: ReadonlySet<string>): boolean {
	switch (message.role) {
		case 'system':
			return false;
		case 'tool':
			return calls.has(message.toolCallId);
		case 'user':
		case 'assistant':
			return toolCallsOf(message).length > 0 || !isBlank(message.content);
	}
}

function* read(
	messages: Messages,
	start: number,
	end: number,
): Generator<{ readonly message: Message; readonly index: number }> {
	for (let from = start; from < end; from += readAtOnce) {
		const some = messages.slice(from, Math.min(end, from + readAtOnce));
		for (const [offset, message] of some.entries()) {
			yield { message, index: from + offset };
		}
	}
}

/** Index of the person's latest message before `end`, which stands behind the summary again; or -1. */
function latestOfPerson(messages: Messages, end: number): number {
	for (let to = end; to > 0; to -= readAtOnce) {
		const from = Math.max(0, to - readAtOnce);
		const found = messages.slice(from, to).findLastIndex(isFromPerson);
		if (found >= 0) {
			return from + found;
		}
	}
	return -1;
}

function handoffTokens(summary: string, counter: TokenCounter): number {
	const content = renderHandoff({ summary: parseForeignSummary(summary), quotes: [] }, {});
	return countMessage({ role: 'user', content }, counter);
}

/** A compaction where messages were put in front of some of its own. */
function moved(
	{ range, at, ...rest }: EarlierCompaction,
	summaries: readonly Inserted[],
): EarlierCompaction {
	const before = (index: number): number =>
		summaries.filter((inserted) => inserted.at < index).length;
	return {
		...rest,
		range: { start: range.start + before(range.start), end: range.end + before(range.end) },
		at: at + summaries.length,
	};
}

/** Messages with others among them. */
class WithInserted implements Messages {
	readonly length: number;
	readonly #messages: Messages;
	readonly #inserted: readonly Inserted[];

	/** @param inserted In the order of their places. */
	constructor(messages: Messages, inserted: readonly Inserted[]) {
		this.#messages = messages;
		this.#inserted = inserted;
		this.length = messages.length + inserted.length;
	}

	slice(start = 0, end = this.length): readonly Message[] {
		const from = Math.max(0, start < 0 ? this.length + start : start);
		const to = Math.min(this.length, end < 0 ? this.length + end : end);
		const slice: Message[] = [];
		let at = from;
		this.#inserted.forEach((inserted, before) => {
			const place = inserted.at + before;
			if (place >= at && place < to) {
				slice.push(...this.#messages.slice(at - before, inserted.at), inserted.message);
				at = place + 1;
			}
		});
		const before = this.#inserted.filter((inserted, index) => inserted.at + index < at).length;
		return at < to ? [...slice, ...this.#messages.slice(at - before, to - before)] : slice;
	}

	*[Symbol.iterator](): Iterator<Message> {
		for (const { message } of read(this, 0, this.length)) {
			yield message;
		}
	}
}
