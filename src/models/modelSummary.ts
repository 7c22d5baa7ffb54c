import { formatCount } from '../messages/marks.ts';
import { assembleModelSummary } from '../summary/assembly.ts';
import { planPieces, type PiecePlan } from '../summary/pieces.ts';
import { outputPerBudget, type Prompt } from '../summary/prompt.ts';
import { checkReply, type ReplyCheck } from '../summary/replyCheck.ts';
import { boundsOf, type RequestBounds } from '../summary/requestBounds.ts';
import type { Summary } from '../summary/sections.ts';
import type { SummaryDraft, SummaryRequest } from '../summary/summariser.ts';
import { keptTokens, noWishes } from '../summary/wishes.ts';
import type { AttemptFailure } from '../summary/writtenSummary.ts';
import type { ModelAnswer, PlainMessage } from './client.ts';
import type { ModelTarget } from './modelCalls.ts';
import type { ModelFailure } from './modelError.ts';
import { describeProblem, openingOf, repairDialogue } from './rejectedReply.ts';
import { replyTokens, thinkingAfter, type Thinking } from './replyTokens.ts';
import type { RungRequests } from './rungRequests.ts';

/** How one model writes a summary: in as many requests as it takes, with one repair at most. */

/** What settings say about the requests, whichever model they go to. */
export interface AskingOptions {
	/** Replaces the instructions of the prompt. */
	readonly instructions?: string;
	/** Characters of one request, at most. */
	readonly requestCharacters?: number;
}

/** How models are asked. */
export interface WritingOptions extends AskingOptions {
	/** Before each try of a request: which one of how many it is, and which try of it this is, repairs included. */
	onRequest(number: number, of: number, attempt: number): void;
}

/** Why a model wrote no summary. */
export type RungEnd =
	| { readonly kind: 'failed'; readonly failure: ModelFailure }
	/** The model does not do: its window is too small, or its replies were not accepted. */
	| { readonly kind: 'unsuited' };

/** The summary of a model, or why there is none. */
export type Written = { readonly kind: 'written'; readonly draft: SummaryDraft } | RungEnd;

type Accepted = { readonly kind: 'accepted'; readonly summary: Summary } | RungEnd;

type Pieces = Extract<PiecePlan, { kind: 'pieces' }>;

/** Share of window and characters that plans leave free, so that a repair fits too. */
const repairShare = 0.05;

/**
 * Has a model write the summary. Each failure and each reply that is not accepted is noted with the
 * requests' tries.
 * @throws The signal's reason when it was aborted, and what is nobody's failure but our own.
 */
export async function writeSummary(
	requests: RungRequests,
	request: SummaryRequest,
	options: WritingOptions,
): Promise<Written> {
	const { target } = requests;
	const plan = plannedRequests(target, request, options);
	if (plan.kind === 'window-too-small') {
		const { instructions, ...others } = options;
		const instructionsFill =
			instructions !== undefined && plannedRequests(target, request, others).kind === 'pieces';
		requests.failed(...tooSmall(target, instructionsFill));
		return { kind: 'unsuited' };
	}
	const writing = new Writing(requests, request, plan, options);
	const accepted = await writing.write();
	return accepted.kind === 'accepted'
		? { kind: 'written', draft: assembleModelSummary(accepted.summary, request) }
		: accepted;
}

/** The requests a model would be asked for a summary with, before the first of them is sent. */
export function plannedRequests(
	target: ModelTarget,
	request: SummaryRequest,
	{ instructions, requestCharacters }: AskingOptions,
): PiecePlan {
	return planPieces(affordable(request, target.maxOutput), {
		...scaled(boundsFor(target, { requestCharacters }), 1 - repairShare),
		...(instructions === undefined ? {} : { instructions }),
	});
}

/**
 * Why a model cannot be asked at all.
 * @param instructionsFill Whether it could be but for the instructions of a setting.
 */
function tooSmall(
	{ id, window }: ModelTarget,
	instructionsFill: boolean,
): [error: string, failure: AttemptFailure] {
	const tokens = `${formatCount(window)} tokens`;
	return instructionsFill
		? [
				`The custom instructions for summaries leave no room for a conversation in the window of ${id} (${tokens}).`,
				{
					kind: 'context-too-long',
					advice: 'Shorten the instructions, or choose a model with a larger context window.',
				},
			]
		: [
				`${id} has too small a window (${tokens}).`,
				{
					kind: 'context-too-long',
					advice: 'Choose a model with a larger context window.',
				},
			];
}

