import type { Route } from '../models/client.ts';
import { ClientPool } from '../models/clientPool.ts';
import type { Cooldowns } from '../models/cooldown.ts';
import { systemTime, systemTimers } from '../models/deadlines.ts';
import { ladderSummariser, type Summariser } from '../models/ladder.ts';
import { createOpenAiClient } from '../models/openai/client.ts';
import { describeKeyProblem, parseKey, Secret } from '../models/secret.ts';
import { taskCalls } from '../models/taskCalls.ts';
import { taskPolicies, type TaskPolicy } from '../models/tasks.ts';
import type { ModelArguments } from './arguments.ts';
import { UsageError } from './output.ts';

/**
 * The summariser of the command line, which begins with the model of a server; without a model, the built-in one.
 * @param window The model's window, tokens.
 * @param key The server's key; undefined: it needs none.
 * @returns The summariser, and a function that closes its connections.
 * @throws {UsageError} If the key is invalid.
 */
export function summariserFrom(
	model: ModelArguments | undefined,
	window: number,
	key: string | undefined,
): { readonly summariser: Summariser; readonly dispose: () => void } {
	const pool = new ClientPool(createOpenAiClient);
	const route = model && routeTo(model, key);
	let cooldowns: Cooldowns = {};
	const calls = taskCalls(
		{
			pool,
			timers: systemTimers,
			routeOf: () =>
				route === undefined
					? Promise.reject(new Error('There is no model.'))
					: Promise.resolve(route),
		},
		policyOf(model?.timeout),
		{},
	);
	const summariser = ladderSummariser({
		models: model ? { summary: { id: model.model, window, route: model.baseUrl } } : {},
		calls,
		...systemTime,
		learntWindows: new Map(),
		cooldowns: {
			get: () => cooldowns,
			set: (changed) => {
				cooldowns = changed;
			},
		},
	});
	return { summariser, dispose: () => pool.dispose() };
}

function routeTo({ api, baseUrl, model }: ModelArguments, key = ''): Route {
	const parsed = key.trim() === '' ? undefined : parseKey(key);
	if (parsed?.kind === 'invalid') {
		throw new UsageError(`PRECIS_API_KEY: ${describeKeyProblem(parsed.problem)}`);
	}
	return {
		provider: new URL(baseUrl).host,
		api,
		baseUrl,
		...(parsed === undefined ? {} : { credential: new Secret(parsed.key) }),
		model,
		streaming: true,
	};
}

/** @param timeout Replaces all time-outs of a request, milliseconds. */
function policyOf(timeout: number | undefined): TaskPolicy {
	const { compaction } = taskPolicies;
	return timeout === undefined
		? compaction
		: { ...compaction, timeouts: { total: timeout, firstByte: timeout, idle: timeout } };
}
