import { TranscriptLog } from '../../building/transcriptLog.ts';
import type { TranscriptConversation } from '../../reader.ts';
import { Fences, isBareFence } from './fences.ts';
import { headingOf, type Heading } from './headings.ts';
import { piecesOf, rule, withoutRules } from './pieces.ts';
import { isTaskList, taskListUse } from './taskList.ts';
import { plainUseOf, reportIn, taggedUseOf, useTag, useTagEnd, type ToolUse } from './toolUse.ts';
import { unnamedUseOf } from './unnamedUse.ts';
import { isResultLabel, useLine } from './useParts.ts';

/** A title that is only the time at which the session began. */
const justTime = /^\d{4}-\d\d-\d\d[ T][\d:]+Z?$/;

const thoughtStart = /^<think>/;
const thoughtEnd = /<\/think>\s*$/;

/** The end of what Cursor folds away. */
const foldEnd = '</details>';

/** The piece of a message that is being read; a tool use stands in a tag, or is plain Markdown. */
type Piece = 'text' | 'thought' | 'tagged use' | 'plain use';

/** One session of a file, line by line. */
export class SpecStorySession {
	readonly #log = new TranscriptLog();
	readonly #fences = new Fences();
	#message: Heading | undefined;
	#piece: Piece = 'text';
	#attributes = '';
	#lines: string[] = [];
	#calls = 0;
	/** The last line that was not blank. */
	#before = '';
	#isAfterBlank = true;
	/** Whether a plain tool use is inside of what it is folded away in. */
	#isFolded = false;
	/** Whether a plain tool use has come to its result. */
	#hasResult = false;
	/** Whether the headings of this session name times. */
	#hasTimes = false;

	/** Whether a message has begun. */
	get hasMessages(): boolean {
		return this.#message !== undefined;
	}

	/** Whether a line is read as what it looks like, and not as what a tool gave back or code says. */
	get isOpen(): boolean {
		return this.#piece !== 'tagged use' && !this.#fences.isOpen;
	}

	add(line: string): void {
		this.#add(line);
		this.#isAfterBlank = line.trim() === '';
		this.#before = this.#isAfterBlank ? this.#before : line.trim();
	}

