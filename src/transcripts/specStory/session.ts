import { PairedChat } from '../pairedChat.ts';
import type { TranscriptConversation } from '../reader.ts';
import { firstWords } from '../titles.ts';
import { toolUseEnd, toolUseOf, toolUseStart } from './toolUse.ts';

/** The line each message begins with; a sub-agent's say so. */
const heading = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(.*\))?\*\*_\s*$/;

/** A title that is only the time at which the session began. */
const justTime = /^\d{4}-\d\d-\d\d[ T][\d:]+Z?$/;

const thoughtStart = /^<think>/;
const thoughtEnd = /<\/think>\s*$/;

/** The piece of a message that is being read. */
type Piece = 'text' | 'thought' | 'tool-use';

/** Whether a line is one that a message begins with. */
export function isHeading(line: string): boolean {
	return heading.test(line);
}

/** One session of a file, line by line. */
export class SpecStorySession {
	readonly #chat = new PairedChat();
	#title = '';
	#role: 'user' | 'assistant' | undefined;
	#isSubAgent = false;
	#piece: Piece = 'text';
	#attributes = '';
	#lines: string[] = [];
	#calls = 0;

	/** Whether a message has begun. */
	get hasMessages(): boolean {
		return this.#role !== undefined;
	}

	add(line: string): void {
		if (this.#piece === 'tool-use') {
			this.#addToToolUse(line);
			return;
		}
		const [, speaker, subAgent] = heading.exec(line) ?? [];
		if (speaker !== undefined) {
			this.#endPiece();
			this.#role = speaker === 'User' ? 'user' : 'assistant';
			this.#isSubAgent = subAgent !== undefined;
		} else if (this.#role === undefined) {
			this.#title ||= /^# (.+)$/.exec(line)?.[1]?.trim() ?? '';
		} else if (this.#role === 'assistant') {
			this.#addToReply(line);
		} else {
			this.#lines.push(line);
		}
	}

	#addToReply(line: string): void {
		const [, attributes] = toolUseStart.exec(line) ?? [];
		if (this.#piece === 'thought') {
			this.#piece = thoughtEnd.test(line) ? 'text' : 'thought';
		} else if (thoughtStart.test(line)) {
			this.#piece = thoughtEnd.test(line) ? 'text' : 'thought';
		} else if (attributes === undefined) {
			this.#lines.push(line);
		} else {
			this.#endText();
			this.#piece = 'tool-use';
			this.#attributes = attributes;
		}
	}

	#addToToolUse(line: string): void {
		if (toolUseEnd.test(line)) {
			this.#endPiece();
		} else {
			this.#lines.push(line);
		}
	}

	/** Ends the piece at hand; one that is cut off is as good as it is. */
	#endPiece(): void {
		if (this.#piece === 'tool-use') {
			this.#endToolUse();
		} else {
			this.#endText();
		}
		this.#piece = 'text';
		this.#lines = [];
	}

	#endText(): void {
		// Rules stand between messages.
		const content = this.#lines
			.join('\n')
			.trim()
			.replace(/(?:^|\n)---$/, '')
			.trim();
		this.#lines = [];
		if (content === '' || this.#role === undefined || this.#isSubAgent) {
			return;
		}
		if (this.#role === 'user') {
			this.#chat.user(content);
		} else {
			this.#chat.assistant(content);
		}
	}

	#endToolUse(): void {
		const { call, result, isError } = toolUseOf(this.#attributes, this.#lines);
		if (this.#isSubAgent) {
			return;
		}
		this.#calls += 1;
		const id = `tool_${this.#calls}`;
		this.#chat.assistant('', [{ id, ...call }]);
		this.#chat.result(id, result, () => undefined, isError);
	}

	conversation(): TranscriptConversation {
		this.#endPiece();
		const { messages } = this.#chat;
		const words = firstWords(messages);
		const title = justTime.test(this.#title) || this.#title === '' ? words : this.#title;
		return { title, messages };
	}
}
