import { type CompactionRecord, messageCounts } from '../compaction/record.ts';
import { renderContext } from '../compaction/render.ts';
import type { CompactLogOutcome } from '../conversations/compacting.ts';
import { formatCount, mark } from '../messages/marks.ts';
import { isBlank, type Log, type Message } from '../messages/message.ts';
import { toOpenAi } from '../models/openai/chatMessage.ts';
import type { ModelFailureKind } from '../summary/writtenSummary.ts';
import type { Attempt } from '../summary/writtenSummary.ts';
import { renderSection, sectionTitles } from '../summary/sections.ts';
import { problemsIn } from '../transcripts/problems.ts';
import type { EarlierCompaction, Transcript } from '../transcripts/reader.ts';

/** The output of `--json`, which is a stable contract. Message numbers begin with 1. */
export function report(
	{
		transcript,
		earlier,
	}: { readonly transcript: Transcript; readonly earlier: readonly EarlierCompaction[] },
	log: Log,
	record: CompactionRecord,
) {
	return {
		format: transcript.format,
		log: { messages: log.length, tokens: log.reduce((sum, { tokens }) => sum + tokens, 0) },
		earlier: earlier.map(({ range, at, trigger, tokensBefore, time }) => ({
			range: [range.start + 1, range.end],
			at,
			trigger: trigger ?? null,
			tokensBefore: tokensBefore ?? null,
			time: time === undefined ? null : new Date(time).toISOString(),
		})),
		compactions: [
			{
				range: [record.layout.range.start + 1, record.layout.range.end],
				focus: record.focus ?? null,
				trigger: record.trigger,
				summariser: { kind: record.summariser.kind, model: record.summariser.model ?? null },
				tokens: record.tokens,
				messages: messageCounts(record),
				attempts: record.attempts,
				usage: record.usage ?? null,
				audit: record.audit ?? null,
				durationMs: record.durationMs,
			},
		],
		attempts: record.attempts,
		sections: Object.fromEntries(
			sectionTitles.map((title) => [title, renderSection(record.summary[title])]),
		),
		handoff: record.handoff,
		context: renderContext(log, record).messages.map((message) =>
			toOpenAi(withNonEmptyResult(message)),
		),
		warnings: problemsIn(transcript),
	};
}

/** Replaces an empty result, which some APIs reject. */
const emptyResult = mark('the result is empty');

function withNonEmptyResult(message: Message): Message {
	return message.role === 'tool' && isBlank(message.content)
		? { ...message, content: emptyResult }
		: message;
}

/** What the user can do about a failure on the command line. */
const advice: Readonly<Partial<Record<ModelFailureKind, string>>> = {
	authentication: 'Set PRECIS_API_KEY to a key of this server.',
	timeout: 'Allow more time with --timeout.',
};

/** Failures of models, one line each; if the built-in summariser replaced them, the last line says so. */
export function describeAttempts(attempts: readonly Attempt[]): string[] {
	const failed = attempts.filter(({ outcome }) => outcome !== 'ok');
	const lines = failed.map(({ model = '', error = '', failure }) => {
		const message = error.includes(model) ? error : `${model}: ${error}`;
		const remedy = failure === undefined ? undefined : advice[failure.kind];
		return remedy === undefined ? message : `${message} ${remedy}`;
	});
	return lines.length > 0 && attempts.at(-1)?.rung === 'built-in'
		? [...lines, 'The built-in summariser wrote the summary.']
		: lines;
}

/** Why nothing was compacted. */
export type NotCompactedReason =
	| { readonly kind: 'below-threshold'; readonly tokens: number; readonly threshold: number }
	| Exclude<CompactLogOutcome, { readonly kind: 'compacted' }>;

/** The reason as a sentence. */
export function describeSkipped(skipped: NotCompactedReason): string {
	switch (skipped.kind) {
		case 'below-threshold':
			return `the context has about ${formatCount(skipped.tokens)} tokens, compaction starts at ${formatCount(skipped.threshold)}. Use --force to compact now.`;
		case 'refused':
			return `the context would not shrink (about ${formatCount(skipped.before)} tokens before, ${formatCount(skipped.after)} after).`;
		case 'nothing-to-do':
			return 'there is too little to summarise between the first and the latest messages, which stay.';
	}
}
