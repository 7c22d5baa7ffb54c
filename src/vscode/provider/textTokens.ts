import { estimatedTokens, type TokenCounter } from '../../messages/tokens.ts';

/** Minimum length of a text whose count is cached, characters. */
const shortest = 256;

/** Maximum characters of all cached texts: clients count the same prompt again and again. */
const rememberedCharacters = 4_000_000;

/** Counts tokens synchronously and caches the counts; the worker's exact counts take too long here. */
export class TextTokens implements TokenCounter {
	readonly version = estimatedTokens.version;
	/** In the order of their last use. */
	readonly #counts = new Map<string, number>();
	#characters = 0;

	count(text: string): number {
		if (text.length < shortest) {
			return estimatedTokens.count(text);
		}
		const known = this.#counts.get(text);
		const tokens = known ?? estimatedTokens.count(text);
		if (known === undefined) {
			this.#characters += text.length;
		} else {
			this.#counts.delete(text);
		}
		this.#counts.set(text, tokens);
		this.#forgetOldest();
		return tokens;
	}

	#forgetOldest(): void {
		for (const text of this.#counts.keys()) {
			if (this.#characters <= rememberedCharacters) {
				return;
			}
			this.#counts.delete(text);
			this.#characters -= text.length;
		}
	}
}