/** A request for no more than the model can say in one reply, beside what it need not say. */
function affordable(request: SummaryRequest, maxOutput: number | undefined): SummaryRequest {
	if (maxOutput === undefined) {
		return request;
	}
	const kept = keptTokens(request.wishes ?? noWishes, request.counter);
	return { ...request, budget: Math.min(request.budget, maxOutput / outputPerBudget + kept) };
}

function boundsFor(
	target: ModelTarget,
	{ requestCharacters }: { readonly requestCharacters?: number | undefined },
): RequestBounds {
	const { characters } = boundsOf({
		window: target.window,
		...(requestCharacters === undefined ? {} : { characters: requestCharacters }),
	});
	return { window: target.window, characters };
}

function scaled({ window, characters }: RequestBounds, share: number): RequestBounds {
	return {
		window: window * share,
		...(characters === undefined ? {} : { characters: Math.floor(characters * share) }),
	};
}

/** The requests for one summary. */
class Writing {
	readonly #requests: RungRequests;
	readonly #request: SummaryRequest;
	readonly #plan: Pieces;
	readonly #options: WritingOptions;
	#repaired = false;
	#cutOff = 0;
	#thinking: Thinking = 'unseen';

	constructor(
		requests: RungRequests,
		request: SummaryRequest,
		plan: Pieces,
		options: WritingOptions,
	) {
		this.#requests = requests;
		this.#request = request;
		this.#plan = plan;
		this.#options = options;
	}

	async write(): Promise<Accepted> {
		const { pieces } = this.#plan;
		const [only] = pieces;
		if (only !== undefined && pieces.length === 1) {
			return this.#accepted(only.prompt, 1, (reply) => checkReply(reply, this.#request));
		}
		const parts: Summary[] = [];
		for (const [index, { prompt, conversation, first, last }] of pieces.entries()) {
			const shown = { ...this.#request, fresh: [{ start: Math.max(0, first - 1), end: last }] };
			// A part may be as long as it was asked for: the merge is what has to be smaller.
			const tokens = this.#request.counter.count(conversation);
			const replaces = Math.max(tokens, prompt.maxOutputTokens);
			const part = await this.#accepted(prompt, index + 1, (reply) =>
				checkReply(reply, shown, replaces),
			);
			if (part.kind !== 'accepted') {
				return part;
			}
			parts.push(part.summary);
		}
		return this.#accepted(this.#plan.merge(parts), pieces.length + 1, (reply) =>
			checkReply(reply, this.#request),
		);
	}

	async #accepted(
		prompt: Prompt,
		number: number,
		check: (reply: ModelAnswer) => ReplyCheck,
	): Promise<Accepted> {
		const { counter } = this.#request;
		const requests = this.#requests;
		const { maxOutput = prompt.maxOutputTokens } = requests.target;
		const summaryTokens = Math.max(1, Math.floor(Math.min(prompt.maxOutputTokens, maxOutput)));
		let messages: readonly PlainMessage[] = openingOf(prompt);
		let attempts = 0;
		for (;;) {
			const free = this.#freeWindow(messages);
			// Plans keep the bounds; this makes sure that nothing is ever sent that cannot fit.
			if (!(summaryTokens <= free)) {
				requests.failed(`The request would not have fitted the window of ${requests.target.id}.`);
				return { kind: 'unsuited' };
			}
			const maxOutputTokens = replyTokens(summaryTokens, free, requests.target, this.#thinking);
			const asked = await requests.ask({ messages, maxOutputTokens }, () => {
				attempts += 1;
				this.#options.onRequest(number, this.#plan.requests, attempts);
			});
			if (asked.kind === 'failed') {
				return asked;
			}
			const checked = check(asked.answer);
			if (checked.kind === 'accepted') {
				return checked;
			}
			const problem = describeProblem(checked.problem);
			requests.rejected(problem, asked.ms);
			this.#cutOff += checked.problem.reason === 'cut-off' ? 1 : 0;
			this.#thinking = thinkingAfter(checked.problem, this.#thinking);
			const repair = this.#repaired
				? undefined
				: repairDialogue(
						prompt,
						asked.answer.content,
						checked.problem,
						summaryTokens,
						boundsFor(requests.target, this.#options),
						counter,
					);
			if (repair === undefined) {
				if (this.#cutOff > 1) {
					requests.cutOff(problem);
				}
				return { kind: 'unsuited' };
			}
			this.#repaired = true;
			messages = repair;
		}
	}

	/** Tokens the window leaves for the reply. */
	#freeWindow(messages: readonly PlainMessage[]): number {
		const { counter } = this.#request;
		const input = messages.reduce((sum, message) => sum + counter.count(message.content), 0);
		return this.#requests.target.window - input;
	}
}
