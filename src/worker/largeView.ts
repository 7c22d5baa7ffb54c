import { thresholdsOf } from '../compaction/thresholds.ts';
import { formatCount, mark } from '../messages/marks.ts';
import type { Message } from '../messages/message.ts';
import { countMessage, estimatedTokens, messageLength } from '../messages/tokens.ts';
import type { ConversationRow, ConversationView } from '../protocol/conversationView.ts';
import type { EngineSettings } from '../protocol/workerSettings.ts';
import type { TurnText } from '../protocol/workerRequests.ts';
import type { TranscriptProblem } from '../transcripts/reader.ts';
import { turnAround, type MeasuredConversation } from './measuredConversation.ts';
import { messagesText } from './turnText.ts';

/** Characters of a turn that are shown: more than an editor likes to open. */
const longestTurn = 8e6;

/** Messages of a very long turn that are shown before the one that is asked for. */
const shownBefore = 100;

/** Where it came from. */
interface About {
	readonly id: string;
	/** The assistant or format, for people. */
	readonly source: string;
	readonly file: string;
	/** Where it stands in the file, from 0. */
	readonly position: number;
}

/**
 * A conversation of a large file that is only looked at: neither held in memory nor appended to a
 * store.
 */
export class LargeView {
	readonly about: About;
	readonly #openedAt = Date.now();
	#now: MeasuredConversation;
	#share: number | undefined;
	#broken = false;

	/** @param share How much of the file was read for it, from 0 to 1; undefined: all. */
	constructor(about: About, now: MeasuredConversation, share?: number) {
		this.about = about;
		this.#now = now;
		this.#share = share;
	}

	/** What was read by now. */
	get now(): MeasuredConversation {
		return this.#now;
	}

	/** Whether all of the file was read: only then may anything be done with it. */
	get isWhole(): boolean {
		return this.#share === undefined && !this.#broken;
	}

	/** More of the file was read, from 0 to 1. */
	read(share: number): void {
		this.#share = share;
	}

	/** All of the file was read. */
	settle(whole: MeasuredConversation): void {
		this.#now = whole;
		this.#share = undefined;
		this.#broken = false;
	}

	/** The file could not be read to its end. */
	fail(problem: TranscriptProblem): void {
		this.#now = { ...this.#now, problems: [...this.#now.problems, problem] };
		this.#share = undefined;
		this.#broken = true;
	}

	view(settings: EngineSettings, automatic: boolean): ConversationView {
		const { conversation, problems, tokens } = this.#now;
		const { title, messages } = conversation;
		const { soft, hard } = thresholdsOf(settings);
		const head = messages
			.slice(0, settings.protectFirst)
			.reduce((sum, message) => sum + countMessage(message, estimatedTokens), 0);
		return {
			...this.#shown,
			title,
			problems,
			messages: messages.length,
			logTokens: tokens,
			compactions: 0,
			meter: {
				window: settings.window,
				softThreshold: soft,
				hardThreshold: hard,
				head,
				summary: 0,
				tail: Math.max(0, tokens - head),
				pending: false,
				estimated: true,
			},
			standing: untouched(automatic),
			...(this.#share === undefined ? {} : { reading: { share: this.#share } }),
		};
	}

	row(): ConversationRow {
		const { conversation, tokens } = this.#now;
		const { title, messages } = conversation;
		return {
			...this.#shown,
			title,
			updatedAt: this.#openedAt,
			messages: messages.length,
			tokens,
			records: 0,
			hasHandoff: false,
			kept: false,
			viewed: true,
		};
	}

	get #shown(): Omit<About, 'position'> {
		const { id, source, file } = this.about;
		return { id, source, file };
	}

	/** The turn a message belongs to; of a very long one a part around the message. */
	turnText(number: number): TurnText | undefined {
		const { title, messages } = this.#now.conversation;
		if (number < 1 || number > messages.length) {
			return undefined;
		}
		const turn = turnAround(this.#now, number - 1);
		const start = Math.max(turn.start, number - 1 - shownBefore);
		const shown: Message[] = [];
		let length = 0;
		while (
			start + shown.length < turn.end &&
			(length < longestTurn || start + shown.length < number)
		) {
			const next = messages.slice(start + shown.length, start + shown.length + 1);
			length += next.reduce((sum, message) => sum + messageLength(message), 0);
			shown.push(...next);
		}
		const end = start + shown.length;
		const text = messagesText(shown, start + 1);
		const isWhole = start === turn.start && end === turn.end;
		const [from, to] = [turn.start + 1, turn.end].map(formatCount);
		const note = mark(`this turn goes from message ${from} to ${to}; a part of it is shown`);
		return { title, first: start + 1, last: end, text: isWhole ? text : `${text}\n${note}\n` };
	}
}

/** How a conversation stands that nothing was done with. */
function untouched(automatic: boolean): ConversationView['standing'] {
	return {
		kept: false,
		viewed: true,
		unsent: [],
		interrupted: false,
		queued: [],
		answering: false,
		unanswered: false,
		automatic,
		paused: false,
		stopped: false,
		canUndo: false,
		canRedo: false,
		history: [],
	};
}
