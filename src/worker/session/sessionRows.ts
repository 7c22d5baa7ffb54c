import { cutBefore } from '../../messages/marks.ts';
import {
	placeholderOf,
	textOf,
	toolCallsOf,
	type ImagePart,
	type Message,
} from '../../messages/message.ts';
import { spansByAuthor } from '../../messages/origins.ts';
import { patchOf } from '../../messages/patches.ts';
import { argumentText, type ToolArguments } from '../../messages/toolFamilies.ts';
import { pairTools } from '../../messages/toolPairs.ts';
import { toolUse, type ToolUse } from '../../messages/toolUse.ts';
import type {
	SessionCall,
	SessionCode,
	SessionOutcome,
	SessionPart,
	SessionRow,
	SessionText,
} from '../../protocol/session.ts';
import type { SessionEntries, SessionEntry } from './sessionEntries.ts';
import { continuesRow, kindOf } from './sessionOutline.ts';

/** Characters of a text that are sent with a row; the user can request the rest. */
const shownLength = { message: 8_000, call: 4_000 };

/** Maximum characters shown of any text: browsers are slow with more. */
const longestText = 1_000_000;

/** Characters of a command or a path on one line. */
const targetLength = 300;

/** How many entries after a row may contain its results. */
const lookAhead = 40;

/**
 * Rows to draw.
 * @param start Position of the first entry of the first row. @param end Position after the last entry of the last row.
 * @param whole Texts of any length, up to a million characters.
 */
export function sessionRows(
	entries: SessionEntries,
	start: number,
	end: number,
	whole: boolean,
): readonly SessionRow[] {
	const around = entries.slice(start, Math.min(entries.length, end + lookAhead));
	const count = Math.min(end, entries.length) - start;
	const rows: SessionRow[] = [];
	let first = 0;
	for (let at = 1; at <= count; at += 1) {
		const message = around[at]?.message;
		const opening = around[first];
		const isSameRow =
			at < count &&
			message !== undefined &&
			opening !== undefined &&
			continuesRow(kindOf(opening.message), message);
		if (!isSameRow) {
			rows.push(...rowOf(around, first, at, whole));
			first = at;
		}
	}
	return rows;
}

/** @param around The entries of the row, and some after it. */
function rowOf(
	around: readonly SessionEntry[],
	start: number,
	end: number,
	whole: boolean,
): readonly SessionRow[] {
	const opening = around[start];
	if (opening === undefined) {
		return [];
	}
	const { message } = opening;
	return [
		{
			...(message.role === 'user' && message.time !== undefined ? { time: message.time } : {}),
			parts: message.role === 'tool' ? [] : partsOf(message, whole),
			...callsOf(around, start, end, whole),
		},
	];
}

function partsOf(message: Message, whole: boolean): SessionPart[] {
	const { content } = message;
	const images = typeof content === 'string' ? [] : content.filter((part) => part.type === 'image');
	const words =
		kindOf(message) === 'person'
			? spansByAuthor(message).map(({ origin, text }) => ({ isAdded: origin !== 'person', text }))
			: [{ isAdded: false, text: textOf(content) }];
	// Images are named below the text, so their placeholders are omitted.
	const shown = words.filter(({ text }) => withoutPlaceholders(text, images).trim() !== '');
	return [
		...shown.map(
			({ isAdded, text }): SessionPart => ({
				kind: isAdded ? 'added' : 'prose',
				...shownText(text.trim(), shownLength.message, whole),
			}),
		),
		...images.map(({ mediaType }): SessionPart => ({ kind: 'image', mediaType })),
	];
}

function withoutPlaceholders(text: string, images: readonly ImagePart[]): string {
	return images.reduce((left, image) => left.replaceAll(placeholderOf(image), ''), text);
}

