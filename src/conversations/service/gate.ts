import type { ContextSize } from '../../compaction/contextSize.ts';
import { isResting, preflight, type ThrashGuard } from '../../compaction/policy.ts';
import { pays, type CompactionCost } from '../../compaction/cost/compactionCost.ts';
import { thresholdsOf } from '../../compaction/thresholds.ts';
import { overheadOf, type CompactionSettings } from '../../compaction/budgets.ts';

/** What decides whether a request is sent as it is. */
export interface GateInput {
	readonly size: ContextSize;
	readonly settings: CompactionSettings;
	readonly guard: ThrashGuard;
	/** Automatic attempts this turn has made. */
	readonly attempts: number;
	readonly paused: boolean;
	/** After an undo: the size at which automatic compaction goes on, tokens. */
	readonly restsUntil: number | undefined;
}

/** What to do before a request is sent. */
export type Decision =
	| { readonly action: 'send' }
	| { readonly action: 'compact-in-background' }
	/** `forced`: it rested, but the window is full. */
	| { readonly action: 'compact-first'; readonly forced: boolean }
	| { readonly action: 'send-over-threshold'; readonly reason: OverThreshold };

/** Why a context is sent although it is over the hard threshold. */
export type OverThreshold = 'not-helping' | 'attempts-used' | 'paused' | 'resting';

/** Share of the window a context has to grow by before an undone compaction is made again. */
const restShare = 0.1;

/** Until which size automatic compaction rests when a context of this size was restored. Tokens. */
export function restAfter(tokens: number, settings: CompactionSettings): number {
	return Math.ceil(tokens + restShare * settings.window);
}

/**
 * Whether a conversation is compacted while nobody waits for an answer: where a compaction is due, or
 * pays before it is. In constant time.
 */
export function isDueBetweenTasks(input: GateInput, cost: CompactionCost): boolean {
	const decision = decide(input);
	if (decision.action !== 'send') {
		return decision.action !== 'send-over-threshold';
	}
	const { size, settings, guard, paused, restsUntil = 0 } = input;
	return (
		size.kind === 'measured' &&
		!paused &&
		size.tokens >= restsUntil &&
		!isResting(guard, size.tokens - overheadOf(settings)) &&
		pays(cost)
	);
}

/** Decides in constant time; the rules of a pause and of a rest lie around those of the policy. */
export function decide(input: GateInput): Decision {
	const { size, settings, guard, attempts, paused, restsUntil } = input;
	const overhead = overheadOf(settings);
	const verdict = preflight(size, thresholdsOf(settings), guard, attempts, overhead);
	if (verdict.action === 'send') {
		return verdict;
	}
	if (paused) {
		return { action: 'send-over-threshold', reason: 'paused' };
	}
	if (verdict.action === 'send-over-threshold') {
		return verdict;
	}
	if (restsUntil === undefined || size.kind === 'pending' || size.tokens >= restsUntil) {
		return verdict.action === 'compact-first' ? { ...verdict, forced: false } : verdict;
	}
	return size.tokens >= settings.window - settings.reservedReply
		? { action: 'compact-first', forced: true }
		: { action: 'send-over-threshold', reason: 'resting' };
}
