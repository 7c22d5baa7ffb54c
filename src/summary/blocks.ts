import { formatCount, mark } from '../messages/marks.ts';
import type { LogRange } from '../messages/message.ts';
import { userOrigin } from '../messages/origins.ts';
import { estimatedTokens, messageLength } from '../messages/tokens.ts';
import { insideGroups } from '../messages/toolPairs.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { redact, type Redacted } from '../redaction/redact.ts';
import { ledgerOf } from './ledger.ts';
import { cutToSize, type Measure } from './requestBounds.ts';
import {
	insteadOfResult,
	partsOf,
	resultDigest,
	showParts,
	type ShownPart,
	type PromptSource,
} from './transcriptText.ts';

/**
 * The messages a summariser is shown, and what gives way where they do not fit. How much of each is shown
 * follows from lengths and counts that are known, before anything is read: tool results give way first,
 * the oldest become digests, failures last; what was said and the assistant's own calls are cut after
 * that, and whole messages left out last of all.
 */

/** What is shown of one message, or of several that only fit together. */
export interface Block {
	/** Indices of its first and last message in the log. */
	readonly index: number;
	readonly lastIndex: number;
	/** What is shown. */
	readonly text: string;
	/** In millionths of a request, with the line end behind it. */
	readonly size: number;
	readonly digested: boolean;
	/** Messages it only mentions as left out. */
	readonly leftOut: number;
}

/** Tokens and characters of a part's label, and of a digest. */
const frame = { tokens: 16, characters: 40 };
const digestSize = { tokens: 40, characters: 130 };

/** Characters below which the digest of a result tells more than its two ends. */
const leastResult = 700;

/** Characters of a result that can stand for another. */
const leastRepeat = 200;

/** What a result's share is worth: the oldest, and one that failed. */
const worth = { oldest: 0.4, failed: 6 };

/** A message before it is read. */
interface Sketch {
	readonly index: number;
	readonly length: number;
	readonly tokens: number;
	/** Of a tool's result. */
	readonly use?: ToolUse;
	/** What stands in its place: it says the same later on. */
	readonly repeated?: Redacted;
	/** What share it has of the room that is left to those that give way; undefined where it stays whole. */
	readonly weight?: number;
}

/** Rounds in which what turned out longer than expected is made up for. */
const mostRounds = 8;

/**
 * These messages within a room, if giving way is enough for that; those without content are no blocks.
 * @param everything Whether words and calls give way too.
 */
export function readBlocks(
	source: PromptSource,
	fresh: readonly LogRange[],
	room: number,
	measure: Measure,
	everything = false,
): Block[] {
	const reader = new Reader(source, measure);
	const sketches = reader.sketches(fresh);
	const whole = reader.show(sketches, Number.POSITIVE_INFINITY, room);
	if (whole !== undefined) {
		return whole;
	}
	const giving = withRepeats(sketches).map((sketch, position): Sketch => {
		if (sketch.use === undefined) {
			return everything ? { ...sketch, weight: 1 } : sketch;
		}
		const age = worth.oldest + ((1 - worth.oldest) * position) / sketches.length;
		const failed = sketch.use.outcome.status === 'failed' ? worth.failed : 1;
		return { ...sketch, weight: age * failed };
	});
	let blocks: Block[] = [];
	let allowed = room;
	for (let round = 0; round < mostRounds && allowed > 0; round += 1) {
		const level = reader.level(giving, allowed);
		blocks = reader.shown(giving, level);
		const excess = sizeOf(blocks) - room;
		// At no level at all everything that may give way is a digest already.
		if (excess <= 0 || level < 1) {
			break;
		}
		allowed -= excess + room * 0.01;
	}
	return blocks;
}

/** Reads messages only as far as they are shown. */
class Reader {
	readonly #source: PromptSource;
	readonly #measure: Measure;
	readonly #parts = new Map<number, readonly ShownPart[]>();
	readonly #digests = new Map<number, Redacted>();

	constructor(source: PromptSource, measure: Measure) {
		this.#source = source;
		this.#measure = measure;
	}

