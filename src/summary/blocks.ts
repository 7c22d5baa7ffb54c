import type { Log, LogRange } from '../messages/message.ts';
import { insideGroups } from '../messages/toolPairs.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import type { Redacted } from '../redaction/redact.ts';
import { cutToSize, type Measure } from './requestBounds.ts';
import {
	insteadOfResult,
	partsOf,
	showParts,
	type ShownPart,
	type TranscriptSource,
} from './transcriptText.ts';

/** The messages a summariser is shown, with their sizes, and how they are divided into pieces. */

/** What is shown of one message, or of several that only fit together. */
export interface Block {
	/** Indices of its first and last message in the log. */
	readonly index: number;
	readonly lastIndex: number;
	/** Messages it stands for. */
	readonly messages: number;
	/** Its texts uncut; none where it mentions messages only. */
	readonly parts: readonly ShownPart[];
	/** What is shown. */
	readonly text: string;
	/** In millionths of a request, with the line end behind it. */
	readonly size: number;
	readonly digested: boolean;
	/** Messages it only mentions as left out. */
	readonly leftOut: number;
}

/** Indices of the messages in these ranges, in order. */
export function freshIndices(log: Log, fresh: readonly LogRange[]): number[] {
	return log.flatMap((_, index) =>
		fresh.some((range) => index >= range.start && index < range.end) ? [index] : [],
	);
}

/** These messages, with everything they hold; those without content are no blocks. */
export function readBlocks(
	source: TranscriptSource,
	indices: readonly number[],
	measure: Measure,
): Block[] {
	return indices.flatMap((index) => {
		const parts = partsOf(source, index);
		return parts.length === 0 ? [] : [blockOf(index, parts, measure)];
	});
}

function blockOf(index: number, parts: readonly ShownPart[], measure: Measure): Block {
	const text = showParts(parts);
	return {
		index,
		lastIndex: index,
		messages: 1,
		parts,
		text,
		size: lineSize(text, measure),
		digested: false,
		leftOut: 0,
	};
}

/**
 * Size of the text with the line end behind it. Joined, not concatenated: every character of a concatenated
 * string costs a detour, a quarter of the time that counting its tokens takes.
 */
function lineSize(text: string, measure: Measure): number {
	return measure([text, ''].join('\n'));
}

/** The block with at most so many characters of each of its texts. */
export function cutBlock(block: Block, most: number, measure: Measure): Block {
	if (block.parts.every(({ text }) => text.length <= most)) {
		return block;
	}
	const text = showParts(block.parts, most);
	return { ...block, text, size: lineSize(text, measure) };
}

/** The block of a result with something shorter in its place; the block where that is not shorter. */
export function standIn(block: Block, text: Redacted, measure: Measure): Block {
	const [part] = block.parts;
	if (part === undefined) {
		return block;
	}
	const shorter = blockOf(block.index, [insteadOfResult(part, text)], measure);
	return shorter.size < block.size ? { ...shorter, digested: true } : block;
}

/** Size of blocks one after the other. */
export function sizeOf(blocks: readonly Block[]): number {
	return blocks.reduce((sum, block) => sum + block.size, 0);
}

/**
 * Divides blocks into pieces that fit, at turn boundaries. A turn that does not fit is divided
 * between groups of calls and results; a group that does not fit is cut.
 */
export function packBlocks(
	source: TranscriptSource,
	blocks: readonly Block[],
	room: number,
	measure: Measure,
): Block[][] {
	const inside = insideGroups(source.log, source.pairs);
	const turns = splitAt(blocks, ({ index }) => {
		const entry = source.log[index];
		return entry !== undefined && isFromPerson(entry.message);
	});
	const units = turns.flatMap((turn) =>
		sizeOf(turn) <= room
			? [turn]
			: splitAt(turn, (block) => inside[block.index] !== true).map((group) =>
					fitGroup(group, room, measure),
				),
	);
	const pieces: Block[][] = [];
	let free = 0;
	for (const unit of units) {
		const size = sizeOf(unit);
		const open = pieces.at(-1);
		if (open === undefined || size > free) {
			pieces.push([...unit]);
			free = room - size;
		} else {
			for (const block of unit) {
				open.push(block);
			}
			free -= size;
		}
	}
	return pieces.length === 0 ? [[]] : pieces;
}

/** Splits before every block that starts something. */
function splitAt(blocks: readonly Block[], starts: (block: Block) => boolean): Block[][] {
	const parts: Block[][] = [];
	for (const block of blocks) {
		const open = parts.at(-1);
		if (open === undefined || starts(block)) {
			parts.push([block]);
		} else {
			open.push(block);
		}
	}
	return parts;
}

/** Cuts the longest messages of a group, and where that is not enough the group as one text. */
function fitGroup(group: readonly Block[], room: number, measure: Measure): Block[] {
	if (sizeOf(group) <= room) {
		return [...group];
	}
	const share = Math.floor(room / group.length);
	const cut = group.map((block) => {
		if (block.size <= share) {
			return block;
		}
		const text = cutToSize(block.text, share - measure('\n'), measure);
		return { ...block, text, size: lineSize(text, measure) };
	});
	const [first] = cut;
	const last = cut.at(-1);
	if (first === undefined || last === undefined || sizeOf(cut) <= room) {
		return cut;
	}
	const joined = cut.map((block) => block.text).join('\n');
	const text = cutToSize(joined, room - measure('\n'), measure);
	return [
		{
			...first,
			lastIndex: last.lastIndex,
			messages: group.reduce((sum, block) => sum + block.messages, 0),
			text,
			size: lineSize(text, measure),
		},
	];
}
