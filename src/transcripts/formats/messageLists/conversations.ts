import { savedRun, type SavedRun } from './runs.ts';
import { elementsOf, fieldsOf, type DocumentFields } from '../../bytes/records.ts';
import type { ProblemList, Report } from '../../problems.ts';
import type { Messages, TranscriptConversation } from '../../reader.ts';
import { firstWords } from '../../building/titles.ts';

/** A conversation that is being read from a list. */
export interface ListedConversation {
	/** Asked for when the list is at its end. */
	readonly messages: Messages;
	/** Adds a saved message; one that cannot be read is reported and left out. */
	add(value: unknown, report: Report): void;
	/** Tells what stands beside the list, as far as it is known; told again when it may be more. */
	describe?(fields: DocumentFields): void;
}

/** Sorts what a file holds into conversations: single messages make one, each run is its own. */
export class ConversationList {
	readonly #problems: ProblemList;
	readonly #begin: () => ListedConversation;
	readonly #besideKeys: readonly string[];
	readonly #done: TranscriptConversation[] = [];
	readonly #runs: { readonly index: number; readonly name: string }[] = [];
	#loose: ListedConversation;
	/** Messages and runs since the last {@link close}. */
	#count = 0;

	/**
	 * @param begin Makes an empty conversation of the format.
	 * @param besideKeys Keys of a run's lists whose elements belong to it beside its messages.
	 */
	constructor(
		problems: ProblemList,
		begin: () => ListedConversation,
		besideKeys: readonly string[],
	) {
		this.#problems = problems;
		this.#besideKeys = besideKeys;
		this.#begin = begin;
		this.#loose = begin();
	}

	/** Tells what stands beside the list of single messages. */
	describe(fields: DocumentFields): void {
		this.#loose.describe?.(fields);
	}

	/**
	 * Takes the next message or run.
	 * @param line Where it stands; 1 in a file that is one document.
	 * @param position Its number in the document; absent where the line is enough to find it.
	 */
	add(value: unknown, line: number, position?: number): void {
		this.#count += 1;
		const run = savedRun(value);
		if (run !== undefined) {
			this.#addRun(run, value, line, position);
			return;
		}
		const place = position === undefined ? 'This message' : `Message ${position}`;
		this.#loose.add(value, this.#problems.about(place, line));
	}

	#addRun(run: SavedRun, value: unknown, line: number, position: number | undefined): void {
		const place = position === undefined ? 'This conversation' : `Conversation ${position}`;
		const conversation = this.#begin();
		conversation.describe?.(fieldsOf(value));
		for (const beside of elementsOf(value, this.#besideKeys)) {
			conversation.add(beside, this.#problems.about(place, line));
		}
		for (const [index, saved] of run.messages.entries()) {
			conversation.add(saved, this.#problems.about(`${place}, message ${index + 1}`, line));
		}
		const { messages } = conversation;
		if (messages.length === 0) {
			// Nothing to show and nothing lost: what could not be read was reported one by one.
			return;
		}
		this.#runs.push({ index: this.#done.length, name: run.name || `#${this.#count}` });
		this.#done.push({ title: run.title, messages });
	}

	/** Ends the conversation that the single messages so far make, if there are any. */
	close(): void {
		const { messages } = this.#loose;
		if (messages.length > 0) {
			this.#done.push({ title: firstWords(messages), messages });
			this.#loose = this.#begin();
		}
		this.#count = 0;
	}

	/** All conversations. Only where there are several do their names in the file tell them apart. */
	toArray(): readonly TranscriptConversation[] {
		this.close();
		const names = new Map(this.#runs.map(({ index, name }) => [index, name]));
		return this.#done.map(({ title, messages }, index) => {
			const name = names.get(index);
			const several = name !== undefined && this.#done.length > 1;
			const words = title === '' || several ? firstWords(messages) : title;
			return { title: several ? [name, words].filter(Boolean).join(': ') : words, messages };
		});
	}
}
