import { mark } from '../messages/marks.ts';
import { textOf, toolCallsOf } from '../messages/message.ts';
import { redact, type Redacted } from '../redaction/redact.ts';
import { baseName } from './facts/paths.ts';
import { cutBlock, sizeOf, standIn, type Block } from './blocks.ts';
import type { Measure } from './requestBounds.ts';
import { resultDigest, resultUse, type TranscriptSource } from './transcriptText.ts';

/**
 * Makes a conversation fit where there is less room than it takes. Lengths follow from the room: every
 * text gets a fair share, and what a short one does not need goes to the others. Tool results give way
 * first, repeats and superseded reads before the others; then they become digests, failures last; what
 * was said and the assistant's own calls are cut last of all.
 */

/** Characters below which the digest of a result tells more than its two ends. */
const leastResult = 700;

/** Characters of a result that can stand for another. */
const leastRepeat = 200;

/** What a result's share is worth: the newest, one that failed, one of whose file nobody speaks again. */
const worth = { oldest: 0.4, failed: 6, unused: 0.5 };

/** Characters to begin with that nobody's text is longer than. */
const longest = 1e9;

/** Each round of shortening takes this share off what the one before allowed. */
const lessEachRound = 0.85;

/** Rounds after which whatever is left is left to others. */
const mostRounds = 12;

/** A result among the blocks. */
interface Result {
	readonly block: Block;
	readonly position: number;
	/** How much of a share it gets. */
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
	const excess = sizeOf(shown) - room;
	if (excess <= 0) {
		return shown;
	}
	const results = resultsOf(source, shown);
	const inRank = [...results].sort((a, b) => a.weight - b.weight || a.position - b.position);
	const others = sizeOf(shown) - sizeOf(results.map(({ block }) => block));
	const digests = new Map<number, Block>();
	const digested = ({ block, position }: Result): Block => {
		const known =
			digests.get(position) ?? standIn(block, resultDigest(source, block.index), measure);
		digests.set(position, known);
		return known;
	};
	let gone = 0;
	for (let round = 0, less = 1; ; round += 1) {
		const kept = inRank.slice(gone);
		const taken = sizeOf(inRank.slice(0, gone).map(digested));
		const level = levelOf(kept, (room - others - taken) * less);
		if (kept.length > 0 && level < leastResult) {
			// The share of the results grows with each that becomes a digest.
			gone += Math.max(1, Math.floor(kept.length / 16));
			continue;
		}
		inRank.forEach((result, rank) => {
			const { block, position, weight } = result;
			shown[position] = rank < gone ? digested(result) : cutBlock(block, level * weight, measure);
		});
		if (sizeOf(shown) <= room || kept.length === 0 || round === mostRounds) {
			return shown;
		}
		less *= lessEachRound;
	}
}

/** The blocks with every text cut to one length, so that they come to at most this size, if that does. */
export function cutWithin(blocks: readonly Block[], room: number, measure: Measure): Block[] {
	const all = blocks.map((block, position) => ({ block, position, weight: 1 }));
	let shown = [...blocks];
	for (let round = 0, less = 1; sizeOf(shown) > room && round < mostRounds; round += 1) {
		const level = levelOf(all, room * less);
		shown = blocks.map((block) => (block.digested ? block : cutBlock(block, level, measure)));
		less *= lessEachRound;
	}
	return shown;
}

/** Characters per weight at which these blocks come to about this size. */
function levelOf(blocks: readonly Result[], room: number): number {
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
	return longest;
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
		const again = use.family === 'read' ? later.get(read) : undefined;
		const by = same ?? again;
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

function resultsOf(source: TranscriptSource, blocks: readonly Block[]): Result[] {
	const spoken = lastNamed(source, blocks);
	return blocks.flatMap((block, position) => {
		if (block.digested || source.log[block.index]?.message.role !== 'tool') {
			return [];
		}
		const use = resultUse(source, block.index);
		const age = worth.oldest + ((1 - worth.oldest) * position) / blocks.length;
		const name = baseName(use.target);
		const isUsed = (spoken.get(name) ?? -1) > block.index;
		const failed = use.outcome.status === 'failed' ? worth.failed : 1;
		return [{ block, position, weight: age * failed * (isUsed ? 1 : worth.unused) }];
	});
}

/** Where each name of a file is spoken of last, in words and calls. */
function lastNamed({ log }: TranscriptSource, blocks: readonly Block[]): Map<string, number> {
	const last = new Map<string, number>();
	for (const { index } of blocks) {
		const message = log[index]?.message;
		if (message !== undefined && message.role !== 'tool') {
			const calls = toolCallsOf(message).map((call) => call.arguments);
			for (const text of [textOf(message.content), ...calls]) {
				namesIn(text).forEach((name) => last.set(name, index));
			}
		}
	}
	return last;
}

const nameBeforeDot = /[\w-]{1,100}$/;
const endingsBehindDot = /[\w-]+(?:\.[\w-]+)*/y;

/** Names with a dot in them, found by their dots: most words have none. */
function namesIn(text: string): string[] {
	const names: string[] = [];
	let end = 0;
	for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', Math.max(dot + 1, end))) {
		const [before] = nameBeforeDot.exec(text.slice(Math.max(end, dot - 100), dot)) ?? [];
		endingsBehindDot.lastIndex = dot + 1;
		const [behind] = before === undefined ? [] : (endingsBehindDot.exec(text) ?? []);
		if (before !== undefined && behind !== undefined) {
			names.push(`${before}.${behind}`);
			end = dot + 1 + behind.length;
		}
	}
	return names;
}
