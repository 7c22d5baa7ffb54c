import type { RecalledCall, RecallRound } from '../../compaction/recallExchange.ts';
import { cutMiddle } from '../../messages/marks.ts';
import type { ToolCall } from '../../messages/message.ts';

/** A reply in which a model looks originals up: asked again with each answer until it says the rest. */

/** Look-ups of one reply: a model that needs more has lost its way. */
export const mostLookUps = 8;

/** Characters that all look-ups of one reply give together, at most: about 10,000 tokens. */
const mostCharacters = 40_000;

/** Characters of an answer that are still worth giving. */
const leastCharacters = 400;

/** Characters a token has at least, in most texts; and what share of the room left look-ups may take. */
const charactersOfToken = 3;
const shareOfRoom = 0.5;

/** One request of a reply, as its model answered it. */
export interface ModelRound {
	readonly text: string;
	/** Look-ups it ended with, in order. */
	readonly calls: readonly Pick<RecalledCall, 'call' | 'behind'>[];
	/** It also called tools of the client. */
	readonly isMixed: boolean;
}

/** What looking up came to. */
export type LookUpResult = Pick<RecalledCall, 'result' | 'isError'>;

/** How a reply is asked for. */
export interface ReplyParts {
	/** Asks the model; what was looked up so far stands behind the history. */
	readonly ask: (rounds: readonly RecallRound[], isExhausted: boolean) => Promise<ModelRound>;
	/** Never rejects but for a stop. */
	readonly lookUp: (call: ToolCall) => Promise<LookUpResult>;
	/** Tokens of the window that nothing takes yet. */
	readonly room: number;
}

/** The look-ups of a reply. */
export interface ReplyEnd {
	readonly rounds: readonly RecallRound[];
	readonly isMixed: boolean;
	/** The model went on looking up after it was told that there is nothing more: it was not asked again. */
	readonly isStopped: boolean;
}

/** Asks for a reply, round by round. Where a round calls tools of the client as well it is the last. */
export async function replyWithRecall({ ask, lookUp, room }: ReplyParts): Promise<ReplyEnd> {
	const budget = new LookUpBudget(room);
	const rounds: RecallRound[] = [];
	for (;;) {
		const wasExhausted = budget.isExhausted;
		const { text, calls, isMixed } = await ask(rounds, wasExhausted);
		if (calls.length === 0 || (wasExhausted && !isMixed)) {
			return { rounds, isMixed: false, isStopped: calls.length > 0 };
		}
		const answered: RecalledCall[] = [];
		// One refusal tells as much as many.
		for (const { call, behind } of calls.slice(0, mostLookUps + 1)) {
			const end = budget.isSpent ? budget.refuse() : budget.spend(await lookUp(call));
			answered.push({ call, behind, ...end });
		}
		rounds.push({ text, calls: answered });
		if (isMixed) {
			return { rounds, isMixed, isStopped: false };
		}
	}
}

/** What the look-ups of one reply may still give. */
class LookUpBudget {
	#lookUps = 0;
	#characters: number;
	#refused = false;

	constructor(room: number) {
		this.#characters = Math.min(mostCharacters, charactersOfToken * shareOfRoom * room);
	}

	get isSpent(): boolean {
		return this.#lookUps >= mostLookUps || this.#characters < leastCharacters;
	}

	/** The model was told that there is nothing more. */
	get isExhausted(): boolean {
		return this.#refused;
	}

	spend(end: LookUpResult): LookUpResult {
		this.#lookUps += 1;
		const result = cutMiddle(end.result, Math.floor(this.#characters), 0);
		this.#characters -= end.result.length;
		return { ...end, result };
	}

	refuse(): LookUpResult {
		this.#refused = true;
		return {
			result:
				'There are no more look-ups in this reply. Answer with what you have, and say what is missing; the next reply can look up more.',
			isError: true,
		};
	}
}
