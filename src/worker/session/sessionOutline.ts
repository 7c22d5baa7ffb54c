import { textOf, toolCallsOf, type Message } from '../../messages/message.ts';
import { userOrigin } from '../../messages/origins.ts';
import {
	places,
	rowKinds,
	type ContextPart,
	type RowKind,
	type SessionOutline,
} from '../../protocol/session.ts';
import { carriesSummary } from '../../summary/foreignSummary.ts';
import { pause } from '../../transcripts/bytes/steps.ts';
import type { SessionEntries, SessionEntry } from './sessionEntries.ts';

/** Entries read before yielding to other work. */
const readAtOnce = 200;

/** Approximate characters per line of the editor. */
const lineLength = 90;

/** Approximate lines of a message that the editor shows before the user expands it. */
const maxLines = 60;

/** Reads every message once. @throws The signal's reason when it was aborted. */
export async function sessionOutline(
	entries: SessionEntries,
	signal: AbortSignal,
): Promise<SessionOutline> {
	const rows: Row[] = [];
	await walk(entries, signal, (entry, position) => add(rows, position, entry));
	const { context } = entries;
	return {
		...columnsOf(rows),
		entries: entries.length,
		...(context === undefined ? {} : { context }),
	};
}

/**
 * Positions of the entries that contain a text, ignoring case, ascending.
 * @throws The signal's reason when it was aborted.
 */
export async function sessionSearch(
	entries: SessionEntries,
	text: string,
	signal: AbortSignal,
): Promise<Uint32Array> {
	const wanted = text.toLowerCase();
	const found: number[] = [];
	await walk(entries, signal, ({ message }, position) => {
		const calls = toolCallsOf(message).flatMap((call) => [call.name, call.arguments]);
		const texts = [textOf(message.content), ...calls];
		if (texts.some((one) => one.toLowerCase().includes(wanted))) {
			found.push(position);
		}
	});
	return Uint32Array.from(found);
}

async function walk(
	entries: SessionEntries,
	signal: AbortSignal,
	see: (entry: SessionEntry, position: number) => void,
): Promise<void> {
	for (let start = 0; start < entries.length; start += readAtOnce) {
		for (const [at, entry] of entries.slice(start, start + readAtOnce).entries()) {
			see(entry, start + at);
		}
		await pause(signal);
	}
}

/** The author of a message. */
export function kindOf(message: Message): RowKind {
	if (message.role === 'user') {
		// If the user's words follow a summary in it, the message counts as the user's.
		return userOrigin(message) ?? 'person';
	}
	return carriesSummary(message) ? 'summary' : message.role;
}

/** Whether a message is the result of a call in the previous row. */
export function continuesRow(before: RowKind | undefined, message: Message): boolean {
	return message.role === 'tool' && (before === 'assistant' || before === 'tool');
}

/** The properties of a row before it is drawn. */
interface Row {
	readonly start: number;
	readonly number: number;
	tokens: number;
	readonly kind: RowKind;
	readonly place: ContextPart;
	readonly lines: number;
	readonly calls: number;
}

/** Adds an entry, as a new row or to the last one. */
function add(
	rows: Row[],
	position: number,
	{ message, number, tokens, place }: SessionEntry,
): void {
	const last = rows.at(-1);
	if (last !== undefined && continuesRow(last.kind, message)) {
		last.tokens += tokens;
		return;
	}
	const isResult = message.role === 'tool';
	rows.push({
		start: position,
		number: number ?? 0,
		tokens,
		kind: kindOf(message),
		place,
		lines: isResult ? 0 : linesOf(textOf(message.content)),
		calls: Math.min(isResult ? 1 : toolCallsOf(message).length, 0xffff),
	});
}

/** The rows in the format in which they are sent: there may be a hundred thousand. */
function columnsOf(rows: readonly Row[]): Omit<SessionOutline, 'entries'> {
	return {
		starts: Uint32Array.from(rows, ({ start }) => start),
		numbers: Uint32Array.from(rows, ({ number }) => number),
		tokens: Uint32Array.from(rows, ({ tokens }) => tokens),
		kinds: Uint8Array.from(rows, ({ kind }) => rowKinds.indexOf(kind)),
		places: Uint8Array.from(rows, ({ place }) => places.indexOf(place)),
		lines: Uint16Array.from(rows, ({ lines }) => lines),
		calls: Uint16Array.from(rows, ({ calls }) => calls),
	};
}

/** Approximate lines of a text; of a long text only the visible ones. */
function linesOf(text: string): number {
	let lines = 0;
	let start = 0;
	while (start < text.length && lines < maxLines) {
		const end = text.indexOf('\n', start);
		const length = (end < 0 ? text.length : end) - start;
		lines += Math.max(1, Math.ceil(length / lineLength));
		start += length + 1;
	}
	return Math.min(lines, maxLines);
}
