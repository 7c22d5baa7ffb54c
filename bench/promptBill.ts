import { hash } from 'node:crypto';
import type { CacheRules } from '../src/compaction/cost/cacheRules.ts';
import type { Message } from '../src/messages/message.ts';
import { countMessage, type TokenCounter } from '../src/messages/tokens.ts';

/** A request as a provider gets it. */
export interface BilledRequest {
	readonly session: string;
	/** When, milliseconds of the session's own clock. */
	readonly at: number;
	/** Tools, which stand in front of everything and stay the same; tokens. */
	readonly tools: number;
	readonly context: readonly Message[];
	/** Tokens of the reply, where it is a summary: no other strategy has those written. */
	readonly written?: number;
}

/** What a provider makes of requests. Tokens; `billed` in prices of a fresh one. */
export interface Bill {
	readonly requests: number;
	readonly input: number;
	readonly cached: number;
	readonly billed: number;
	readonly largest: number;
}

/** What a token costs that a model writes, in fresh ones that it reads: Anthropic's models. */
const writtenPrice = 5;

/**
 * The bill of requests: a request's beginning is cached where an earlier one of its session, not older than
 * the cache lives, began with the same messages.
 */
export function billOf(
	received: readonly BilledRequest[],
	rules: CacheRules,
	counter: TokenCounter,
): Bill {
	/** By session, the last use of every beginning. */
	const sessions = new Map<string, Map<string, number>>();
	let [input, cached, billed, largest] = [0, 0, 0, 0];
	for (const { session, at, tools, context, written = 0 } of received) {
		const used = sessions.get(session) ?? new Map<string, number>();
		sessions.set(session, used);
		let prefix = '';
		let isKnown = true;
		let size = 0;
		let known = 0;
		const pieces = [
			{ name: 'tools', tokens: tools },
			...context.map((message) => ({
				name: JSON.stringify(message),
				tokens: countMessage(message, counter),
			})),
		];
		for (const { name, tokens } of pieces) {
			prefix = hash('sha256', prefix + name);
			isKnown &&= at - (used.get(prefix) ?? -Infinity) <= rules.lifetimeMs;
			used.set(prefix, at);
			size += tokens;
			known += isKnown ? tokens : 0;
		}
		const read = known < rules.smallest ? 0 : known;
		input += size;
		cached += read;
		billed += read * rules.read + (size - read) * (size < rules.smallest ? 1 : rules.write);
		billed += written * writtenPrice;
		largest = Math.max(largest, size);
	}
	return { requests: received.length, input, cached, billed, largest };
}
