import { messageOf } from '../messages/errors.ts';
import { redact } from '../redaction/redact.ts';
import { nameOf, type ModelAnswer, type ModelRequest, type Route } from './client.ts';
import type { ClientLease, ClientPool } from './clientPool.ts';
import { Deadlines, type ExpiredTimeout, type Timers } from './deadlines.ts';
import { Interrupted, type Interrupts, maskTurn, onInterrupt } from './interrupts.ts';
import { ModelError } from './modelError.ts';
import type { TaskPolicy } from './tasks.ts';
import { abortable } from './waiting.ts';

/** One call to a model, with everything that may end it: a reply, a failure, a time-out, an interrupt. */

export interface CallServices {
	readonly pool: ClientPool;
	readonly timers: Timers;
}

/** One call of a model. */
export interface Call {
	readonly route: Route;
	readonly request: ModelRequest;
	readonly policy: TaskPolicy;
	readonly interrupts: Interrupts;
	/** Receives the reply's text piece by piece. */
	readonly onText?: (more: string) => void;
}

/**
 * Sends a request and waits for the whole reply. Ends exactly once: with the reply if it is complete, else with
 * whatever came first.
 * @throws {ModelError} when it failed or took too long. After a time-out or a broken connection the client has already
 * left the pool, so that the next call, of any task, gets a fresh one.
 * @throws {Interrupted} when it was stopped.
 */
export function callModel(services: CallServices, call: Call): Promise<ModelAnswer> {
	return call.policy.masksTurn ? maskTurn(() => run(services, call)) : run(services, call);
}

async function run({ pool, timers }: CallServices, call: Call): Promise<ModelAnswer> {
	const { route, policy } = call;
	/** Ends a call from outside: the first reason applies, whether or not the client observes the signal. */
	const ended = new AbortController();
	const { signal } = ended;
	const endInterrupts = onInterrupt(call.interrupts, (interrupt) => ended.abort(interrupt));
	const deadlines = new Deadlines(policy.timeouts, timers, (which) =>
		ended.abort(timeoutError(route, policy, which)),
	);
	const leasing = pool.lease(route);
	let lease: ClientLease | undefined;
	try {
		const { client } = (lease = await abortable(() => leasing, signal));
		return await abortable(
			() =>
				client.send(route, call.request, signal, (text) => {
					if (!signal.aborted) {
						deadlines.event();
						if (text !== undefined) {
							call.onText?.(text);
						}
					}
				}),
			signal,
		);
	} catch (error) {
		const failure = asFailure(error, route);
		if (failure instanceof ModelError && needsFreshClient(failure)) {
			lease?.evict();
		}
		throw failure;
	} finally {
		deadlines.stop();
		endInterrupts();
		ended.abort();
		// A client that arrives too late is released; if building it failed, there is nothing to free.
		leasing.then(
			(late) => late.release(),
			() => undefined,
		);
	}
}

/** Failures after which the same client must not be used again. */
function needsFreshClient({ failure }: ModelError): boolean {
	return failure.kind === 'timeout' || failure.kind === 'connection';
}

function asFailure(error: unknown, route: Route): ModelError | Interrupted {
	if (error instanceof ModelError || error instanceof Interrupted) {
		return error;
	}
	const cause = redact(messageOf(error));
	return new ModelError(
		{ kind: 'connection', message: `The call to ${nameOf(route)} broke off: ${cause}` },
		{ cause: error },
	);
}

function timeoutError(route: Route, policy: TaskPolicy, which: ExpiredTimeout): ModelError {
	const { total, firstByte, idle } = policy.timeouts;
	const [ms, what] = {
		total: [total, 'did not finish its reply'] as const,
		'first-byte': [firstByte, 'did not begin to reply'] as const,
		idle: [idle, 'stopped in the middle of its reply and sent nothing'] as const,
	}[which];
	return new ModelError({
		kind: 'timeout',
		timeout: which,
		message: `${nameOf(route)} ${what} within ${ms / 1000} s.`,
		advice: 'Try again, or allow more time in the settings.',
	});
}
