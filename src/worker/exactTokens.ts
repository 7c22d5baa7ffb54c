import type { TokenCounter } from '../messages/tokens.ts';

/** Longest run of one kind of character that the tokenizer is given, characters. */
const longestRun = 256;

/** Texts counted between two clearings of the tokenizer's cache, which pins what it has seen. */
const clearEvery = 2_000;

let loading: Promise<TokenCounter> | undefined;

/** Exact counts of o200k, loaded when first asked for. */
export function loadExactTokens(): Promise<TokenCounter> {
	loading ??= load();
	return loading;
}

async function load(): Promise<TokenCounter> {
	const { countTokens, clearMergeCache } = await import('gpt-tokenizer/encoding/o200k_base');
	// Text that looks like a special token is text here.
	const options = { disallowedSpecial: new Set<string>() };
	let counted = 0;
	return {
		version: 'o200k-1',
		count(text) {
			counted += 1;
			if (counted % clearEvery === 0) {
				clearMergeCache();
			}
			let tokens = 0;
			let start = 0;
			for (const cut of longRunCuts(text)) {
				tokens += countTokens(text.slice(start, cut), options);
				start = cut;
			}
			return tokens + countTokens(text.slice(start), options);
		},
	};
}

/**
 * Where a text is cut so that no run of letters, white space or other marks is longer than
 * {@link longestRun}: the tokenizer takes quadratic time for each.
 */
function* longRunCuts(text: string): Generator<number> {
	let run = 0;
	let kind = -1;
	for (let index = 0; index < text.length; index += 1) {
		const next = kindOf(text.charCodeAt(index));
		run = next === kind ? run + 1 : 1;
		kind = next;
		if (run > longestRun) {
			yield index;
			run = 1;
		}
	}
}

function kindOf(code: number): number {
	if (code === 32 || (code >= 9 && code <= 13)) {
		return 0;
	}
	if (code >= 128 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) {
		return 1;
	}
	return code >= 48 && code <= 57 ? 2 : 3;
}
