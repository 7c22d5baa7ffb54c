import {
	cooldownKey,
	needsPerson,
	withFailure,
	withSuccess,
	withTold,
	type Cooldowns,
} from './cooldown.ts';
import type { ModelTarget } from './modelCalls.ts';
import type { ModelFailure, ModelFailureKind } from './modelError.ts';

/** What was learnt about a route: it answered, or it failed and trying again did not help. */
export interface RouteNews {
	readonly target: ModelTarget;
	readonly failure?: ModelFailure;
	/** Index of the try that failed, among those of the summary. */
	readonly attempt?: number;
	/** Milliseconds since the epoch. */
	readonly atMs: number;
}

/** What follows from news of routes. */
export interface Lessons {
	/** The same object where nothing has changed. */
	readonly cooldowns: Cooldowns;
	/** Failures only a person can mend, of which the person was not told before. */
	readonly untold: readonly RouteNews[];
}

/** Whether the person knows of such a failure, of whichever model of the route. */
export function wasToldOf(
	cooldowns: Cooldowns,
	{ route }: ModelTarget,
	kind: ModelFailureKind,
): boolean {
	return Object.entries(cooldowns).some(
		([key, { told }]) => key.startsWith(cooldownKey({ route, id: '' })) && told.includes(kind),
	);
}

/**
 * Cooldowns after the news, which come in the order they happened.
 * @param isTold Whether the person knows of such a failure of a route.
 */
export function lessonsOf(
	before: Cooldowns,
	news: readonly RouteNews[],
	isTold: typeof wasToldOf = wasToldOf,
): Lessons {
	let cooldowns = before;
	const untold: RouteNews[] = [];
	for (const one of news) {
		const { failure, target, atMs } = one;
		const key = cooldownKey(target);
		if (failure === undefined) {
			cooldowns = withSuccess(cooldowns, key);
			continue;
		}
		cooldowns = withFailure(cooldowns, key, failure, atMs);
		const isAmong = untold.some(
			(other) => other.failure?.kind === failure.kind && other.target.route === target.route,
		);
		if (needsPerson(failure.kind) && !isAmong && !isTold(cooldowns, target, failure.kind)) {
			untold.push(one);
			cooldowns = withTold(cooldowns, key, failure.kind);
		}
	}
	return { cooldowns, untold };
}
