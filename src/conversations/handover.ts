import type { CompactionRecord } from '../compaction/record.ts';
import { cutMiddle, formatCount, mark } from '../messages/marks.ts';
import { textOf, toolCallsOf, type Log, type Message } from '../messages/message.ts';
import { pairTools } from '../messages/toolPairs.ts';
import { personText } from '../messages/origins.ts';
import { redact } from '../redaction/redact.ts';
import { withoutFrameLines } from '../summary/frameMarks.ts';
import { withBeginning } from '../summary/handoff.ts';
import { openWork } from '../summary/ledgerItems.ts';
import type { SummaryItem } from '../summary/sections.ts';
import { resultDigest, type PromptSource } from '../summary/transcriptText.ts';

/**
 * A handoff for somebody who has nothing else: in its own conversation what was said since stands
 * behind it, elsewhere it has to be told along. The sections are the ones that the person reads.
 */

/** Characters that what was said since may take: what people paste, and a chat still takes. */
const mostCharacters = 32_000;

/** Characters of one message; words of a person are cut last. */
const lengths = {
	person: { whole: 6_000, head: 4_000, tail: 1_500 },
	assistant: { whole: 1_500, head: 900, tail: 500 },
} as const;

/**
 * The handoff of a record, with the beginning that it refers to and with what was said since, without secrets, the
 * newest of it in any case.
 */
export function handover(log: Log, { layout, handoff }: CompactionRecord): string {
	const source = { log, pairs: pairTools(log) };
	const beginning = log.slice(0, layout.range.start).map((_, index) => tell(source, index));
	const { end } = layout.range;
	return [
		withBeginning(handoff, beginning.filter((text) => text !== '').join('\n\n')),
		openList(openWork(log, end)),
		recentMessages(source, end),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** The list itself is only a line among the recent messages. */
function openList(items: readonly SummaryItem[]): string {
	return items.length === 0
		? ''
		: `Open in the last todo list:\n\n${items.map(({ text }) => `- ${text}`).join('\n')}`;
}

/** What was said from a message on, as Markdown; empty where nothing was. */
function recentMessages(source: PromptSource, start: number): string {
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
function tell(source: PromptSource, index: number): string {
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
function unanswered({ pairs }: PromptSource, index: number, message: Message): string[] {
	const results = pairs.resultsOf(index);
	return toolCallsOf(message).flatMap(({ name }, position) =>
		results[position] === undefined ? [`- ${redact(name)}: no result`] : [],
	);
}
