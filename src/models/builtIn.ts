import { builtIn, summariseBuiltIn } from '../summary/builtIn.ts';
import type { Summariser } from './summariser.ts';

/**
 * The built-in summariser behind the interface all summarisers share.
 * @param now Milliseconds of a clock that does not run backwards.
 */
export function builtInSummariser(now: () => number): Summariser {
	return {
		summarise(request, signal) {
			signal.throwIfAborted();
			const started = now();
			const draft = summariseBuiltIn(request);
			const ms = Math.round(now() - started);
			return Promise.resolve({
				draft,
				identity: builtIn,
				attempts: [{ rung: 'built-in', outcome: 'ok', ms }],
			});
		},
	};
}
