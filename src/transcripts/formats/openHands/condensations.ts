import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { firstBehind } from './ascending.ts';
import { textField, type Fields } from './events.ts';

/** The ids of the events a condensation forgets: from the first to the last of them. */
function forgotten(fields: Fields): { readonly first: number; readonly last: number } | undefined {
	const list: unknown = fields.get('forgotten_event_ids');
	const ids = (Array.isArray(list) ? (list as readonly unknown[]) : [])
		.concat(fields.get('forgotten_events_start_id'), fields.get('forgotten_events_end_id'))
		.filter((id) => typeof id === 'number');
	const first = ids.reduce((least, id) => Math.min(least, id), Number.POSITIVE_INFINITY);
	const last = ids.reduce((most, id) => Math.max(most, id), Number.NEGATIVE_INFINITY);
	return first <= last ? { first, last } : undefined;
}

/** Where the message of an event begins. */
interface Start {
	readonly id: number;
	readonly index: number;
}

function idOf({ id }: Start): number {
	return id;
}

/** Finds out which messages the condensations of a stream stand for. */
export class Condensations {
	readonly #log: TranscriptLog;
	/** Where messages begin: the ids of their events, ascending, and their indices. */
	readonly #starts: Start[] = [];

	constructor(log: TranscriptLog) {
		this.#log = log;
	}

	/** Tells that the next message is that of an event. */
	startAt(id: number | undefined): void {
		const index = this.#log.messages.length;
		if (id !== undefined && id > (this.#starts.at(-1)?.id ?? Number.NEGATIVE_INFINITY)) {
			this.#starts.push({ id, index });
		}
	}

	/** Takes a condensation; its summary is a message when those it stands for are not in the file. */
	take(fields: Fields): void {
		const at = this.#log.messages.length;
		const summary = textField(fields, 'summary');
		if (summary.trim() === '') {
			// Events were dropped without a word for them; the log still has them.
			return;
		}
		const ids = forgotten(fields);
		const from = ids && firstBehind(this.#starts, idOf, ids.first - 1);
		if (ids === undefined || from === undefined || from.id > ids.last) {
			this.#log.user(summary, 'summary');
			return;
		}
		// Each summary takes up the one before, and so stands for its messages too.
		const start = Math.min(from.index, this.#log.earlier.at(-1)?.range.start ?? from.index);
		const end = firstBehind(this.#starts, idOf, ids.last)?.index ?? at;
		this.#log.compacted({ start, end, at, summary });
	}
}
