import { textOf, toolCallsOf, type Log, type LogRange } from '../messages/message.ts';
import { cutMiddle } from '../messages/marks.ts';
import {
	argumentsEdit,
	digestEdit,
	digestThreshold,
	editOf,
	indicesIn,
	type PruningContext,
} from './standIns.ts';
import type { MessageEdit } from './record.ts';

/**
 * Shrinks a tail that does not fit the model's window: largest results first, the most recently requested ones last,
 * and never the user's or the assistant's text.
 */

/** A newest result keeps its beginning and its end if there is room for this many characters of it. */
const smallestCut = 4 * digestThreshold;

/** Share of a cut result for its beginning: errors are at the end. */
const beginningShare = 0.5;

/** Maximum characters of a cut's mark. */
const markRoom = 80;

/** Maximum tries of a cut, and the factor by which each is shorter than the estimate. */
const cutTries = 4;
const retryFactor = 0.95;

/**
 * Further stand-ins for a tail that has to shrink by `excess` tokens, as far as results and arguments permit.
 * @param edits The existing ones.
 * @returns All of them, in order.
 */
export function fitTail(
	context: PruningContext,
	tail: LogRange,
	edits: readonly MessageEdit[],
	excess: number,
): readonly MessageEdit[] {
	const fitted = new FittedTail(context, edits, excess);
	const { older, newer } = partsOf(context, tail);
	fitted.replace(older, digestEdit);
	fitted.replace(older, argumentsEdit);
	fitted.shorten(newer.filter((index) => context.log[index]?.message.role === 'tool'));
	fitted.replace(newer, argumentsEdit);
	return fitted.edits;
}

/**
 * The same with digests alone, after a provider's overflow: then the real size of the window is unknown. The newest group
 * of results stays whole.
 */
export function digestOlder(
	context: PruningContext,
	tail: LogRange,
	edits: readonly MessageEdit[],
	excess: number,
): readonly MessageEdit[] {
	const fitted = new FittedTail(context, edits, excess);
	fitted.replace(partsOf(context, tail).older, digestEdit);
	return fitted.edits;
}

/** Messages of a tail before its newest group of results, and from there on. */
function partsOf({ log }: PruningContext, tail: LogRange) {
	const newest = newestGroup(log, tail);
	return {
		older: indicesIn({ start: tail.start, end: newest }),
		newer: indicesIn({ start: newest, end: tail.end }),
	};
}

class FittedTail {
	readonly #context: PruningContext;
	readonly #edits: Map<number, MessageEdit>;
	#excess: number;

	constructor(context: PruningContext, edits: readonly MessageEdit[], excess: number) {
		this.#context = context;
		this.#edits = new Map(edits.map((edit) => [edit.message, edit]));
		this.#excess = excess;
	}

	get edits(): readonly MessageEdit[] {
		return [...this.#edits.values()].sort((a, b) => a.message - b.message);
	}

	/** Replaces these with stand-ins, the largest first, until enough is saved. */
	replace(candidates: readonly number[], edit: typeof digestEdit): void {
		for (const index of this.#largestFirst(candidates)) {
			if (this.#excess <= 0) {
				return;
			}
			this.#take(edit(this.#context, index));
		}
	}

	/** Divides the remaining room evenly among results; one with hardly any room becomes a digest. */
	shorten(results: readonly number[]): void {
		if (this.#excess <= 0) {
			return;
		}
		const smallestFirst = this.#largestFirst(results).reverse();
		let room = smallestFirst.reduce((sum, index) => sum + this.#tokens(index), 0) - this.#excess;
		for (const [position, index] of smallestFirst.entries()) {
			const share = Math.max(0, room) / (smallestFirst.length - position);
			if (this.#tokens(index) > share) {
				this.#take(cutResult(this.#context, index, share) ?? digestEdit(this.#context, index));
			}
			room -= this.#tokens(index);
		}
	}

	#take(edit: MessageEdit | undefined): void {
		if (edit === undefined) {
			return;
		}
		const saved = this.#tokens(edit.message) - edit.tokens;
		if (saved > 0) {
			this.#excess -= saved;
			this.#edits.set(edit.message, edit);
		}
	}

	#largestFirst(candidates: readonly number[]): number[] {
		return candidates.toSorted((a, b) => this.#tokens(b) - this.#tokens(a) || a - b);
	}

	#tokens(index: number): number {
		return this.#edits.get(index)?.tokens ?? this.#context.log[index]?.tokens ?? 0;
	}
}

/** The calls whose results the model received last, or the tail's end. */
function newestGroup(log: Log, { start, end }: LogRange): number {
	const calls = log.findLastIndex(({ message }) => toolCallsOf(message).length > 0);
	return calls < start ? end : calls;
}

/** A result's beginning and end; undefined if that would be too short. @param share Tokens. */
function cutResult(context: PruningContext, index: number, share: number): MessageEdit | undefined {
	const entry = context.log[index];
	// Only what can become a digest may be cut: not an image, a stand-in, or a result without its call.
	if (entry === undefined || digestEdit(context, index) === undefined) {
		return undefined;
	}
	const text = textOf(entry.message.content);
	const recall = context.recall ? index + 1 : undefined;
	let kept = Math.floor((text.length * share) / entry.tokens) - markRoom;
	// Token density varies within a text.
	for (let tries = 0; tries < cutTries && kept >= smallestCut; tries += 1) {
		const beginning = Math.floor(kept * beginningShare);
		const content = cutMiddle(text, beginning, kept - beginning, recall);
		const cut = editOf(context, index, { content });
		if (cut === undefined || cut.tokens <= share) {
			return cut;
		}
		kept = Math.floor((kept * share * retryFactor) / cut.tokens);
	}
	return undefined;
}
