import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import type { TokenCounter } from '../messages/tokens.ts';
import { classify, kindAt, kinds } from './characterKinds.ts';
import { PieceCounts } from './pieceCounts.ts';
import { nextCertainStart, pieceEnd } from './tokenPieces.ts';
import { TokenTrie } from './tokenTrie.ts';

/** Runs longer than this are cut: what the pattern keeps to go back to grows with them. */
const longestRun = 256;

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

/** Where to cut a text so that no run of one kind is too long for the pattern. */
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

const tokenHundredths = 100;

/**
 * What each part of a piece that is no entry counts, hundredths of a token: with all entries there would be fewer
 * and longer parts. Fitted to recorded sessions and the documents of packages (`bench/estimates.ts`).
 */
export const partHundredths = 77;

let dictionary: Promise<TokenTrie> | undefined;

/**
 * Counts tokens by the most frequent third of the dictionary of OpenAI's o200k encoding, special tokens taken as
 * plain text. Unpacks the dictionary when first called, so call it in the worker and only where counts are needed.
 *
 * Nine of ten sessions are within 4 % of OpenAI's counts, prose in other languages within 10 % (`docs/benchmarks.md`).
 */
export async function loadTokenCounter(): Promise<TokenCounter> {
	const { packedEntries } = await import('./packedEntries.ts');
	dictionary ??= TokenTrie.unpack(packedEntries());
	return countingBy(await dictionary);
}

/**
 * A piece of text that is an entry is one token, as it is with OpenAI. A piece that is none is taken apart by the
 * longest entries. Runs of more than 256 letters, spaces or marks without a break are counted in pieces.
 * @param part What each part of a piece that is no entry counts, hundredths of a token.
 */
export function countingBy(trie: TokenTrie, part = partHundredths): TokenCounter {
	classify();
	const encoder = new TextEncoder();
	const countPiece = (piece: string): number => {
		const parts = trie.count(encoder.encode(piece));
		return parts === 1 ? tokenHundredths : parts * part;
	};
	const known = new PieceCounts();
	const countByPattern = (text: string): number => {
		let hundredths = 0;
		let start = 0;
		for (const end of [...cutPoints(text), text.length]) {
			for (const [piece] of text.slice(start, end).matchAll(O200K_TOKEN_SPLIT_REGEX)) {
				hundredths += known.hundredthsOf(piece, 0, piece.length, countPiece);
			}
			start = end;
		}
		return hundredths;
	};
	return {
		version: 'o200k-4',
		count(text) {
			let hundredths = 0;
			for (let start = 0, end = 0; start < text.length; start = end) {
				end = pieceEnd(text, start);
				if (end < 0 || end - start > longestRun) {
					end = nextCertainStart(text, start);
					hundredths += countByPattern(text.slice(start, end));
				} else {
					hundredths += known.hundredthsOf(text, start, end, countPiece);
				}
			}
			return Math.ceil(hundredths / tokenHundredths);
		},
	};
}
