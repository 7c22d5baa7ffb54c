import { formatCount, oneLine } from '../messages/marks.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { redact } from '../redaction/redact.ts';
import { assembleModelSummary } from '../summary/assembly.ts';
import { planPieces, continuationPrompt, type PiecePlan } from '../summary/pieces.ts';
import { outputPerBudget, type Prompt, type PromptSettings } from '../summary/prompt.ts';
import {
	checkReply,
	repairRequest,
	type ReplyCheck,
	type ReplyProblem,
} from '../summary/replyCheck.ts';
import { replyText } from '../summary/replyText.ts';
import { cutToSize, requestMeasure, whole } from '../summary/requestBounds.ts';
import type { Summary } from '../summary/sections.ts';
import type { SummaryDraft, SummaryRequest } from '../summary/summariser.ts';
import { keptTokens } from '../summary/userEdits.ts';
import type { ModelAnswer, ModelRequest, PlainMessage } from './client.ts';
import type { ModelTarget } from './modelCalls.ts';
import type { RungRequests } from './rungRequests.ts';

/** How one model writes a summary: in as many requests as necessary, with at most one repair. */

/** The last request that was sent to a model for a conversation. */
export interface SentTokens {
	/** Id of the model. */
	readonly model: string;
	/** Messages of the log that it was made from. */
	readonly length: number;
	/** Tokens of the whole request. */
	readonly tokens: number;
}

/** How models are called. */
interface WritingOptions extends PromptSettings {
	readonly sent?: SentTokens;
	/** Before each attempt at a request: its number, the total, and the number of the attempt, including repairs. */
	onRequest(number: number, of: number, attempt: number): void;
}

type Pieces = Extract<PiecePlan, { kind: 'pieces' }>;

/** Share of the window that plans leave free, so that a repair fits too. */
const repairShare = 0.05;

/**
 * Lets a model write the summary. Each failure and each rejected reply is recorded with the requests' attempts.
 * @returns Undefined if the model wrote none.
 * @throws The signal's reason when it was aborted, and our own errors.
 */
export async function writeSummary(
	requests: RungRequests,
	request: SummaryRequest,
	options: WritingOptions,
): Promise<SummaryDraft | undefined> {
	const { target } = requests;
	const continuation = await continueLastRequest(requests, request, options);
	if (continuation !== undefined) {
		return continuation === 'failed' ? undefined : assembleModelSummary(continuation, request);
	}
	const plan = plannedRequests(target, request, options);
	if (plan.kind === 'window-too-small') {
		const { instructions, ...others } = options;
		const instructionsFill =
			instructions !== undefined && plannedRequests(target, request, others).kind === 'pieces';
		const tokens = `${formatCount(target.window)} tokens`;
		requests.failed(
			instructionsFill
				? `The custom instructions for summaries leave no room for a conversation in the window of ${target.id} (${tokens}).`
				: `${target.id} has too small a window (${tokens}).`,
			{
				kind: 'context-too-long',
				advice: `${instructionsFill ? 'Shorten the instructions, or choose' : 'Choose'} a model with a larger context window.`,
			},
		);
		return undefined;
	}
	const accepted = await writePieces(requests, request, plan, options);
	if (accepted === undefined) {
		return undefined;
	}
	const draft = assembleModelSummary(accepted, request);
	return plan.leftOut === 0
		? draft
		: {
				...draft,
				omitted: [{ what: 'messages in what the model was shown', count: plan.leftOut }],
			};
}

/**
 * Calls a model with a request that continues its last one, which its provider has cached. If the reply is not a
 * summary, or this particular request is rejected, separate requests follow.
 * @returns Undefined: separate requests are to be sent. `failed`: the model does not answer.
 */
async function continueLastRequest(
	requests: RungRequests,
	request: SummaryRequest,
	options: WritingOptions,
): Promise<Summary | 'failed' | undefined> {
	const { target } = requests;
	const continuation = continuationRequest(target, request, options);
	if (continuation === undefined) {
		return undefined;
	}
	let attempts = 0;
	const outcome = await requests.send(continuation.request, () => {
		attempts += 1;
		options.onRequest(1, 1, attempts);
	});
	if (outcome.kind === 'failed') {
		const { kind } = outcome.failure;
		return kind === 'context-too-long' || kind === 'bad-request' ? undefined : 'failed';
	}
	const checked = checkReply(outcome.answer, request);
	if (checked.kind === 'accepted') {
		return checked.summary;
	}
	requests.rejected(describeProblem(checked.problem), outcome.ms);
	return undefined;
}

/**
 * The request that continues a model's last one, with the tokens of both; undefined if it was sent nothing, or if a
 * summary would no longer fit its window.
 */
