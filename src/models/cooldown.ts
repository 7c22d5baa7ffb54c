import * as v from 'valibot';
import type { ModelTarget } from './modelCalls.ts';
import type { ModelFailure, ModelFailureKind } from './modelError.ts';

/**
 * How long a model is left alone after a failure. One state per conversation, with an entry for each
 * model that failed there: another model, another provider, or a new key, is not held back by it. Pure;
 * the state is plain data that survives a reload. Times are milliseconds since the epoch.
 */

/** What a cooldown holds back: one model on one route. */
export function cooldownKey({ route, id }: Pick<ModelTarget, 'route' | 'id'>): string {
	return `${route} ${id}`;
}

/** Where a conversation keeps its cooldowns. Neither method may throw. */
export interface CooldownHolder {
	get(): Cooldowns;
	set(cooldowns: Cooldowns): void;
}

/** Durations: behaviour, *Failing*. Milliseconds. */
const second = 1_000;
/** No key, a refused one, no credit: nothing changes before a person does something. */
const unusable = 600 * second;
const transient = 60 * second;
const overloadLadder = [60 * second, 300 * second, 900 * second];

/** No provider's wish and no clock that was set back holds a route longer than this. */
const longest = 24 * 3_600 * second;

/** An overload this long after the last cooldown ended begins a ladder of its own. */
const ladderMemory = 900 * second;

/** Routes a conversation remembers. */
const mostRoutes = 16;

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
	/** Overloads in a row: which step of the ladder comes next. */
	ladderStep: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(overloadLadder.length - 1)),
	/** The failure that decided its end. */
	reason: failureKind,
	/** What the person was told of since the model last answered. */
	told: v.pipe(v.array(failureKind), v.readonly()),
});

/** {@link Cooldowns} at a border. */
export const cooldownsSchema = v.record(v.string(), cooldownSchema);

/** A model that is left alone. */
export type Cooldown = Readonly<v.InferOutput<typeof cooldownSchema>>;

/** Cooldowns of a conversation by {@link cooldownKey}. */
export type Cooldowns = Readonly<Record<string, Cooldown>>;

/** Whether only a person can mend it: a key, credit, permission. */
export function needsPerson(kind: ModelFailureKind): boolean {
	return kind === 'authentication' || kind === 'credit' || kind === 'forbidden';
}

/**
 * The cooldown of a route after a failure that was not mended by trying again. Never shorter than the
 * one it had. Failures of one model or request leave the route as it was.
 */
export function cooldownAfter(
	before: Cooldown | undefined,
	failure: ModelFailure,
	nowMs: number,
): Cooldown | undefined {
	const step = ladderStep(before, nowMs);
	const asked = retryAfter(failure);
	const duration = durationOf(failure.kind, asked, step);
	if (duration === undefined) {
		return before;
	}
	const untilMs = nowMs + Math.min(duration, longest);
	const held = before !== undefined && remainingMs(before, nowMs) > untilMs - nowMs;
	return {
		untilMs: held ? before.untilMs : untilMs,
		reason: held ? before.reason : failure.kind,
		ladderStep: isOverload(failure.kind) ? Math.min(step + 1, overloadLadder.length - 1) : step,
		told: before?.told ?? [],
	};
}

function ladderStep(before: Cooldown | undefined, nowMs: number): number {
	return before === undefined || nowMs - before.untilMs > ladderMemory ? 0 : before.ladderStep;
}

function isOverload(kind: ModelFailureKind): boolean {
	return kind === 'overloaded' || kind === 'rate-limited';
}

function durationOf(
	kind: ModelFailureKind,
	asked: number | undefined,
	step: number,
): number | undefined {
	switch (kind) {
		case 'authentication':
		case 'credit':
		case 'forbidden':
			return Math.max(unusable, asked ?? 0);
		case 'timeout':
		case 'connection':
		case 'cut-off':
		case 'server':
			return asked ?? transient;
		case 'overloaded':
		case 'rate-limited':
			return asked ?? overloadLadder[step] ?? transient;
		case 'not-available':
			// Of this model only, unless the provider says when to come back.
			return asked;
		case 'context-too-long':
		case 'bad-request':
			return undefined;
	}
}

function retryAfter({ retryAfterMs }: ModelFailure): number | undefined {
	return retryAfterMs === undefined || !(retryAfterMs >= 0) ? undefined : retryAfterMs;
}

/** Milliseconds a cooldown still lasts, 0 when it is over. */
export function remainingMs(cooldown: Cooldown | undefined, nowMs: number): number {
	const rest = cooldown === undefined ? 0 : cooldown.untilMs - nowMs;
	// A clock that was set back would make it endless.
	return rest > 0 && rest <= longest ? rest : 0;
}

/** Why a route is left alone and for how much longer, as a sentence. */
export function describeCooldown(cooldown: Cooldown, nowMs: number): string {
	const seconds = Math.ceil(remainingMs(cooldown, nowMs) / second);
	const minutes = Math.ceil(seconds / 60);
	const time =
		seconds < 90
			? counted(seconds, 'second')
			: minutes < 90
				? counted(minutes, 'minute')
				: counted(Math.ceil(minutes / 60), 'hour');
	return `Not asked for another ${time}: last time ${reasons[cooldown.reason]}.`;
}

function counted(count: number, unit: string): string {
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The state after a failure on a route. */
export function withFailure(
	cooldowns: Cooldowns,
	route: string,
	failure: ModelFailure,
	nowMs: number,
): Cooldowns {
	const cooldown = cooldownAfter(entryOf(cooldowns, route), failure, nowMs);
	return cooldown === undefined ? cooldowns : withEntry(cooldowns, route, cooldown);
}

/** The state after a reply came over a route. */
export function withSuccess(cooldowns: Cooldowns, route: string): Cooldowns {
	return entryOf(cooldowns, route) === undefined
		? cooldowns
		: Object.fromEntries(Object.entries(cooldowns).filter(([name]) => name !== route));
}

/** The state after the person was told of a failure that {@link withFailure} has recorded. */
export function withTold(cooldowns: Cooldowns, route: string, kind: ModelFailureKind): Cooldowns {
	const cooldown = entryOf(cooldowns, route);
	return cooldown === undefined || cooldown.told.includes(kind)
		? cooldowns
		: withEntry(cooldowns, route, { ...cooldown, told: [...cooldown.told, kind] });
}

/** The cooldown of a route, if it has one. */
export function entryOf(cooldowns: Cooldowns, route: string): Cooldown | undefined {
	return Object.hasOwn(cooldowns, route) ? cooldowns[route] : undefined;
}

/** Adds an entry; beyond {@link mostRoutes} those that ended first are forgotten. */
function withEntry(cooldowns: Cooldowns, route: string, cooldown: Cooldown): Cooldowns {
	const others = Object.entries(cooldowns)
		.filter(([name]) => name !== route)
		.sort(([, a], [, b]) => b.untilMs - a.untilMs)
		.slice(0, mostRoutes - 1);
	return Object.fromEntries([...others, [route, cooldown]]);
}
