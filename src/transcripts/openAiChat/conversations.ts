import { savedRun, type SavedRun } from './records.ts';
import { SavedConversation } from './messages.ts';
import type { ProblemList } from '../problems.ts';
import type { TranscriptConversation } from '../reader.ts';
import { firstWords } from '../titles.ts';

/** Sorts what a file holds into conversations: single messages make one, each run is its own. */
export class ConversationList {
	readonly #problems: ProblemList;
	readonly #done: TranscriptConversation[] = [];
	readonly #runs: { readonly index: number; readonly name: string }[] = [];
	#loose = new SavedConversation();
	/** Messages and runs since the last {@link close}. */
	#count = 0;

	constructor(problems: ProblemList) {
		this.#problems = problems;
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
			this.#addRun(run, line, position);
			return;
		}
		const place = position === undefined ? 'This message' : `Message ${position}`;
		this.#loose.add(value, (message) => {
			this.#problems.add(line, `${place}: ${message}.`);
		});
	}

	#addRun(run: SavedRun, line: number, position: number | undefined): void {
		const place = position === undefined ? 'This conversation' : `Conversation ${position}`;
		const conversation = new SavedConversation();
		for (const [index, value] of run.messages.entries()) {
			conversation.add(value, (message) => {
				this.#problems.add(line, `${place}, message ${index + 1}: ${message}.`);
			});
		}
		if (conversation.messages.length === 0) {
			// Nothing to show and nothing lost: what could not be read was reported one by one.
			return;
		}
		this.#runs.push({ index: this.#done.length, name: run.name || `#${this.#count}` });
		this.#done.push({ title: '', messages: conversation.messages });
	}

	/** Ends the conversation that the single messages so far make, if there are any. */
	close(): void {
		if (this.#loose.messages.length > 0) {
			const { messages } = this.#loose;
			this.#done.push({ title: firstWords(messages), messages });
			this.#loose = new SavedConversation();
		}
		this.#count = 0;
	}

	/** All conversations. Only where there are several do their names in the file tell them apart. */
	toArray(): readonly TranscriptConversation[] {
		this.close();
		const names = new Map(this.#runs.map(({ index, name }) => [index, name]));
		return this.#done.map(({ title, messages }, index) => {
			const name = names.get(index);
			const words = title || firstWords(messages);
			const several = name !== undefined && this.#done.length > 1;
			return { title: several ? [name, words].filter(Boolean).join(': ') : words, messages };
		});
	}
}
