import type { SavedMessage } from '../openAiChat/records.ts';
import { savedMessage } from '../openAiChat/records.ts';
import { PairedChat } from '../pairedChat.ts';
import type { ProblemList } from '../problems.ts';
import type { TranscriptConversation } from '../reader.ts';
import { firstWords } from '../titles.ts';
import { summaryIn } from './summaries.ts';

/** How the list of tasks begins that Hermes adds, as the user, after a compaction. */
const taskList = /^\[Your active task list was preserved/;

/** Collects a session. A compaction rewrites it, so its summary stands where the old messages were. */
export class HermesSession {
	readonly #problems: ProblemList;
	readonly #chat = new PairedChat();
	#title = '';

	constructor(problems: ProblemList) {
		this.#problems = problems;
	}

	/** Takes what a session says beside its messages. */
	addField(key: string, value: unknown): void {
		if (typeof value !== 'string' || value === '') {
			return;
		}
		if (key === 'system_prompt') {
			this.#chat.paired.add({ role: 'system', content: value });
		} else if (key === 'title') {
			this.#title = value;
		}
	}

	/**
	 * @param line Where the message stands; 1 in a document.
	 * @param place What to call it in a report: `Message 3`.
	 */
	addMessage(value: unknown, line: number, place: string): void {
		const report = (message: string): void => this.#problems.add(line, `${place}: ${message}.`);
		const saved = savedMessage(value);
		if (saved === undefined) {
			report('it is no chat message; it was left out');
			return;
		}
		if (saved.role !== 'session_meta') {
			this.#add(saved, report);
		}
	}

	#add(saved: SavedMessage, report: (message: string) => void): void {
		const text = typeof saved.content === 'string' ? saved.content : '';
		const carrier = saved.role === 'tool' ? undefined : summaryIn(text);
		if (carrier === undefined) {
			this.#chat.add(saved, report, taskList.test(text) ? 'client' : undefined);
			return;
		}
		const { before, summary, after } = carrier;
		if (before !== '') {
			this.#chat.add({ ...saved, content: before, tool_calls: null }, report);
		}
		this.#chat.add({ role: 'user', content: summary }, report, 'summary');
		if (after !== '' || (saved.tool_calls ?? []).length > 0) {
			this.#chat.add({ ...saved, content: after }, report);
		}
	}

	conversation(): TranscriptConversation {
		this.#chat.paired.close();
		const { messages } = this.#chat.paired;
		return { title: this.#title || firstWords(messages), messages };
	}
}
