import type { TranscriptConversation } from '../../reader.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import { toolUseEnd, toolUseOf, toolUseStart } from './toolUse.ts';

/** The line each message begins with; a sub-agent's say so, and newer versions name the time. */
const heading = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \((.*)\))?\*\*_\s*$/;

/** The time in a heading. */
const time = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(\S*)/;

/** A line that opens or closes a block of code. */
const fence = /^\s{0,3}(?:```|~~~)/;

/** A title that is only the time at which the session began. */
const justTime = /^\d{4}-\d\d-\d\d[ T][\d:]+Z?$/;

const thoughtStart = /^<think>/;
const thoughtEnd = /<\/think>\s*$/;

/** The piece of a message that is being read. */
type Piece = 'text' | 'thought' | 'tool-use';

/** What a heading tells of when its message was written. */
function recordAt(about: string): object {
	const [, date, clock, rest] = time.exec(about) ?? [];
	return date === undefined ? {} : { timestamp: `${date}T${clock}${rest}` };
}

/** Whether a line is one that a message begins with. */
export function isHeading(line: string): boolean {
	return heading.test(line);
}

/** One session of a file, line by line. */
export class SpecStorySession {
	readonly #log = new TranscriptLog();
	#role: 'user' | 'assistant' | undefined;
	#isSubAgent = false;
	#piece: Piece = 'text';
	#attributes = '';
	#lines: string[] = [];
	#calls = 0;
	/** The last line that was not blank. */
	#before = '';
	#isAfterBlank = true;
	#isInFence = false;
	/** Whether the headings of this session name times. */
	#hasTimes = false;

	/** Whether a message has begun. */
	get hasMessages(): boolean {
		return this.#role !== undefined;
	}

	add(line: string): void {
		this.#add(line);
		this.#isAfterBlank = line.trim() === '';
		this.#before = this.#isAfterBlank ? this.#before : line.trim();
	}

	/**
	 * Whether a heading begins a message. One of the person behind a reply stands behind a rule, names
	 * a time where others do, and is in no block of code; a reply that quotes a history goes on.
	 */
	#begins(speaker: string | undefined, about: string): boolean {
		if (speaker !== 'User' || this.#role !== 'assistant') {
			return speaker !== undefined;
		}
		const isApart = this.#isAfterBlank && this.#before === '---' && !this.#isInFence;
		return isApart && (!this.#hasTimes || time.test(about));
	}

	#add(line: string): void {
		if (this.#piece === 'tool-use') {
			this.#addToToolUse(line);
			return;
		}
		const [, speaker, subAgent, about = ''] = heading.exec(line) ?? [];
		if (this.#begins(speaker, about)) {
			this.#endPiece();
			this.#isInFence = false;
			this.#hasTimes ||= time.test(about);
			this.#log.record = recordAt(about);
			this.#role = speaker === 'User' ? 'user' : 'assistant';
			this.#isSubAgent = subAgent !== undefined;
		} else if (this.#role === undefined) {
			this.#log.title ||= /^# (.+)$/.exec(line)?.[1]?.trim() ?? '';
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
			this.#isInFence = fence.test(line) ? !this.#isInFence : this.#isInFence;
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
			this.#log.user(content);
		} else {
			this.#log.assistant(content);
		}
	}

	#endToolUse(): void {
		const { call, result, isError } = toolUseOf(this.#attributes, this.#lines);
		if (this.#isSubAgent) {
			return;
		}
		this.#calls += 1;
		const id = `tool_${this.#calls}`;
		this.#log.assistant('', [{ id, ...call }]);
		this.#log.answer({ toolCallId: id, content: result, ...(isError ? { isError } : {}) });
	}

	conversation(): TranscriptConversation {
		this.#endPiece();
		this.#log.title = this.#log.title.replace(justTime, '');
		return this.#log.conversation();
	}
}
