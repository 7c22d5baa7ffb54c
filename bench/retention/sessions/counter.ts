import type { TokenCounter } from '../../../src/messages/tokens.ts';
import { loadTokenCounter } from '../../../src/worker/tokenCounter.ts';

/** Longer texts are hardly counted twice, characters. */
const longestKept = 4_000;

/** Texts kept before the memory is emptied. */
const mostKept = 200_000;

/** Exact counts that remember: many budgets count the same statements. */
export async function rememberingCounter(): Promise<TokenCounter> {
	const exact = await loadTokenCounter();
	const known = new Map<string, number>();
	return {
		version: exact.version,
		count(text) {
			if (text.length > longestKept) {
				return exact.count(text);
			}
			const before = known.get(text);
			if (before !== undefined) {
				return before;
			}
			if (known.size > mostKept) {
				known.clear();
			}
			const tokens = exact.count(text);
			known.set(text, tokens);
			return tokens;
		},
	};
}
