import type { TokenCounter } from '../messages/tokens.ts';
import { classify, kindAt, kinds } from './characterKinds.ts';
import { PieceCounts } from './pieceCounts.ts';
import { nextCertainStart, pieceEnd } from './tokenPieces.ts';

/** Runs longer than this are cut: the tokenizer needs quadratic time for an uninterrupted one. */
const longestRun = 256;

/** After this many characters the tokenizer's cache is emptied: it keeps the counted texts in memory. */
const cacheLifetime = 4_000_000;

/**
 * Whether the tokenizer certainly starts a new piece between two neighbours. A mark, or half of a
 * surrogate pair, belongs to words and to punctuation alike, so nothing is certain beside one.
 */
function isBreak(previous: number, current: number): boolean {
	if (current === kinds.digit || previous === kinds.digit) {
		return true;
	}
	if (previous === kinds.mark || current === kinds.mark) {
		return false;
	}
	switch (current) {
		case kinds.upper:
			return previous !== kinds.letter && previous !== kinds.upper;
		case kinds.letter:
		case kinds.lower:
			return previous > kinds.mark;
		case kinds.space:
			return previous !== kinds.space && previous !== kinds.lineEnd;
		case kinds.lineEnd:
			return previous < kinds.digit;
		case kinds.slash:
			return previous < kinds.digit || previous === kinds.space;
		default:
			return previous !== kinds.other && previous !== kinds.slash;
	}
}

/** Where to cut a text so that no run of one kind is longer than the tokenizer can take. */
export function cutPoints(text: string): readonly number[] {
	const cuts: number[] = [];
	let start = 0;
	let previous: number = kinds.digit;
	for (let index = 0; index < text.length; index += 1) {
		const current = kindAt(text, index);
		if (isBreak(previous, current)) {
			start = index;
		} else if (index - start >= longestRun && !isInsidePair(text, index)) {
			cuts.push(index);
			start = index;
		}
		previous = current;
	}
	return cuts;
}

function isInsidePair(text: string, index: number): boolean {
	return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(index - 1, index + 1));
}

/**
 * Counts tokens as OpenAI's o200k encoding does, special tokens taken as plain text. Loads a dictionary
 * of two megabytes when first called, so call it in the worker and only where counts are needed.
 *
 * Counts are exact but for runs of more than 256 letters, spaces or marks without a break, which are
 * counted in pieces: linear time on any text matters more than one token in a hundred there.
 */
export async function loadExactTokens(): Promise<TokenCounter> {
	const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
	classify();
	const options = { disallowedSpecial: new Set<string>() };
	let counted = 0;
	const countPiece = (piece: string): number => {
		counted += piece.length;
		if (counted > cacheLifetime) {
			clearMergeCache();
			counted = 0;
		}
		return countTokens(piece, options);
	};
	const countByPattern = (text: string): number => {
		let tokens = 0;
		let start = 0;
		for (const end of [...cutPoints(text), text.length]) {
			tokens += countPiece(text.slice(start, end));
			start = end;
		}
		return tokens;
	};
	const known = new PieceCounts();
	return {
		version: 'o200k-2',
		count(text) {
			let tokens = 0;
			for (let start = 0, end = 0; start < text.length; start = end) {
				end = pieceEnd(text, start);
				if (end < 0 || end - start > longestRun) {
					end = nextCertainStart(text, start);
					tokens += countByPattern(text.slice(start, end));
				} else {
					tokens += known.tokensOf(text, start, end, countPiece);
				}
			}
			return tokens;
		},
	};
}