	#add(line: string): void {
		const heading = this.#piece === 'tagged use' ? undefined : headingOf(line);
		if (heading !== undefined && this.#begins(heading)) {
			this.#endPiece();
			this.#message = heading;
			this.#hasTimes ||= heading.time !== undefined;
			this.#log.record = { timestamp: heading.time };
		} else if (this.#message === undefined) {
			this.#log.title ||= /^# (.+)$/.exec(line)?.[1]?.trim() ?? '';
		} else if (this.#message.role === 'user') {
			this.#lines.push(line);
		} else {
			this.#addToReply(line);
		}
	}

	/**
	 * Whether a heading begins a message. One of the person behind a reply stands behind a rule or behind
	 * a record that only the client writes, names a time where others do, and is in no block of code; a
	 * reply that quotes a history goes on.
	 */
	#begins(heading: Heading): boolean {
		if (this.#piece === 'plain use' && this.#isInBlock) {
			return false;
		}
		if (heading.role !== 'user' || this.#message?.role !== 'assistant') {
			return true;
		}
		const mayStand =
			this.#isAfterBlank && !this.#fences.isOpen && (!this.#hasTimes || heading.time !== undefined);
		return mayStand && (this.#before === rule || this.#isRecordOfUse);
	}

	/** Whether the message at hand is a tool use with its result, or a list of tasks, and nothing else. */
	get #isRecordOfUse(): boolean {
		return this.#piece === 'plain use'
			? isBareFence(this.#before) && this.#hasResult
			: this.#piece === 'text' && isTaskList(this.#lines);
	}

	/** Whether a plain tool use is in a block that has not ended, whatever stands in it. */
	get #isInBlock(): boolean {
		return this.#fences.isOpen && !(this.#isAfterBlank && isBareFence(this.#before));
	}

	#addToReply(line: string): void {
		switch (this.#piece) {
			case 'thought':
				this.#piece = thoughtEnd.test(line) ? 'text' : 'thought';
				break;
			case 'tagged use':
				this.#addToTaggedUse(line);
				break;
			case 'plain use':
				this.#addToPlainUse(line);
				break;
			case 'text':
				this.#addToText(line);
				break;
		}
	}

	#addToText(line: string): void {
		const [, attributes] = useTag.exec(line) ?? [];
		if (thoughtStart.test(line)) {
			this.#piece = thoughtEnd.test(line) ? 'text' : 'thought';
		} else if (attributes !== undefined) {
			this.#beginUse('tagged use');
			this.#attributes = attributes;
		} else if (this.#beginsPlainUse(line)) {
			this.#beginUse('plain use');
			this.#lines.push(line);
		} else {
			this.#fences.add(line);
			this.#lines.push(line);
		}
	}

	/** Whether a line begins a plain tool use: only what begins a message or a piece of one does. */
	#beginsPlainUse(line: string): boolean {
		const isFirst = headingOf(this.#before) !== undefined || this.#before === rule;
		return useLine.test(line) && this.#isAfterBlank && isFirst && !this.#fences.isOpen;
	}

	#beginUse(piece: Piece): void {
		this.#endPiece();
		this.#piece = piece;
	}

	#addToTaggedUse(line: string): void {
		if (useTagEnd.test(line) && !this.#isQuotedEnd) {
			this.#endPiece();
			return;
		}
		this.#fences.add(line);
		this.#lines.push(line);
	}

	/** Whether a tag that ends a tool use is in what the tool gave back: the block of that ends right before it. */
	get #isQuotedEnd(): boolean {
		const isBehindBlock = isBareFence(this.#before) || this.#before === foldEnd;
		return this.#fences.isOpen && (this.#fences.isLong || !isBehindBlock);
	}

	#addToPlainUse(line: string): void {
		const isInside = this.#isInBlock || this.#isFolded || this.#message?.isOfRecord === true;
		if (this.#isAfterBlank && line.trim() === rule && !isInside) {
			this.#endPiece();
		} else if (useLine.test(line) && !this.#isInBlock && this.#isFolded) {
			// A use that was cut off.
			this.#beginUse('plain use');
			this.#lines.push(line);
		} else {
			this.#isFolded =
				!line.trimEnd().endsWith(foldEnd) && (this.#isFolded || line.startsWith('<details>'));
			this.#hasResult ||= !this.#fences.isOpen && isResultLabel(line);
			this.#fences.add(line);
			this.#lines.push(line);
		}
	}

	/** Ends the piece at hand; one that is cut off is as good as it is. */
	#endPiece(): void {
		const lines = this.#lines;
		this.#lines = [];
		if (this.#piece === 'tagged use') {
			this.#addUse(taggedUseOf(this.#attributes, lines));
		} else if (this.#piece === 'plain use') {
			this.#addUse(plainUseOf(withoutRules(lines, false)));
		} else if (isTaskList(lines)) {
			this.#addUse(taskListUse(lines));
		} else if (this.#message?.role === 'assistant' && !this.#message.isOfRecord) {
			this.#addPieces(lines);
		} else {
			this.#addText(lines);
		}
		this.#piece = 'text';
		this.#isFolded = false;
		this.#hasResult = false;
		this.#fences.clear();
	}

	/** Adds what a reply says; pieces between rules may be tool uses. */
	#addPieces(lines: readonly string[]): void {
		let said: string[] = [];
		for (const piece of piecesOf(lines)) {
			const use = unnamedUseOf(piece);
			if (use === undefined) {
				if (said.length > 0) {
					said.push(rule);
				}
				// A call does not take as many arguments as a reply may have lines.
				for (const line of piece) {
					said.push(line);
				}
			} else {
				this.#addText(said);
				said = [];
				this.#addUse(use);
			}
		}
		this.#addText(said);
	}

	#addText(lines: readonly string[]): void {
		const isReply = this.#message?.role === 'assistant';
		const content = withoutRules(lines, isReply).join('\n').trim();
		if (content === '' || this.#message === undefined) {
			return;
		}
		if (this.#message.isSubAgent) {
			this.#addReport(content);
		} else if (this.#message.role === 'user') {
			this.#log.user(content);
		} else {
			this.#log.assistant(content);
		}
	}

	/** What a sub-agent said is not told here, but what came of it answers the call that started it. */
	#addReport(content: string): void {
		const report = reportIn(content);
		if (report !== undefined && this.#log.awaitsResult) {
			this.#log.answer({ content: report });
		}
	}

	#addUse({ call, result, isError }: ToolUse): void {
		if (this.#message?.isSubAgent === true) {
			return;
		}
		this.#calls += 1;
		const id = `tool_${this.#calls}`;
		this.#log.assistant('', [{ id, ...call }]);
		if (result !== undefined) {
			this.#log.answer({ toolCallId: id, content: result, ...(isError ? { isError } : {}) });
		}
	}

	conversation(): TranscriptConversation {
		this.#endPiece();
		this.#log.title = this.#log.title.replace(justTime, '');
		return this.#log.conversation();
	}
}
