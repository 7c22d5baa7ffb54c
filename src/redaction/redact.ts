import { formRules } from './forms.ts';
import { nameRules } from './assignments.ts';
import { labelRules } from './labels.ts';
import type { Rule, Span } from './rule.ts';
import { longTokens, tokenRules } from './tokens.ts';
import { redacted } from './values.ts';

declare const brand: unique symbol;

/** A text without secrets. Concatenated texts lose this type, because secrets may appear where they meet. */
export type Redacted = string & { readonly [brand]: true };

const rules: readonly Rule[] = [...tokenRules, ...formRules, ...nameRules, ...labelRules];

/** Every literal that announces a secret, longer ones first. */
const starts = [...new Set(rules.flatMap((rule) => rule.starts))].sort(
	(a, b) => b.length - a.length,
);

/** The rules by their literals. */
const rulesByStart = new Map(
	starts.map((start) => [
		start,
		rules.filter((rule) => rule.starts.some((one) => start.startsWith(one))),
	]),
);

/** Bits that are used of a character, and characters that are used of a word. */
const bits = 6;
const reach = 3;
const mask = (1 << bits) - 1;
const places = (1 << (bits * reach)) - 1;

/**
 * Finds where a text may contain one of many words, by their first three characters. This look-up costs a fraction of a
 * pattern of all words, and most positions are not candidates.
 */
class Openings {
	/** Whether a word begins with characters of these bits: one bit each, so that the table stays in the cache. */
	readonly #begins = new Uint32Array(1 << (bits * reach - 5));

	/** @param words At least two characters each. */
	constructor(words: Iterable<string>) {
		for (const word of words) {
			const [first, second, third] = [0, 1, 2].map((index) => word.charCodeAt(index) & mask);
			const place = (((first ?? 0) << bits) | (second ?? 0)) << bits;
			const last = word.length < reach ? mask : 0;
			for (let ending = 0; ending <= last; ending += 1) {
				const at = place | (last === 0 ? (third ?? 0) : ending);
				this.#begins[at >> 5] = (this.#begins[at >> 5] ?? 0) | (1 << (at & 31));
			}
		}
	}

	/** The first position from `start` on where a word may begin; the text's length if there is none. */
	next(text: string, start: number): number {
		const begins = this.#begins;
		let place = ((text.charCodeAt(start) & mask) << bits) | (text.charCodeAt(start + 1) & mask);
		for (let index = start; index < text.length; index += 1) {
			place = ((place << bits) | (text.charCodeAt(index + 2) & mask)) & places;
			if ((((begins[place >> 5] ?? 0) >>> (place & 31)) & 1) === 1) {
				return index;
			}
		}
		return text.length;
	}
}

const openings = new Openings(starts);
const anyStart = new RegExp(
	starts.map((start) => start.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'),
	'y',
);

/**
 * Replaces every secret by `[REDACTED]` and keeps the text around it: names, schemes, users, hosts and the BEGIN and
 * END lines of keys. Takes time linear in the text's length, for any text.
 */
export function redact(text: string): Redacted {
	let result = text;
	// The next pass finds what a replacement uncovers, so that the final result is stable.
	for (let pass = 0; pass < 4; pass += 1) {
		const spans = secretSpans(result);
		if (spans.length === 0) {
			break;
		}
		result = replaceSpans(result, spans);
	}
	return result as Redacted;
}

function replaceSpans(text: string, spans: readonly Span[]): string {
	const pieces: string[] = [];
	let end = 0;
	for (const span of spans) {
		pieces.push(text.slice(end, span.start), redacted);
		({ end } = span);
	}
	pieces.push(text.slice(end));
	return pieces.join('');
}

/** Terminals and pages insert zero-width characters into tokens. */
const zeroWidth = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
const allZeroWidth = new RegExp(zeroWidth.source, 'g');

/** The ranges of a text's secrets, in order and without overlap. */
export function secretSpans(text: string): readonly Span[] {
	return zeroWidth.test(text)
		? mergeSpans([...plainSpans(text), ...spansAcrossZeroWidth(text)])
		: plainSpans(text);
}

/** The secrets that appear when zero-width characters are skipped. */
function spansAcrossZeroWidth(text: string): readonly Span[] {
	// Where the remaining text continues after each of them.
	const gaps = [...text.matchAll(allZeroWidth)].map(({ index }, before) => index - before);
	let passed = 0;
	const placeOf = (position: number): number => {
		while ((gaps[passed] ?? Infinity) <= position) {
			passed += 1;
		}
		return position + passed;
	};
	return plainSpans(text.replaceAll(allZeroWidth, '')).map(({ start, end }) => ({
		start: placeOf(start),
		end: placeOf(end - 1) + 1,
	}));
}

function plainSpans(text: string): readonly Span[] {
	return mergeSpans([...announcedSpans(text), ...longTokens(text)]).filter(
		(span) => text.slice(span.start, span.end) !== redacted,
	);
}

/** The rules' matches: one pass over the text, which continues after each match. */
function announcedSpans(text: string): readonly Span[] {
	const spans: Span[] = [];
	let index = openings.next(text, 0);
	while (index < text.length) {
		anyStart.lastIndex = index;
		const [start = ''] = anyStart.exec(text) ?? [];
		const found = (rulesByStart.get(start) ?? []).flatMap((rule) => rule.find(text, index));
		spans.push(...found);
		const end = Math.max(index + 1, ...found.map((span) => span.end));
		index = openings.next(text, end);
	}
	return spans;
}

/** The same spans in order, with overlapping and adjacent ones joined. */
function mergeSpans(spans: readonly Span[]): readonly Span[] {
	const merged: Span[] = [];
	for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
		const last = merged.at(-1);
		if (last !== undefined && span.start <= last.end) {
			merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
		} else if (span.end > span.start) {
			merged.push(span);
		}
	}
	return merged;
}
