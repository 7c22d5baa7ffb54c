import type { Log, LogRange, Message } from '../messages/message.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import { userOrigin } from '../messages/origins.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { carriesSummary } from '../summary/foreignSummary.ts';

/** Where head, middle and tail begin and end. Indices into the log, tokens for budgets. */

/** A tail may grow past its budget by this factor before a message is left out. */
export const tailCeiling = 1.5;

/** Messages a tail keeps whatever they cost. */
export const smallestTail = 3;

/** Tokens of a client's last rows up to which these do not count as messages of the smallest tail. */
const rowsBesideTail = 1_000;

/** How near the start an earlier compaction's summary must stand to make the head obsolete. */
const handoffReach = 4;

/** Share of the tail's budget up to which the latest request may stand in head and behind summary. */
const repeatedRequestShare = 0.5;

/** Share of the window up to which what a client sent once at the start stays there. */
const frozenShare = 0.1;

/** First index that is not a leading system message, or that has an earlier summary in one. */
export function bodyStart(log: Log): number {
	const index = log.findIndex(
		({ message }) => message.role !== 'system' || carriesSummary(message),
	);
	return index < 0 ? log.length : index;
}

/**
 * End of what a client sends once and never again: messages behind the system prompt in which the
 * person says nothing, as an environment, rules of a workspace, a memory. No later request brings them
 * back, so they stay at the start of every context.
 * @param window Of the model, tokens.
 */
export function frozenEnd(log: Log, window: number): number {
	const start = bodyStart(log);
	const behind = log.slice(start).findIndex(({ message }) => userOrigin(message) !== 'client');
	const end = behind < 0 ? log.length : start + behind;
	return tokensIn(log, { start, end }) <= frozenShare * window ? end : start;
}

/**
 * For every position whether a part may begin there: not inside a group, and not between the
 * person's message and the reply to it. The position behind the last message is legal unless
 * results are still awaited: they would come back to a call that is gone.
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

/** The earlier compaction's summary that stands at the start of an imported log, or -1. */
function leadingHandoff(log: Log, protectFirst: number): number {
	const start = bodyStart(log);
	const reach = Math.min(log.length, start + protectFirst + handoffReach);
	for (let index = start; index < reach; index += 1) {
		const entry = log[index];
		if (entry !== undefined && carriesSummary(entry.message)) {
			return index;
		}
	}
	return -1;
}

/**
 * End of the protected start: the system prompt and `protectFirst` messages, pushed past the
 * results of their calls. A log that begins with an earlier summary protects what stands in front
 * of it only. A latest request too large to be told twice is left to stand behind the summary.
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
 * Start of the tail: back from the end to the budget, a message more while it stays below the
 * ceiling, at least {@link smallestTail} messages, then further back to a legal cut. A tail that
 * exceeds its budget although nothing is left before it is cut at the first legal place behind
 * `from`, so that a compaction still happens. Returns `from` where there is no middle.
 * @param force Cut a tail within its budget too, down to nothing; after an overflow.
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
	const counted = endOfTalk(log);
	for (let index = log.length - 1; index >= from; index -= 1) {
		const size = log[index]?.tokens ?? 0;
		const full = tokens >= budget || tokens + size > budget * tailCeiling;
		if (full && counted - index > smallestTail) {
			break;
		}
		tokens += size;
		start = index;
	}
	const must = force || tokens > budget * tailCeiling || start > from;
	if (start <= from) {
		start = Math.max(counted - smallestTail, must ? from + 1 : from);
	}
	const back = lastLegal(legal, start);
	if (back > from || !must) {
		return Math.max(back, from);
	}
	const forward = legal.indexOf(true, from + 1);
	return forward < 0 ? from : forward;
}

/** Where what was said ends: a client's last rows, as commands to itself, would push it out of the smallest tail. */
function endOfTalk(log: Log): number {
	const end = log.findLastIndex(({ message }) => !isClientRow(message)) + 1;
	const rows = log.slice(end).reduce((sum, { tokens }) => sum + tokens, 0);
	return rows > rowsBesideTail ? log.length : end;
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
export function tokensIn(log: Log, range: LogRange): number {
	let sum = 0;
	for (let index = range.start; index < range.end; index += 1) {
		sum += log[index]?.tokens ?? 0;
	}
	return sum;
}
