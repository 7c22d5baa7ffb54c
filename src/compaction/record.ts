import type { LogRange } from '../messages/message.ts';
import type { Redacted } from '../redaction/redact.ts';
import type { SectionTitle, Summary, SummaryItem } from '../summary/sections.ts';
import type { AuditCounts, Omission, SummariserIdentity } from '../summary/summariser.ts';
import type { Attempt, SummaryUsage } from '../summary/writtenSummary.ts';
import type { Trigger } from './policy.ts';

/** A message as the context shows it in place of the log's; decided once, when the plan is made. */
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

/** Where everything stands around the summary. */
export interface Layout {
	/** What the summary stands for. */
	readonly range: LogRange;
	/** Messages `[headStart, range.start)` stay in front of the summary. */
	readonly headStart: number;
	/** Index of the person's latest message, copied behind the summary when it lies before the tail. */
	readonly latestUser?: number;
	/** Stand-ins in the head and the tail, ascending by message. */
	readonly edits: readonly MessageEdit[];
	/** Role of the summary message, or `merged` into the user message behind it. */
	readonly placement: 'user' | 'assistant' | 'merged';
}

/** What makes a record: a compaction, a pruning, or a person who pins, edits or removes an item of a summary. */
export type RecordKind = 'compaction' | 'prune' | 'pin' | 'edit' | 'remove';

/** What a person did to an item of the record before. */
export interface RecordChange {
	readonly section: SectionTitle;
	/** The item's text where it was edited, removed or unpinned. */
	readonly before?: string;
	/** The item's text where it was edited or pinned. */
	readonly after?: string;
}

/**
 * A committed compaction: with the log it gives the context, see `renderContext`. A person's change
 * to it is one too, and so is a pruning, with all of the compaction that it leaves as it was. Before the first
 * compaction a pruning has no summary, see {@link hasSummary}.
 */
export interface CompactionRecord {
	readonly kind: RecordKind;
	/** Of a record that a person made; absent where an undo carried what is kept to this one. */
	readonly change?: RecordChange;
	/** Of a pruning: tool results that it made digests of. */
	readonly pruned?: number;
	/** Texts of statements that a person removed: no later summary has them. */
	readonly removed?: readonly string[];
	/** Of the compaction. */
	readonly trigger: Trigger;
	readonly focus?: Redacted;
	/** The summary was made afresh from the log, although there was an earlier one to update. */
	readonly fromOriginals?: true;
	/** The summary was made again in place of the active one: an undo goes back to that. */
	readonly remade?: true;
	/** Came too late to become the active one by itself; a person may have made it that since. */
	readonly proposed?: true;
	readonly layout: Layout;
	readonly summary: Summary;
	/** Messages of the person the handoff quotes beside the sections, newest first. */
	readonly quotes: readonly SummaryItem[];
	/** What Precis put beside a model's summary. */
	readonly added?: readonly SummaryItem[];
	/** What had no room in the handoff. */
	readonly omitted?: readonly Omission[];
	/** The summary as the context carries it: prefix, sections, the person's messages, end line. */
	readonly handoff: string;
	readonly summariser: SummariserIdentity;
	/** Every try at writing the summary, in order. */
	readonly attempts: readonly Attempt[];
	/** What the model's requests used; absent without any. */
	readonly usage?: SummaryUsage;
	/** What the audit of a model's summary came to. */
	readonly audit?: AuditCounts;
	readonly tokens: RecordTokens;
	/** Messages of the context before and after. */
	readonly messages: { readonly before: number; readonly after: number };
	/** Messages the log held when the plan was made. */
	readonly logLength: number;
	/** How many of the log's messages went where. */
	readonly counts: {
		readonly kept: number;
		readonly summarised: number;
		readonly digested: number;
	};
	/** Milliseconds; 0 where nobody measured it. */
	readonly durationMs: number;
	/** What its file tells of a compaction that another assistant made. */
	readonly reported?: ReportedCompaction;
}

/** Sizes, tokens by our own count. */
export interface RecordTokens {
	/** The messages of the context before and after. */
	readonly before: number;
	readonly after: number;
	/** The handoff. */
	readonly summary: number;
	/** What requests carried beyond our own count before; absent: not known when the record was made. */
	readonly beyond?: RequestBeyond;
	/** A provider or a session reported the size before; absent: some or all of it is our own count. */
	readonly isReported?: true;
}

/** What a request carries beyond our own count of its messages, tokens. */
interface RequestBeyond {
	/** Tools and instructions, as far as they are known. */
	readonly fixed: number;
	/** As much of them as the client told. */
	readonly overhead: number;
	/** What a provider counts in addition to each token of ours; 0 where it counts less, or counted another context. */
	readonly perToken: number;
	/** All that the request before carried. */
	readonly request: number;
}

/**
 * What a request carries, tokens.
 * @param tokens Of its messages, by our own count.
 * @param overhead What the client tells now of tools and instructions; absent: what it told when the record was made.
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

/** What the request carried that a compaction made smaller, tokens. @param overhead See {@link requestSize}. */
export function requestBefore(
	{ before, beyond }: RecordTokens,
	overhead = beyond?.overhead ?? 0,
): number {
	return beyond === undefined ? before + overhead : beyond.request - beyond.overhead + overhead;
}

/** What an assistant says of its own compaction. */
export interface ReportedCompaction {
	/** When it was made, milliseconds since the epoch. */
	readonly at?: number;
	/** Tokens of the context before it, as the assistant counted them: with its prompt and its tools. */
	readonly tokensBefore?: number;
}

/** Whether a summary stands for a part of the log: none does in a pruning before the first compaction. */
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

/** How many messages a log must have to hold everything that the record refers to. */
export function requiredLength({ layout }: Pick<CompactionRecord, 'layout'>): number {
	return layout.edits.reduce(
		(most, edit) => Math.max(most, edit.message + 1),
		Math.max(layout.range.end, layout.headStart, (layout.latestUser ?? -1) + 1),
	);
}
