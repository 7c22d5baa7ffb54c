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

/** Maximum characters of one message, and the parts of a longer one that are kept. */
interface Length {
	readonly whole: number;
	readonly head: number;
	readonly tail: number;
}

type Lengths = Readonly<Record<'person' | 'assistant' | 'result', Length>>;

const result = { whole: 1_500, head: 900, tail: 500 };

/** If all recent messages fit this way, no more of them is cut. */
const ample: Lengths = {
	person: { whole: 12_000, head: 8_000, tail: 3_500 },
	assistant: { whole: 6_000, head: 4_000, tail: 1_500 },
	result,
};

/** Otherwise; the user's words are cut last. */
const tight: Lengths = {
	person: { whole: 6_000, head: 4_000, tail: 1_500 },
	assistant: result,
	result,
};

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
		.map((_, index) => (index === latestUser ? '' : messageText(source, index, ample)));
	return [
		withBeginning(handoff, beginning.filter((text) => text !== '').join('\n\n')),
		openList(openWork(log, range.end)),
		latestUser === undefined ? '' : messageText(source, latestUser, ample),
		recentMessages(source, range.end),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** Listed again because a todo list is only one line among the recent messages. */
function openList(items: readonly SummaryItem[]): string {
	return items.length === 0
		? ''
		: `Open work in the recent messages:\n\n${items.map(({ text }) => `- ${text}`).join('\n')}`;
}

/** The messages from an index on, as Markdown; empty if there are none. */
function recentMessages(source: PromptSource, start: number): string {
	const whole = fittingMessages(source, start, ample);
	const { first, texts } = whole.first === start ? whole : fittingMessages(source, start, tight);
	if (texts.length === 0) {
		return '';
	}
	const omitted = first - start;
	const note = omitted === 0 ? [] : [mark(`${formatCount(omitted)} messages are left out here`)];
	return [...note, ...texts].join('\n\n');
}

/** The newest messages that have room, oldest first, and the index of the first of them. */
function fittingMessages(
	source: PromptSource,
	start: number,
	lengths: Lengths,
): { readonly first: number; readonly texts: readonly string[] } {
	const texts: string[] = [];
	let room = maxCharacters;
	let resultRoom = maxResultCharacters;
	let first = source.log.length;
	for (let index = source.log.length - 1; index >= start; index -= 1) {
		const output = resultText(source, index, lengths);
		resultRoom -= output.length;
		const text = `${messageText(source, index, lengths)}${resultRoom < 0 ? '' : output}`;
		room -= text.length;
		if (room < 0 && texts.length > 0) {
			break;
		}
		first = index;
		texts.unshift(...(text === '' ? [] : [text]));
	}
	return { first, texts };
}

/** A message as a later reader needs it; a result, with the call it answers, in one line. */
function messageText(source: PromptSource, index: number, lengths: Lengths): string {
	const message = source.log[index]?.message;
	switch (message?.role) {
		case 'user':
			return attributed('Person', personText(message), lengths.person);
		case 'assistant':
			return [
				attributed('Assistant', textOf(message.content), lengths.assistant),
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
function resultText({ log }: PromptSource, index: number, lengths: Lengths): string {
	const message = log[index]?.message;
	const text = message?.role === 'tool' ? redact(textOf(message.content).trim()) : '';
	const indented = cut(text, lengths.result).replaceAll(/^(?=.)/gm, '      ');
	return text === '' ? '' : `\n\n${indented}`;
}

function cut(text: string, { whole, head, tail }: Length): string {
	return withoutFrameLines(text.length <= whole ? text : cutMiddle(text, head, tail));
}

function attributed(who: 'Person' | 'Assistant', words: string, length: Length): string {
	const text = redact(words.trim());
	return text === '' ? '' : `**${who}**: ${cut(text, length)}`;
}

/** Calls without a result yet, which nothing else mentions. */
function unanswered({ pairs }: PromptSource, index: number, message: Message): string[] {
	const results = pairs.resultsOf(index);
	return toolCallsOf(message).flatMap(({ name }, position) =>
		results[position] === undefined ? [`- ${redact(name)}: no result`] : [],
	);
}
