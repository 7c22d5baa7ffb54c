import type { LogRange } from '../messages/message.ts';
import type { Redacted } from '../redaction/redact.ts';
import type { SectionTitle } from '../summary/sections.ts';
import type { SummariserIdentity, SummaryDraft } from '../summary/summariser.ts';
import type { Attempt, SummaryUsage } from '../summary/writtenSummary.ts';

/** A message as the context shows it in place of the original; decided once, when the plan is made. */
export interface MessageEdit {
	/** Index of the message in the log. */
	readonly message: number;
	/** Replaces the content. */
	readonly content?: string;
	/** Replaces the arguments of every tool call, in order. */
	readonly arguments?: readonly string[];
	/** Tokens of the message as edited. */
	readonly tokens: number;
}

/** The parts of a context around the summary. */
export interface Layout {
	/** What the summary covers. */
	readonly range: LogRange;
	/** Messages `[headStart, range.start)` stay before the summary. */
	readonly headStart: number;
	/** Index of the user's latest message, repeated after the summary if it lies before the tail. */
	readonly latestUser?: number;
	/** Stand-ins in the head and the tail, ascending by message. */
	readonly edits: readonly MessageEdit[];
	/** Role of the summary message; adjacent messages of the same role are merged with it. */
	readonly placement: 'user' | 'assistant';
}

/** The cause of a compaction; `overflow` is a provider's "context length exceeded". */
export type Trigger = 'manual' | 'automatic' | 'overflow';

/** What creates a record: a compaction, a pruning, or the user pinning, editing or removing an item of a summary. */
export type RecordKind = 'compaction' | 'prune' | 'pin' | 'edit' | 'remove';

/** The user's change to an item of the previous record. */
export interface RecordChange {
	readonly section: SectionTitle;
	/** The item's text if it was edited, removed or unpinned. */
	readonly before?: string;
	/** The item's text if it was edited or pinned. */
	readonly after?: string;
}

/**
 * A committed compaction: together with the log it determines the context, see `renderContext`. The user's change to it
 * is also a record, and so is a pruning, which includes everything that it leaves unchanged. Before the first
 * compaction a pruning has no summary, see {@link hasSummary}.
 */
export interface CompactionRecord extends SummaryDraft {
	readonly kind: RecordKind;
	/** The user's change that made the record; absent if an undo carried kept items to it. */
	readonly change?: RecordChange;
	/** Number of tool results that a pruning replaced by digests. */
	readonly pruned?: number;
	/** Texts of statements that the user removed: no later summary has them. */
	readonly removed?: readonly string[];
	/** The cause of the compaction. */
	readonly trigger: Trigger;
	readonly focus?: Redacted;
	/** The summary was made from scratch, although there was an earlier one to update. */
	readonly fromOriginals?: true;
	/** Id of the record that was active when this summary was written in its place: an undo returns to it. */
	readonly replaced?: number;
	/** Came too late to be activated automatically; the user may have activated it since. */
	readonly proposed?: true;
	readonly layout: Layout;
	/** The summary in the context: prefix, sections, the user's messages, end line. */
	readonly handoff: string;
	readonly summariser: SummariserIdentity;
	/** Every attempt to write the summary, in order. */
	readonly attempts: readonly Attempt[];
	/** Usage of the model's requests; absent if there were none. */
	readonly usage?: SummaryUsage;
	readonly tokens: RecordTokens;
	/** Messages in the log when the plan was made. */
	readonly logLength: number;
	/** How many of the log's messages went into each part. */
	readonly counts: {
		readonly kept: number;
		readonly summarised: number;
		readonly digested: number;
	};
	/** Milliseconds; 0 if not measured. */
	readonly durationMs: number;
	/** What its file records about another assistant's compaction. */
	readonly reported?: ReportedCompaction;
}

/** Sizes, tokens by our own count. */
export interface RecordTokens {
	/** The messages of the context before and after. */
	readonly before: number;
	readonly after: number;
	/** The handoff. */
	readonly summary: number;
	/** What requests carried beyond our own count before; absent: unknown when the record was made. */
	readonly beyond?: RequestBeyond;
	/** A provider or a session reported the size before; absent: at least part of it is our own count. */
	readonly isReported?: true;
}

/** What a request carries beyond our own count of its messages, tokens. */
interface RequestBeyond {
	/** Tools and instructions, as far as known. */
	readonly fixed: number;
	/** The part of them that the client reported. */
	readonly overhead: number;
	/** What a provider counts in addition per token of ours; 0 if it counts less, or counted another context. */
	readonly perToken: number;
	/** The whole previous request. */
	readonly request: number;
}

/**
 * Size of a request, tokens.
 * @param tokens Of its messages, by our own count.
 * @param overhead The client's present report of tools and instructions; absent: its report when the record was made.
 */
export function requestSize(
	tokens: number,
	{ beyond }: Pick<RecordTokens, 'beyond'>,
	overhead = beyond?.overhead ?? 0,
): number {
	return beyond === undefined
		? tokens + overhead
		: Math.round(tokens * (1 + beyond.perToken) + beyond.fixed) - beyond.overhead + overhead;
}

/** Size of the request that a compaction made smaller, tokens. @param overhead See {@link requestSize}. */
export function requestBefore(
	{ before, beyond }: RecordTokens,
	overhead = beyond?.overhead ?? 0,
): number {
	return beyond === undefined ? before + overhead : beyond.request - beyond.overhead + overhead;
}

/**
 * Number of messages in the context before and after a compaction: messages of the log, as the user counts them, and the
 * handoff.
 * @param base The record it was made from; undefined: the log.
 */
export function messageCounts(
	{ logLength, counts }: Pick<CompactionRecord, 'logLength' | 'counts'>,
	base?: Pick<CompactionRecord, 'layout' | 'counts'>,
): { readonly before: number; readonly after: number } {
	const covered = hasSummary(base) ? base.counts.summarised - 1 : 0;
	return { before: logLength - covered, after: logLength - counts.summarised + 1 };
}

/** An assistant's own data about its compaction. */
export interface ReportedCompaction {
	/** When it was made, milliseconds since the epoch. */
	readonly at?: number;
	/** Tokens of the context before it, as the assistant counted them: with its prompt and its tools. */
	readonly tokensBefore?: number;
	/** Tokens of the first context after it, as the assistant counted them. */
	readonly tokensAfter?: number;
}

/** Whether a summary covers a part of the log: not in a pruning before the first compaction. */
export function hasSummary<Made extends Pick<CompactionRecord, 'layout'>>(
	record: Made | undefined,
): record is Made {
	return record !== undefined && record.layout.range.end > record.layout.range.start;
}

/** Whether another assistant made it, before its saved session was read. */
export function isImported({
	kind,
	summariser,
}: Pick<CompactionRecord, 'kind' | 'summariser'>): boolean {
	return kind === 'compaction' && summariser.kind === 'assistant';
}

/** How many messages a log must have to contain everything that the record refers to. */
export function requiredLength({ layout }: Pick<CompactionRecord, 'layout'>): number {
	return layout.edits.reduce(
		(length, edit) => Math.max(length, edit.message + 1),
		Math.max(layout.range.end, layout.headStart, (layout.latestUser ?? -1) + 1),
	);
}
