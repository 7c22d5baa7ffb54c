import * as v from 'valibot';
import { textOf, type Message } from '../../../messages/message.ts';
import { MessageList } from '../../building/messageList.ts';
import type { EarlierCompaction } from '../../reader.ts';
import type { Entry } from './entries.ts';
import { RecentMessages } from './recentMessages.ts';
import { timeOf, type ClaudeRecord } from './records.ts';

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

/** What a compaction tells beside its summary. */
type Told = Pick<EarlierCompaction, 'tokensBefore' | 'trigger' | 'time'> & {
	/** Messages at the end that were kept. */
	readonly kept: number;
	/** Messages that it stands for, where the start was kept and all behind it summarised. */
	readonly summarised?: number;
};

/**
 * A log without the summaries in it, and the compactions they belong to. One with nothing in front of
 * it stays: what it stands for is in another file.
 */
class LogWithoutSummaries {
	readonly messages = new MessageList();
	readonly earlier: EarlierCompaction[] = [];
	readonly #told: readonly Told[];
	#summaries = 0;

	constructor(told: readonly Told[]) {
		this.#told = told;
	}

	push(message: Message): void {
		if (message.role !== 'user' || message.origin !== 'summary') {
			this.messages.push(message);
			return;
		}
		const told = this.#told[this.#summaries] ?? { kept: 0 };
		this.#summaries += 1;
		if (this.messages.length === 0) {
			this.messages.push(message);
		} else {
			this.earlier.push(compactionOf(told, textOf(message.content), this.messages.length));
		}
	}
}

/** The compactions a session has gone through, taken from its lines. */
export class Boundaries {
	readonly #recent = new RecentMessages();
	/** One for each summary. */
	readonly #told: Told[] = [];
	#boundary: Told | undefined;

	/**
	 * Notes a line. Boundaries of the other kind, behind which only old results were cleared, count
	 * for nothing: the log has the results.
	 */
	take(record: ClaudeRecord, entry: Entry | undefined): void {
		if (record.subtype === 'compact_boundary') {
			this.#boundary = toldBy(record, this.#recent);
		} else if (entry?.kind === 'user' && entry.message?.origin === 'summary') {
			this.#told.push(this.#boundary ?? { kept: 0 });
			this.#boundary = undefined;
		}
		if (typeof record.uuid === 'string') {
			this.#recent.add(record.uuid, entry);
		}
	}

	/** Takes a log in, message by message, and the summaries out of it. */
	log(): LogWithoutSummaries {
		return new LogWithoutSummaries(this.#told);
	}
}

function compactionOf(
	{ kept, summarised, ...told }: Told,
	text: string,
	at: number,
): EarlierCompaction {
	const start = Math.max(0, at - (summarised ?? at));
	return {
		range: { start, end: Math.max(start, at - kept) },
		at,
		summary: withoutFrame(text),
		...told,
	};
}

function toldBy(record: ClaudeRecord, recent: RecentMessages): Told {
	const parsed = v.safeParse(metadata, record.compactMetadata);
	const { trigger, preTokens, preservedSegment, preservedMessages } = parsed.success
		? parsed.output
		: {};
	const uuids = preservedMessages?.uuids ?? [];
	const tail = preservedSegment?.tailUuid ?? uuids.at(-1);
	const anchor = preservedSegment?.anchorUuid ?? preservedMessages?.anchorUuid;
	// A start that was kept follows the boundary, an end that was kept follows the summary.
	const keepsStart = anchor === record.uuid && typeof anchor === 'string';
	const summarised = keepsStart && typeof tail === 'string' ? recent.after(tail) : undefined;
	const heads = keepsStart ? [] : [preservedSegment?.headUuid, ...uuids];
	return {
		kept: firstKnown(heads, recent),
		...(summarised === undefined ? {} : { summarised }),
		...(preTokens === undefined ? {} : { tokensBefore: preTokens }),
		...(trigger === undefined ? {} : { trigger: trigger === 'auto' ? 'automatic' : 'manual' }),
		...timeOf(record),
	};
}

/** Messages from the first of these lines on that is in the file. */
function firstKnown(heads: readonly (string | null | undefined)[], recent: RecentMessages): number {
	for (const head of heads) {
		const kept = typeof head === 'string' ? recent.from(head) : undefined;
		if (kept !== undefined) {
			return kept;
		}
	}
	return 0;
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
