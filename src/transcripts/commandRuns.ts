import type { Report } from './openAiChat/messages.ts';
import type { SavedMessage } from './openAiChat/records.ts';
import { PairedChat } from './pairedChat.ts';
import type { TranscriptConversation } from './reader.ts';
import { taskWords } from './taskWords.ts';

/**
 * A run of an agent that solves one task by itself. It calls tools, or writes a command into its text
 * and gets the output as the next message of the user: the same thing, and shown as such.
 */
export class CommandRun {
	readonly #chat = new PairedChat();
	#commands = 0;
	/** Our id of the command in the text whose output comes next. */
	#running: string | undefined;
	#hasTask = false;

	/** Adds a message that holds no command in its text. */
	add(saved: SavedMessage, report: Report): void {
		if (saved.role === 'user') {
			this.#fromUser(saved, report);
			return;
		}
		this.#running = undefined;
		this.#chat.add(saved, report);
	}

	/** Adds what the program put into the user's mouth. */
	addFromProgram(content: string, report: Report): void {
		this.#chat.add({ role: 'user', content }, report, 'client');
	}

	/** Adds an assistant's message that holds a command in its text. */
	addCommand(text: string, command: string): void {
		this.#commands += 1;
		this.#running = `command_${this.#commands}`;
		const call = { id: this.#running, name: 'bash', arguments: JSON.stringify({ command }) };
		this.#chat.paired.assistant(text, [call]);
	}

	/** Adds how the run ended: the output of the last command, if that is what ended it. */
	addEnd(content: string, report: Report): void {
		if (this.#chat.paired.awaitsResults) {
			this.#chat.add({ role: 'tool', content }, report);
		} else if (content.trim() !== '') {
			this.addFromProgram(content, report);
		}
	}

	/** The task is a person's, the output of a command is its result, all else comes from the program. */
	#fromUser(saved: SavedMessage, report: Report): void {
		const running = this.#running;
		this.#running = undefined;
		if (running !== undefined) {
			this.#chat.add({ ...saved, role: 'tool', tool_call_id: running }, report);
		} else if (this.#hasTask) {
			this.#chat.add(saved, report, 'client');
		} else {
			this.#hasTask = true;
			this.#chat.add(saved, report, 'person');
		}
	}

	/** @param name What the file calls the task; empty where it does not. */
	conversation(name: string): TranscriptConversation {
		this.#chat.paired.close();
		const { messages } = this.#chat.paired;
		return { title: [name, taskWords(messages)].filter(Boolean).join(': '), messages };
	}
}