	sketches(fresh: readonly LogRange[]): Sketch[] {
		const { log, pairs } = this.#source;
		const uses = new Map(ledgerOf(log, pairs).uses.map((use) => [use.resultIndex, use]));
		return fresh.flatMap(({ start, end }) =>
			log.slice(start, end).flatMap(({ message, tokens }, offset): Sketch[] => {
				const index = start + offset;
				const length = messageLength(message);
				const use = message.role === 'tool' ? uses.get(index) : undefined;
				// What an image costs is not shown.
				const sketch = { index, length, tokens: Math.min(tokens, length) };
				return message.role === 'system'
					? []
					: [{ ...sketch, ...(use === undefined ? {} : { use }) }];
			}),
		);
	}

	/** All of it, if there is room. */
	show(sketches: readonly Sketch[], level: number, room: number): Block[] | undefined {
		if (this.#sizeAt(sketches, level) > room * 1.5) {
			return undefined;
		}
		const blocks = this.shown(sketches, level);
		return sizeOf(blocks) <= room ? blocks : undefined;
	}

	shown(sketches: readonly Sketch[], level: number): Block[] {
		return sketches.flatMap((sketch) => this.#block(sketch, level));
	}

	/** The most characters of a text of weight 1 at which these come to about this size. */
	level(sketches: readonly Sketch[], room: number): number {
		let low = 0;
		let high = sketches.reduce((most, { length }) => Math.max(most, length), 0) / worth.oldest;
		for (let round = 0; round < 24; round += 1) {
			const middle = (low + high) / 2;
			if (this.#sizeAt(sketches, middle) > room) {
				high = middle;
			} else {
				low = middle;
			}
		}
		return low;
	}

	#sizeAt(sketches: readonly Sketch[], level: number): number {
		const digest = this.#measure.of(digestSize.characters, digestSize.tokens);
		return sketches.reduce((sum, sketch) => {
			const { length, tokens, use, repeated } = sketch;
			const shown = Math.min(length, allowedOf(sketch, level));
			const size = this.#measure.of(
				frame.characters + shown,
				frame.tokens + (tokens * shown) / Math.max(1, length),
			);
			const isDigest =
				repeated !== undefined || (use !== undefined && shown < length && shown < leastResult);
			return sum + (isDigest ? digest : size);
		}, 0);
	}

	#block(sketch: Sketch, level: number): Block[] {
		const { index, length, use, repeated } = sketch;
		const most = allowedOf(sketch, level);
		const isDigest = use !== undefined && most < length && most < leastResult;
		if (isDigest || repeated !== undefined) {
			const known = this.#digests.get(index) ?? resultDigest(this.#source, index);
			this.#digests.set(index, known);
			const text = insteadOfResult(this.#source, index, repeated ?? known);
			if (text.length < length) {
				const size = this.#measure.of(text.length + 1, estimatedTokens.count(text) + 1);
				return [{ index, lastIndex: index, text, size, digested: true, leftOut: 0 }];
			}
		}
		const parts = this.#parts.get(index) ?? partsOf(this.#source, index);
		this.#parts.set(index, parts);
		if (parts.length === 0) {
			return [];
		}
		const text = showParts(parts, most);
		const share = Math.min(1, text.length / Math.max(1, length));
		const counted = sketch.tokens * share + parts.length * frame.tokens;
		const isCut = parts.some((part) => part.text.length > most);
		const tokens = isCut ? Math.max(counted, estimatedTokens.count(text) + 1) : counted;
		const size = this.#measure.of(text.length + 1, tokens);
		return [{ index, lastIndex: index, text, size, digested: false, leftOut: 0 }];
	}
}

/** Characters of each of its texts. */
function allowedOf({ weight }: Sketch, level: number): number {
	return weight === undefined ? Number.POSITIVE_INFINITY : level * weight;
}

/** Size of blocks one after the other. */
export function sizeOf(blocks: readonly Block[]): number {
	return blocks.reduce((sum, block) => sum + block.size, 0);
}

