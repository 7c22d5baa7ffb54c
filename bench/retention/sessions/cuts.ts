import type { Log, Message } from '../../../src/messages/message.ts';
import type { Stretch } from './sessions.ts';

/** Where stretches are cut as if they had been compacted there. */

/** A stretch with a cut in it. */
export interface Cut {
	/** Everything before the cut. */
	readonly log: Log;
	/** Index of the first message that is compacted, and of the first that stays. */
	readonly start: number;
	readonly end: number;
	/** What a summary stands for. */
	readonly compacted: readonly Message[];
}

/** Tokens in front of the cut that every method keeps. */
export const tailTokens = 4_000;

/** A stretch that is compacted but for its last tokens. */
export function wholeCut({ log }: Stretch, tail = 0): Cut {
	return cutAt(log, 1, tail);
}

/** A log cut behind a share of its tokens, with up to `tail` tokens in front of that kept. */
export function cutAt(log: Log, share: number, tail: number): Cut {
	const total = log.reduce((sum, { tokens }) => sum + tokens, 0);
	const cut = groupStart(log, indexAt(log, share * total));
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
		compacted: compacted.map(({ message }) => message),
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
