import type { Log, LogRange, Message } from '../messages/message.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import { userOrigin } from '../messages/origins.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { carriesSummary } from '../summary/foreignSummary.ts';

/** Where head, middle and tail begin and end. Indices into the log, tokens for budgets. */

/** A tail may exceed its budget by this factor before a message is left out. */
export const tailCeiling = 1.5;

/** Minimum number of messages in a tail, whatever their size. */
export const smallestTail = 3;

/** A client's last rows do not count toward the smallest tail if they have at most this many tokens. */
const maxUncountedTokens = 1_000;

/** The maximum distance from the start at which an earlier compaction's summary makes the head obsolete. */
const maxHandoffDistance = 4;

/** Share of the tail's budget up to which the latest request may appear both in the head and after the summary. */
const repeatedRequestShare = 0.5;

/** Share of the window up to which a client's one-time context stays at the start. */
const frozenShare = 0.1;

/** First index after the leading system messages; one that contains an earlier summary does not count as leading. */
export function bodyStart(log: Log): number {
	const index = log.findIndex(
		({ message }) => message.role !== 'system' || carriesSummary(message),
	);
	return index < 0 ? log.length : index;
}

/**
 * End of what a client sends only once: messages after the system prompt that are not the user's, such as an
 * environment, workspace rules, or a memory. No later request repeats them, so they stay at the start of every context.
 * @param window Of the model, tokens.
 */
export function frozenEnd(log: Log, window: number): number {
	const start = bodyStart(log);
	const offset = log.slice(start).findIndex(({ message }) => userOrigin(message) !== 'client');
	const end = offset < 0 ? log.length : start + offset;
	return tokensIn(log, { start, end }) <= frozenShare * window ? end : start;
}

/**
 * For every position, whether the log may be cut there: not inside a group, and not between the user's message and its
 * reply. The position after the last message is legal unless results are pending: their call would be missing.
 */
export function legalCuts(log: Log, inside: readonly boolean[], pairs: ToolPairs): boolean[] {
	const legal = log.map(({ message }, index) => {
		const before = log[index - 1]?.message;
		const splitsReply =
			message.role === 'assistant' && before !== undefined && isFromPerson(before);
		return message.role !== 'tool' && inside[index] !== true && !splitsReply;
	});
	return [...legal, pairs.openFrom === log.length];
}

/** The earlier compaction's summary at the start of an imported log, or -1. */
function leadingHandoff(log: Log, protectFirst: number): number {
	const start = bodyStart(log);
	const reach = Math.min(log.length, start + protectFirst + maxHandoffDistance);
	for (let index = start; index < reach; index += 1) {
		const entry = log[index];
		if (entry !== undefined && carriesSummary(entry.message)) {
			return index;
		}
	}
	return -1;
}

/**
 * End of the protected start: the system prompt and `protectFirst` messages, extended past the results of their calls.
 * If a log begins with an earlier summary, only the messages before it are protected. A latest request that is too
 * large to be included twice is placed after the summary.
 */
export function headEnd(
	log: Log,
	inside: readonly boolean[],
	latestUser: number,
	options: {
		readonly protectFirst: number;
		readonly tailBudget: number;
		readonly window: number;
	},
): number {
	const start = frozenEnd(log, options.window);
	if (leadingHandoff(log, options.protectFirst) >= 0) {
		return start;
	}
	let end = Math.max(start, Math.min(log.length, bodyStart(log) + options.protectFirst));
	const repeated = log[latestUser]?.tokens ?? 0;
	if (latestUser < end && repeated > options.tailBudget * repeatedRequestShare) {
		end = Math.max(start, latestUser);
	}
	while (end < log.length && (inside[end] === true || log[end]?.message.role === 'tool')) {
		end += 1;
	}
	return end;
}

/**
 * Start of the tail. Counts back from the end until the budget is used up, which the last message may exceed up to
 * the ceiling, and until there are {@link smallestTail} messages; then goes back to a legal cut. A tail that exceeds
 * its budget with nothing left before it is cut at the first legal place after `from`, so that a compaction still
 * happens. Returns `from` if there is no middle.
 * @param force After an overflow: also cuts a tail within its budget, if necessary to nothing.
 */
export function tailStart(
	log: Log,
	legal: readonly boolean[],
	from: number,
	budget: number,
	force: boolean,
): number {
	let start = log.length;
	let tokens = 0;
	const counted = dialogueEnd(log);
	for (let index = log.length - 1; index >= from; index -= 1) {
		const size = log[index]?.tokens ?? 0;
		const isFull = tokens >= budget || tokens + size > budget * tailCeiling;
		if (isFull && counted - index > smallestTail) {
			break;
		}
		tokens += size;
		start = index;
	}
	const mustCut = force || tokens > budget * tailCeiling || start > from;
	if (start <= from) {
		start = Math.max(counted - smallestTail, mustCut ? from + 1 : from);
	}
	const back = lastLegal(legal, start);
	if (back > from || !mustCut) {
		return Math.max(back, from);
	}
	const forward = legal.indexOf(true, from + 1);
	return forward < 0 ? from : forward;
}

/** End of the dialogue without a client's last rows, such as commands, which would displace it from the smallest tail. */
function dialogueEnd(log: Log): number {
	const end = log.findLastIndex(({ message }) => !isClientRow(message)) + 1;
	const rows = log.slice(end).reduce((sum, { tokens }) => sum + tokens, 0);
	return rows > maxUncountedTokens ? log.length : end;
}

function isClientRow(message: Message): boolean {
	return message.role === 'user' && !isFromPerson(message);
}

function lastLegal(legal: readonly boolean[], from: number): number {
	let index = from;
	while (index > 0 && legal[index] !== true) {
		index -= 1;
	}
	return index;
}

/** Tokens of the messages in a range. */
export function tokensIn(log: Log, { start, end }: LogRange): number {
	return log.slice(start, end).reduce((sum, { tokens }) => sum + tokens, 0);
}
