import * as v from 'valibot';
import {
	recordKinds,
	type CompactionRecord,
	type Layout,
	type MessageEdit,
	type RecordChange,
	type ReportedCompaction,
} from '../../compaction/record.ts';
import { redact } from '../../redaction/redact.ts';
import type { AuditCounts, Omission } from '../../summary/summariser.ts';
import { modelFailureKinds } from '../../summary/modelFailureKind.ts';
import { sectionTitles, type Summary, type SummaryItem } from '../../summary/sections.ts';
import type { KeptItem } from '../../summary/wishes.ts';
import type { Attempt, AttemptFailure, SummaryUsage } from '../../summary/writtenSummary.ts';

/** A record at a border, and what of a log it speaks of. */

/** All properties of a type: a new one cannot be forgotten in its schema, not even an optional one. */
type Named<T> = Readonly<Record<keyof T, unknown>>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

const item = v.strictObject({
	text: v.string(),
	sources: v.array(v.pipe(v.number(), v.integer())),
	kept: v.exactOptional(v.picklist(['pinned', 'edited'])),
	doubt: v.exactOptional(v.picklist(['unsaid', 'unfound'])),
	place: v.exactOptional(v.picklist(['below', 'above', 'earlier'])),
} satisfies Named<SummaryItem>);

const section = v.picklist(sectionTitles);

/** What a person asked to preserve, at a border: older versions and others wrote it too. */
export const redactedSchema = v.pipe(v.string(), v.transform(redact));

/** {@link KeptItem} at a border. */
export const keptItemSchema: v.GenericSchema<unknown, KeptItem> = v.strictObject({
	section,
	item,
} satisfies Named<KeptItem>);

const change = v.strictObject({
	section,
	before: v.exactOptional(v.string()),
	after: v.exactOptional(v.string()),
} satisfies Named<RecordChange>);

const summary = v.strictObject(
	Object.fromEntries(sectionTitles.map((title) => [title, v.array(item)])),
) as unknown as v.GenericSchema<unknown, Summary>;

const layout = v.strictObject({
	range: v.pipe(
		v.strictObject({ start: count, end: count }),
		v.check(({ start, end }) => start <= end, 'Ends before it starts'),
	),
	headStart: count,
	latestUser: v.exactOptional(count),
	edits: v.array(
		v.strictObject({
			message: count,
			content: v.exactOptional(v.string()),
			arguments: v.exactOptional(v.array(v.string())),
			tokens: count,
		} satisfies Named<MessageEdit>),
	),
	placement: v.picklist(['user', 'assistant', 'merged']),
} satisfies Named<Layout>);

const attempt = v.strictObject({
	rung: v.picklist(['summary-model', 'main-model', 'built-in']),
	model: v.exactOptional(v.string()),
	outcome: v.picklist(['ok', 'failed', 'rejected', 'skipped']),
	error: v.exactOptional(v.string()),
	failure: v.exactOptional(
		v.strictObject({
			kind: v.picklist(modelFailureKinds),
			advice: v.exactOptional(v.string()),
		} satisfies Named<AttemptFailure>),
	),
	tellPerson: v.exactOptional(v.literal(true)),
	ms: amount,
} satisfies Named<Attempt>);

const usage = v.strictObject({
	requests: count,
	inputTokens: count,
	outputTokens: count,
	cachedTokens: v.exactOptional(count),
	cost: v.exactOptional(amount),
} satisfies Named<SummaryUsage>);

const omission = v.strictObject({ what: v.string(), count } satisfies Named<Omission>);

const audit = v.strictObject({
	facts: count,
	kept: count,
	appended: count,
	corrected: count,
} satisfies Named<AuditCounts>);

const reported = v.strictObject({
	at: v.exactOptional(count),
	tokensBefore: v.exactOptional(count),
} satisfies Named<ReportedCompaction>);

/** {@link CompactionRecord} at a border. */
export const documentRecordSchema: v.GenericSchema<unknown, CompactionRecord> = v.strictObject({
	kind: v.picklist(recordKinds),
	change: v.exactOptional(change),
	pruned: v.exactOptional(count),
	removed: v.exactOptional(v.array(v.string())),
	trigger: v.picklist(['manual', 'automatic', 'overflow']),
	focus: v.exactOptional(redactedSchema),
	fromOriginals: v.exactOptional(v.literal(true)),
	remade: v.exactOptional(v.literal(true)),
	proposed: v.exactOptional(v.literal(true)),
	layout,
	summary,
	quotes: v.array(item),
	added: v.exactOptional(v.array(item)),
	omitted: v.exactOptional(v.array(omission)),
	handoff: v.string(),
	summariser: v.strictObject({
		kind: v.picklist(['built-in', 'model', 'assistant']),
		model: v.exactOptional(v.string()),
		assistant: v.exactOptional(v.string()),
	} satisfies Named<CompactionRecord['summariser']>),
	attempts: v.array(attempt),
	usage: v.exactOptional(usage),
	audit: v.exactOptional(audit),
	tokens: v.strictObject({ before: count, after: count, summary: count }),
	messages: v.strictObject({ before: count, after: count }),
	logLength: count,
	counts: v.strictObject({ kept: count, summarised: count, digested: count }),
	durationMs: amount,
	reported: v.exactOptional(reported),
} satisfies Named<CompactionRecord>);

/** How many messages a log has to have for everything the record speaks of to be there. */
export function reach({ layout }: Pick<CompactionRecord, 'layout'>): number {
	return layout.edits.reduce(
		(most, edit) => Math.max(most, edit.message + 1),
		Math.max(layout.range.end, layout.headStart, (layout.latestUser ?? -1) + 1),
	);
}
