import type { ModelFailureKind } from '../../../src/models/modelError.ts';
import { assistant, call, logOf, prose, result, user } from '../../support/logs.ts';
import { mainModel, summaryModel, type Scripted } from '../../support/scriptedCalls.ts';
import { goodReply, requestOf } from '../summary/requests.ts';

/** A conversation that is worth a summary, for tests of the ladder. */
export const request = requestOf(
	logOf(
		user('Write a parser'),
		assistant(prose(9_000), call('a', 'Write')),
		result('a', prose(20_000)),
		user('Now add tests'),
		assistant(prose(3_000)),
	),
);

/** A reply that is accepted. */
export const good: Scripted = { content: goodReply(), finishReason: 'stop' };

/** A reply that goes on with the conversation instead of summarising it. */
export const chat: Scripted = { content: 'I added the tests.', finishReason: 'stop' };

/** A summary model and a main model behind the same address and key. */
export const sameRoute = { models: { summary: summaryModel, main: mainModel } };

/** A request that fails. @param retryAfterMs How long the provider asks to wait. */
export function fails(kind: ModelFailureKind, retryAfterMs?: number): Scripted {
	return retryAfterMs === undefined ? { fails: kind } : { fails: kind, retryAfterMs };
}
