import type { RecalledCall, RecallRound } from '../../compaction/recallExchange.ts';
import { cutMiddle } from '../../messages/marks.ts';
import type { ToolCall } from '../../messages/message.ts';

/**
 * A reply in which a model looks up originals: the request is repeated with each answer until the reply is complete.
 */

/** Maximum look-ups of one reply: a model that needs more is stuck in a loop. */
export const maxLookUps = 8;

/** Maximum characters of all look-ups of one reply together: about 10,000 tokens. */
const maxCharacters = 40_000;

/** With less room than this, an answer would not help. Characters. */
const minCharacters = 400;

/** A low estimate that holds for most texts. */
const charactersPerToken = 3;

/** The share of the remaining room that look-ups may take. */
const shareOfRoom = 0.5;

/** One request of a reply, as its model answered it. */
export interface ModelRound {
	readonly text: string;
	/** Look-ups at its end, in order. */
	readonly calls: readonly Pick<RecalledCall, 'call' | 'clientCallsBefore'>[];
	/** It also called tools of the client. */
	readonly isMixed: boolean;
}

/** The result of a look-up. */
export type LookUpResult = Pick<RecalledCall, 'result' | 'isError'>;

const noMoreLookUps: LookUpResult = {
	result:
		'There are no more look-ups in this reply. Answer with what you have, and say what is missing; the next reply can look up more.',
	isError: true,
};

/** What a reply needs. */
export interface ReplyParts {
	/** Asks the model, with the look-ups so far after the history. */
	readonly ask: (rounds: readonly RecallRound[], isExhausted: boolean) => Promise<ModelRound>;
	/** Rejects only when it is stopped. */
	readonly lookUp: (call: ToolCall) => Promise<LookUpResult>;
	/** Free tokens in the window. */
	readonly room: number;
}

/** The look-ups of a reply. */
export interface ReplyLookUps {
	readonly rounds: readonly RecallRound[];
	readonly isMixed: boolean;
	/** The model kept looking up after a refusal: no further request was sent. */
	readonly isStopped: boolean;
}

/** Requests a reply, round by round. A round that also calls tools of the client is the last. */
export async function replyWithRecall({ ask, lookUp, room }: ReplyParts): Promise<ReplyLookUps> {
	const rounds: RecallRound[] = [];
	let lookUps = 0;
	let characters = Math.min(maxCharacters, charactersPerToken * shareOfRoom * room);
	// The model was informed that there are no more look-ups.
	let isExhausted = false;
	for (;;) {
		const wasExhausted = isExhausted;
		const { text, calls, isMixed } = await ask(rounds, wasExhausted);
		if (calls.length === 0 || (wasExhausted && !isMixed)) {
			return { rounds, isMixed: false, isStopped: calls.length > 0 };
		}
		const answered: RecalledCall[] = [];
		// One refusal is enough.
		for (const { call, clientCallsBefore } of calls.slice(0, maxLookUps + 1)) {
			if (lookUps >= maxLookUps || characters < minCharacters) {
				isExhausted = true;
				answered.push({ call, clientCallsBefore, ...noMoreLookUps });
			} else {
				lookUps += 1;
				const end = await lookUp(call);
				const result = cutMiddle(end.result, Math.floor(characters), 0);
				characters -= end.result.length;
				answered.push({ call, clientCallsBefore, ...end, result });
			}
		}
		rounds.push({ text, calls: answered });
		if (isMixed) {
			return { rounds, isMixed, isStopped: false };
		}
	}
}
