import { cutMiddle } from '../messages/marks.ts';
import type { TokenCounter } from '../messages/tokens.ts';

/** How much text one request to a summariser may contain. */

/** The limits of one request. */
export interface RequestBounds {
	/** Tokens of the summariser's window. */
	readonly window: number;
	/** Maximum characters of a request (a setting that limits cost); absent: only the window limits it. */
	readonly characters?: number;
}

/** Maximum share of the window for a request; the rest is for the reply. */
export const inputShare = 0.6;

/**
 * Measures sizes as shares of one request, in millionths: by characters or by tokens, whichever is more. The shares of
 * parts add up to at least the share of the whole.
 */
export interface Measure {
	text(text: string): number;
	/** For texts that are already counted: counting takes most of the time of building a prompt. */
	of(characters: number, tokens: number): number;
}

/** A full request. */
export const whole = 1_000_000;

/** Both limits of a request. */
export function boundsOf(bounds: RequestBounds): { tokens: number; characters: number } {
	return {
		tokens: Math.max(1, Math.floor(bounds.window * inputShare)),
		characters: Math.max(1, bounds.characters ?? Number.POSITIVE_INFINITY),
	};
}

/** Measures texts against these limits. */
export function requestMeasure(bounds: RequestBounds, counter: TokenCounter): Measure {
	const max = boundsOf(bounds);
	const of = (characters: number, tokens: number): number =>
		Math.ceil(Math.max((characters / max.characters) * whole, (tokens / max.tokens) * whole));
	return { of, text: (text) => of(text.length, counter.count(text)) };
}

/** The text, with as much of its middle cut out as necessary for this size. */
export function cutToSize(text: string, size: number, measure: Measure): string {
	const actual = measure.text(text);
	if (actual <= size) {
		return text;
	}
	for (let kept = Math.floor((text.length * size) / actual); ; kept = Math.floor(kept * 0.8)) {
		const cut = cutMiddle(text, Math.floor(kept * 0.6), Math.floor(kept * 0.3));
		if (kept <= 0 || measure.text(cut) <= size) {
			return cut;
		}
	}
}
