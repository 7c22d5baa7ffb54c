import { callModel, type CallServices } from './callModel.ts';
import { requestTokens, type Route } from './client.ts';
import type { Interrupts } from './interrupts.ts';
import { abortable } from './waiting.ts';
import type { ModelCalls, ModelTarget } from './modelCalls.ts';
import { ModelError } from './modelError.ts';
import { reclassifyBySize } from './providerErrors.ts';
import type { TaskPolicy } from './tasks.ts';

export interface TaskServices extends CallServices {
	/**
	 * How to reach a model now: keys and addresses may have changed since the last call.
	 * @throws {ModelError} when it is no longer known, or its key is missing.
	 */
	routeOf(target: ModelTarget): Promise<Route>;
}

/**
 * The calls of one auxiliary task under its policy.
 * @param interrupts Those of the turn and the service; each call adds the job's.
 */
export function taskCalls(
	services: TaskServices,
	policy: TaskPolicy,
	interrupts: Omit<Interrupts, 'job'>,
): ModelCalls {
	return {
		async call(target, request, signal, onText) {
			signal.throwIfAborted();
			const route = await routeInTime(services, target, policy, signal);
			try {
				return await callModel(services, {
					route,
					request,
					policy,
					interrupts: { ...interrupts, job: signal },
					...(onText === undefined ? {} : { onText }),
				});
			} catch (error) {
				throw error instanceof ModelError
					? reclassifyBySize(error, requestTokens(request), target.window)
					: error;
			}
		},
	};
}

/** Looking up keys and models may hang, so it has a time-out too. */
async function routeInTime(
	services: TaskServices,
	target: ModelTarget,
	{ timeouts }: TaskPolicy,
	signal: AbortSignal,
): Promise<Route> {
	const late = Promise.withResolvers<never>();
	const end = services.timers.after(timeouts.firstByte, () =>
		late.reject(
			new ModelError({
				kind: 'timeout',
				timeout: 'first-byte',
				message: `The key and address of ${target.id} could not be looked up within ${timeouts.firstByte / 1000} s.`,
			}),
		),
	);
	try {
		return await abortable(() => Promise.race([services.routeOf(target), late.promise]), signal);
	} finally {
		end();
	}
}
