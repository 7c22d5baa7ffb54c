import { budgetWithKept, defaultSettings } from '../compaction/budgets.ts';
import { wishesOf } from '../compaction/changes.ts';
import type { CompactionRecord } from '../compaction/record.ts';
import { cutMiddle, formatCount, mark } from '../messages/marks.ts';
import { textOf, toolCallsOf, type Log, type Message } from '../messages/message.ts';
import { estimatedTokens } from '../messages/tokens.ts';
import { pairTools, type ToolPairs } from '../messages/toolPairs.ts';
import { personText } from '../messages/origins.ts';
import { redact } from '../redaction/redact.ts';
import { withoutFrameLines } from '../summary/frameMarks.ts';
import { recallHandleOf, withDraft } from '../summary/handoff.ts';
import { summaryAtEnd } from '../summary/assembly.ts';
import { resultDigest, type TranscriptSource } from '../summary/transcriptText.ts';
import { keptTokens, withWishes } from '../summary/wishes.ts';

/**
 * A handoff for somebody who has nothing else: in its own conversation what was said since stands
 * behind it, elsewhere it has to be told along, and
 * the sections say where things stood in the end.
 */

/** Characters that what was said since may take: what people paste, and a chat still takes. */
const mostCharacters = 32_000;

/** Characters of one message; words of a person are cut last. */
const lengths = {
	person: { whole: 6_000, head: 4_000, tail: 1_500 },
	assistant: { whole: 1_500, head: 900, tail: 500 },
} as const;

/** Tokens that a handoff may take at least: whoever gets it has nothing else. */
const leastBudget = 4_000;

/** How much longer than the record's it may be, so that what came since has room too. */
const growth = 1.25;

/**
 * The handoff of a record as of the log's end, with what was said since, without secrets, the newest
 * of it in any case.
 */
export function handover(log: Log, record: CompactionRecord): string {
	const { layout, handoff } = record;
	const pairs = pairTools(log);
	const recent = recentMessages({ log, pairs }, layout.range.end);
	return recent === '' ? handoff : `${handoffAtEnd(log, pairs, record)}\n\n${recent}`;
}

function handoffAtEnd(log: Log, pairs: ToolPairs, record: CompactionRecord): string {
	const { layout, summary, summariser, tokens, handoff } = record;
	const range = { start: layout.headStart, end: log.length };
	const wishes = wishesOf(record);
	const recallHandle = recallHandleOf(handoff);
	const budget = budgetWithKept(
		Math.max(leastBudget, Math.ceil(growth * tokens.summary)),
		keptTokens(wishes, estimatedTokens),
	);
	const draft = summaryAtEnd(
		{
			log,
			pairs,
			range,
			fresh: [range],
			wishes,
			...(record.focus === undefined ? {} : { focus: record.focus }),
			budget,
			userMessageShare: defaultSettings.userMessageShare,
			counter: estimatedTokens,
			...(recallHandle === undefined ? {} : { recallHandle }),
		},
		{ summary, summariser, end: layout.range.end },
	);
	return withDraft(handoff, {
		...draft,
		summary: withWishes(draft.summary, wishes),
		// The others stand behind the handoff.
		quotes: draft.quotes.filter(({ sources }) => (sources[0] ?? 0) <= layout.range.end),
	});
}

/** What was said from a message on, as Markdown; empty where nothing was. */
function recentMessages(source: TranscriptSource, start: number): string {
	const told: string[] = [];
	let room = mostCharacters;
	let first = source.log.length;
	for (let index = source.log.length - 1; index >= start; index -= 1) {
		const text = tell(source, index);
		room -= text.length;
		if (room < 0 && told.length > 0) {
			break;
		}
		first = index;
		told.unshift(...(text === '' ? [] : [text]));
	}
	if (told.length === 0) {
		return '';
	}
	const left = first - start;
	const note = left === 0 ? [] : [mark(`${formatCount(left)} messages are not told here`)];
	return [...note, ...told].join('\n\n');
}

/** A message as whoever reads on has to know it; a result with what it answers, in one line. */
function tell(source: TranscriptSource, index: number): string {
	const message = source.log[index]?.message;
	switch (message?.role) {
		case 'user':
			return spoken('Person', personText(message));
		case 'assistant':
			return [spoken('Assistant', textOf(message.content)), ...unanswered(source, index, message)]
				.filter((part) => part !== '')
				.join('\n');
		case 'tool':
			return `- ${resultDigest(source, index)}`;
		case 'system':
		case undefined:
			return '';
	}
}

function spoken(who: 'Person' | 'Assistant', words: string): string {
	const text = redact(words.trim());
	const { whole, head, tail } = who === 'Person' ? lengths.person : lengths.assistant;
	const cut = text.length <= whole ? text : cutMiddle(text, head, tail);
	return text === '' ? '' : `**${who}**: ${withoutFrameLines(cut)}`;
}

/** Calls that have no result yet: nothing else tells of them. */
function unanswered({ pairs }: TranscriptSource, index: number, message: Message): string[] {
	const results = pairs.resultsOf(index);
	return toolCallsOf(message).flatMap(({ name }, position) =>
		results[position] === undefined ? [`- ${redact(name)}: no result`] : [],
	);
}
