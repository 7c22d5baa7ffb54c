import type { Log, Message } from '../../../src/messages/message.ts';
import type { Surroundings } from '../extraction/needed.ts';
import type { Stretch } from './sessions.ts';

/** Where stretches are cut as if they had been compacted there. */

/** A stretch with a cut in it. */
export interface Cut extends Surroundings {
	/** Everything before the cut. */
	readonly log: Log;
	/** Index of the first message that is compacted, and of the first that stays. */
	readonly start: number;
	readonly end: number;
	/** Tokens of what is compacted. */
	readonly tokens: number;
}

/** Share of a stretch's tokens before the cut. */
const shares = [0.3, 0.5, 0.7] as const;

/** Share of a stretch's tokens behind the cut that is looked at. */
const horizon = 0.4;

/** Tokens in front of the cut that every method keeps. */
export const tailTokens = 4_000;

/** Less than this is not worth compacting, tokens. */
const smallestPart = 2_000;

/** The cuts of a stretch that have something to compact. */
export function cutsOf({ log }: Stretch): Cut[] {
	return shares
		.map((share) => cutAt(log, share, tailTokens))
		.filter(({ tokens }) => tokens >= smallestPart);
}

/** A stretch that is compacted but for its last tokens. */
export function wholeCut({ log }: Stretch, tail = 0): Cut {
	return cutAt(log, 1, tail);
}

/** A log cut behind a share of its tokens, with up to `tail` tokens in front of that kept. */
export function cutAt(log: Log, share: number, tail: number): Cut {
	const total = log.reduce((sum, { tokens }) => sum + tokens, 0);
	const cut = groupStart(log, indexAt(log, share * total));
	const last = indexAt(log, (share + horizon) * total);
	let end = cut;
	for (let tokens = 0; end > 0; end -= 1) {
		tokens += log[end - 1]?.tokens ?? 0;
		if (tokens > tail) {
			break;
		}
	}
	end = Math.min(cut, groupStart(log, end));
	const start = log.findIndex(({ message }) => message.role !== 'system');
	const compacted = log.slice(start, end);
	return {
		log: log.slice(0, cut),
		start,
		end,
		tokens: compacted.reduce((sum, { tokens }) => sum + tokens, 0),
		compacted: messagesOf(compacted),
		kept: messagesOf([...log.slice(0, start), ...log.slice(end, cut)]),
		after: messagesOf(log.slice(cut, last)),
	};
}

/** Index of the message at which this many tokens are reached. */
function indexAt(log: Log, tokens: number): number {
	let sum = 0;
	const index = log.findIndex((entry) => {
		sum += entry.tokens;
		return sum > tokens;
	});
	return index < 0 ? log.length : index;
}

/** The next place that parts no call from its result. */
function groupStart(log: Log, from: number): number {
	let index = from;
	while (log[index]?.message.role === 'tool') {
		index += 1;
	}
	return index;
}

function messagesOf(log: Log): Message[] {
	return log.map(({ message }) => message);
}
