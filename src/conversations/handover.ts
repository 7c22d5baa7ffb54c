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
 * A self-contained handoff: in its own conversation, the recent messages follow it; elsewhere they have to be included.
 * Its sections are the ones that the user sees.
 */

/** Maximum characters of the recent messages: people paste them, and chats limit their input. */
const maxCharacters = 32_000;

/** Maximum characters of tool results among them. The newest come first; every result has its one-line digest. */
const maxResultCharacters = 12_000;

/** Maximum characters of one message; the user's words are cut last. */
const lengths = {
	person: { whole: 6_000, head: 4_000, tail: 1_500 },
	assistant: { whole: 1_500, head: 900, tail: 500 },
	result: { whole: 1_500, head: 900, tail: 500 },
} as const;

/**
 * The handoff of a record, with the beginning that it refers to and the messages since, without secrets. The newest
 * message is always included.
 */
export function handover(log: Log, { layout, handoff }: CompactionRecord): string {
	const source = { log, pairs: pairTools(log) };
	const { latestUser, range } = layout;
	// As in the context, the latest request follows the summary and is not repeated before it.
	const beginning = log
		.slice(0, range.start)
		.map((_, index) => (index === latestUser ? '' : messageText(source, index)));
	return [
		withBeginning(handoff, beginning.filter((text) => text !== '').join('\n\n')),
		openList(openWork(log, range.end)),
		latestUser === undefined ? '' : messageText(source, latestUser),
		recentMessages(source, range.end),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** Listed again because a todo list is only one line among the recent messages. */
function openList(items: readonly SummaryItem[]): string {
	return items.length === 0
		? ''
		: `Open in the last todo list:\n\n${items.map(({ text }) => `- ${text}`).join('\n')}`;
}

/** The messages from an index on, as Markdown; empty if there are none. */
function recentMessages(source: PromptSource, start: number): string {
	const recent: string[] = [];
	let room = maxCharacters;
	let resultRoom = maxResultCharacters;
	let first = source.log.length;
	for (let index = source.log.length - 1; index >= start; index -= 1) {
		const result = resultText(source, index);
		resultRoom -= result.length;
		const text = `${messageText(source, index)}${resultRoom < 0 ? '' : result}`;
		room -= text.length;
		if (room < 0 && recent.length > 0) {
			break;
		}
		first = index;
		recent.unshift(...(text === '' ? [] : [text]));
	}
	if (recent.length === 0) {
		return '';
	}
	const omitted = first - start;
	const note = omitted === 0 ? [] : [mark(`${formatCount(omitted)} messages are left out here`)];
	return [...note, ...recent].join('\n\n');
}

/** A message as a later reader needs it; a result, with the call it answers, in one line. */
function messageText(source: PromptSource, index: number): string {
	const message = source.log[index]?.message;
	switch (message?.role) {
		case 'user':
			return attributed('Person', personText(message));
		case 'assistant':
			return [
				attributed('Assistant', textOf(message.content)),
				...unanswered(source, index, message),
			]
				.filter((part) => part !== '')
				.join('\n');
		case 'tool':
			return `- ${resultDigest(source, index)}`;
		case 'system':
		case undefined:
			return '';
	}
}

/** The output of a call, below its line; empty for other messages. */
function resultText({ log }: PromptSource, index: number): string {
	const message = log[index]?.message;
	const text = message?.role === 'tool' ? redact(textOf(message.content).trim()) : '';
	const indented = cut(text, lengths.result).replaceAll(/^(?=.)/gm, '      ');
	return text === '' ? '' : `\n\n${indented}`;
}

function cut(
	text: string,
	{ whole, head, tail }: Readonly<Record<'whole' | 'head' | 'tail', number>>,
): string {
	return withoutFrameLines(text.length <= whole ? text : cutMiddle(text, head, tail));
}

function attributed(who: 'Person' | 'Assistant', words: string): string {
	const text = redact(words.trim());
	const most = who === 'Person' ? lengths.person : lengths.assistant;
	return text === '' ? '' : `**${who}**: ${cut(text, most)}`;
}

/** Calls without a result yet, which nothing else mentions. */
function unanswered({ pairs }: PromptSource, index: number, message: Message): string[] {
	const results = pairs.resultsOf(index);
	return toolCallsOf(message).flatMap(({ name }, position) =>
		results[position] === undefined ? [`- ${redact(name)}: no result`] : [],
	);
}
