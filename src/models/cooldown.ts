import * as v from 'valibot';
import type { ModelTarget } from './modelCalls.ts';
import type { ModelFailure, ModelFailureKind } from './modelError.ts';

/**
 * How long a model is not called after a failure. One state per conversation, with an entry for each model that failed
 * there. An entry does not affect another model, another provider, or a new key. Pure; the state is plain data that
 * survives a reload. Times are milliseconds since the epoch.
 */

/** The scope of a cooldown: one model on one route. */
export function cooldownKey({ route, id }: Pick<ModelTarget, 'route' | 'id'>): string {
	return `${route} ${id}`;
}

/** Storage of a conversation's cooldowns. Neither method may throw. */
export interface CooldownHolder {
	get(): Cooldowns;
	set(cooldowns: Cooldowns): void;
}

/** Durations of cooldowns, milliseconds. */
const second = 1_000;
/** No key, a rejected key, no credit: only the user can change that. */
const unusable = 600 * second;
const transient = 60 * second;
const overloadLadder = [60 * second, 300 * second, 900 * second];

/** Maximum cooldown of a route, whatever a provider requests and even if the clock was set back. */
const maxCooldown = 24 * 3_600 * second;

/** An overload this long after the last cooldown ended starts a new ladder. */
const ladderMemory = 900 * second;

const reasons: Readonly<Record<ModelFailureKind, string>> = {
	timeout: 'no answer came in time',
	connection: 'the connection failed',
	authentication: 'the key was missing or refused',
	credit: 'the credit was used up',
	forbidden: 'access was refused',
	'not-available': 'it was not available',
	'context-too-long': 'the request was too long',
	'rate-limited': 'there were too many requests',
	overloaded: 'it was overloaded',
	'cut-off': 'its replies were cut off',
	server: 'the server failed',
	'bad-request': 'the request was refused',
};

const failureKind = v.picklist(Object.keys(reasons) as ModelFailureKind[]);

const cooldownSchema = v.object({
	/** End of the cooldown. */
	untilMs: v.pipe(v.number(), v.finite()),
	/** Consecutive overloads: the next step of the ladder. */
	ladderStep: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(overloadLadder.length - 1)),
	/** The failure that determined its end. */
	reason: failureKind,
	/** Failures that were reported to the user since the model last answered. */
	reported: v.pipe(v.array(failureKind), v.readonly()),
});

/** Validates {@link Cooldowns} from storage or another thread. */
export const cooldownsSchema = v.record(v.string(), cooldownSchema);

/** A model that is not called for a while. */
type Cooldown = Readonly<v.InferOutput<typeof cooldownSchema>>;

/** Cooldowns of a conversation by {@link cooldownKey}. */
export type Cooldowns = Readonly<Record<string, Cooldown>>;

/** Whether only the user can fix it: a key, credit, permission. */
export function needsPerson(kind: ModelFailureKind): boolean {
	return kind === 'authentication' || kind === 'credit' || kind === 'forbidden';
}

/**
 * Cooldowns after a model answered, or failed despite retries; the same object if nothing has changed.
 * @param onUnreported Called for a failure that only the user can fix and that was not reported to them before, once for all
 * models of a route.
 */
export function cooldownsAfter(
	before: Cooldowns,
	target: ModelTarget,
	failure: ModelFailure | undefined,
	nowMs: number,
	onUnreported: () => void,
): Cooldowns {
	const key = cooldownKey(target);
	const entry = before[key];
	if (failure === undefined) {
		const { [key]: _, ...others } = before;
		return entry === undefined ? before : others;
	}
	const after = cooldownAfter(entry, failure, nowMs);
	if (after === undefined) {
		return before;
	}
	const { kind } = failure;
	if (!needsPerson(kind) || wasReported(before, target, kind)) {
		return { ...before, [key]: after };
	}
	onUnreported();
	return { ...before, [key]: { ...after, reported: [...after.reported, kind] } };
}

/** Whether such a failure was reported to the user, for any model of the route. */
function wasReported(
	cooldowns: Cooldowns,
	{ route }: ModelTarget,
	kind: ModelFailureKind,
): boolean {
	return Object.entries(cooldowns).some(
		([key, { reported }]) =>
			key.startsWith(cooldownKey({ route, id: '' })) && reported.includes(kind),
	);
}

/**
 * The cooldown of a route after a failure that retries did not resolve. Never shorter than the current one. Failures of
 * one model or request do not affect the route.
 */
function cooldownAfter(
	before: Cooldown | undefined,
	{ kind, retryAfterMs = -1 }: ModelFailure,
	nowMs: number,
): Cooldown | undefined {
	const isOverload = kind === 'overloaded' || kind === 'rate-limited';
	const step =
		before === undefined || nowMs - before.untilMs > ladderMemory ? 0 : before.ladderStep;
	const requested = retryAfterMs >= 0 ? retryAfterMs : undefined;
	const usual = isOverload ? overloadLadder[step] : transient;
	// The failure concerns only one model or request, unless the provider specifies a wait.
	const duration = needsPerson(kind)
		? Math.max(unusable, requested ?? 0)
		: kind === 'context-too-long' || kind === 'bad-request'
			? undefined
			: (requested ?? (kind === 'not-available' ? undefined : usual));
	if (duration === undefined) {
		return before;
	}
	const untilMs = nowMs + Math.min(duration, maxCooldown);
	const isLonger = before !== undefined && remainingMs(before, nowMs) > untilMs - nowMs;
	return {
		untilMs: isLonger ? before.untilMs : untilMs,
		reason: isLonger ? before.reason : kind,
		ladderStep: isOverload ? Math.min(step + 1, overloadLadder.length - 1) : step,
		reported: before?.reported ?? [],
	};
}

/** Remaining milliseconds of a cooldown, 0 when it is over. */
function remainingMs({ untilMs }: Cooldown, nowMs: number): number {
	const rest = untilMs - nowMs;
	// After the clock was set back, the cooldown would not end.
	return rest > 0 && rest <= maxCooldown ? rest : 0;
}

/** Why a model is not called and for how much longer, as a sentence; undefined if it may be called. */
export function cooldownReason(
	cooldowns: Cooldowns,
	target: ModelTarget,
	nowMs: number,
): string | undefined {
	const cooldown = cooldowns[cooldownKey(target)];
	const rest = cooldown === undefined ? 0 : remainingMs(cooldown, nowMs);
	if (cooldown === undefined || rest === 0) {
		return undefined;
	}
	const seconds = Math.ceil(rest / second);
	const minutes = Math.ceil(seconds / 60);
	const time =
		seconds < 90
			? counted(seconds, 'second')
			: minutes < 90
				? counted(minutes, 'minute')
				: counted(Math.ceil(minutes / 60), 'hour');
	return `Not called for another ${time}: last time ${reasons[cooldown.reason]}.`;
}

function counted(count: number, unit: string): string {
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