/** The messages with a note where a later result is the same, or a later call reads the same again. */
function withRepeats(sketches: readonly Sketch[]): Sketch[] {
	const later = new Map<string, ToolUse & { readonly at: number }>();
	return [...sketches]
		.reverse()
		.map((sketch): Sketch => {
			const { use, index } = sketch;
			if (use === undefined || use.result.length < leastRepeat) {
				return sketch;
			}
			const { result, call } = use;
			const ends = `${result.length} ${result.slice(0, 80)}\n${result.slice(-80)}`;
			const read = `${call.name}\n${call.arguments}`;
			const same = later.get(ends)?.result === result ? later.get(ends) : undefined;
			const again = use.family === 'read' ? later.get(read) : undefined;
			later.set(ends, { ...use, at: index });
			later.set(read, { ...use, at: index });
			if (same === undefined && again === undefined) {
				return sketch;
			}
			const repeated =
				same === undefined
					? `read again in m${(again?.at ?? 0) + 1}`
					: `the same as m${same.at + 1}`;
			return { ...sketch, repeated: redact(mark(repeated)) };
		})
		.reverse();
}

/**
 * Divides blocks into pieces that fit, at turn boundaries. A turn that does not fit is divided
 * between groups of calls and results; a group that does not fit is cut.
 */
export function packBlocks(
	source: PromptSource,
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
			unit.forEach((block) => open.push(block));
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

/** A group as one text that is cut, where it does not fit. */
function fitGroup(group: readonly Block[], room: number, measure: Measure): Block[] {
	const [first] = group;
	if (first === undefined || sizeOf(group) <= room) {
		return [...group];
	}
	const share = Math.floor(room / group.length);
	const cut = group.map((block) =>
		block.size <= share ? block : showing(block, cutToSize(block.text, share, measure), measure),
	);
	if (sizeOf(cut) <= room) {
		return cut;
	}
	const text = cutToSize(cut.map((block) => block.text).join('\n'), room, measure);
	return [{ ...showing(first, text, measure), lastIndex: cut.at(-1)?.lastIndex ?? first.index }];
}

/** The block with another text. */
function showing(block: Block, text: string, measure: Measure): Block {
	return { ...block, text, size: measure.text(`${text}\n`) };
}

/**
 * The last resort for conversations that do not fit even as digests: whole messages are left out,
 * with a mark in their place. Tool results go first, then the assistant's words, and the person's
 * last; the oldest first.
 */
export function leaveOut(
	source: PromptSource,
	blocks: readonly Block[],
	room: number,
	mostPieces: number,
	measure: Measure,
): Block[][] {
	const rankOf = ({ index }: Block): number => {
		const message = source.log[index]?.message;
		return message === undefined || message.role === 'tool'
			? 0
			: userOrigin(message) === 'person'
				? 2
				: 1;
	};
	const order = [...blocks].sort((a, b) => rankOf(a) - rankOf(b) || a.index - b.index);
	const packWithout = (count: number): Block[][] =>
		packBlocks(source, without(blocks, new Set(order.slice(0, count)), measure), room, measure);
	// Fewest messages by bisection: the more are left out, the fewer pieces there are.
	let tooFew = 0;
	let enough = order.length;
	while (enough - tooFew > 1) {
		const middle = Math.floor((tooFew + enough) / 2);
		if (packWithout(middle).length <= mostPieces) {
			enough = middle;
		} else {
			tooFew = middle;
		}
	}
	return packWithout(enough);
}

/** The blocks with each run of dropped ones replaced by one mark. */
function without(blocks: readonly Block[], dropped: ReadonlySet<Block>, measure: Measure): Block[] {
	const kept: Block[] = [];
	let open: Block | undefined;
	for (const block of blocks) {
		if (!dropped.has(block)) {
			kept.push(block);
			open = undefined;
			continue;
		}
		const first: Block = open ?? { ...block, leftOut: 0, digested: false };
		const leftOut = first.leftOut + block.lastIndex - block.index + 1;
		const text = mark(
			`${formatCount(leftOut)} messages omitted, m${first.index + 1} to m${block.lastIndex + 1}`,
		);
		if (open !== undefined) {
			kept.pop();
		}
		open = { ...showing(first, text, measure), lastIndex: block.lastIndex, leftOut };
		kept.push(open);
	}
	return kept;
}
