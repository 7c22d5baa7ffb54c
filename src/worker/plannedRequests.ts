import { plannedRequests as planOf, continuationRequest } from '../models/modelSummary.ts';
import { costOf } from '../models/modelCalls.ts';
import type { LadderModels } from '../models/ladder.ts';
import type { PlannedRequests } from '../protocol/previewView.ts';
import { outputPerBudget, type Prompt } from '../summary/prompt.ts';
import type { SummaryRequest } from '../summary/summariser.ts';

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
	const plan = planOf(target, request, models);
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
