import type { MessageList } from '../../building/messageList.ts';
import type { Report } from '../messageLists/conversations.ts';
import type { SavedMessage } from './records.ts';
import { PairedChat } from './pairedChat.ts';

/**
 * A run of an agent that solves one task by itself, in one document. It calls tools, or writes a
 * command into its text and gets the output as the next message of the user: the same thing, and
 * shown as such.
 */
export class CommandRun {
	readonly #chat = new PairedChat();
	#commands = 0;
	/** The command in the text whose output comes next. */
	#running: string | undefined;
	/** Whether the task was set, or the assistant is at work already. */
	#isUnderWay = false;

	get messages(): MessageList {
		return this.#chat.messages;
	}

	/** Adds a message that holds no command in its text. */
	add(saved: SavedMessage, report: Report): void {
		const running = this.#running;
		this.#running = undefined;
		if (saved.role !== 'user') {
			this.#isUnderWay ||= saved.role === 'assistant';
			this.#chat.add(saved, report);
		} else if (running !== undefined) {
			this.#chat.add({ ...saved, role: 'tool', tool_call_id: running }, report);
		} else {
			// After the task nobody speaks but the program, and the task comes first.
			this.#chat.add(saved, report, this.#isUnderWay ? 'client' : 'person');
			this.#isUnderWay = true;
		}
	}

	/** Adds what the program put into the user's mouth. */
	addFromProgram(content: string): void {
		this.#chat.user(content, 'client');
	}

	/** Adds an assistant's message that holds a command in its text. */
	addCommand(text: string, command: string): void {
		this.#commands += 1;
		this.#isUnderWay = true;
		this.#running = `command_${this.#commands}`;
		const call = { id: this.#running, name: 'bash', arguments: JSON.stringify({ command }) };
		this.#chat.assistant(text, [call]);
	}

	/** Adds how the run ended: the output of the last command, if that is what ended it. */
	addEnd(content: string, report: Report): void {
		if (this.#chat.awaitsResults) {
			this.#chat.result(undefined, content, report);
		} else if (content.trim() !== '') {
			this.addFromProgram(content);
		}
	}
}
