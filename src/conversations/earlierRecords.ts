import { wishesOf } from '../compaction/changes.ts';
import { importCompaction } from '../compaction/imported.ts';
import { hasSummary, isImported, type CompactionRecord } from '../compaction/record.ts';
import type { PlanInput } from '../compaction/sketch.ts';
import type { EarlierCompaction } from '../transcripts/reader.ts';
import type { ReadableConversation } from './readableConversation.ts';

/** What making a record out of another assistant's compaction takes beside it. */
export type ImportSettings = Pick<PlanInput, 'settings' | 'counter' | 'recallHandle'> & {
	/** The assistant's name. */
	readonly assistant: string;
};

/** What an assistant's own compaction comes to in a conversation. */
export type EarlierOutcome =
	| {
			readonly kind: 'made';
			readonly record: CompactionRecord;
			readonly parent: number | undefined;
			/** It goes on from the active record; else the person has gone another way. */
			readonly goesOn: boolean;
	  }
	/** It is a record already. */
	| { readonly kind: 'known' }
	/** The context would not have become smaller. Tokens. */
	| { readonly kind: 'refused'; readonly before: number; readonly after: number };

/**
 * The record of a compaction that an assistant made itself, on top of the one before. Decides
 * nothing but that: whoever asks commits it.
 * @param conversation Its log has all messages there were when the compaction was made.
 */
export function earlierRecord(
	{ log, records, activeId }: Pick<ReadableConversation, 'log' | 'records' | 'activeId'>,
	{ range, at, summary, trigger = 'automatic', tokensBefore, time }: EarlierCompaction,
	{ assistant, ...settings }: ImportSettings,
): EarlierOutcome {
	const imported = records.all.filter(({ record }) => isImported(record));
	if (imported.some(({ record }) => record.logLength === at)) {
		return { kind: 'known' };
	}
	const latest = imported.findLast(({ record }) => record.logLength < at);
	const active = records.find(activeId);
	const goesOn = records.compactionOf(active)?.id === latest?.id;
	const parent = goesOn ? active : latest;
	const outcome = importCompaction(
		{
			...settings,
			log: log.slice(0, at),
			trigger,
			...(hasSummary(parent?.record)
				? { previous: parent.record, wishes: wishesOf(parent.record) }
				: {}),
		},
		{
			range,
			summary,
			assistant,
			reported: {
				...(time === undefined ? {} : { at: time }),
				...(tokensBefore === undefined ? {} : { tokensBefore }),
			},
		},
	);
	return outcome.kind === 'refused'
		? { kind: 'refused', before: outcome.before, after: outcome.after }
		: { kind: 'made', record: outcome.record, parent: parent?.id, goesOn };
}