function callsOf(
	around: readonly SessionEntry[],
	start: number,
	end: number,
	whole: boolean,
): Pick<SessionRow, 'calls' | 'outcomes'> {
	const row = around.slice(start, end);
	const pairs = pairTools(row);
	const results = pairs.resultsOf(0);
	const calls = row.slice(0, 1).flatMap(({ message }) => toolCallsOf(message));
	const answered = calls.map((call, position): SessionCall => {
		const result = results[position];
		const use = toolUse(around, start, call, result === undefined ? undefined : start + result);
		const entry = result === undefined ? undefined : row[result];
		const input = inputOf(use);
		return {
			name: call.name,
			target: use.target.replaceAll(/\s+/g, ' ').trim().slice(0, targetLength),
			family: use.family,
			input: { ...input, ...shownText(input.text, shownLength.call, whole) },
			...(entry === undefined ? {} : { outcome: outcomeOf(entry, use, whole) }),
		};
	});
	const others = row.filter((_, index) => pairs.places.get(index)?.kind === 'orphan');
	return { calls: answered, outcomes: others.map((entry) => outcomeWithoutCall(entry, whole)) };
}

function outcomeOf(entry: SessionEntry, use: ToolUse, whole: boolean): SessionOutcome {
	const { status, exitCode, tests, lines } = use.outcome;
	return {
		...outcomeWithoutCall(entry, whole),
		status,
		...(exitCode === undefined ? {} : { exitCode }),
		...(tests?.failed === undefined ? {} : { failedTests: tests.failed }),
		...(tests?.passed === undefined ? {} : { passedTests: tests.passed }),
		lines,
		...(/^(?:diff --git |--- \S|@@ -)/.test(use.result) ? { isDiff: true as const } : {}),
	};
}

/** A result whose call is unknown. */
function outcomeWithoutCall(
	{ message, number, isDigested }: SessionEntry,
	whole: boolean,
): SessionOutcome {
	const text = textOf(message.content);
	return {
		...shownText(text, shownLength.call, whole),
		...(number === undefined ? {} : { number }),
		status: 'unknown',
		lines: text === '' ? 0 : text.split('\n').length,
		...(isDigested === true ? { isDigested } : {}),
	};
}

/** A text, cut to the visible length. */
function shownText(text: string, length: number, whole: boolean): SessionText {
	const most = whole ? longestText : length;
	// A few characters are not worth another click.
	if (text.length <= most * 1.1) {
		return { text };
	}
	const end = cutBefore(text, most);
	return { text: text.slice(0, end), left: text.length - end };
}

/** Assistants' names for the text before and after a replacement, and for a file's new content. */
const beforeKeys = ['old_string', 'old_str', 'oldString', 'search', 'old_text'];
const afterKeys = ['new_string', 'new_str', 'newString', 'replace', 'new_text'];
const contentKeys = ['content', 'contents', 'file_text', 'text'];

/** A target that fits on one line of most editors. Characters. */
const shortTarget = 60;

/** A command as it is typed, an edit as a diff, a new file as it is; otherwise the arguments. */
function inputOf({ family, arguments: values, target, call }: ToolUse): SessionCode {
	switch (family) {
		case 'terminal':
		case 'code':
			return { text: target === '' ? rawInput(values, call.arguments) : target };
		case 'edit':
		case 'write':
			return editInput(values, call.arguments);
		default:
			// The line of the call already shows all of it.
			return {
				text:
					values !== undefined && isOnly(values, target) ? '' : rawInput(values, call.arguments),
			};
	}
}

function isOnly(values: ToolArguments, target: string): boolean {
	const [value, ...others] = Object.values(values);
	return value === target && others.length === 0 && target.length <= shortTarget;
}

function editInput(values: ToolArguments | undefined, raw: string): SessionCode {
	const patch = patchOf(values, raw);
	if (patch !== undefined) {
		return { text: patch.text, isDiff: true };
	}
	const before = argumentText(values, beforeKeys);
	const after = argumentText(values, afterKeys);
	return before === undefined && after === undefined
		? { text: argumentText(values, contentKeys) ?? rawInput(values, raw) }
		: { text: [...signed('-', before), ...signed('+', after)].join('\n'), isDiff: true };
}

function signed(sign: string, text: string | undefined): readonly string[] {
	return text === undefined ? [] : text.split('\n').map((line) => `${sign} ${line}`);
}

function rawInput(values: ToolArguments | undefined, raw: string): string {
	return values === undefined ? raw : JSON.stringify(values, undefined, 2);
}
