import * as v from 'valibot';
import { textOf, type Message } from '../../../messages/message.ts';
import { MessageList } from '../../building/messageList.ts';
import type { EarlierCompaction } from '../../reader.ts';
import { timeOf, type ClaudeRecord } from './entries.ts';

const uuid = v.fallback(v.nullish(v.string()), undefined);

const segment = v.object({ headUuid: uuid, anchorUuid: uuid, tailUuid: uuid });

const metadata = v.object({
	trigger: v.fallback(v.optional(v.picklist(['auto', 'manual'])), undefined),
	preTokens: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined),
	/** The messages that were kept, and the line that they follow in the new context. */
	preservedSegment: v.fallback(v.optional(segment), undefined),
	preservedMessages: v.fallback(
		v.optional(v.object({ anchorUuid: uuid, uuids: v.fallback(v.array(v.string()), []) })),
		undefined,
	),
});

/** What a boundary tells of the compaction whose summary comes next. */
export type Boundary = Pick<EarlierCompaction, 'tokensBefore' | 'trigger' | 'time'> & {
	/** The lines with which the end begins that was kept, the best first. */
	readonly heads: readonly string[];
	/** The last line of a start that was kept: only what follows it was summarised. */
	readonly tail?: string;
};

/** The boundary of a line; undefined for those behind which only old results were cleared, and other lines. */
export function boundaryOf(record: ClaudeRecord): Boundary | undefined {
	if (record.subtype !== 'compact_boundary') {
		return undefined;
	}
	const parsed = v.safeParse(metadata, record.compactMetadata);
	const { trigger, preTokens, preservedSegment, preservedMessages } = parsed.success
		? parsed.output
		: {};
	const uuids = preservedMessages?.uuids ?? [];
	const tail = preservedSegment?.tailUuid ?? uuids.at(-1);
	const anchor = preservedSegment?.anchorUuid ?? preservedMessages?.anchorUuid;
	// A start that was kept follows the boundary, an end that was kept follows the summary.
	const keepsStart = anchor === record.uuid && typeof anchor === 'string';
	return {
		heads: keepsStart
			? []
			: [preservedSegment?.headUuid, ...uuids].filter((head) => typeof head === 'string'),
		...(keepsStart && typeof tail === 'string' ? { tail } : {}),
		...(preTokens === undefined ? {} : { tokensBefore: preTokens }),
		...(trigger === undefined ? {} : { trigger: trigger === 'auto' ? 'automatic' : 'manual' }),
		...timeOf(record),
	};
}

/**
 * A log without the summaries in it, and the compactions they belong to. A summary with nothing in front
 * of it stays: what it stands for is in another file.
 */
export class LogWithoutSummaries {
	readonly messages = new MessageList();
	readonly earlier: EarlierCompaction[] = [];
	/** Where each message stands among the lines of the file. */
	readonly #orders: number[] = [];
	readonly #orderOf: (uuid: string) => number | undefined;

	/** @param orderOf Where what a line belongs to begins among the lines; undefined where it is not in the file. */
	constructor(orderOf: (uuid: string) => number | undefined) {
		this.#orderOf = orderOf;
	}

	/** @param boundary Of the compaction that a summary is of. */
	push(message: Message, order: number, boundary: Boundary | undefined): void {
		const isSummary = message.role === 'user' && message.origin === 'summary';
		if (!isSummary || this.messages.length === 0) {
			this.messages.push(message);
			this.#orders.push(order);
			return;
		}
		const { heads = [], tail, ...told } = boundary ?? {};
		const at = this.messages.length;
		const head = heads.map(this.#orderOf).find((found) => found !== undefined);
		const last = tail === undefined ? undefined : this.#orderOf(tail);
		const start = last === undefined ? 0 : this.#count((found) => found <= last);
		const end = head === undefined ? at : this.#count((found) => found < head);
		this.earlier.push({
			range: { start, end: Math.max(start, end) },
			at,
			summary: withoutFrame(textOf(message.content)),
			...told,
		});
	}

	#count(isBefore: (order: number) => boolean): number {
		return this.#orders.filter(isBefore).length;
	}
}

/** How a summary is introduced to the model. */
const introduction =
	/^This session is being continued from a previous conversation that ran out of context\.[^\n]*\n+/;

/** The lines that stand behind it. */
const closing =
	/^(?:If you need specific details from before compaction|Recent messages are preserved verbatim\.|(?:Please c|C)ontinue the conversation from where (?:we|it) left)/;

/** A summary as it was written. */
function withoutFrame(text: string): string {
	const lines = text.replace(introduction, '').trimEnd().split('\n');
	while (lines.length > 0 && (closing.test(lines.at(-1) ?? '') || lines.at(-1)?.trim() === '')) {
		lines.pop();
	}
	return lines.join('\n').trim();
}
