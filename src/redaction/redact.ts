import { assignmentSpans } from './assignments.ts';
import { commandLineSpans } from './commandLines.ts';
import { Openings } from './openings.ts';
import { privateKeySpans } from './privateKeys.ts';
import { rules, unprefixedOpenings, unprefixedRules, unprefixedStart, type Rule } from './rules.ts';
import { mergeSpans, type Span } from './spans.ts';
import { redacted } from './values.ts';
import { wrappedSpans } from './wrapped.ts';

declare const brand: unique symbol;

/** A text without secrets. What is put together of such texts is none: secrets may show where they meet. */
export type Redacted = string & { readonly [brand]: true };

/** A text without its secrets and how many were taken out. */
export interface Redaction {
	readonly text: string;
	readonly count: number;
}

const rulesByStart = new Map<string, Rule[]>();
for (const rule of rules) {
	for (const start of rule.starts) {
		rulesByStart.set(start, [...(rulesByStart.get(start) ?? []), rule]);
	}
}

function escaped(literal: string): string {
	return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Where a rule may match; {@link anyStart} tells which. */
const openings = new Openings([...rulesByStart.keys(), ...unprefixedOpenings]);

/** Every beginning of every rule, longer ones first. */
const anyStart = new RegExp(
	[
		...[...rulesByStart.keys()].sort((a, b) => b.length - a.length).map(escaped),
		unprefixedStart,
	].join('|'),
	'y',
);

/**
 * Replaces every secret by `[REDACTED]` and keeps the text around it: names, schemes, users, hosts and
 * the BEGIN and END lines of keys. Takes time linear in the text's length, whatever the text.
 */
export function redact(text: string): Redacted {
	return redactWithCount(text).text as Redacted;
}

/** As {@link redact}, and says how many secrets there were. */
export function redactWithCount(text: string): Redaction {
	let result: Redaction = { text, count: 0 };
	// What a replacement uncovers is seen by the next pass, so that the result does not change any more.
	for (let pass = 0; pass < 4; pass += 1) {
		const spans = secretSpans(result.text);
		if (spans.length === 0) {
			break;
		}
		result = { text: replaceSpans(result.text, spans), count: result.count + spans.length };
	}
	return result;
}

/** Characters without a width: a terminal or a page puts them into a token, and nobody sees them. */
const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]/;

/** Where the secrets of a text are, in order and without overlap. */
export function secretSpans(text: string): readonly Span[] {
	return unseen.test(text)
		? mergeSpans([...plainSpans(text), ...spansBesideUnseen(text)])
		: plainSpans(text);
}

/** The secrets that show when characters without a width are passed over. */
function spansBesideUnseen(text: string): readonly Span[] {
	const places: number[] = [];
	let seen = '';
	for (let index = 0; index < text.length; index += 1) {
		if (!unseen.test(text.charAt(index))) {
			seen += text.charAt(index);
			places.push(index);
		}
	}
	return plainSpans(seen).flatMap(({ start, end }) => {
		const [first, last] = [places[start], places[end - 1]];
		return first === undefined || last === undefined ? [] : [{ start: first, end: last + 1 }];
	});
}

function plainSpans(text: string): readonly Span[] {
	return mergeSpans([
		...tokenSpans(text),
		...wrappedSpans(text, tokenSpans),
		...assignmentSpans(text),
		...commandLineSpans(text),
		...privateKeySpans(text),
	]).filter((span) => text.slice(span.start, span.end) !== redacted);
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

/** Secrets that can be told by how they begin. */
function tokenSpans(text: string): readonly Span[] {
	const spans: Span[] = [];
	let previousEnd = -1;
	let index = openings.next(text, 0);
	while (index < text.length) {
		anyStart.lastIndex = index;
		const [start] = anyStart.exec(text) ?? [];
		const span =
			start === undefined
				? undefined
				: spanAt(text, index, previousEnd, rulesByStart.get(start) ?? unprefixedRules);
		if (span !== undefined) {
			spans.push(span);
			previousEnd = span.end;
		}
		index = openings.next(text, span?.end ?? index + 1);
	}
	return spans;
}

function spanAt(
	text: string,
	index: number,
	previousEnd: number,
	candidates: readonly Rule[],
): Span | undefined {
	for (const { boundary, pattern, accept } of candidates) {
		if (boundary === 'anywhere' || index === previousEnd || isBoundary(text, index, boundary)) {
			pattern.lastIndex = index;
			const match = pattern.exec(text);
			const [start, end] = match?.indices?.groups?.['secret'] ?? match?.indices?.[0] ?? [0, 0];
			if (end > start && (accept === undefined || accept(text.slice(start, end)))) {
				return { start, end };
			}
		}
	}
	return undefined;
}

/** Whether a word or token can begin here: after another character, an escape or a colour code. */
function isBoundary(text: string, index: number, boundary: 'word' | 'token'): boolean {
	const previous = text[index - 1];
	if (previous === undefined) {
		return true;
	}
	const inside = boundary === 'word' ? /[A-Za-z0-9]/ : /[\w-]/;
	return (
		!inside.test(previous) ||
		/\\[nrt]$|\\u[0-9a-fA-F]{4}$|%[0-9A-Fa-f]{2}$|\[[\d;]{0,9}m$/.test(
			text.slice(Math.max(0, index - 12), index),
		)
	);
}
