import { formatCount, mark } from '../messages/marks.ts';
import type { LogRange } from '../messages/message.ts';
import { userOrigin } from '../messages/origins.ts';
import { estimatedTokens, messageLength } from '../messages/tokens.ts';
import { insideGroups } from '../messages/toolPairs.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { redact } from '../redaction/redact.ts';
import { ledgerOf } from './ledger.ts';
import { cutToSize, type Measure } from './requestBounds.ts';
import {
	replacedResult,
	partsOf,
	resultDigest,
	showParts,
	type PromptSource,
} from './transcriptText.ts';

/**
 * The messages that a summariser is shown, and what is shortened if they do not fit. How much of each is shown follows
 * from known lengths and counts, before any text is read: tool results are shortened first, the oldest become digests,
 * failures are shortened last; then messages and the assistant's calls are cut; whole messages are left out only as a
 * last resort.
 */

/** The shown part of one message, or of several that only fit together. */
export interface Block {
	/** Indices of its first and last message in the log. */
	readonly index: number;
	readonly lastIndex: number;
	/** What is shown. */
	readonly text: string;
	/** In millionths of a request, including the line end after it. */
	readonly size: number;
	/** Number of messages of which it only says that they were left out. */
	readonly leftOut: number;
}

/** Tokens and characters of a part's label, and of a digest. */
const frame = { tokens: 16, characters: 40 };
const digestSize = { tokens: 40, characters: 130 };

/** Characters of a result below which a digest is more informative than its two ends. */
const minShownResult = 700;

/** Minimum length of a result that is replaced by a reference to a later one, characters. */
const minRepeat = 200;

/** Weights of results when room is divided: of the oldest one, and the factor for one that failed. */
const weights = { oldest: 0.4, failed: 6 };

/** A message before its text is read. */
interface UnreadMessage {
	readonly index: number;
	readonly length: number;
	readonly tokens: number;
	/** Of a tool's result. */
	readonly use?: ToolUse;
	/** Shown instead of its text: a later result says the same. */
	readonly repeated?: string;
	/** Its share when room is divided among texts that are shortened; undefined if it is kept whole. */
	readonly weight?: number;
}

/** Maximum rounds of compensating for texts that were longer than expected. */
const maxRounds = 8;

/**
 * The messages within a limit, if shortening suffices; messages without content make no blocks.
 * @param shortensAll Also shortens messages and calls, not only results.
 */
export function readBlocks(
	source: PromptSource,
	fresh: readonly LogRange[],
	room: number,
	measure: Measure,
	shortensAll = false,
): Block[] {
	const unread = unreadMessages(source, fresh);
	const show = blockReader(source, measure);
	const sizeAt = (all: readonly UnreadMessage[], level: number): number =>
		all.reduce((sum, message) => sum + expectedSize(message, level, measure), 0);
	if (sizeAt(unread, Number.POSITIVE_INFINITY) <= room * 1.5) {
		const whole = unread.flatMap((message) => show(message, Number.POSITIVE_INFINITY));
		if (sizeOf(whole) <= room) {
			return whole;
		}
	}
	const weighted = withRepeats(unread).map((message, position): UnreadMessage => {
		if (message.use === undefined) {
			return shortensAll ? { ...message, weight: 1 } : message;
		}
		const age = weights.oldest + ((1 - weights.oldest) * position) / unread.length;
		const failed = message.use.outcome.status === 'failed' ? weights.failed : 1;
		return { ...message, weight: age * failed };
	});
	const longest = unread.reduce((max, { length }) => Math.max(max, length), 0);
	let blocks: Block[] = [];
	let allowed = room;
	for (let round = 0; round < maxRounds && allowed > 0; round += 1) {
		/** The maximum length of a text of weight 1 with which all of them take about the available room. */
		let level = 0;
		for (let step = longest / weights.oldest; step >= 0.5; step /= 2) {
			level += sizeAt(weighted, level + step) <= allowed ? step : 0;
		}
		blocks = weighted.flatMap((message) => show(message, level));
		const excess = sizeOf(blocks) - room;
		// At level 0 everything that can be shortened is a digest already.
		if (excess <= 0 || level < 1) {
			break;
		}
		allowed -= excess + room * 0.01;
	}
	return blocks;
}

function unreadMessages({ log, pairs }: PromptSource, fresh: readonly LogRange[]): UnreadMessage[] {
	const uses = new Map(ledgerOf(log, pairs).uses.map((use) => [use.resultIndex, use]));
	return fresh.flatMap(({ start, end }) =>
		log.slice(start, end).flatMap(({ message, tokens }, offset): UnreadMessage[] => {
			const index = start + offset;
			const length = messageLength(message);
			const use = message.role === 'tool' ? uses.get(index) : undefined;
			// An image costs tokens but is not shown.
			const shownTokens = Math.min(tokens, length);
			return message.role === 'system'
				? []
				: [{ index, length, tokens: shownTokens, ...(use === undefined ? {} : { use }) }];
		}),
	);
}

/** Maximum characters shown of each text of a message, and whether a digest is shown instead. */
function limitOf({ weight, length, use, repeated }: UnreadMessage, level: number) {
	const limit = weight === undefined ? Number.POSITIVE_INFINITY : level * weight;
	const isDigest =
		repeated !== undefined || (use !== undefined && limit < length && limit < minShownResult);
	return { limit, isDigest };
}