export function continuationRequest(
	target: ModelTarget,
	request: SummaryRequest,
	{ sent, ...options }: Omit<WritingOptions, 'onRequest'>,
):
	| { readonly request: ModelRequest; readonly prompt: Prompt; readonly tokens: number }
	| undefined {
	if (sent?.model !== target.id) {
		return undefined;
	}
	const { window } = target;
	const prompt = continuationPrompt(limitedRequest(request, target.maxOutput), {
		...options,
		window,
	});
	const tokens = sent.tokens + request.counter.count(prompt.user);
	const summaryTokens = Math.floor(Math.min(prompt.maxOutputTokens, target.maxOutput ?? Infinity));
	const free = window - tokens;
	return summaryTokens > free
		? undefined
		: {
				prompt,
				tokens,
				request: {
					continuesAfter: sent.length,
					messages: [{ role: 'user', content: prompt.user }],
					maxOutputTokens: replyTokens(summaryTokens, free, target, 'unseen'),
				},
			};
}

/** The requests to a model for a summary, before the first of them is sent. */
export function plannedRequests(
	target: ModelTarget,
	request: SummaryRequest,
	options: PromptSettings,
): PiecePlan {
	const window = target.window * (1 - repairShare);
	return planPieces(limitedRequest(request, target.maxOutput), { ...options, window });
}

/** A request for a summary that the model can write in one reply; kept items are added without the model. */
function limitedRequest(request: SummaryRequest, maxOutput: number | undefined): SummaryRequest {
	if (maxOutput === undefined) {
		return request;
	}
	const kept = keptTokens(request.userEdits, request.counter);
	return { ...request, budget: Math.min(request.budget, maxOutput / outputPerBudget + kept) };
}

/**
 * Writes the summary in the requests of a plan, with at most one repair.
 * @returns Undefined if a request failed, or the replies were not accepted.
 */
async function writePieces(
	requests: RungRequests,
	request: SummaryRequest,
	plan: Pieces,
	options: WritingOptions,
): Promise<Summary | undefined> {
	const { counter } = request;
	const { target } = requests;
	const { pieces } = plan;
	let [isRepaired, cutOff]: [boolean, number] = [false, 0];
	let thinking: Thinking = 'unseen';

	const accepted = async (
		prompt: Prompt,
		number: number,
		check: (reply: ModelAnswer) => ReplyCheck,
	): Promise<Summary | undefined> => {
		const { maxOutput = prompt.maxOutputTokens } = target;
		const summaryTokens = Math.max(1, Math.floor(Math.min(prompt.maxOutputTokens, maxOutput)));
		let messages: readonly PlainMessage[] | undefined = openingOf(prompt);
		let attempts = 0;
		while (messages !== undefined) {
			const input = messages.reduce((sum, { content }) => sum + counter.count(content), 0);
			const free = target.window - input;
			// Plans respect the bounds; this ensures that no request is sent that cannot fit.
			if (!(summaryTokens <= free)) {
				requests.failed(`The request would not have fitted the window of ${target.id}.`);
				return undefined;
			}
			const maxOutputTokens = replyTokens(summaryTokens, free, target, thinking);
			const outcome = await requests.send({ messages, maxOutputTokens }, () => {
				attempts += 1;
				options.onRequest(number, plan.requests, attempts);
			});
			if (outcome.kind === 'failed') {
				return undefined;
			}
			const checked = check(outcome.answer);
			if (checked.kind === 'accepted') {
				return checked.summary;
			}
			const { problem } = checked;
			const described = describeProblem(problem);
			requests.rejected(described, outcome.ms);
			if (problem.reason === 'reasoning-only') {
				thinking = 'took-all';
			} else if (problem.reason === 'cut-off') {
				cutOff += 1;
				thinking = thinking === 'unseen' ? 'took-some' : thinking;
			}
			messages = isRepaired
				? undefined
				: repairDialogue(prompt, outcome.answer.content, problem, summaryTokens, target, counter);
			isRepaired = true;
			if (messages === undefined && cutOff > 1) {
				requests.cutOff(described);
			}
		}
		return undefined;
	};

	const ofAll = (reply: ModelAnswer): ReplyCheck => checkReply(reply, request);
	const [only] = pieces;
	if (only !== undefined && pieces.length === 1) {
		return accepted(only.prompt, 1, ofAll);
	}
	const parts: Summary[] = [];
	for (const [index, { prompt, conversation, first, last }] of pieces.entries()) {
		const shown = { ...request, fresh: [{ start: Math.max(0, first - 1), end: last }] };
		// A part may be as long as requested: the merge has to be smaller.
		const replaces = Math.max(counter.count(conversation), prompt.maxOutputTokens);
		const part = await accepted(prompt, index + 1, (reply) => checkReply(reply, shown, replaces));
		if (part === undefined) {
			return undefined;
		}
		parts.push(part);
	}
	return accepted(plan.merge(parts), pieces.length + 1, ofAll);
}

