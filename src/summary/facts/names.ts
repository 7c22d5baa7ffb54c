import {
	textOf,
	toolCallsOf,
	type Log,
	type LogRange,
	type Message,
} from '../../messages/message.ts';
import { stretchesOf } from '../../messages/origins.ts';
import { pathArgument } from '../../messages/toolFamilies.ts';
import { messageLength } from '../../messages/tokens.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { redact } from '../../redaction/redact.ts';
import { namesIn } from './nameScan.ts';

/**
 * The names that the work goes on with: identifiers, files, flags, keys. What an assistant writes next
 * is mostly made of names it wrote or read before, and a third of those stood in one message only.
 */

/**
 * What a file is written with and not what is named in it: sizes, colours, tags, at-rules, the rest of an
 * address, and words of prose with a hyphen.
 */
const ofText =
	/^(?:\d(?![0-9a-f]{6,}$).*|#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})|\/[a-z]+|\/\/.*|@[a-z-]+|[a-z]+(?:-[a-z]+)+)$/i;

/** A name that may be needed again. */
export interface NameFact {
	readonly text: string;
	/** Number of the last message it stands in. */
	readonly source: number;
	/** How likely it is needed for what it costs; says something only against those of other names. */
	readonly value: number;
	/** Path of the file it was last written to or read from; absent: it was in none. */
	readonly file?: string;
	/** Whether it is in no secret; takes time, so it is asked for those that are told. */
	readonly isSafe: () => boolean;
}

interface Draft {
	file?: string;
	/** Indices of the messages it stands in, ascending. */
	readonly places: number[];
	/** How many of these the assistant wrote. */
	written: number;
}

/** Numbers, times, sizes and lines mean nothing without what they measure or number. */
const bareNumber = /^L?[\d.,_/#-]+[a-z]{0,2}$/i;

/**
 * The names of a range that are most likely needed again and do not stand in what follows it, best
 * first.
 * @param safe The log without secrets in what either side said; its calls are `uses`.
 * @param most How many at most.
 */
export function namesOf(
	log: Log,
	safe: Log,
	uses: readonly ToolUse[],
	range: LogRange,
	most: number,
): NameFact[] {
	const known = new Set<string>();
	for (const { message } of log.slice(range.end)) {
		namesOfMessage(message).forEach((name) => known.add(name));
	}
	const names = new Map<string, Draft>();
	const files = filesByMessage(uses);
	for (let index = firstWithin(log, range); index < range.end; index += 1) {
		const message = log[index]?.message;
		if (message === undefined || message.role === 'system') {
			continue;
		}
		const file = files.get(index);
		for (const text of namesOfMessage(message)) {
			if (!known.has(text)) {
				const draft = names.get(text) ?? { places: [], written: 0 };
				draft.places.push(index);
				draft.written += message.role === 'assistant' ? 1 : 0;
				if (file !== undefined) {
					draft.file = file;
				}
				names.set(text, draft);
			}
		}
	}
	const ranked = [...names]
		.filter(([text, { written }]) => written > 0 || !bareNumber.test(text))
		.filter(([text, { file }]) => file === undefined || !ofText.test(text))
		.map(([text, draft]) => ({ text, draft, value: valueOf(text, draft, range) }))
		.sort((a, b) => b.value - a.value);
	const isSafe = safeNames(safe, uses);
	return ranked.slice(0, most).map(({ text, value, draft: { places, file } }) => ({
		text,
		value,
		source: (places.at(-1) ?? 0) + 1,
		...(file === undefined ? {} : { file }),
		isSafe: () => isSafe(text, places),
	}));
}

/** Characters at the end of a range that are looked at: what is older is hardly needed next. */
const reach = 1_000_000;

function firstWithin(log: Log, range: LogRange): number {
	let index = range.end;
	for (let left = reach; index > range.start; index -= 1) {
		const entry = log[index - 1];
		left -= entry === undefined ? 0 : messageLength(entry.message);
		if (left < 0) {
			break;
		}
	}
	return index;
}

/** Characters that cost about a token. */
const tokenLength = 4;

/** How much more it counts that the assistant wrote a name itself. */
const writtenWeight = 0.8;

/** How likely it is needed, for what it costs: fitted to what assistants wrote behind a cut. */
function valueOf(text: string, { places, written }: Draft, range: LogRange): number {
	const age = (range.end - (places.at(-1) ?? 0)) / (range.end - range.start);
	const weight = (1 + places.length) * (1 + written) ** writtenWeight * Math.exp(-age);
	return weight / (1 + text.length / tokenLength);
}

/** Tells names that are in no secret: in none of their messages are they taken out. */
function safeNames(
	safe: Log,
	uses: readonly ToolUse[],
): (name: string, places: readonly number[]) => boolean {
	const results = new Map(uses.map((use) => [use.resultIndex, use]));
	const texts = new Map<number, string>();
	const safeText = (index: number): string => {
		const known = texts.get(index) ?? results.get(index)?.result ?? safeWords(safe[index]?.message);
		texts.set(index, known);
		return known;
	};
	return (name, places) => places.every((index) => safeText(index).includes(name));
}

/** What is redacted already, and the arguments. */
function safeWords(message: Message | undefined): string {
	return message === undefined
		? ''
		: [
				message.role === 'tool' ? redact(textOf(message.content)) : textOf(message.content),
				...toolCallsOf(message).map((call) => redact(call.arguments)),
			].join('\n');
}

/** The one file that a message's calls or its result are about, by index. */
function filesByMessage(uses: readonly ToolUse[]): Map<number, string> {
	const files = new Map<number, string>();
	for (const use of uses) {
		const path =
			use.family === 'read' || use.family === 'write' || use.family === 'edit'
				? pathArgument(use.arguments)
				: undefined;
		if (path !== undefined) {
			files.set(use.callIndex, path);
			if (use.resultIndex !== undefined) {
				files.set(use.resultIndex, path);
			}
		}
	}
	return files;
}

/** A user's text without what its client put there: names of tags, and of files that are only attached. */
function withoutEnvelope(message: Message): string {
	return stretchesOf(message)
		.filter(({ origin }) => origin === 'person' || origin === 'summary')
		.map(({ text }) => text)
		.join('\n');
}

function namesOfMessage(message: Message): Set<string> {
	const text = message.role === 'user' ? withoutEnvelope(message) : textOf(message.content);
	const names = namesIn(text, /^\s*\{\s*"/.test(text));
	for (const call of toolCallsOf(message)) {
		namesIn(call.arguments, true).forEach((name) => names.add(name));
	}
	return names;
}
