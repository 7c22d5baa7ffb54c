import type { ModelTarget } from '../../models/modelCalls.ts';
import type { SummaryModels, SummaryPlan } from '../../protocol/hostRequests.ts';

/** What a person allows summaries to cost. */
export interface SpendingRules {
	/** Asks before a paid model writes a summary that nobody asked for. */
	readonly askFirst: boolean;
	/** US dollars a day, over all windows; absent: no limit. */
	readonly dailyLimit?: number;
}

/** Whether the models of a summary may be asked. US dollars. */
export type SpendingVerdict =
	| { readonly kind: 'allowed' }
	| { readonly kind: 'ask-first'; readonly model: string; readonly estimate?: number }
	| {
			readonly kind: 'over-limit';
			readonly model: string;
			readonly spent: number;
			readonly limit: number;
	  };

/** Tokens a price is stated for. */
const priced = 1e6;

/**
 * Decides over a summary before anything of it is sent.
 * @param isPaid Whether a model costs money.
 */
export function spendingVerdict(
	{ trigger, tokens, spentToday }: SummaryPlan,
	models: SummaryModels,
	{ askFirst, dailyLimit }: SpendingRules,
	isPaid: (target: ModelTarget) => boolean,
): SpendingVerdict {
	const paid = [models.summary, models.main].find(
		(target) => target !== undefined && isPaid(target),
	);
	if (paid === undefined) {
		return { kind: 'allowed' };
	}
	const estimate = estimatedCost(paid, tokens);
	if (dailyLimit !== undefined && (dailyLimit === 0 || spentToday + (estimate ?? 0) > dailyLimit)) {
		return { kind: 'over-limit', model: paid.id, spent: spentToday, limit: dailyLimit };
	}
	// What cannot be counted cannot be limited: then the person decides.
	const asks = askFirst || (dailyLimit !== undefined && estimate === undefined);
	return asks && trigger !== 'manual'
		? { kind: 'ask-first', model: paid.id, ...(estimate === undefined ? {} : { estimate }) }
		: { kind: 'allowed' };
}

/** The models that cost nothing: for a summary on which nothing may be spent. */
export function withoutPaid(
	{ summary, main, ...rest }: SummaryModels,
	isPaid: (target: ModelTarget) => boolean,
): SummaryModels {
	return {
		...rest,
		...(summary === undefined || isPaid(summary) ? {} : { summary }),
		...(main === undefined || isPaid(main) ? {} : { main }),
	};
}

/** What one request would cost; undefined where no prices are known. */
function estimatedCost(
	{ prices }: ModelTarget,
	{ input, output }: SummaryPlan['tokens'],
): number | undefined {
	return prices === undefined
		? undefined
		: (input * prices.input + output * prices.output) / priced;
}
