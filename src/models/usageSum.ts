import type { SummaryUsage } from '../summary/writtenSummary.ts';
import type { TokenUsage } from './client.ts';
import type { ModelTarget } from './modelCalls.ts';

/** Tokens a price is stated for. */
const priced = 1e6;

/** Adds up what the requests for one summary used, whichever models answered them. */
export class UsageSum {
	#requests = 0;
	#reported = 0;
	#input = 0;
	#output = 0;
	#cached: number | undefined;
	/** Undefined as soon as one request's is not known: less than the whole would mislead. */
	#cost: number | undefined = 0;

	/** A request was answered. */
	add(target: ModelTarget, usage: TokenUsage | undefined): void {
		this.#requests += 1;
		const cost = usage === undefined ? undefined : costOf(target, usage);
		this.#cost = this.#cost === undefined || cost === undefined ? undefined : this.#cost + cost;
		if (usage === undefined) {
			return;
		}
		this.#reported += 1;
		this.#input += usage.inputTokens;
		this.#output += usage.outputTokens;
		if (usage.cachedTokens !== undefined) {
			this.#cached = (this.#cached ?? 0) + usage.cachedTokens;
		}
	}

	/** Absent when no model answered, or none reported. */
	get total(): SummaryUsage | undefined {
		if (this.#reported === 0) {
			return undefined;
		}
		return {
			requests: this.#requests,
			inputTokens: this.#input,
			outputTokens: this.#output,
			...(this.#cached === undefined ? {} : { cachedTokens: this.#cached }),
			...(this.#cost === undefined ? {} : { cost: this.#cost }),
		};
	}
}

/** US dollars: as the provider says, else by the prices a person stated; undefined: not known. */
export function costOf({ prices }: ModelTarget, usage: TokenUsage): number | undefined {
	if (usage.cost !== undefined || prices === undefined) {
		return usage.cost;
	}
	return (usage.inputTokens * prices.input + usage.outputTokens * prices.output) / priced;
}
