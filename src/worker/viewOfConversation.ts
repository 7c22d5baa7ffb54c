import { type CompactionSettings, overheadOf } from '../compaction/budgets.ts';
import type { CompactionOutcome } from '../compaction/complete.ts';
import { savedSince } from '../compaction/cost/compactionCost.ts';
import type { InputPrices } from '../compaction/cost/modelPrices.ts';
import { isTooShort } from '../compaction/plan.ts';
import { isResting } from '../compaction/thrashGuard.ts';
import {
	type CompactionRecord,
	hasSummary,
	isImported,
	messageCounts,
	type RecordChange,
	type RecordTokens,
	requestBefore,
	requestSize,
} from '../compaction/record.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { RecordTree } from '../conversations/recordTree.ts';
import type { ConversationActor } from '../conversations/service/actor.ts';
import { type PossibleCompaction, savesLittle } from '../conversations/service/preview.ts';
import type { StoredConversation, StoredRecord } from '../conversations/store/store.ts';
import { oneLine } from '../messages/marks.ts';
import { type Log, textOf } from '../messages/message.ts';
import { personText } from '../messages/origins.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type {
	AppendixView,
	CompactedSizes,
	ConversationView,
	HistoryEntry,
	ItemView,
	MeterView,
	ReceiptView,
	RecordView,
	SectionView,
	StatusView,
} from '../protocol/conversationView.ts';
import type { PreviewedSummaryResult } from '../protocol/previewView.ts';
import { openWork } from '../summary/ledgerItems.ts';
import { redactedLine } from '../summary/redactedLine.ts';
import { renderSection, sectionTitles, type SummaryItem } from '../summary/sections.ts';
import type { TranscriptProblem } from '../transcripts/reader.ts';
import { contextParts } from './contextParts.ts';

/** All sources of a snapshot. */
export interface ViewSources {
	readonly stored: StoredConversation;
	readonly actor: ConversationActor;
	/** Absent: no compaction is possible now. */
	readonly next?: PossibleCompaction;
	/** Whether it is stored on disk. */
	readonly kept: boolean;
	/** Whether it was only viewed. */
	readonly viewed: boolean;
	/** Whether additions to its file are read as they appear; undefined if that is impossible. */
	readonly following: boolean | undefined;
	readonly problems: readonly TranscriptProblem[];
}

/** Maximum characters shown of a queued message. */
const queuedLength = 200;

/** Maximum characters of a changed item that the history shows. */
const changeLength = 200;

/** Maximum characters of a request that an item points to. */
const requestLength = 300;

/** The snapshot for display. */
export function viewOfConversation(sources: ViewSources): ConversationView {
	const { stored, actor, following, problems } = sources;
	const { id, title, source, file, state } = stored;
	const { conversation } = actor;
	const { active, activeId, records } = conversation;
	const record = hasSummary(active) ? active : undefined;
	const compacted = records.compactionOf(records.find(activeId));
	const compaction = compacted?.record ?? record;
	return {
		id,
		title,
		source,
		...(file === undefined ? {} : { file }),
		problems,
		...(following === undefined ? {} : { following }),
		messages: conversation.log.length,
		logTokens: stored.tokens,
		compactions: conversation.compactions,
		...(state.lookUps === undefined ? {} : { lookUps: state.lookUps }),
		meter: meterOf(sources, compaction),
		status: statusOf(sources),
		...(record === undefined || compaction === undefined
			? {}
			: {
					receipt: receiptOf(compaction, records.baseOf(compacted)?.record, record.tokens.summary),
					sections: keptSections(record, conversation.log, actor.parts.counter),
					appendix: appendixOf(record, openWork(conversation.log, record.layout.range.end)),
				}),
	};
}

/** A record in its original form; undefined: there is no such record. */
export function viewOfRecord(
	{ records, log }: Pick<Conversation, 'records' | 'log'>,
	id: number,
	counter: TokenCounter,
): RecordView | undefined {
	const stored = records.find(id);
	const entry = historyEntries(records, id).find((one) => one.id === id);
	return stored === undefined || entry === undefined
		? undefined
		: {
				entry,
				...(stored.record.kind === 'prune'
					? {}
					: {
							receipt: receiptOf(stored.record, records.baseOf(stored)?.record),
						}),
				handoffTokens: stored.record.tokens.summary,
				sections: hasSummary(stored.record) ? keptSections(stored.record, log, counter) : [],
				appendix: appendixOf(stored.record),
			};
}

/** A summary that is only previewed. @param log Of its conversation. */
export function previewedSummary(
	outcome: CompactionOutcome,
	log: Log,
	counter: TokenCounter,
): PreviewedSummaryResult {
	if (outcome.kind !== 'compacted') {
		return outcome;
	}
	const { record } = outcome;
	return {
		kind: 'written',
		sections: keptSections(record, log, counter),
		handoffTokens: record.tokens.summary,
		after: requestSize(record.tokens.after, record.tokens),
	};
}

