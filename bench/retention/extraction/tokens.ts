/**
 * Tokens a summary can be measured by without saying what matters: words that look like a path, a
 * number or an identifier. This folder shares nothing with the summariser that it judges.
 */

/** Letters of scripts that put spaces between words; in the others a run would be a sentence. */
const runs = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_$@#~./-]+/gu;

/** A relative path's start, an ellipsis or a list marker is no part of a name. */
const leading = /^(?:\.{1,3}\/|\.{2,}|-(?!-))+/;
const trailing = /[.\-/~@#]+$/;

const telling = /[._/#$\d-]|\p{Ll}\p{Lu}/u;

const shortest = 4;

/** Longer runs are encoded data. */
const longest = 120;

/** The tokens of a text in order, repeats included. */
export function tokensIn(text: string): string[] {
	const tokens: string[] = [];
	for (const [run] of text.matchAll(runs)) {
		const token = run.replace(leading, '').replace(trailing, '');
		if (
			token.length >= shortest &&
			token.length <= longest &&
			telling.test(token) &&
			/[\p{L}\p{N}]/u.test(token)
		) {
			tokens.push(token);
		}
	}
	return tokens;
}

/** Tokens that stand somewhere; a path also stands for what it ends with. */
export class TokenSet {
	readonly #tokens = new Set<string>();

	/** Adds all tokens of a text. */
	addText(text: string): void {
		tokensIn(text).forEach((token) => this.add(token));
	}

	add(token: string): void {
		if (this.#tokens.has(token)) {
			return;
		}
		this.#tokens.add(token);
		for (let at = token.indexOf('/'); at >= 0; at = token.indexOf('/', at + 1)) {
			this.#tokens.add(token.slice(at + 1));
		}
	}

	has(token: string): boolean {
		return this.#tokens.has(token);
	}

	/**
	 * Whether the token stands here, or can be put together from what does: a directory that is told
	 * once and a path below it.
	 */
	tells(token: string): boolean {
		if (this.#tokens.has(token)) {
			return true;
		}
		if (!/^[/~]/.test(token)) {
			return false;
		}
		for (let at = token.indexOf('/', 1); at >= 0; at = token.indexOf('/', at + 1)) {
			if (this.#tokens.has(token.slice(0, at)) && this.#tokens.has(token.slice(at + 1))) {
				return true;
			}
		}
		return false;
	}
}
