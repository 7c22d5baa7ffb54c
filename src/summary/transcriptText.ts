import { digest } from '../messages/digest.ts';
import { cutMiddle, mark } from '../messages/marks.ts';
import { redactedLine } from './redactedLine.ts';
import { textOf, toolCallsOf, type Log, type Message, type ToolCall } from '../messages/message.ts';
import { parseArguments, toolFamily } from '../messages/toolFamilies.ts';
import type { CallPlace, ToolPairs } from '../messages/toolPairs.ts';
import { failureLines } from '../messages/toolOutcome.ts';
import { pairedUse, type ToolUse } from '../messages/toolUse.ts';
import { personText, spansByAuthor } from '../messages/origins.ts';
import { redact, type Redacted } from '../redaction/redact.ts';
import { carriesSummary } from './foreignSummary.ts';
import { handoffBody, textBehindHandoff } from './handoff.ts';
import { asData, tag } from './frameMarks.ts';

/**
 * The conversation as a summariser sees it: message by message, numbered, cut, without secrets, and
 * unable to leave the place it is quoted in.
 */

/** Characters of a tool's name that are shown; real ones are below 100. */
const nameLength = 64;

/** Where a message is taken from. */
export interface PromptSource {
	readonly log: Log;
	readonly pairs: ToolPairs;
}

/** What kind of text a part of a message is. */
type PartKind = 'words' | 'arguments' | 'result';

/** One text of a message under its label: data already, without secrets. */
export interface ShownPart {
	readonly label: string;
	readonly text: string;
	readonly kind: PartKind;
}

/**
 * What a message holds, with its number, role and tools; empty for one without content. Redacted as a
 * whole, so that no cut leaves half of a key that nothing recognises.
 */
export function partsOf(source: PromptSource, index: number): ShownPart[] {
	const shown = source.log[index]?.message;
	const number = `m${index + 1}`;
	switch (shown?.role) {
		case undefined:
		case 'system':
			return [];
		case 'tool':
			return [resultPart(source, index, number)];
		case 'user':
		case 'assistant':
			return [
				...wordParts(shown, number),
				...toolCallsOf(shown).map((call): ShownPart => {
					const label = `${number} call ${nameOf(call)}`;
					return { label, text: data(onceInEdit(call)), kind: 'arguments' };
				}),
			];
	}
}

/**
 * Share of what is kept of a text that is its start. Errors stand at the end of results, and what is
 * concluded at the end of words.
 */
const startOf: Readonly<Record<PartKind, number>> = { words: 0.6, arguments: 0.7, result: 0.45 };

/** Parts as text. @param most Characters of each that are shown. */
export function showParts(parts: readonly ShownPart[], most = Number.POSITIVE_INFINITY): string {
	return parts
		.map(({ label, text, kind }) => {
			const shown = text.length <= most ? text : shortened(text, most, startOf[kind]);
			return shown === '' ? tag(label) : `${tag(label)}\n${shown}`;
		})
		.join('\n');
}

function shortened(text: string, most: number, start: number): string {
	const head = Math.floor(most * start);
	const cut = cutMiddle(text, head, Math.floor(most) - head);
	return cut.length < text.length ? cut : text;
}

/** The call that the tool message at this index answers, with its outcome. */
function resultUse({ log, pairs }: PromptSource, index: number): ToolUse {
	const place = pairs.places.get(index);
	const at: CallPlace | undefined =
		place === undefined || place.kind === 'orphan' ? undefined : place.call;
	const caller = at === undefined ? undefined : log[at.message]?.message;
	const call = caller === undefined ? undefined : toolCallsOf(caller)[at?.position ?? 0];
	return pairedUse(log, pairs, at?.message ?? index, call ?? unknownCall, index);
}

const unknownCall: ToolCall = { id: '', name: 'tool', arguments: '' };

/**
 * What earlier compactions said, ours or another assistant's, as found in these messages: their
 * sections only. In the conversation itself only what follows their end is shown.
 */
export function earlierSummaries(messages: readonly Message[]): string[] {
	return messages
		.filter(carriesSummary)
		.map((carrier) => handoffBody(textOf(carrier.content)))
		.filter((body) => body !== '');
}

function wordParts(shown: Message, number: string): ShownPart[] {
	const words = (speaker: string, text: string): ShownPart[] => {
		const said = data(text);
		return said === '' ? [] : [{ label: `${number} ${speaker}`, text: said, kind: 'words' }];
	};
	const text = textOf(shown.content);
	const earlier: ShownPart[] = carriesSummary(shown)
		? [{ label: `${number} earlier summary`, text: mark('given above'), kind: 'words' }]
		: [];
	if (shown.role !== 'user' || shown.origin === 'summary') {
		const said = earlier.length === 0 ? text : textBehindHandoff(text);
		return [...earlier, ...words(shown.role, said)];
	}
	return [...earlier, ...authorsOf(shown).flatMap(([speaker, said]) => words(speaker, said))];
}

