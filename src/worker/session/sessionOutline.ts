import { textOf, toolCallsOf, type Message } from '../../messages/message.ts';
import { userOrigin } from '../../messages/origins.ts';
import { places, rowKinds, type RowKind, type SessionOutline } from '../../protocol/session.ts';
import { carriesSummary } from '../../summary/foreign/found.ts';
import { NumberColumn } from '../../transcripts/bytes/numberColumn.ts';
import { pause } from '../../transcripts/bytes/steps.ts';
import type { SessionEntries, SessionEntry } from './sessionEntries.ts';

/** Entries read before others get a turn. */
const readAtOnce = 200;

/** Characters that a line of the editor holds, about. */
const lineLength = 90;

/** Lines of a message that the editor shows before a person asks for more, about. */
const mostLines = 60;

/** Looks at every message once. @throws The signal's reason when it was aborted. */
export async function sessionOutline(
	entries: SessionEntries,
	signal: AbortSignal,
): Promise<SessionOutline> {
	const columns = new Columns();
	for (let start = 0; start < entries.length; start += readAtOnce) {
		for (const [at, entry] of entries.slice(start, start + readAtOnce).entries()) {
			columns.add(start + at, entry);
		}
		await pause(signal);
	}
	const { compaction } = entries;
	return {
		...columns.finish(),
		entries: entries.length,
		isEstimated: entries.isEstimated,
		...(compaction === undefined ? {} : { compaction }),
	};
}

/** Who speaks in a message. */
export function kindOf(message: Message): RowKind {
	if (message.role === 'user') {
		// Words of the person behind a summary make the message theirs.
		return userOrigin(message) ?? 'person';
	}
	return carriesSummary(message) ? 'summary' : message.role;
}

/** Whether a message is the outcome of a call in the row before. */
export function goesOn(before: RowKind | undefined, message: Message): boolean {
	return message.role === 'tool' && (before === 'assistant' || before === 'tool');
}

class Columns {
	readonly #starts = new NumberColumn();
	readonly #numbers = new NumberColumn();
	readonly #tokens = new NumberColumn();
	readonly #kinds = new NumberColumn();
	readonly #places = new NumberColumn();
	readonly #lines = new NumberColumn();
	readonly #calls = new NumberColumn();
	#kind: RowKind | undefined;

	add(position: number, { message, number, tokens, place }: SessionEntry): void {
		const last = this.#starts.length - 1;
		if (goesOn(this.#kind, message)) {
			this.#tokens.set(last, this.#tokens.at(last) + tokens);
			if (place === 'digested') {
				this.#places.set(last, places.indexOf(place));
			}
			return;
		}
		this.#kind = kindOf(message);
		this.#starts.push(position);
		this.#numbers.push(number ?? 0);
		this.#tokens.push(tokens);
		this.#kinds.push(rowKinds.indexOf(this.#kind));
		this.#places.push(places.indexOf(place));
		this.#lines.push(message.role === 'tool' ? 0 : linesOf(textOf(message.content)));
		this.#calls.push(Math.min(message.role === 'tool' ? 1 : toolCallsOf(message).length, 0xffff));
	}

	finish(): Omit<SessionOutline, 'entries' | 'isEstimated'> {
		return {
			starts: Uint32Array.from(valuesOf(this.#starts)),
			numbers: Uint32Array.from(valuesOf(this.#numbers)),
			tokens: Uint32Array.from(valuesOf(this.#tokens)),
			kinds: Uint8Array.from(valuesOf(this.#kinds)),
			places: Uint8Array.from(valuesOf(this.#places)),
			lines: Uint16Array.from(valuesOf(this.#lines)),
			calls: Uint16Array.from(valuesOf(this.#calls)),
		};
	}
}

function* valuesOf(column: NumberColumn): Iterable<number> {
	for (let index = 0; index < column.length; index += 1) {
		yield column.at(index);
	}
}

/** Lines that a text takes, about; of a long one as many as are shown. */
function linesOf(text: string): number {
	let lines = 0;
	let start = 0;
	while (start < text.length && lines < mostLines) {
		const end = text.indexOf('\n', start);
		const length = (end < 0 ? text.length : end) - start;
		lines += Math.max(1, Math.ceil(length / lineLength));
		start += length + 1;
	}
	return Math.min(lines, mostLines);
}
