import { isBlank, toolCallsOf, type LogRange, type Message } from '../messages/message.ts';
import { countMessage, type TokenCounter } from '../messages/tokens.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { parseForeignSummary } from '../summary/foreignSummary.ts';
import { isOwnHandoff, renderHandoff } from '../summary/handoff.ts';
import type {
	EarlierCompaction,
	RecordedUsage,
	TranscriptConversation,
} from '../transcripts/reader.ts';

/** An imported conversation: a log with records. */
export interface ImportedConversation {
	readonly messages: readonly Message[];
	/** The compactions that become records, oldest first; each makes the context smaller. */
	readonly earlier: readonly EarlierCompaction[];
	readonly usage: RecordedUsage | undefined;
}

/**
 * Decides which compactions of a file become records. A summary that is not shorter than what it replaces stays an
 * ordinary message, unless it is ours: our plugins make theirs from the messages of the file. Only content before a
 * compaction is considered, so the result does not change when the file grows.
 */
export function importCompactions(
	{ messages, earlier = [], usage }: TranscriptConversation,
	counter: TokenCounter,
): ImportedConversation {
	const kept: EarlierCompaction[] = [];
	const summaries: Inserted[] = [];
	let previous: Previous | undefined;
	for (const compaction of earlier) {
		const tokens = handoffTokens(compaction.summary, counter);
		if (shrinksContext(messages, compaction, tokens, previous, counter)) {
			previous = { range: compaction.range, tokens };
			kept.push(shifted(compaction, summaries));
		} else if (compaction.byPlugin !== true || !isOwnHandoff(compaction.summary)) {
			const { at, summary: content } = compaction;
			summaries.push({ at, message: { role: 'user', content, origin: 'summary' } });
		}
	}
	return {
		messages: summaries.length === 0 ? messages : withInserted(messages, summaries),
		earlier: kept,
		// All summaries come before the counted messages.
		usage: usage && { ...usage, atMessage: usage.atMessage + summaries.length },
	};
}

/** The previous compaction that is in the context: its range, and the tokens of its handoff. */
interface Previous {
	readonly range: LogRange;
	readonly tokens: number;
}

/** A message to insert before the message with this index. */
interface Inserted {
	readonly at: number;
	readonly message: Message;
}

/** Tokens of a compacted context besides its messages and the handoff, with a margin for the joining of rows. */
const frameTokens = 100;

/** Whether a compaction shrinks the context. Counts only as many messages as necessary. */
function shrinksContext(
	messages: readonly Message[],
	{ range, at }: EarlierCompaction,
	handoff: number,
	previous: Previous | undefined,
	counter: TokenCounter,
): boolean {
	const start = Math.max(range.start, previous?.range.end ?? 0);
	// The user's latest message is repeated after the summary.
	const repeated = messages.findLastIndex((message, index) => index < at && isFromPerson(message));
	const calls = new Set<string>();
	let growth = handoff + frameTokens - (previous?.tokens ?? 0);
	// Messages that the previous summary covered and this one does not are restored.
	const restoredFrom = previous === undefined ? range.start : previous.range.start;
	for (const message of messages.slice(restoredFrom, range.start)) {
		growth += countMessage(message, counter);
	}
	for (const [offset, message] of messages.slice(start, range.end).entries()) {
		toolCallsOf(message).forEach(({ id }) => calls.add(id));
		if (start + offset !== repeated && isSent(message, calls)) {
			growth -= countMessage(message, counter);
		}
		if (growth < 0) {
			return true;
		}
	}
	return false;
}

/** Whether a message is sent to a model, so that omitting it saves tokens. */
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

function handoffTokens(summary: string, counter: TokenCounter): number {
	const content = renderHandoff({ summary: parseForeignSummary(summary), quotes: [] }, {});
	return countMessage({ role: 'user', content }, counter);
}

/** A compaction, shifted by messages that were inserted before some of its own. */
function shifted(
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

/** Inserts messages among others. @param inserted In the order of their positions. */
function withInserted(
	messages: readonly Message[],
	inserted: readonly Inserted[],
): readonly Message[] {
	let from = 0;
	const before = inserted.flatMap(({ at, message }) => {
		const upToInsertion = [...messages.slice(from, at), message];
		from = Math.max(from, at);
		return upToInsertion;
	});
	return [...before, ...messages.slice(from)];
}
