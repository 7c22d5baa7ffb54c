import { contentSize } from '../../../messages/message.ts';
import { NameNumbers } from '../../bytes/nameNumbers.ts';
import { NumberColumn } from '../../bytes/numberColumn.ts';
import { SpillingList } from '../../bytes/spillingList.ts';
import type { Entry } from './entries.ts';

/** What is known of an entry without reading it back; bits of a number. */
const traits = { opensTurn: 1, isSummary: 2, hasMessage: 4 } as const;

/** An entry that is no line of an assistant message. */
const noGroup = -1;

/** What an entry takes in memory beside its texts, bytes, about. */
const overheadBytes = 300;

/**
 * The entries of a session in the order of the file. There may be millions: they are put away, and
 * what the tree and the grouping need of each is in columns. Lines of one assistant message are a
 * group; groups have numbers.
 */
export class EntryList {
	readonly #entries = new SpillingList<Entry>();
	readonly #orders = new NumberColumn();
	readonly #groups = new NumberColumn();
	readonly #traits = new NumberColumn();
	/** Where the results of an entry start in {@link #answered}. */
	readonly #firstResults = new NumberColumn();
	/** Numbers of the calls that results answer. */
	readonly #answered = new NumberColumn();
	readonly #keys = new NameNumbers();
	readonly #calls = new NameNumbers();
	/** For each call the group that made it first. */
	readonly #callers = new NumberColumn();

	get length(): number {
		return this.#entries.length;
	}

	/** Numbers of groups are smaller. */
	get groups(): number {
		return this.#keys.length;
	}

	/** @returns The entry's number, counting from 0. */
	add(entry: Entry): number {
		this.#entries.push(entry, sizeOf(entry));
		this.#orders.push(entry.order);
		this.#firstResults.push(this.#answered.length);
		if (entry.kind === 'assistant') {
			const group = this.#keys.numberOf(entry.key);
			this.#groups.push(group);
			this.#traits.push(0);
			entry.calls.forEach(({ id }) => this.#called(id, group));
		} else {
			const { message, opensTurn, results } = entry;
			this.#groups.push(noGroup);
			this.#traits.push(
				(opensTurn ? traits.opensTurn : 0) +
					(message === undefined ? 0 : traits.hasMessage) +
					(message?.origin === 'summary' ? traits.isSummary : 0),
			);
			results.forEach(({ toolCallId }) => this.#answered.push(this.#callNumber(toolCallId)));
		}
		return this.#entries.length - 1;
	}

	/** The entry itself. */
	read(index: number): Entry {
		const entry = this.#entries.at(index);
		if (entry === undefined) {
			throw new RangeError(`There is no entry ${index}.`);
		}
		return entry;
	}

	/** Its position among all records. */
	order(index: number): number {
		return this.#orders.at(index);
	}

	/** The group it is a line of; -1 for the user's side. */
	group(index: number): number {
		return this.#groups.at(index);
	}

	opensTurn(index: number): boolean {
		return (this.#traits.at(index) & traits.opensTurn) !== 0;
	}

	isSummary(index: number): boolean {
		return (this.#traits.at(index) & traits.isSummary) !== 0;
	}

	hasMessage(index: number): boolean {
		return (this.#traits.at(index) & traits.hasMessage) !== 0;
	}

	/** For each of its results the group whose call it answers, -1 when the call is not there. */
	groupsAnswered(index: number): readonly number[] {
		const start = this.#firstResults.at(index);
		const end = index + 1 < this.length ? this.#firstResults.at(index + 1) : this.#answered.length;
		return Array.from({ length: end - start }, (_, at) =>
			this.#callers.at(this.#answered.at(start + at)),
		);
	}

	#callNumber(id: string): number {
		const number = this.#calls.numberOf(id);
		if (number === this.#callers.length) {
			this.#callers.push(noGroup);
		}
		return number;
	}

	#called(id: string, group: number): void {
		const number = this.#callNumber(id);
		if (this.#callers.at(number) === noGroup) {
			this.#callers.set(number, group);
		}
	}
}

/** Bytes, about. */
function sizeOf(entry: Entry): number {
	const contents =
		entry.kind === 'assistant'
			? [entry.parts, ...entry.calls.map((call) => call.arguments)]
			: [entry.message?.content ?? '', ...entry.results.map((result) => result.content)];
	return contents.reduce((sum, content) => sum + contentSize(content), overheadBytes);
}
