import { tokensIn } from '../compaction/boundaries.ts';
import type { SummaryJob } from '../conversations/service/ports.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { LogRange } from '../messages/message.ts';
import { ladderSummariser, type LadderModels, type Summariser } from '../models/ladder.ts';
import { systemTime } from '../models/deadlines.ts';
import { costOf, type ModelCalls } from '../models/modelCalls.ts';
import type { SummaryModels, SummaryPlan } from '../protocol/hostRequests.ts';
import { continuationRequest, plannedRequests as planOfRequests } from '../models/modelSummary.ts';
import type { PlannedRequests } from '../protocol/previewView.ts';
import { outputPerBudget, type Prompt } from '../summary/prompt.ts';
import type { SummaryRequest } from '../summary/summariser.ts';
import type { Host } from './host.ts';

/** Dependencies for writing summaries. */
export interface SummarySources {
	readonly host: Pick<Host, 'call'>;
	readonly store: Pick<SqliteStore, 'spent' | 'addSpent'>;
	/** Windows of summary models that turned out to be smaller than reported; kept until the worker ends. */
	readonly learntWindows: Map<string, number>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Called with errors that did not stop the work. */
	readonly unexpected: (error: unknown) => void;
}

/**
 * The ladder of one compaction, with the models that the host permits and calls. Their cost is added to the day's sum.
 */
export function ladderOf(sources: SummarySources, job: SummaryJob): Summariser {
	return {
		async summarise(request, signal) {
			const plan = planOf(sources, job, request);
			const allowed: SummaryModels = await sources.host.call('models', plan, { signal });
			const models = continuingSentRequest(allowed, request, job.sent);
			return ladderSummariser({
				...systemTime,
				models,
				calls: paidCalls(sources, job.conversation),
				cooldowns: job.cooldowns,
				learntWindows: sources.learntWindows,
				// A click on a button always calls the model that the button names.
				ignoreCooldown: plan.trigger === 'manual',
				onProgress: job.onProgress,
			}).summarise(request, signal);
		},
	};
}

function planOf(
	{ store, now }: SummarySources,
	{ conversation, trigger: asked, askedBy }: SummaryJob,
	{ log, fresh, budget }: SummaryRequest,
): SummaryPlan {
	// The user has not agreed to pay for a request of another extension.
	const trigger = askedBy === 'extension' ? 'automatic' : asked;
	const input = sum(fresh.map((part) => tokensIn(log, part)));
	return {
		conversation,
		trigger,
		tokens: { input, output: budget },
		spentToday: store.spent(dayOf(now())),
	};
}

/** The models. Keeps the request that was last sent to one of them only if it contained the messages to summarise. */
export function continuingSentRequest<Models extends LadderModels>(
	{ sent, ...models }: Models,
	request: SummaryRequest,
	latest: SummaryJob['sent'],
): Omit<Models, 'sent'> & Pick<LadderModels, 'sent'> {
	return sent !== undefined &&
		latest?.length === sent.length &&
		request.fresh.every((part) => isIn(latest, part))
		? { ...models, sent }
		: models;
}

function isIn({ length, covered }: NonNullable<SummaryJob['sent']>, part: LogRange): boolean {
	const isCovered = covered !== undefined && part.start < covered.end && part.end > covered.start;
	return part.end <= length && !isCovered;
}

/** Calls the host's models; the cost of each reply is recorded, whether or not it is used. */
function paidCalls(sources: SummarySources, conversation: string): ModelCalls {
	const { host, store, now, unexpected } = sources;
	return {
		async call(target, request, signal) {
			const answer = await host.call('call', { conversation, target, request }, { signal });
			const cost = answer.usage === undefined ? undefined : costOf(target, answer.usage);
			if (cost !== undefined && cost > 0) {
				try {
					store.addSpent(dayOf(now()), cost);
				} catch (error) {
					unexpected(error);
				}
			}
			return answer;
		},
	};
}

/** The local date, `2026-01-31`. */
function dayOf(ms: number): string {
	const date = new Date(ms);
	const two = (value: number): string => String(value).padStart(2, '0');
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The requests that the first of the models would get for a summary, and their estimated tokens.
 * @returns Undefined if there is no model: the built-in summariser sends nothing.
 */
export function plannedRequests(
	request: SummaryRequest,
	models: LadderModels,
): PlannedRequests | undefined {
	const target = models.summary ?? models.main;
	if (target === undefined) {
		return undefined;
	}
	const continuation = continuationRequest(target, request, models);
	if (continuation !== undefined) {
		const { prompt, tokens: input } = continuation;
		const output = Math.round(prompt.maxOutputTokens / outputPerBudget);
		const cost = costOf(target, { inputTokens: input, outputTokens: output });
		return {
			model: target.id,
			prompts: [{ system: '', user: prompt.user }],
			requests: 1,
			cachedTokens: models.sent?.tokens ?? 0,
			tokens: { input, output },
			...(cost === undefined ? {} : { cost }),
		};
	}
	const plan = planOfRequests(target, request, models);
	if (plan.kind === 'window-too-small') {
		return { model: target.id, prompts: [], requests: 0, tokens: { input: 0, output: 0 } };
	}
	const prompts = plan.pieces.map(({ prompt }) => prompt);
	const tokensOf = ({ system, user }: Prompt): number =>
		request.counter.count(system) + request.counter.count(user);
	const read = sum(prompts.map(tokensOf));
	const written = sum(prompts.map(({ maxOutputTokens }) => maxOutputTokens / outputPerBudget));
	// Partial summaries are read once more by the request that merges them.
	const merge = plan.requests > prompts.length ? plan.merge([]) : undefined;
	const tokens =
		merge === undefined
			? { input: read, output: written }
			: {
					input: read + written + tokensOf(merge),
					output: written + merge.maxOutputTokens / outputPerBudget,
				};
	const cost = costOf(target, { inputTokens: tokens.input, outputTokens: tokens.output });
	return {
		model: target.id,
		prompts: prompts.map(({ system, user }) => ({ system, user })),
		requests: plan.requests,
		tokens: { input: Math.round(tokens.input), output: Math.round(tokens.output) },
		...(cost === undefined ? {} : { cost }),
	};
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
