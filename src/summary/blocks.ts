import { formatCount, mark } from '../messages/marks.ts';
import { textOf, toolCallsOf, type Log, type LogRange } from '../messages/message.ts';
import { userOrigin } from '../messages/origins.ts';
import { insideGroups } from '../messages/toolPairs.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { redact, type Redacted } from '../redaction/redact.ts';
import { cutToSize, type Measure } from './requestBounds.ts';
import {
	insteadOfResult,
	partsOf,
	resultDigest,
	resultUse,
	showParts,
	type ShownPart,
	type TranscriptSource,
} from './transcriptText.ts';
import { baseName } from './words.ts';

/**
 * The messages a summariser is shown, with their sizes, and what gives way where they do not fit: tool
 * results first, repeats and superseded reads before the others; then they become digests, failures last;
 * what was said and the assistant's own calls are cut after that, and whole messages left out last of all.
 */

/** What is shown of one message, or of several that only fit together. */
export interface Block {
	/** Indices of its first and last message in the log. */
	readonly index: number;
	readonly lastIndex: number;
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

/** Tokens of a part's label. */
const labelTokens = 16;

/** These messages, with everything they hold; those without content are no blocks. */
export function readBlocks(
	source: TranscriptSource,
	fresh: readonly LogRange[],
	measure: Measure,
): Block[] {
	return fresh.flatMap(({ start, end }) =>
		source.log.slice(start, end).flatMap(({ tokens }, offset) => {
			const index = start + offset;
			const parts = partsOf(source, index);
			const text = showParts(parts);
			// Counted when it was appended. What an image costs is not shown.
			const known = tokens > text.length ? undefined : tokens + parts.length * labelTokens;
			const size = known === undefined ? measure([text, ''].join('\n')) : measure(text, known);
			return parts.length === 0
				? []
				: [{ index, lastIndex: index, parts, text, size, digested: false, leftOut: 0 }];
		}),
	);
}

/**
 * The block with another text. Joined, not concatenated: every character of a concatenated string costs a
 * detour, a quarter of the time that counting its tokens takes.
 */
function showing(block: Block, text: string, measure: Measure): Block {
	return text === block.text ? block : { ...block, text, size: measure([text, ''].join('\n')) };
}

/** The block with at most so many characters of each of its texts. */
function cutBlock(block: Block, most: number, measure: Measure): Block {
	return block.digested || block.parts.every(({ text }) => text.length <= most)
		? block
		: showing(block, showParts(block.parts, most), measure);
}

/** The block of a result with something shorter in its place; the block where that is not shorter. */
function standIn(block: Block, text: Redacted, measure: Measure): Block {
	const [part] = block.parts;
	if (part === undefined) {
		return block;
	}
	const parts = [insteadOfResult(part, text)];
	const shorter = showing({ ...block, parts }, showParts(parts), measure);
	return shorter.size < block.size ? { ...shorter, digested: true } : block;
}

/** Size of blocks one after the other. */
export function sizeOf(blocks: readonly Block[]): number {
	return blocks.reduce((sum, block) => sum + block.size, 0);
}

/** Characters below which the digest of a result tells more than its two ends. */
const leastResult = 700;

/** Characters of a result that can stand for another. */
const leastRepeat = 200;

/** What a result's share is worth: the oldest, one that failed, one of whose file nobody speaks again. */
const worth = { oldest: 0.4, failed: 6, unused: 0.5 };

/** Each round of shortening takes this share off what the one before allowed. */
const lessEachRound = 0.85;

/** Rounds after which whatever is left is left to others. */
const mostRounds = 12;

/** A block with how much of a share it gets. */
interface Weighed {
	readonly block: Block;
	readonly position: number;
	readonly weight: number;
}

/** The blocks with their tool results cut as far as it takes to fit, if that is enough. */
export function sharedWithin(
	source: TranscriptSource,
	blocks: readonly Block[],
	room: number,
	measure: Measure,
): Block[] {
	if (sizeOf(blocks) <= room) {
		return [...blocks];
	}
	const shown = withoutRepeats(source, blocks, room, measure);
	const results = resultsOf(source, shown).sort(
		(a, b) => a.weight - b.weight || a.position - b.position,
	);
	const others = sizeOf(shown) - sizeOf(results.map(({ block }) => block));
	const digests = new Map<number, Block>();
	const digested = ({ block, position }: Weighed): Block => {
		const known =
			digests.get(position) ?? standIn(block, resultDigest(source, block.index), measure);
		digests.set(position, known);
		return known;
	};
	let gone = 0;
	for (let round = 0, less = 1; sizeOf(shown) > room && round <= mostRounds; round += 1) {
		let level = 0;
		for (; gone < results.length; gone += Math.max(1, Math.floor((results.length - gone) / 16))) {
			const taken = sizeOf(results.slice(0, gone).map(digested));
			level = levelOf(results.slice(gone), (room - others - taken) * less);
			if (level >= leastResult) {
				break;
			}
		}
		results.forEach((result, rank) => {
			const { block, position, weight } = result;
			shown[position] = rank < gone ? digested(result) : cutBlock(block, level * weight, measure);
		});
		less *= lessEachRound;
	}
	return shown;
}

/** The blocks with every text cut to one length, so that they come to at most this size, if that does. */
export function cutWithin(blocks: readonly Block[], room: number, measure: Measure): Block[] {
	const all = blocks.map((block, position) => ({ block, position, weight: 1 }));
	let shown = [...blocks];
	for (let round = 0, less = 1; sizeOf(shown) > room && round < mostRounds; round += 1) {
		const level = levelOf(all, room * less);
		shown = blocks.map((block) => cutBlock(block, level, measure));
		less *= lessEachRound;
	}
	return shown;
}

/** Characters per weight at which these blocks come to about this size. */
function levelOf(blocks: readonly Weighed[], room: number): number {
	const lengths = blocks.map(({ block, weight }) => {
		const length = Math.max(1, block.text.length);
		return { length, weight, perCharacter: block.size / length };
	});
	lengths.sort((a, b) => a.length / a.weight - b.length / b.weight);
	let weights = lengths.reduce((sum, one) => sum + one.weight * one.perCharacter, 0);
	let left = room;
	for (const { length, weight, perCharacter } of lengths) {
		const level = left / Math.max(weights, Number.MIN_VALUE);
		if (level < length / weight) {
			return Math.max(0, level);
		}
		left -= length * perCharacter;
		weights -= weight * perCharacter;
	}
	return Number.MAX_SAFE_INTEGER;
}

/** Repeats and reads that a later one superseded by stand-ins, as far as it takes; the oldest first. */
function withoutRepeats(
	source: TranscriptSource,
	blocks: readonly Block[],
	room: number,
	measure: Measure,
): Block[] {
	const shown = [...blocks];
	const later = new Map<string, number>();
	const standIns: [position: number, text: Redacted][] = [];
	for (let position = blocks.length - 1; position >= 0; position -= 1) {
		const block = blocks[position];
		if (block === undefined || source.log[block.index]?.message.role !== 'tool') {
			continue;
		}
		const use = resultUse(source, block.index);
		const same = use.result.length < leastRepeat ? undefined : later.get(use.result);
		const read = `${use.call.name}\n${use.call.arguments}`;
		const by = same ?? (use.family === 'read' ? later.get(read) : undefined);
		if (by !== undefined) {
			const why = same === undefined ? 'read again in' : 'the same as';
			standIns.push([position, redact(mark(`${why} m${by + 1}`))]);
		}
		later.set(use.result, block.index);
		later.set(read, block.index);
	}
	let excess = sizeOf(blocks) - room;
	for (const [position, text] of standIns.reverse()) {
		const block = blocks[position];
		if (excess > 0 && block !== undefined) {
			const shorter = standIn(block, text, measure);
			excess -= block.size - shorter.size;
			shown[position] = shorter;
		}
	}
	return shown;
}

function resultsOf(source: TranscriptSource, blocks: readonly Block[]): Weighed[] {
	const spoken = lastNamed(source.log, blocks);
	return blocks.flatMap((block, position) => {
		if (block.digested || source.log[block.index]?.message.role !== 'tool') {
			return [];
		}
		const use = resultUse(source, block.index);
		const age = worth.oldest + ((1 - worth.oldest) * position) / blocks.length;
		const isUsed = (spoken.get(baseName(use.target)) ?? -1) > block.index;
		const failed = use.outcome.status === 'failed' ? worth.failed : 1;
		return [{ block, position, weight: age * failed * (isUsed ? 1 : worth.unused) }];
	});
}

/** Where each name of a file is spoken of last, in words and calls. */
function lastNamed(log: Log, blocks: readonly Block[]): Map<string, number> {
	const last = new Map<string, number>();
	for (const { index } of blocks) {
		const message = log[index]?.message;
		if (message !== undefined && message.role !== 'tool') {
			const calls = toolCallsOf(message).map((call) => call.arguments);
			for (const text of [textOf(message.content), ...calls]) {
				for (const [name] of text.matchAll(/[\w-]{1,100}(?:\.[\w-]+)+/g)) {
					last.set(name, index);
				}
			}
		}
	}
	return last;
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

/** Cuts the longest messages of a group, and where that is not enough the group as one text. */
function fitGroup(group: readonly Block[], room: number, measure: Measure): Block[] {
	if (sizeOf(group) <= room) {
		return [...group];
	}
	const lineEnd = measure('\n');
	const share = Math.floor(room / group.length);
	const cut = group.map((block) =>
		block.size <= share
			? block
			: showing(block, cutToSize(block.text, share - lineEnd, measure), measure),
	);
	const [first] = cut;
	if (first === undefined || sizeOf(cut) <= room) {
		return cut;
	}
	const text = cutToSize(cut.map((block) => block.text).join('\n'), room - lineEnd, measure);
	return [{ ...showing(first, text, measure), lastIndex: cut.at(-1)?.lastIndex ?? first.index }];
}

/**
 * The last resort for conversations that do not fit even as digests: whole messages are left out,
 * with a mark in their place. Tool results go first, then the assistant's words, and the person's
 * last; the oldest first.
 */
export function leaveOut(
	source: TranscriptSource,
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
	const order = blocks
		.map((block, position) => ({ position, rank: rankOf(block) }))
		.sort((a, b) => a.rank - b.rank || a.position - b.position)
		.map(({ position }) => position);
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
function without(
	blocks: readonly Block[],
	dropped: ReadonlySet<number>,
	measure: Measure,
): Block[] {
	const runs: Block[][] = [];
	blocks.forEach((block, position) => {
		if (dropped.has(position) && dropped.has(position - 1)) {
			runs.at(-1)?.push(block);
		} else {
			runs.push([block]);
		}
	});
	let position = 0;
	return runs.flatMap((run) => {
		const isDropped = dropped.has(position);
		position += run.length;
		const [first] = run;
		const last = run.at(-1);
		if (!isDropped || first === undefined || last === undefined) {
			return run;
		}
		const messages = run.reduce((sum, each) => sum + each.lastIndex - each.index + 1, 0);
		const text = mark(
			`${formatCount(messages)} messages omitted, m${first.index + 1} to m${last.lastIndex + 1}`,
		);
		return [
			{
				...showing({ ...first, parts: [], digested: false }, text, measure),
				lastIndex: last.lastIndex,
				leftOut: messages,
			},
		];
	});
}
