import { setTimeout as wait } from 'node:timers/promises';
import type { Route } from '../models/client.ts';
import { ClientPool } from '../models/clientPool.ts';
import type { Cooldowns } from '../models/cooldown.ts';
import { systemTimers } from '../models/deadlines.ts';
import { ladderSummariser } from '../models/ladder.ts';
import type { ModelTarget } from '../models/modelCalls.ts';
import { createOpenAiClient } from '../models/openai/openAiClient.ts';
import { Secret } from '../models/secret.ts';
import type { Summariser } from '../models/summariser.ts';
import { taskCalls } from '../models/taskCalls.ts';
import { taskPolicies, type TaskPolicy } from '../models/tasks.ts';
import type { ModelArguments } from './arguments.ts';

/** The summarisers of the command line, and what they hold open. */
export interface CommandLineSummariser {
	readonly summariser: Summariser;
	dispose(): void;
}

/**
 * The ladder over the models of one server; without any, the built-in summariser alone.
 * @param window Tokens of the models' windows.
 * @param key Of the server; absent: it asks for none.
 * @param tell Gets what a person has to mend: a key, credit.
 */
export function summariserFrom(
	models: ModelArguments | undefined,
	window: number,
	key: string | undefined,
	tell: (message: string) => void,
): CommandLineSummariser {
	const pool = new ClientPool(createOpenAiClient);
	let cooldowns: Cooldowns = {};
	const routes = new Map<string, Route>();

	function target(model: string | undefined, server: ModelArguments): ModelTarget | undefined {
		if (model === undefined) {
			return undefined;
		}
		routes.set(model, {
			provider: new URL(server.baseUrl).host,
			api: server.api,
			baseUrl: server.baseUrl,
			...(key === undefined || key === '' ? {} : { credential: new Secret(key) }),
			model,
			streaming: true,
		});
		return { id: model, window, route: server.baseUrl };
	}

	const summary = models && target(models.model, models);
	const main = models && target(models.mainModel, models);
	const calls = taskCalls(
		{
			pool,
			timers: systemTimers,
			routeOf: ({ id }) => {
				const route = routes.get(id);
				return route === undefined
					? Promise.reject(new Error(`There is no model "${id}".`))
					: Promise.resolve(route);
			},
		},
		policyOf(models?.timeout),
		{},
	);
	const summariser = ladderSummariser({
		models: {
			...(summary === undefined ? {} : { summary }),
			...(main === undefined ? {} : { main }),
		},
		calls,
		clock: { monotonic: () => performance.now(), epoch: Date.now },
		wait: async (ms, signal) => {
			await wait(ms, undefined, { signal });
		},
		cooldowns: {
			get: () => cooldowns,
			set: (changed) => {
				cooldowns = changed;
			},
		},
		onPersonNeeded: ({ message, advice }) =>
			tell(advice === undefined ? message : `${message} ${advice}`),
	});
	return { summariser, dispose: () => pool.dispose() };
}

/** @param timeout Milliseconds of a request; where a person states them they hold for all of it. */
function policyOf(timeout: number | undefined): TaskPolicy {
	const { compaction } = taskPolicies;
	return timeout === undefined
		? compaction
		: { ...compaction, timeouts: { total: timeout, firstByte: timeout, idle: timeout } };
}
