import { formatCount, mark } from '../messages/marks.ts';
import { userOrigin } from '../messages/origins.ts';
import { packBlocks, type Block } from './blocks.ts';
import type { Measure } from './requestBounds.ts';
import type { TranscriptSource } from './transcriptText.ts';

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
	const order = blocks
		.map((_, position) => position)
		.sort((a, b) => rank(source, blocks[a]) - rank(source, blocks[b]) || a - b);
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

function rank({ log }: TranscriptSource, block: Block | undefined): number {
	const message = block === undefined ? undefined : log[block.index]?.message;
	if (message === undefined || message.role === 'tool') {
		return 0;
	}
	return userOrigin(message) === 'person' ? 2 : 1;
}

/** The blocks with each run of dropped ones replaced by one mark. */
function without(
	blocks: readonly Block[],
	dropped: ReadonlySet<number>,
	measure: Measure,
): Block[] {
	const runs: { readonly dropped: boolean; readonly blocks: Block[] }[] = [];
	blocks.forEach((block, position) => {
		const open = runs.at(-1);
		if (open?.dropped === true && dropped.has(position)) {
			open.blocks.push(block);
		} else {
			runs.push({ dropped: dropped.has(position), blocks: [block] });
		}
	});
	return runs.flatMap((run) => (run.dropped ? markOf(run.blocks, measure) : run.blocks));
}

function markOf(run: readonly Block[], measure: Measure): Block[] {
	const [first] = run;
	const last = run.at(-1);
	if (first === undefined || last === undefined) {
		return [];
	}
	const messages = run.reduce((sum, block) => sum + block.messages, 0);
	const text = mark(
		`${formatCount(messages)} messages omitted, m${first.index + 1} to m${last.lastIndex + 1}`,
	);
	return [
		{
			index: first.index,
			lastIndex: last.lastIndex,
			messages,
			parts: [],
			text,
			size: measure(`${text}\n`),
			digested: false,
			leftOut: messages,
		},
	];
}
