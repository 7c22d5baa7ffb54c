import { describeKeyProblem, parseKey } from '../models/secret.ts';
import type { Route } from '../models/client.ts';
import { ClientPool } from '../models/clientPool.ts';
import type { Cooldowns } from '../models/cooldown.ts';
import { systemTimers } from '../models/deadlines.ts';
import { ladderSummariser, type Summariser } from '../models/ladder.ts';
import type { ModelTarget } from '../models/modelCalls.ts';
import { createOpenAiClient } from '../models/openai/client.ts';
import { Secret } from '../models/secret.ts';
import { systemTime } from '../models/deadlines.ts';
import { taskCalls } from '../models/taskCalls.ts';
import { taskPolicies, type TaskPolicy } from '../models/tasks.ts';
import type { ModelArguments } from './arguments.ts';
import { UsageError } from './parsedArguments.ts';

/** The summarisers of the command line, and what they hold open. */
export interface CommandLineSummariser {
	readonly summariser: Summariser;
	dispose(): void;
}

/**
 * The ladder over the models of one server; without any, the built-in summariser alone.
 * @param window Tokens of the models' windows.
 * @param key Of the server; absent: it asks for none.
 * @throws {UsageError} when the key is none.
 */
export function summariserFrom(
	models: ModelArguments | undefined,
	window: number,
	key: string | undefined,
): CommandLineSummariser {
	const credential = models === undefined ? undefined : credentialOf(key);
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
			...(credential === undefined ? {} : { credential }),
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

function credentialOf(key: string | undefined): Secret | undefined {
	if (key === undefined || key.trim() === '') {
		return undefined;
	}
	const parsed = parseKey(key);
	if (parsed.kind === 'invalid') {
		throw new UsageError(`PRECIS_API_KEY: ${describeKeyProblem(parsed.problem)}`);
	}
	return new Secret(parsed.key);
}

/** @param timeout Milliseconds of a request; where a person states them they hold for all of it. */
function policyOf(timeout: number | undefined): TaskPolicy {
	const { compaction } = taskPolicies;
	return timeout === undefined
		? compaction
		: { ...compaction, timeouts: { total: timeout, firstByte: timeout, idle: timeout } };
}
