import { digest } from '../messages/digest.ts';
import { parsedJson } from '../messages/json.ts';
import {
	cutBefore,
	formatCount,
	isMarked,
	mark,
	markOpening,
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
import { useOfResult } from '../messages/toolUse.ts';
import type { MessageEdit } from './record.ts';
import { staleResults } from './staleResults.ts';

/** Outside the tail, tool results longer than this become digests, characters. */
export const digestThreshold = 200;

/** Identical results of at least this length are kept once, characters. */
const duplicateThreshold = 200;

/** Arguments longer than this have their long strings cut, characters. */
const argumentsThreshold = 500;

/** Long strings inside arguments are cut to this length, characters. */
const stringLimit = 200;

/** Inputs of pruning. */
export interface PruningContext {
	readonly log: Log;
	readonly pairs: ToolPairs;
	readonly counter: TokenCounter;
	/** Whether marks may point to the recall tool. */
	readonly recall: boolean;
}

/**
 * Stand-ins for messages that stay in the context: digests and cut arguments in `outsideTail`, pointers for repeated
 * results and digests of stale ones in the tail. No model is involved, and pruning is idempotent.
 */
export function pruneContext(
	context: PruningContext,
	outsideTail: LogRange,
	tail: LogRange,
): MessageEdit[] {
	const repeats = repeatedResults(context, [outsideTail, tail]);
	const stale = staleResults(context.log, context.pairs, tail);
	const digested = indicesIn(outsideTail).map(
		(index) => digestEdit(context, index) ?? argumentsEdit(context, index),
	);
	const kept = indicesIn(tail).map(
		(index) =>
			repeatEdit(context, index, repeats.get(index)) ??
			(stale.has(index) ? digestEdit(context, index) : undefined),
	);
	return [...digested, ...kept].filter((edit) => edit !== undefined);
}

/** The indices of a range, ascending. */
export function indicesIn({ start, end }: LogRange): number[] {
	return Array.from({ length: Math.max(0, end - start) }, (_, offset) => start + offset);
}

/** The edit of a message, with the message's new token count. */
export function editOf(
	{ log, counter }: PruningContext,
	index: number,
	change: Pick<MessageEdit, 'content' | 'arguments'>,
): MessageEdit | undefined {
	const message = log[index]?.message;
	return message === undefined
		? undefined
		: { message: index, ...change, tokens: countMessage(applyEdit(message, change), counter) };
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
	const text = resultText(context, index);
	const use =
		text.length > digestThreshold ? useOfResult(context.log, context.pairs, index) : undefined;
	const content = use && digest(use, context.recall ? index + 1 : undefined);
	return content !== undefined && content.length < text.length
		? editOf(context, index, { content })
		: undefined;
}

/** The text of a result that a stand-in may replace; empty if it has an image or is itself a stand-in. */
function resultText({ log }: PruningContext, index: number): string {
	const message = log[index]?.message;
	const text =
		message?.role === 'tool' && !hasImage(message.content) ? textOf(message.content) : '';
	return isMarked(text) ? '' : text;
}

/** Arguments with their long strings cut; undefined if there are none. */
export function argumentsEdit(context: PruningContext, index: number): MessageEdit | undefined {
	const message = context.log[index]?.message;
	const calls = message === undefined ? [] : toolCallsOf(message);
	if (!calls.some((call) => call.arguments.length > argumentsThreshold)) {
		return undefined;
	}
	const recall = context.recall ? index + 1 : undefined;
	const cut = calls.map((call) => cutArguments(call.arguments, recall));
	return cut.some((text, position) => text !== calls[position]?.arguments)
		? editOf(context, index, { arguments: cut })
		: undefined;
}

/** A string in JSON text; the group matches if it is a key. */
const jsonString = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Cuts long strings inside JSON arguments; everything else is left exactly as it is, because numbers may have more
 * digits than a parser keeps. Arguments that are short, or not JSON, are returned unchanged.
 */
export function cutArguments(text: string, recall?: number): string {
	if (text.length <= argumentsThreshold || parsedJson(text) === undefined) {
		return text;
	}
	const cut = text.replace(jsonString, (literal: string, key: string | undefined) =>
		key === undefined ? cutLiteral(literal, recall) : literal,
	);
	return cut.length < text.length ? cut : text;
}

function cutLiteral(literal: string, recall: number | undefined): string {
	const leaf = String(JSON.parse(literal));
	const cut = cutString(leaf, recall);
	return cut === leaf ? literal : JSON.stringify(cut);
}

function cutString(leaf: string, recall: number | undefined): string {
	// The mark itself must not push a cut string over the limit again.
	if (leaf.length <= stringLimit * 1.5 || leaf.includes(markOpening)) {
		return leaf;
	}
	if (isPath(leaf)) {
		const end = leaf.slice(leaf.length - stringLimit).replace(/^[^\\/]*(?=[\\/])/, '');
		return omissionMark(leaf.length - end.length, leaf.length, recall) + end;
	}
	const kept = leaf.slice(0, cutBefore(leaf, stringLimit));
	return kept + omissionMark(leaf.length - kept.length, leaf.length, recall);
}

/** Longest path that systems allow, characters. */
const longestPath = 4_096;

/** Whether a string is a path. The end of a path is kept, because it is the most specific part. */
function isPath(leaf: string): boolean {
	return (
		leaf.length <= longestPath &&
		!leaf.startsWith('data:') &&
		/[\\/]/.test(leaf.slice(-stringLimit)) &&
		!/\s/.test(leaf)
	);
}

/** The newest copy of each repeated result; the newest itself is not in the map. */
function repeatedResults(
	context: PruningContext,
	ranges: readonly LogRange[],
): Map<number, number> {
	const newest = new Map<string, number>();
	const pointers = new Map<number, number>();
	for (const index of ranges.flatMap(indicesIn).reverse()) {
		const text = resultText(context, index);
		// An orphan is not rendered, so no pointer may lead to it.
		const isRendered = context.pairs.places.get(index)?.kind !== 'orphan';
		if (text.length < duplicateThreshold || !isRendered) {
			continue;
		}
		const newer = newest.get(text);
		if (newer === undefined) {
			newest.set(text, index);
		} else {
			pointers.set(index, newer);
		}
	}
	return pointers;
}

function repeatEdit(
	context: PruningContext,
	index: number,
	newer: number | undefined,
): MessageEdit | undefined {
	if (newer === undefined) {
		return undefined;
	}
	const length = formatCount(resultText(context, index).length);
	const hint = recallHint(context.recall ? newer + 1 : undefined);
	const content = mark(`same ${length} characters as the newer result below${hint}`);
	return editOf(context, index, { content });
}