function expectedSize(message: UnreadMessage, level: number, measure: Measure): number {
	const { limit, isDigest } = limitOf(message, level);
	const shown = Math.min(message.length, limit);
	return isDigest
		? measure.of(digestSize.characters, digestSize.tokens)
		: measure.of(
				frame.characters + shown,
				frame.tokens + (message.tokens * shown) / Math.max(1, message.length),
			);
}

/** Reads each message once, and only as far as it is shown. */
function blockReader(
	source: PromptSource,
	measure: Measure,
): (message: UnreadMessage, level: number) => Block[] {
	const once = <T>(read: (source: PromptSource, index: number) => T): ((index: number) => T) => {
		const known = new Map<number, T>();
		return (index) => {
			const found = known.get(index) ?? read(source, index);
			known.set(index, found);
			return found;
		};
	};
	const parts = once(partsOf);
	const digests = once(resultDigest);
	return (message, level) => {
		const { index, length, repeated } = message;
		const block = (text: string, tokens: number): Block[] => {
			const size = measure.of(text.length + 1, tokens);
			return [{ index, lastIndex: index, text, size, leftOut: 0 }];
		};
		const { limit, isDigest } = limitOf(message, level);
		if (isDigest) {
			const instead = repeated === undefined ? digests(index) : redact(mark(repeated));
			const text = replacedResult(source, index, instead);
			if (text.length < length) {
				return block(text, estimatedTokens.count(text) + 1);
			}
		}
		const own = parts(index);
		if (own.length === 0) {
			return [];
		}
		const text = showParts(own, limit);
		const share = Math.min(1, text.length / Math.max(1, length));
		const counted = message.tokens * share + own.length * frame.tokens;
		const isCut = own.some((part) => part.text.length > limit);
		return block(text, isCut ? Math.max(counted, estimatedTokens.count(text) + 1) : counted);
	};
}

/** Total size of consecutive blocks. */
export function sizeOf(blocks: readonly Block[]): number {
	return blocks.reduce((sum, block) => sum + block.size, 0);
}

/** The messages, with a note on those whose result is repeated later, or that a later call reads again. */
function withRepeats(unread: readonly UnreadMessage[]): UnreadMessage[] {
	const later = new Map<string, number>();
	return [...unread]
		.reverse()
		.map((message): UnreadMessage => {
			const { use, index } = message;
			if (use === undefined || use.result.length < minRepeat) {
				return message;
			}
			const same = later.get(use.result);
			const read = use.family === 'read' ? `${use.call.name}\n${use.call.arguments}` : use.result;
			const again = later.get(read);
			later.set(use.result, index + 1).set(read, index + 1);
			const repeated =
				same === undefined
					? again === undefined
						? undefined
						: `read again in m${again}`
					: `the same as m${same}`;
			return repeated === undefined ? message : { ...message, repeated };
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

/** Splits before each block for which `starts` holds. */
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

/** A group as one text, cut if it does not fit. */
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

/** The block with a different text. */
function showing(block: Block, text: string, measure: Measure): Block {
	return { ...block, text, size: measure.text(`${text}\n`) };
}

/**
 * The last resort for conversations that do not fit even as digests: whole messages are left out and replaced by a
 * mark. Tool results go first, then the assistant's text, and the user's last; the oldest first.
 */
export function omitToFit(
	source: PromptSource,
	blocks: readonly Block[],
	room: number,
	maxPieces: number,
	measure: Measure,
): Block[][] {
	const rankOf = ({ index }: Block): number => {
		const message = source.log[index]?.message;
		const isTool = message === undefined || message.role === 'tool';
		return isTool ? 2 : userOrigin(message) === 'person' ? 0 : 1;
	};
	const ranked = [...blocks].sort((a, b) => rankOf(a) - rankOf(b) || b.index - a.index);
	for (let share = 0.9; ; share *= 0.9) {
		let left = room * maxPieces * share;
		const end = ranked.findIndex(({ size }) => (left -= size) < 0);
		const kept = new Set(ranked.slice(0, end < 0 ? undefined : end));
		const pieces = packBlocks(source, withMarks(blocks, kept, measure), room, measure);
		if (pieces.length <= maxPieces || kept.size === 0) {
			return pieces;
		}
	}
}

/** The kept blocks, with one mark for each run of omitted ones. */
function withMarks(blocks: readonly Block[], kept: ReadonlySet<Block>, measure: Measure): Block[] {
	return splitAt(blocks, (block) => kept.has(block)).flatMap((run): Block[] => {
		const [own, others] =
			run[0] !== undefined && kept.has(run[0]) ? [[run[0]], run.slice(1)] : [[], run];
		const [first] = others;
		const last = others.at(-1);
		if (first === undefined || last === undefined) {
			return own;
		}
		const leftOut = others.reduce((sum, each) => sum + each.lastIndex - each.index + 1, 0);
		const text = mark(
			`${formatCount(leftOut)} messages omitted, m${first.index + 1} to m${last.lastIndex + 1}`,
		);
		const block = { ...first, lastIndex: last.lastIndex, leftOut };
		return [...own, showing(block, text, measure)];
	});
}
