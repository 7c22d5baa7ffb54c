import { cutMiddle } from '../../messages/marks.ts';
import type { LogRange } from '../../messages/message.ts';
import type { TokenCounter } from '../../messages/tokens.ts';
import { redact } from '../../redaction/redact.ts';
import type { SummaryItem } from '../sections.ts';
import type { Turn } from '../facts/turns.ts';

/** Tokens below which a quoted message would say nothing. */
const smallestQuote = 64;

/** Share of a cut text that is taken from its start; people state their wish first. */
const startShare = 0.65;

/** Characters per token that a first guess at a cut assumes. */
const guessedCharacters = 3;

/**
 * The turns whose request lies in the range and is worth quoting. Without secrets before anything is
 * cut: half a secret is no longer known for one.
 * @param told Indices of the messages that the Active Task quotes already.
 */
export function quotedTurns(
	turns: readonly Turn[],
	range: LogRange,
	told: ReadonlySet<number>,
): Turn[] {
	return turns
		.filter((turn) => turn.request >= range.start && !told.has(turn.request))
		.map((turn) => ({ ...turn, text: redact(turn.text) }));
}

/**
 * The person's messages, newest first, within a budget. All are kept as long as each still gets
 * {@link smallestQuote} tokens: the long ones are cut to a common length; beyond that the oldest
 * are left out.
 * @param recall Whether marks may point to the recall tool.
 */
export function fitQuotes(
	turns: readonly Turn[],
	budget: number,
	counter: TokenCounter,
	recall: boolean,
): SummaryItem[] {
	const newest = [...turns].reverse();
	const sizes = newest.map((turn) => quoteTokens(turn.text, counter));
	const length = Math.max(smallestQuote, commonLength(sizes, budget));
	const quotes: SummaryItem[] = [];
	let spent = 0;
	newest.forEach((turn, position) => {
		const size = Math.min(length, sizes[position] ?? 0);
		if (spent + size <= budget) {
			spent += size;
			const number = turn.request + 1;
			quotes.push({
				text: cutToTokens(turn.text, length, counter, recall ? number : undefined),
				sources: [number],
			});
		}
	});
	return quotes;
}

/** Tokens these messages take when none is cut. */
export function quotesTokens(turns: readonly Turn[], counter: TokenCounter): number {
	return turns.reduce((sum, turn) => sum + quoteTokens(turn.text, counter), 0);
}

/** Tokens of a text, guessed for one so long that it will be cut anyway. */
function quoteTokens(text: string, counter: TokenCounter): number {
	return (text.length > 40_000 ? text.length / guessedCharacters : counter.count(text)) + 6;
}

/** The largest length for which all sizes, cut to it, fit the budget. */
function commonLength(sizes: readonly number[], budget: number): number {
	const ascending = [...sizes].sort((a, b) => a - b);
	let rest = budget;
	for (const [position, size] of ascending.entries()) {
		const share = rest / (ascending.length - position);
		if (size > share) {
			return Math.floor(share);
		}
		rest -= size;
	}
	return Number.POSITIVE_INFINITY;
}

/** A text cut in its middle until it takes at most this many tokens. */
export function cutToTokens(
	text: string,
	tokens: number,
	counter: TokenCounter,
	recall?: number,
): string {
	if (tokens === Number.POSITIVE_INFINITY) {
		return text;
	}
	let length = text.length;
	if (length <= tokens * 12 && counter.count(text) <= tokens) {
		return text;
	}
	length = Math.min(length, tokens * guessedCharacters * 1.4);
	let cut = text;
	// Each round is shorter by a fifth, so this ends; the mark alone takes about 20 tokens.
	while (length > 16) {
		cut = cutMiddle(
			text,
			Math.floor(length * startShare),
			Math.floor(length * (1 - startShare)),
			recall,
		);
		if (counter.count(cut) <= tokens) {
			return cut;
		}
		length = Math.floor(length * 0.8);
	}
	return cut;
}