/**
 * Observations of a model's thinking. `took-some`: a reply was cut off, and thinking may have taken most of it: some
 * models hide theirs.
 */
type Thinking = 'unseen' | 'took-some' | 'took-all';

/**
 * Extra tokens for a model's thinking, beyond those of the summary. Without any, a thinking model is cut off before its
 * first heading, and so is the repair.
 *
 * `first` is granted from the start if the model's longest reply is known, because a limit above that is rejected. It
 * is small, because a model that does not think and rambles instead costs money. `seen` is granted once thinking took
 * everything, whether or not that length is known: OpenAI advises to reserve 25,000 tokens, and thinking models write
 * replies at least that long.
 */
const thinkingTokens = { first: 8_000, seen: 25_000 };

/** Share of the free window that a reply with thinking may fill: our count of the input is an estimate. */
const windowShare = 0.5;

/** Maximum tokens of the reply: those of the summary, and extra tokens for thinking. */
function replyTokens(
	summaryTokens: number,
	free: number,
	{ maxOutput }: ModelTarget,
	thinking: Thinking,
): number {
	if (maxOutput === undefined && thinking !== 'took-all') {
		return summaryTokens;
	}
	const extra = thinking === 'unseen' ? thinkingTokens.first : thinkingTokens.seen;
	const max = Math.min(maxOutput ?? Number.POSITIVE_INFINITY, free * windowShare);
	return Math.max(summaryTokens, Math.floor(Math.min(summaryTokens + extra, max)));
}

/** Maximum characters of a refusal that are reported. */
const refusalLength = 160;

/** If less than this would be left of a reply, it is omitted, characters. */
const minReply = 200;

/** Why a reply was not accepted, as a sentence. */
function describeProblem(problem: ReplyProblem): string {
	switch (problem.reason) {
		case 'empty':
			return 'The reply was empty.';
		case 'reasoning-only':
			return 'The reply contained reasoning and no summary.';
		case 'refusal':
			return `The model declined: ${oneLine(problem.text, refusalLength)}`;
		case 'cut-off':
			return 'The reply was cut off before its end.';
		case 'not-a-summary':
			return problem.text === ''
				? 'The reply was not a summary.'
				: `The reply was not a summary: ${oneLine(problem.text, refusalLength)}`;
		case 'without-content':
			return 'The reply had the headings of a summary and nothing below them.';
		case 'missing-sections':
			return `The reply lacked sections: ${problem.missing.join(', ')}.`;
		case 'too-large':
			return `The summary was not smaller than what it replaces (${formatCount(problem.tokens)} of ${formatCount(problem.replaces)} tokens).`;
	}
}

function openingOf({ system, user }: Pick<Prompt, 'system' | 'user'>): PlainMessage[] {
	return [
		{ role: 'system', content: system },
		{ role: 'user', content: user },
	];
}

/**
 * The dialogue that requests a corrected reply: prompt, reply and problem. The reply is cut to the bounds, and omitted
 * if next to nothing would be left.
 * @returns Undefined if not even the problem fits.
 */
function repairDialogue(
	prompt: Prompt,
	content: unknown,
	problem: ReplyProblem,
	maxOutputTokens: number,
	{ window }: ModelTarget,
	counter: TokenCounter,
): PlainMessage[] | undefined {
	const requested = maxOutputTokens / outputPerBudget;
	// Half of it: a model that is given a limit writes up to the limit.
	const budget =
		problem.reason === 'too-large' ? Math.min(requested, problem.replaces / 2) : requested;
	const complaint = repairRequest(problem, budget);
	const measure = requestMeasure({ window }, counter);
	const room = whole - measure.text([prompt.system, prompt.user, complaint, ''].join('\n'));
	if (room < 0) {
		return undefined;
	}
	const reply = redact(replyText(content).text).trim();
	const shown = measure.text(reply) <= room ? reply : cutToSize(reply, room, measure);
	if (shown === '' || (shown !== reply && shown.length < minReply) || measure.text(shown) > room) {
		return openingOf({ system: prompt.system, user: `${prompt.user}\n\n${complaint}` });
	}
	return [
		...openingOf(prompt),
		{ role: 'assistant', content: shown },
		{ role: 'user', content: complaint },
	];
}
