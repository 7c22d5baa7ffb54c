import type { UserMessage } from '../../../messages/message.ts';
import { isFromPerson } from '../../../messages/userTurns.ts';
import { MessageList } from '../../building/messageList.ts';
import type { TranscriptConversation } from '../../reader.ts';
import { firstWords } from '../../building/titles.ts';

/** Who a run of lines comes from. */
type Speaker = 'person' | 'console' | 'assistant';

const prefixes: readonly (readonly [prefix: string, speaker: Speaker])[] = [
	['####', 'person'],
	['>', 'console'],
];

/** aider ends its own lines with these, which tells them from headings and quotes of a reply. */
const ownEnd = '  ';

/** Characters of the prefix of an empty line. */
const prefixLength = 1;

/** How aider logs the answer to a question of its own, as if the person had said all of it. */
const answered = /\(Y\)es\/\(N\)o/;

/** Commands that carry a request to the model, where words follow. */
const request = /^\/(?:ask|code|architect|context|help)\s+(?=\S)/;

/** Commands to aider itself. */
const clientCommand = /^(?:\/[a-z][\w-]*(?!\S)|!)/;

/**
 * One session of a history. The file is Markdown in which nothing is escaped: `#### ` marks lines
 * of the person, `> ` lines of the console, all others are the assistant's.
 */
export class AiderSession {
	readonly #started: string;
	readonly #messages = new MessageList();
	#speaker: Speaker | undefined;
	#lines: string[] = [];
	/** Whether the last line of the console goes on in the next one, without a prefix. */
	#goesOn = false;
	/** Whether that line was filled up with spaces: then it ends with a blank line at the latest. */
	#isSpread = false;
	/** Whether the line before is blank, or there is none. */
	#isAfterBlank = true;
	/** Whether an editor has cut off the spaces at the ends of lines; known from the first one. */
	#isTrimmed: boolean | undefined;
	/** Whether a formatter went over the file: it sets the lines of a prompt apart, too. */
	#isFormatted = false;
	/** Whether anybody but aider has said something. */
	#hasBegun = false;
	/** The words of the request that was made last with a command: aider logs them once more as it sends them. */
	#requested: string | undefined;
	#firstWords: UserMessage | undefined;
	#isConversation = false;

	/** @param started Date and time, as the file has them; empty when its start was cut away. */
	constructor(started: string) {
		this.#started = started;
	}

	add(text: string): void {
		this.#add(text);
		this.#isAfterBlank = text.trim() === '';
	}

	#add(text: string): void {
		const own = this.#ownLine(text);
		if (own !== undefined) {
			this.#take(own.speaker, own.text);
			// Lines that a prompt spreads over the console's width go on in the next one.
			this.#isSpread = this.#isTrimmed !== true && isFilledUp(text);
			this.#goesOn = own.speaker === 'console' && (this.#isSpread || !this.#isOver(text));
			return;
		}
		this.#goesOn = this.#goesOn && !(this.#isSpread && text.trim() === '');
		if (this.#goesOn) {
			this.#take('console', text.trimEnd());
			this.#goesOn = !this.#isOver(text);
			this.#isSpread = false;
			return;
		}
		if (text.trim() !== '') {
			this.#take('assistant', text);
		} else if (this.#speaker === 'person') {
			// What follows a blank line is the next thing said.
			if (!this.#isFormatted || clientCommand.test(this.#lines[0] ?? '')) {
				this.#end();
			}
		} else {
			this.#lines.push(text);
		}
	}

	/** The line without its prefix, where aider wrote it in a person's or its own name. */
	#ownLine(text: string): { readonly speaker: Speaker; readonly text: string } | undefined {
		const [prefix, speaker] = prefixes.find(([start]) => text.startsWith(start)) ?? [];
		if (
			prefix === undefined ||
			speaker === undefined ||
			!/^\s|^$/.test(text.slice(prefix.length))
		) {
			return undefined;
		}
		this.#isTrimmed ??= !text.endsWith(ownEnd);
		if (speaker === 'person' && this.#showsFormatter(text)) {
			this.#isTrimmed = true;
			this.#isFormatted = true;
			this.#goesOn = false;
		}
		// The first line of an output that has several does not end as others do.
		const opensOutput = speaker === 'console' && this.#speaker === 'console';
		if (!this.#isOver(text) && !opensOutput) {
			return undefined;
		}
		if (speaker === 'person' && !this.#canBePrompt()) {
			return undefined;
		}
		const said = text.slice(prefix.length + 1).trimEnd();
		return { speaker: answered.test(said) ? 'console' : speaker, text: said };
	}

	/**
	 * Whether a prompt has no spaces at its end although other lines have: a formatter leaves them within a
	 * paragraph alone. Only before anybody said something, when no reply can have such a heading yet.
	 */
	#showsFormatter(text: string): boolean {
		const isPrompt = this.#isAfterBlank && !this.#hasBegun && / \S/.test(text);
		return isPrompt && !text.endsWith(ownEnd) && this.#isTrimmed === false;
	}

	/**
	 * Whether a prompt may stand here: behind another line of it, or behind a blank line. aider always
	 * has the last word behind a reply (tokens, edits, an interruption), so none follows that directly.
	 */
	#canBePrompt(): boolean {
		const isFree = this.#isAfterBlank && !this.#goesOn && this.#speaker !== 'assistant';
		return isFree || this.#speaker === 'person';
	}

	#isOver(text: string): boolean {
		return this.#isTrimmed === true || text.endsWith(ownEnd);
	}

	#take(speaker: Speaker, text: string): void {
		const isNext = this.#isFormatted && speaker === 'person' && clientCommand.test(text);
		if (speaker !== this.#speaker || isNext) {
			this.#end();
			this.#speaker = speaker;
		}
		this.#hasBegun ||= speaker !== 'console';
		this.#lines.push(text);
	}

	/** Makes a message of the lines of one speaker. */
	#end(): void {
		const content = this.#lines
			.join('\n')
			.replace(/^(?:[ \t]*\n)+/, '')
			.trimEnd();
		const speaker = this.#speaker;
		this.#lines = [];
		this.#speaker = undefined;
		if (content === '' || speaker === undefined) {
			return;
		}
		const requested = this.#requested;
		this.#requested = undefined;
		if (speaker === 'assistant') {
			this.#isConversation = true;
			this.#messages.push({ role: 'assistant', content });
			return;
		}
		if (speaker === 'person' && content.trim() === requested) {
			return;
		}
		const carriesRequest = speaker === 'person' && request.test(content);
		this.#requested = carriesRequest ? content.replace(request, '').trim() : undefined;
		const client = speaker === 'console' || (!carriesRequest && clientCommand.test(content));
		const message: UserMessage = { role: 'user', content, origin: client ? 'client' : 'person' };
		this.#messages.push(message);
		if (isFromPerson(message)) {
			this.#isConversation = true;
			this.#firstWords ??= message;
		}
	}

	/** The conversation; none when nobody said anything but aider itself. */
	conversations(): readonly TranscriptConversation[] {
		this.#end();
		const words = this.#firstWords === undefined ? '' : firstWords([this.#firstWords]);
		const title = [this.#started, words].filter(Boolean).join(': ');
		return this.#isConversation ? [{ title, messages: this.#messages }] : [];
	}
}

/** Whether spaces fill a line of the console up, more than those it ends with. */
function isFilledUp(text: string): boolean {
	const length = text.trimEnd().length;
	return length > prefixLength && text.length > length + ownEnd.length;
}
