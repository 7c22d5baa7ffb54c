import { cutMiddle } from '../messages/marks.ts';
import type { TokenCounter } from '../messages/tokens.ts';

/** How much text one request to a summariser may hold. */

/** What bounds one request. */
export interface RequestBounds {
	/** Tokens of the summariser's window. */
	readonly window: number;
	/** Characters of a request (a setting): a limit of cost. Absent: the window alone bounds it. */
	readonly characters?: number;
}

/** Share of the window a request may take; the rest is the reply's (behaviour: Summarising). */
export const inputShare = 0.6;

/**
 * Sizes as shares of one request, in millionths: by characters or by tokens, whichever is more. Shares of
 * parts add up to at least the share of the whole.
 */
export interface Measure {
	text(text: string): number;
	/** Where both are known: counting is most of what a prompt takes. */
	of(characters: number, tokens: number): number;
}

/** A full request. */
export const whole = 1_000_000;

/** Both bounds of a request. */
export function boundsOf(bounds: RequestBounds): { tokens: number; characters: number } {
	return {
		tokens: Math.max(1, Math.floor(bounds.window * inputShare)),
		characters: Math.max(1, bounds.characters ?? Number.POSITIVE_INFINITY),
	};
}

/** Measures texts against these bounds. */
export function requestMeasure(bounds: RequestBounds, counter: TokenCounter): Measure {
	const most = boundsOf(bounds);
	const of = (characters: number, tokens: number): number =>
		Math.ceil(Math.max((characters / most.characters) * whole, (tokens / most.tokens) * whole));
	return { of, text: (text) => of(text.length, counter.count(text)) };
}

/** The text, with its middle cut out as far as it takes to come to at most this size. */
export function cutToSize(text: string, size: number, measure: Measure): string {
	const actual = measure.text(text);
	if (actual <= size) {
		return text;
	}
	let kept = Math.floor((text.length * size) / actual);
	let cut = cutMiddle(text, Math.floor(kept * 0.6), Math.floor(kept * 0.3));
	while (measure.text(cut) > size && kept > 0) {
		kept = Math.floor(kept * 0.8);
		cut = cutMiddle(text, Math.floor(kept * 0.6), Math.floor(kept * 0.3));
	}
	return cut;
}