function statusOf(sources: ViewSources): StatusView {
	const { stored, actor, kept, viewed } = sources;
	const { compaction: settings, automatic } = actor.settings;
	const { log, active: previous, activeId, context, records } = actor.conversation;
	const { queued } = actor.clientTurns;
	const { proposal } = actor.compactor;
	const { paused } = actor.state.now;
	const restsUntil = restOf(actor);
	return {
		kept,
		viewed,
		...(queued === undefined
			? {}
			: { queued: (personText(queued) || textOf(queued.content)).slice(0, queuedLength) }),
		answering: actor.answering,
		automatic,
		paused,
		stopped: automatic && !paused && !viewed && isResting(stored.state.guard, context.tokens),
		...(restsUntil === undefined ? {} : { restsUntil }),
		...(isTooShort(log, hasSummary(previous) ? previous : undefined, settings, context.tokens)
			? { tooShort: true as const }
			: {}),
		...(sources.next === undefined && hasSummary(previous) ? { nothingNew: true as const } : {}),
		canUndo: activeId !== undefined,
		canRedo: actor.canRedo,
		...(proposal === undefined ? {} : { proposal: proposal.reason }),
		history: historyEntries(records, activeId),
		...(activeId === undefined ? {} : { active: activeId }),
	};
}

/** Until when automatic compaction rests, if it would otherwise start. */
function restOf({ conversation, state, settings: own }: ConversationActor): number | undefined {
	const { restsUntil } = state.now;
	const { compaction: settings } = own;
	const tokens = conversation.context.tokens + overheadOf(settings);
	const holdsBack =
		restsUntil !== undefined && tokens < restsUntil && tokens >= thresholdsOf(settings).soft;
	// A full window is compacted in any case.
	return holdsBack ? Math.min(restsUntil, settings.window) : undefined;
}

/**
 * Records for display, oldest first. Changes within a summary do not create a new version.
 * @param shown The active record, or the viewed one: its version has the size with the changes up to it.
 */
export function historyEntries(
	records: RecordTree,
	shown: number | undefined,
): readonly HistoryEntry[] {
	const versions = new Map<number, number>();
	const changed = records.find(shown);
	const version = records.compactionOf(changed);
	let latest = 0;
	return records.all.map((stored) => {
		const { id, parent = id, record } = stored;
		const isVersion = record.kind === 'compaction' || record.kind === 'prune';
		latest += isVersion ? 1 : 0;
		const number = isVersion ? latest : (versions.get(parent) ?? 1);
		versions.set(id, number);
		const summary = id === version?.id ? changed?.record.tokens.summary : undefined;
		return entryOf(stored, number, summary);
	});
}

function entryOf(
	{ id, parent, createdAt, record }: StoredRecord,
	number: number,
	summary: number | undefined,
): HistoryEntry {
	const { focus, change, pruned, replaced, summariser, reported } = record;
	const { assistant } = isImported(record) ? summariser : {};
	return {
		id,
		number,
		...(parent === undefined ? {} : { parent }),
		...(replaced === undefined ? {} : { replaced }),
		createdAt: reported?.at ?? createdAt,
		kind: record.kind,
		...(change === undefined ? {} : { change: changeOf(change) }),
		...(pruned === undefined ? {} : { pruned }),
		...(assistant === undefined ? {} : { assistant }),
		...(focus === undefined ? {} : { focus }),
		...sizesOf(record, summary),
	};
}

/** @param summary See {@link sizeAfter}. */
function sizesOf({ tokens, reported }: CompactionRecord, summary = tokens.summary): CompactedSizes {
	return {
		tokensBefore: requestBefore(tokens),
		tokensAfter: sizeAfter(tokens, summary),
		...(tokens.isReported === true ? { isReported: true } : {}),
		...(reported?.tokensAfter === undefined || summary !== tokens.summary
			? {}
			: { isAfterReported: true }),
	};
}

/** @param summary Present tokens of the handoff: the user's edits change its length. */
function sizeAfter(tokens: RecordTokens, summary = tokens.summary, overhead?: number): number {
	return requestSize(tokens.after - tokens.summary + summary, tokens, overhead);
}

function changeOf({ section, before, after }: RecordChange): RecordChange {
	return {
		section,
		...(before === undefined ? {} : { before: oneLine(before, changeLength) }),
		...(after === undefined ? {} : { after: oneLine(after, changeLength) }),
	};
}

/**
 * @param base What the compaction was made from; undefined: the log.
 * @param summary See {@link sizeAfter}; absent: as the record was made.
 */
