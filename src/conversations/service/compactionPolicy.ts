import type { ContextSize } from '../../compaction/contextSize.ts';
import { isResting, type ThrashGuard } from '../../compaction/thrashGuard.ts';
import { paysOff, type CompactionCost } from '../../compaction/cost/compactionCost.ts';
import { thresholdsOf } from '../../compaction/thresholds.ts';
import { overheadOf, type CompactionSettings } from '../../compaction/budgets.ts';

/** Inputs for deciding whether to compact before a request. */
export interface PolicyInput {
	readonly size: ContextSize;
	readonly settings: CompactionSettings;
	readonly guard: ThrashGuard;
	/** Automatic attempts in this turn. */
	readonly attempts: number;
	readonly paused: boolean;
	/** After an undo: the size at which automatic compaction resumes, tokens. */
	readonly restsUntil: number | undefined;
}

/** What to do before a request is sent. */
export type Decision =
	| { readonly action: 'send' }
	| { readonly action: 'compact-in-background' }
	/** `forced`: automatic compaction was resting, but the window is full. */
	| { readonly action: 'compact-first'; readonly forced: boolean }
	| { readonly action: 'send-over-threshold'; readonly reason: OverThreshold };

/** Why a context is sent although it exceeds the hard threshold. */
export type OverThreshold = 'not-helping' | 'attempts-used' | 'paused' | 'resting';

/** Growth, as a share of the window, before an undone compaction is repeated. */
const restShare = 0.1;

/** The size until which automatic compaction rests after a context of this size was restored. Tokens. */
export function restAfter(tokens: number, settings: CompactionSettings): number {
	return Math.ceil(tokens + restShare * settings.window);
}

/**
 * Whether to compact while no request is being answered: if a compaction is due, or if it pays off earlier. In constant
 * time.
 */
export function isDueBetweenTasks(input: PolicyInput, cost: CompactionCost): boolean {
	const decision = decideCompaction(input);
	if (decision.action !== 'send') {
		return decision.action !== 'send-over-threshold';
	}
	return mayCompact(input) && paysOff(cost);
}

/** Whether an optional compaction is allowed. In constant time. */
export function mayCompact({
	size,
	settings,
	guard,
	paused,
	restsUntil = 0,
}: PolicyInput): boolean {
	return (
		size.kind !== 'pending' &&
		!paused &&
		size.tokens >= restsUntil &&
		!isResting(guard, size.tokens - overheadOf(settings))
	);
}

/** Automatic attempts within one turn, at most. */
const attemptsPerTurn = 3;

/** Decides in constant time. A pending size triggers no compaction. */
export function decideCompaction(input: PolicyInput): Decision {
	const { size, settings, guard, attempts, paused, restsUntil = 0 } = input;
	const { soft, hard } = thresholdsOf(settings);
	if (size.kind === 'pending' || size.tokens < soft) {
		return { action: 'send' };
	}
	const over = (reason: OverThreshold): Decision => ({ action: 'send-over-threshold', reason });
	if (paused) {
		return over('paused');
	}
	if (isResting(guard, size.tokens - overheadOf(settings))) {
		return over('not-helping');
	}
	if (attempts >= attemptsPerTurn) {
		return over('attempts-used');
	}
	if (size.tokens < restsUntil) {
		return size.tokens >= settings.window - settings.reservedReply
			? { action: 'compact-first', forced: true }
			: over('resting');
	}
	return size.tokens < hard
		? { action: 'compact-in-background' }
		: { action: 'compact-first', forced: false };
}

/** Below this share of the hard threshold a finished background result is no longer needed. */
const stillNeededRatio = 0.65;

/**
 * Whether a finished background compaction is still needed at a turn's boundary; if not, the user may apply it.
 * @param before Tokens of the context it was made for.
 */
export function isStillNeeded(
	size: ContextSize,
	settings: CompactionSettings,
	before: number,
): boolean {
	return size.tokens >= stillNeededRatio * Math.min(before, thresholdsOf(settings).hard);
}
