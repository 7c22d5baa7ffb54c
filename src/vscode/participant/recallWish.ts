/** What `/recall` is asked for. */
export type RecallPrompt =
	| { readonly number: number; readonly page?: number }
	| { readonly text: string };

/** A message's number, which may be written `#41` or `m41`, and a page of its turn. */
const place = /^[#m]?([1-9]\d{0,8})(?:\s+([1-9]\d{0,5}))?$/i;

/** Longest text that is searched for, characters. */
const longestSearch = 1_000;

/** Reads what was typed; undefined: nothing. */
export function recallWish(typed: string): RecallPrompt | undefined {
	const text = typed.trim();
	const [, number, page] = place.exec(text) ?? [];
	if (number !== undefined) {
		return { number: Number(number), ...(page === undefined ? {} : { page: Number(page) }) };
	}
	return text === '' ? undefined : { text: text.slice(0, longestSearch) };
}