function receiptOf(
	record: CompactionRecord,
	base: CompactionRecord | undefined,
	summary?: number,
): ReceiptView {
	const { layout, counts } = record;
	const messages = messageCounts(record, base);
	const leftOut = (record.omitted ?? []).reduce((sum, { count }) => sum + count, 0);
	return {
		trigger: record.trigger,
		...(record.focus === undefined ? {} : { focus: record.focus }),
		...sizesOf(record, summary),
		messagesBefore: messages.before,
		messagesAfter: messages.after,
		summariser: record.summariser,
		attempts: record.attempts,
		...(record.usage === undefined ? {} : { usage: record.usage }),
		...(record.audit === undefined ? {} : { audit: record.audit }),
		...(leftOut === 0 ? {} : { leftOut }),
		durationMs: record.durationMs,
		range: [layout.range.start + 1, layout.range.end],
		...counts,
	};
}

/** The sections of a record whose conversation has this log. */
function keptSections(record: CompactionRecord, log: Log, counter: TokenCounter): SectionView[] {
	return sectionTitles.map((title) => {
		const items = record.summary[title];
		return {
			title,
			items: items.map((item) => withRequest(item, log)),
			tokens: items.length === 0 ? 0 : counter.count(renderSection(items)),
		};
	});
}

function appendixOf(
	{ added = [], quotes }: CompactionRecord,
	open: readonly SummaryItem[] = [],
): AppendixView {
	return {
		...(open.length === 0 ? {} : { open }),
		...(added.length === 0 ? {} : { added }),
		...(quotes.length === 0 ? {} : { quotes }),
	};
}

/** In a context these requests come before and after the summary, but the user sees the summary alone. */
function withRequest(item: SummaryItem, log: Log): ItemView {
	const { place, sources } = item;
	const message = log[(sources[0] ?? 0) - 1]?.message;
	return (place === 'below' || place === 'above') && message !== undefined
		? { ...item, request: redactedLine(personText(message), requestLength) }
		: item;
}

/** The model's window; undefined if a session has recorded more tokens than the assumed window. */
export function windowOf(
	{ state: { window: requested, usage } }: Pick<StoredConversation, 'state'>,
	{ window }: CompactionSettings,
): Pick<MeterView, 'window' | 'isWindowReported'> {
	const isReported =
		requested === undefined ? usage?.window !== undefined : requested.isAssumed === undefined;
	if (isReported) {
		return { window, isWindowReported: true };
	}
	return (usage?.used ?? 0) > window ? {} : { window };
}

/**
 * Whether a compaction has changed nothing outside Precis yet: the file's session has its size until the user continues
 * from here.
 */
export function isUntilContinued(
	{ file }: Pick<StoredConversation, 'file'>,
	record: CompactionRecord | undefined,
): boolean {
	return file !== undefined && hasSummary(record) && record.summariser.kind !== 'assistant';
}

/** How full the window is, and what fills it. @param compaction The active one, including the user's changes. */
function meterOf(
	{ stored, actor, next }: ViewSources,
	compaction: CompactionRecord | undefined,
): MeterView {
	const { conversation, usage, cache } = actor;
	const { compaction: settings, prices } = actor.settings;
	const { log, active: record } = conversation;
	const isFile = stored.file !== undefined;
	const end = hasSummary(record)
		? record.layout.range.start
		: (next?.preview.head.end ?? Math.min(log.length, settings.protectFirst));
	const parts = contextParts(conversation, actor, end);
	return {
		...parts,
		...windowOf(stored, settings),
		...(isFile && stored.state.window !== undefined ? { isChosen: true } : {}),
		...(usage.size.kind === 'reported' ? { isReported: true } : {}),
		...(isFile ? {} : { thresholds: thresholdsOf(settings) }),
		...(compaction === undefined
			? {}
			: savedBy(compaction, parts.summary, overheadOf(settings), cache.requests, prices)),
		...(isUntilContinued(stored, compaction) && cache.requests === 0
			? { isUntilContinued: true }
			: {}),
		...(next === undefined ? {} : nextOf(next, prices)),
		// A conversation from a file sends no requests: our own count is final.
		pending: usage.size.kind === 'pending' && !isFile,
	};
}

/** @param summary See {@link sizeAfter}. */
function savedBy(
	{ tokens }: CompactionRecord,
	summary: number,
	overhead: number,
	requests: number,
	prices: InputPrices,
): Pick<MeterView, 'before' | 'saved' | 'savedSince'> {
	const before = requestBefore(tokens, overhead);
	const now = sizeAfter(tokens, summary, overhead);
	const saved = Math.max(0, before - now);
	const since = savedSince(saved, requests, prices);
	return { before, saved, ...(since === undefined ? {} : { savedSince: since }) };
}

function nextOf(
	{ cost, preview }: PossibleCompaction,
	{ perMillion }: InputPrices,
): Pick<MeterView, 'next'> {
	return cost.requests === 0 || savesLittle(preview)
		? {}
		: { next: { ...cost, ...(perMillion === undefined ? {} : { perMillion }) } };
}
