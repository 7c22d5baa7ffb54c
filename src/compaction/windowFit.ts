import { textOf, toolCallsOf, type Log, type LogRange } from '../messages/message.ts';
import { cutMiddle } from '../messages/marks.ts';
import { countMessage } from '../messages/tokens.ts';
import {
	applyEdit,
	argumentsEdit,
	digestEdit,
	digestOver,
	type PruningContext,
} from './pruning.ts';
import type { MessageEdit } from './record.ts';

/**
 * Makes a tail smaller that would not fit the model's window: largest results first, those that the
 * model has just asked for last, and never a word of a person's or an assistant's.
 */

/** A newest result keeps its beginning and its end where this many characters of it have room. */
const leastWorthCutting = 4 * digestOver;

/** Share of a cut result that its beginning gets: errors stand at the end. */
const beginningShare = 0.5;

/** Characters that the mark of a cut may take. */
const markRoom = 80;

/** How often a cut is tried, and how much less than what should fit is kept with each. */
const cutTries = 4;
const closer = 0.95;

/**
 * Further stand-ins for a tail that has to lose `excess` tokens, as far as results and arguments go.
 * @param edits Those that are decided already.
 * @returns All of them, in order.
 */
export function fitTail(
	context: PruningContext,
	tail: LogRange,
	edits: readonly MessageEdit[],
	excess: number,
): readonly MessageEdit[] {
	const fitted = new FittedTail(context, edits, excess);
	const newest = newestGroup(context.log, tail);
	const older = indices({ start: tail.start, end: newest });
	const newer = indices({ start: newest, end: tail.end });
	fitted.replace(older, (index) => digestEdit(context, index));
	fitted.replace(older, (index) => cutCalls(context, index));
	fitted.shorten(newer.filter((index) => context.log[index]?.message.role === 'tool'));
	fitted.replace(newer, (index) => cutCalls(context, index));
	return fitted.edits;
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

	/** Takes a stand-in for each of these, the largest first, until enough is saved. */
	replace(candidates: readonly number[], edit: (index: number) => MessageEdit | undefined): void {
		for (const index of this.#largestFirst(candidates)) {
			if (this.#excess <= 0) {
				return;
			}
			this.#take(edit(index));
		}
	}

	/** Lets results share what is left for them evenly; one with hardly any room becomes a digest. */
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

/** Where the calls stand whose results the model was last given, or the tail's end. */
function newestGroup(log: Log, { start, end }: LogRange): number {
	const calls = log.findLastIndex(({ message }) => toolCallsOf(message).length > 0);
	return calls < start ? end : calls;
}

function indices({ start, end }: LogRange): number[] {
	return Array.from({ length: Math.max(0, end - start) }, (_, offset) => start + offset);
}

function cutCalls(context: PruningContext, index: number): MessageEdit | undefined {
	const message = context.log[index]?.message;
	const edit = argumentsEdit(context, index);
	return message === undefined || edit === undefined
		? undefined
		: { ...edit, tokens: countMessage(applyEdit(message, edit), context.counter) };
}

/** A result's beginning and end; undefined where that says too little. @param share Tokens. */
function cutResult(context: PruningContext, index: number, share: number): MessageEdit | undefined {
	const entry = context.log[index];
	// Only what can become a digest may be cut: no image, no stand-in, no result without its call.
	if (entry === undefined || digestEdit(context, index) === undefined) {
		return undefined;
	}
	const text = textOf(entry.message.content);
	const recall = context.recall ? index + 1 : undefined;
	let kept = Math.floor((text.length * share) / entry.tokens) - markRoom;
	// Tokens lie more densely at some places of a text than at others.
	for (let tries = 0; tries < cutTries && kept >= leastWorthCutting; tries += 1) {
		const beginning = Math.floor(kept * beginningShare);
		const content = cutMiddle(text, beginning, kept - beginning, recall);
		const tokens = countMessage({ ...entry.message, content }, context.counter);
		if (tokens <= share) {
			return { message: index, content, tokens };
		}
		kept = Math.floor((kept * share * closer) / tokens);
	}
	return undefined;
}
