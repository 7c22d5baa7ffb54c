import { digest } from '../messages/digest.ts';
import {
	cutBefore,
	formatCount,
	isMarked,
	mark,
	omissionMark,
	recallHint,
} from '../messages/marks.ts';
import {
	hasImage,
	textOf,
	toolCallsOf,
	type Log,
	type LogRange,
	type Message,
} from '../messages/message.ts';
import { countMessage, type TokenCounter } from '../messages/tokens.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import { pairedUse } from '../messages/toolUse.ts';
import type { MessageEdit } from './record.ts';
import { staleResults } from './staleResults.ts';

/** Outside the tail, tool results longer than this become digests, characters. */
export const digestOver = 200;

/** Identical results of at least this length are kept once, characters. */
const duplicateFrom = 200;

/** Arguments longer than this have their long strings cut, characters. */
const argumentsOver = 500;

/** Long strings inside arguments are cut to this length, characters. */
const stringLeaf = 200;

/** Inputs of pruning besides the log. */
export interface PruningContext {
	readonly log: Log;
	readonly pairs: ToolPairs;
	readonly counter: TokenCounter;
	/** Whether marks may point to the recall tool. */
	readonly recall: boolean;
}

/**
 * Stand-ins for what stays in the context: digests and cut arguments in `outsideTail`, pointers for repeated results
 * and digests of stale ones in the tail. No model is involved, and pruning is idempotent.
 */
export function pruneContext(
	context: PruningContext,
	outsideTail: LogRange,
	tail: LogRange,
): MessageEdit[] {
	const repeats = repeatedResults(context, [outsideTail, tail]);
	const stale = staleResults(context.log, context.pairs, tail);
	return [
		...editsIn(
			context,
			outsideTail,
			(index) => digestEdit(context, index) ?? argumentsEdit(context, index),
		),
		...editsIn(
			context,
			tail,
			(index) =>
				repeatEdit(context, index, repeats.get(index)) ??
				(stale.has(index) ? digestEdit(context, index) : undefined),
		),
	];
}

function editsIn(
	context: PruningContext,
	range: LogRange,
	edit: (index: number) => Omit<MessageEdit, 'tokens'> | MessageEdit | undefined,
): MessageEdit[] {
	const edits: MessageEdit[] = [];
	for (let index = range.start; index < range.end; index += 1) {
		const change = edit(index);
		const entry = context.log[index];
		if (change !== undefined && entry !== undefined) {
			const tokens = countMessage(applyEdit(entry.message, change), context.counter);
			edits.push({ ...change, tokens });
		}
	}
	return edits;
}

/** The message with an edit applied. */
export function applyEdit(
	message: Message,
	edit: Pick<MessageEdit, 'content' | 'arguments'>,
): Message {
	const content = edit.content ?? message.content;
	if (message.role !== 'assistant' || edit.arguments === undefined) {
		return { ...message, content };
	}
	return {
		...message,
		content,
		toolCalls: toolCallsOf(message).map((call, position) => ({
			...call,
			arguments: edit.arguments?.[position] ?? call.arguments,
		})),
	};
}

/** A digest in place of a result; undefined if it would not be shorter or would lose an image. */
export function digestEdit(context: PruningContext, index: number): MessageEdit | undefined {
	const message = context.log[index]?.message;
	const place = context.pairs.places.get(index);
	if (message?.role !== 'tool' || place === undefined || place.kind === 'orphan') {
		return undefined;
	}
	const text = textOf(message.content);
	if (text.length <= digestOver || hasImage(message.content) || isMarked(text)) {
		return undefined;
	}
	const caller = context.log[place.call.message]?.message;
	const call = caller === undefined ? undefined : toolCallsOf(caller)[place.call.position];
	if (call === undefined) {
		return undefined;
	}
	const content = digest(
		pairedUse(context.log, context.pairs, place.call.message, call, index),
		context.recall ? index + 1 : undefined,
	);
	return content.length < text.length
		? { message: index, content, tokens: countMessage({ ...message, content }, context.counter) }
		: undefined;
}

/** Arguments with their long strings cut; undefined if there are none. */
export function argumentsEdit(
	context: PruningContext,
	index: number,
): Omit<MessageEdit, 'tokens'> | undefined {
	const message = context.log[index]?.message;
	const calls = message === undefined ? [] : toolCallsOf(message);
	if (!calls.some((call) => call.arguments.length > argumentsOver)) {
		return undefined;
	}
	const recall = context.recall ? index + 1 : undefined;
	const cut = calls.map((call) => cutArguments(call.arguments, recall));
	return cut.some((text, position) => text !== calls[position]?.arguments)
		? { message: index, arguments: cut }
		: undefined;
}

/** A string in JSON text; the group matches if it is a key. */
const jsonString = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Cuts long strings inside JSON arguments; everything else is unchanged to the letter, because numbers may have more
 * digits than a parser keeps. Arguments that are short, or not JSON, are returned unchanged.
 */
export function cutArguments(text: string, recall?: number): string {
	if (text.length <= argumentsOver) {
		return text;
	}
	try {
		JSON.parse(text);
	} catch {
		return text;
	}
	const cut = text.replace(jsonString, (literal: string, key: string | undefined) =>
		key === undefined ? cutLiteral(literal, recall) : literal,
	);
	return cut.length < text.length ? cut : text;
}

function cutLiteral(literal: string, recall: number | undefined): string {
	const leaf = String(JSON.parse(literal));
	const cut = cutLeaf(leaf, recall);
	return cut === leaf ? literal : JSON.stringify(cut);
}

function cutLeaf(leaf: string, recall: number | undefined): string {
	// The mark itself must not push a cut string over the limit again.
	if (leaf.length <= stringLeaf * 1.5 || leaf.includes(mark('').slice(0, -1))) {
		return leaf;
	}
	const kept = leaf.slice(0, cutBefore(leaf, stringLeaf));
	return kept + omissionMark(leaf.length - kept.length, leaf.length, recall);
}

/** The newest copy of each repeated result; the newest itself is not in the map. */
function repeatedResults(
	{ log, pairs }: PruningContext,
	ranges: readonly LogRange[],
): Map<number, number> {
	const newest = new Map<string, number>();
	const pointers = new Map<number, number>();
	const indices = ranges.flatMap((range) =>
		Array.from(
			{ length: Math.max(0, range.end - range.start) },
			(_, offset) => range.start + offset,
		),
	);
	for (const index of indices.reverse()) {
		const message = log[index]?.message;
		if (message?.role !== 'tool' || hasImage(message.content)) {
			continue;
		}
		// An orphan is not rendered, so no pointer may lead to it.
		if (pairs.places.get(index)?.kind === 'orphan') {
			continue;
		}
		const text = textOf(message.content);
		if (text.length < duplicateFrom || isMarked(text)) {
			continue;
		}
		const same = newest.get(text);
		if (same === undefined) {
			newest.set(text, index);
		} else {
			pointers.set(index, same);
		}
	}
	return pointers;
}

function repeatEdit(
	context: PruningContext,
	index: number,
	same: number | undefined,
): Omit<MessageEdit, 'tokens'> | undefined {
	const message = context.log[index]?.message;
	if (same === undefined || message === undefined) {
		return undefined;
	}
	const length = formatCount(textOf(message.content).length);
	return {
		message: index,
		content: mark(
			`same ${length} characters as the newer result below${recallHint(context.recall ? same + 1 : undefined)}`,
		),
	};
}