/** What a user message says beside earlier summaries, the person's words apart from what is around. */
function authorsOf(shown: Message): readonly (readonly [string, string])[] {
	const others = spansByAuthor(shown).filter(
		({ origin }) => origin !== 'person' && origin !== 'summary',
	);
	return [
		['user', personText(shown)],
		['client, not the person', others.map(({ text }) => text).join('\n')],
	];
}

function resultPart(source: PromptSource, index: number, number: string): ShownPart {
	const use = resultUse(source, index);
	const text = onceInJson(asData(redact(use.result)).trim());
	const ending = [
		...(use.outcome.status === 'failed' ? ['failed'] : []),
		...(text === '' ? ['empty'] : []),
	];
	const label = [`${number} result of ${nameOf(use.call)}`, ...ending].join(', ');
	return { label, text, kind: 'result' };
}

/** Names of the arguments that hold a text before and after an edit. */
const editKeys = [
	['old_string', 'new_string'],
	['old_str', 'new_str'],
	['oldString', 'newString'],
	['oldText', 'newText'],
] as const;

/** Characters that a mark has to save. */
const leastSaved = 200;

/** The arguments of a call; of an edit the lines that stay as they are only once. */
function onceInEdit({ name, arguments: json }: ToolCall): string {
	const values = json.length < leastSaved * 2 ? undefined : parseArguments(json);
	const keys = editKeys.find(
		([before, after]) => isText(values?.[before]) && isText(values[after]),
	);
	if (values === undefined || keys === undefined || toolFamily(name) !== 'edit') {
		return json;
	}
	const [before, after] = keys.map((key) => String(values[key]).split('\n'));
	const shorter = after === undefined ? undefined : withoutShared(before ?? [], after);
	// Cut between lines, a secret of several lines is none that anything recognises.
	return shorter === undefined || redact(json) !== json
		? json
		: JSON.stringify({ ...values, [keys[1]]: shorter });
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

/** The lines of a text without those it begins and ends with like another; undefined where that saves little. */
function withoutShared(before: readonly string[], after: readonly string[]): string | undefined {
	const most = Math.min(before.length, after.length);
	let start = 0;
	while (start < most && before[start] === after[start]) {
		start += 1;
	}
	let end = 0;
	while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) {
		end += 1;
	}
	const ends = [after.slice(0, start), after.slice(after.length - end)].map((lines) =>
		lines.join('\n').length < leastSaved ? lines : [mark(`${lines.length} lines as before`)],
	);
	const shorter = [
		...(ends[0] ?? []),
		...after.slice(start, after.length - end),
		...(ends[1] ?? []),
	];
	const text = shorter.join('\n');
	return text.length <= after.join('\n').length - leastSaved ? text : undefined;
}

/** Characters of a result that is read as JSON. */
const longestJson = 200_000;

/** A result without what its JSON says twice: in a text, and as the value that it is. */
function onceInJson(text: string): string {
	const values =
		/":\s*"\s*[{[]/.test(text) && text.length < longestJson ? valueOf(text) : undefined;
	if (values === undefined) {
		return text;
	}
	const all = JSON.stringify(values);
	let isTwice = false;
	const shorter = JSON.stringify(values, (_, value: unknown) => {
		const inner = typeof value === 'string' && /^\s*[{[]/.test(value) ? valueOf(value) : undefined;
		const written = inner === undefined ? '' : JSON.stringify(inner);
		// In a text its quotation marks would have been escaped.
		if (written.length < leastSaved || !all.includes(written)) {
			return value;
		}
		isTwice = true;
		return mark('the same as the value beside it');
	});
	return isTwice ? shorter : text;
}

function valueOf(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

/** The result at this index with other words in its place, without secrets. */
export function insteadOfResult(source: PromptSource, index: number, text: Redacted): string {
	const label = `m${index + 1} result of ${nameOf(resultUse(source, index).call)}`;
	return `${tag(label)}\n${asData(text)}`;
}

/** The digest of the result at this index, without secrets. */
export function resultDigest(source: PromptSource, index: number): Redacted {
	return redact(digest(withoutSecrets(resultUse(source, index))));
}

/** A use whose parts can be cut: half a secret is none that anything recognises. */
function withoutSecrets(use: ToolUse): ToolUse {
	const errorLines = use.outcome.status === 'failed' ? failureLines(use.result, redact) : [];
	return { ...use, target: redact(use.target), outcome: { ...use.outcome, errorLines } };
}

function nameOf(call: ToolCall): string {
	return redactedLine(call.name, nameLength);
}

function data(text: string): string {
	return asData(redact(text.trim()));
}
