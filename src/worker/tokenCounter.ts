import type { TokenCounter } from '../messages/tokens.ts';

/** Whether a text may contain a run that has to be cut; most do not, and this check is much faster. */
const mayHoldLongRun = /\S{256}|[\s/]{256}/;

/** Runs that the tokenizer takes as one piece: the time for a piece grows with the square of its length. */
const longRun = /[\p{L}\p{M}]{256}|[^\s\p{L}\p{N}]{256}|[\s/]{256}/gu;

/** Characters after which the tokenizer's cache is emptied: its entries keep their source texts alive. */
const cachedCharacters = 4_000_000;

const asText = { disallowedSpecial: new Set<string>() };

/**
 * Counts tokens as OpenAI's o200k encoding does, with special tokens as plain text. Loads the tokenizer when first
 * called, so call it in the worker and only if counts are needed. Runs of more than 256 letters, signs or spaces are
 * counted in pieces.
 */
export async function loadTokenCounter(): Promise<TokenCounter> {
	const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
	let cached = 0;
	return {
		version: 'o200k-5',
		count(text) {
			cached += text.length;
			if (cached > cachedCharacters) {
				clearMergeCache();
				cached = text.length;
			}
			if (!mayHoldLongRun.test(text)) {
				return countTokens(text, asText);
			}
			let tokens = 0;
			let start = 0;
			for (const { 0: run, index } of text.matchAll(longRun)) {
				tokens += countTokens(text.slice(start, index + run.length), asText);
				start = index + run.length;
			}
			return tokens + countTokens(text.slice(start), asText);
		},
	};
}
