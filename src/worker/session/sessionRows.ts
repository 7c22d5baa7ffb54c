import { cutBefore } from '../../messages/marks.ts';
import { textOf, toolCallsOf, type Message } from '../../messages/message.ts';
import { spansByAuthor } from '../../messages/origins.ts';
import { patchText } from '../../messages/patches.ts';
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
	const texts = new Texts(whole);
	return [
		{
			...(message.role === 'user' && message.time !== undefined ? { time: message.time } : {}),
			parts: message.role === 'tool' ? [] : partsOf(message, texts),
			...callsOf(around, start, end, texts),
		},
	];
}

function partsOf(message: Message, texts: Texts): SessionPart[] {
	const { content } = message;
	const images = typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image');
	const words =
		kindOf(message) === 'person'
			? spansByAuthor(message).map(({ origin, text }) => ({ isAdded: origin !== 'person', text }))
			: [{ isAdded: false, text: textOf(content) }];
	const shown = words.filter(
		({ text }) => text.trim() !== '' && !isOnlyImages(text, images.length),
	);
	return [
		...shown.map(
			({ isAdded, text }): SessionPart => ({
				kind: isAdded ? 'added' : 'prose',
				...texts.ofMessage(text.trim()),
			}),
		),
		...images.flatMap((part): SessionPart[] =>
			part.type === 'image' ? [{ kind: 'image', mediaType: part.mediaType }] : [],
		),
	];
}

/** Images are named below the text, so their placeholders are omitted. */
function isOnlyImages(text: string, images: number): boolean {
	return images > 0 && text.replaceAll('[image]', '').trim() === '';
}

function callsOf(
	around: readonly SessionEntry[],
	start: number,
	end: number,
	texts: Texts,
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
			input: { ...input, ...texts.ofCall(input.text) },
			...(entry === undefined ? {} : { outcome: outcomeOf(entry, use, texts) }),
		};
	});
	const others = row.filter((_, index) => pairs.places.get(index)?.kind === 'orphan');
	return { calls: answered, outcomes: others.map((entry) => outcomeWithoutCall(entry, texts)) };
}

function outcomeOf(entry: SessionEntry, use: ToolUse, texts: Texts): SessionOutcome {
	const { status, exitCode, tests, lines } = use.outcome;
	return {
		...outcomeWithoutCall(entry, texts),
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
	texts: Texts,
): SessionOutcome {
	const text = textOf(message.content);
	return {
		...texts.ofCall(text),
		...(number === undefined ? {} : { number }),
		status: 'unknown',
		lines: text === '' ? 0 : text.split('\n').length,
		...(isDigested === true ? { isDigested } : {}),
	};
}

/** Cuts texts to the visible length. */
class Texts {
	readonly #whole: boolean;

	constructor(whole: boolean) {
		this.#whole = whole;
	}

	ofMessage(text: string): SessionText {
		return this.#cut(text, shownLength.message);
	}

	ofCall(text: string): SessionText {
		return this.#cut(text, shownLength.call);
	}

	#cut(text: string, length: number): SessionText {
		const most = this.#whole ? longestText : length;
		// A few characters are not worth another click.
		if (text.length <= most * 1.1) {
			return { text };
		}
		const end = cutBefore(text, most);
		return { text: text.slice(0, end), left: text.length - end };
	}
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
	const patch = patchText(values, raw);
	if (patch !== undefined) {
		return { text: patch, isDiff: true };
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
