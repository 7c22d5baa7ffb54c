import type { Content } from '../../../messages/message.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import type { Report } from '../../problems.ts';
import { ChatLog } from './chatLog.ts';
import type { SavedMessage } from './records.ts';

/**
 * A run of an agent that solves one task by itself, in one document. It calls tools, or writes a
 * command into its text and gets the output as the next message of the user: the same thing, and
 * shown as such.
 */
export class CommandRun {
	readonly #log: TranscriptLog;
	readonly #chat: ChatLog;
	#commands = 0;
	/** The command in the text whose output comes next. */
	#running: string | undefined;
	/** Whether the task was set, or the assistant is at work already. */
	#isUnderWay = false;

	/** @param userContent What the user's role says with its parts by author. */
	constructor(log: TranscriptLog, userContent?: (content: Content) => Content) {
		this.#log = log;
		this.#chat = new ChatLog(log, userContent);
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
		this.#log.user(content, 'client');
	}

	/**
	 * Adds an assistant's message that holds a command in its text.
	 * @param name Of the tool that carries it out.
	 */
	addCommand(text: string, name: string, values: Readonly<Record<string, unknown>>): void {
		this.#commands += 1;
		this.#isUnderWay = true;
		this.#running = `command_${this.#commands}`;
		this.#log.assistant(text, [{ id: this.#running, name, arguments: JSON.stringify(values) }]);
	}

	/** Adds how the run ended: the output of the last command, if that is what ended it. */
	addEnd(content: string, report: Report): void {
		if (this.#log.awaitsResult) {
			this.#log.result({ content }, report);
		} else if (content.trim() !== '') {
			this.addFromProgram(content);
		}
	}
}
