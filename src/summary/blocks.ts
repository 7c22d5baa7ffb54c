import type { Log, LogRange } from '../messages/message.ts';
import { insideGroups } from '../messages/toolPairs.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { cutToSize, type Measure } from './requestBounds.ts';
import { resultUse, showMessage, type TranscriptSource } from './transcriptText.ts';

/** The messages a summariser is shown, with their sizes, and how they are divided into pieces. */

/** What is shown of one message, or of several that only fit together. */
export interface Block {
	/** Indices of its first and last message in the log. */
	readonly index: number;
	readonly lastIndex: number;
	/** Messages it stands for. */
	readonly messages: number;
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

/** What is shown of these messages; those without content are no blocks. */
export function readBlocks(
	source: TranscriptSource,
	indices: readonly number[],
	scale: number,
	measure: Measure,
	digested = false,
): Block[] {
	return indices.flatMap((index) => {
		const text = showMessage(source, index, { digested, scale });
		const isResult = source.log[index]?.message.role === 'tool';
		return text === '' ? [] : [blockOf(index, text, measure, digested && isResult)];
	});
}

function blockOf(index: number, text: string, measure: Measure, digested: boolean): Block {
	return {
		index,
		lastIndex: index,
		messages: 1,
		text,
		size: measure(`${text}\n`),
		digested,
		leftOut: 0,
	};
}

/** Size of blocks one after the other. */
export function sizeOf(blocks: readonly Block[]): number {
	return blocks.reduce((sum, block) => sum + block.size, 0);
}

/**
 * Shows tool results by their digests until the blocks fit: the oldest first, failures last, because
 * what went wrong is what the next assistant needs.
 */
export function digestOldest(
	source: TranscriptSource,
	blocks: readonly Block[],
	room: number,
	measure: Measure,
): Block[] {
	const result = [...blocks];
	let size = sizeOf(blocks);
	if (size <= room) {
		return result;
	}
	const results = blocks.flatMap((block, position) =>
		source.log[block.index]?.message.role === 'tool' ? [{ block, position }] : [],
	);
	const failed = new Set(
		results.filter(({ block }) => resultUse(source, block.index).outcome.status === 'failed'),
	);
	const order = [...results.filter((entry) => !failed.has(entry)), ...failed];
	for (const { block, position } of order) {
		if (size <= room) {
			break;
		}
		const text = showMessage(source, block.index, { digested: true, scale: 1 });
		const shorter = blockOf(block.index, text, measure, true);
		if (shorter.size < block.size) {
			result[position] = shorter;
			size -= block.size - shorter.size;
		}
	}
	return result;
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
		return { ...block, text, size: measure(`${text}\n`) };
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
			size: measure(`${text}\n`),
		},
	];
}
