import type { ModelTarget } from '../../models/modelCalls.ts';
import type { SummaryPlan } from '../../protocol/hostRequests.ts';
import { parseModelId } from './modelId.ts';

/** What a person allows summaries to cost. */
export interface SpendingRules {
	/** By id, whether a paid model may write automatic summaries; absent: not decided yet. */
	readonly automaticModels: Readonly<Record<string, boolean>>;
	/** US dollars a day, over all windows; absent: no limit. */
	readonly dailyLimit?: number;
}

/** Whether a model may be asked for a summary. */
export type SpendingVerdict =
	| 'allowed'
	/** The person has not said whether it may write automatic summaries. */
	| 'undecided'
	/** The person wants no automatic summaries by it. */
	| 'declined'
	| 'over-limit';

/** Prices are per this many tokens. */
const priced = 1e6;

/** Decides over a paid model before anything of a summary is sent to it. What a person asks for needs no consent. */
export function spendingVerdict(
	plan: SummaryPlan,
	model: ModelTarget,
	{ automaticModels, dailyLimit }: SpendingRules,
): SpendingVerdict {
	const consent = needsConsent(plan, model) ? automaticModels[model.id] : true;
	if (consent === false) {
		return 'declined';
	}
	const expected = plan.spentToday + (estimatedCost(plan, model) ?? 0);
	if (dailyLimit !== undefined && (dailyLimit === 0 || expected > dailyLimit)) {
		return 'over-limit';
	}
	return consent === undefined ? 'undecided' : 'allowed';
}

/** What one request for a summary would cost, US dollars; undefined where no prices are known. */
export function estimatedCost(
	{ tokens }: SummaryPlan,
	{ prices }: ModelTarget,
): number | undefined {
	return prices === undefined
		? undefined
		: (tokens.input * prices.input + tokens.output * prices.output) / priced;
}

/** VS Code asks about its own models itself, and they are on a plan that is paid already. */
function needsConsent({ trigger }: SummaryPlan, { id }: ModelTarget): boolean {
	return trigger !== 'manual' && parseModelId(id)?.kind !== 'vscode';
}
