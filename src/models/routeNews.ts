import {
	needsPerson,
	wasTold,
	withFailure,
	withSuccess,
	withTold,
	type Cooldowns,
} from './cooldown.ts';
import type { ModelTarget } from './modelCalls.ts';
import type { ModelFailure } from './modelError.ts';

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

/**
 * Cooldowns after the news, which come in the order they happened.
 * @param isTold Whether the person knows of such a failure of a route.
 */
export function lessonsOf(
	before: Cooldowns,
	news: readonly RouteNews[],
	isTold: typeof wasTold = wasTold,
): Lessons {
	let cooldowns = before;
	const untold: RouteNews[] = [];
	for (const one of news) {
		const { failure, atMs } = one;
		const { route } = one.target;
		if (failure === undefined) {
			cooldowns = withSuccess(cooldowns, route);
			continue;
		}
		cooldowns = withFailure(cooldowns, route, failure, atMs);
		if (needsPerson(failure.kind) && !isTold(cooldowns, route, failure.kind)) {
			untold.push(one);
			cooldowns = withTold(cooldowns, route, failure.kind);
		}
	}
	return { cooldowns, untold };
}
