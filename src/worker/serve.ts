import { Interrupted } from '../models/interrupts.ts';
import type { ModelCalls } from '../models/modelCalls.ts';
import type { Progress } from '../protocol/progress.ts';
import type {
	FromWorker,
	ToWorker,
	WorkerFailure,
	WorkerMethod,
	WorkerRequests,
} from '../protocol/worker.ts';
import { HostCalls } from './hostCalls.ts';

/** What a method gets beside its parameters. */
export interface WorkerCall {
	/** Aborted when the requester cancels. What is already committed stays committed. */
	readonly signal: AbortSignal;
	/** Tells the requester where the work stands. */
	readonly progress: (progress: Progress) => void;
	/** Models, as the requester calls them for this request. */
	readonly models: ModelCalls;
}

/**
 * What the worker thread does, one method per request. A rejection reaches the requester with its
 * `code` (when the error has one) and message.
 */
export type WorkerService = {
	readonly [Method in WorkerMethod]: (
		parameters: WorkerRequests[Method]['parameters'],
		call: WorkerCall,
	) => Promise<WorkerRequests[Method]['result']>;
};

/** The worker's end of the channel; `parentPort` is one. */
export interface ServicePort {
	postMessage(message: FromWorker): void;
	on(event: 'message', listener: (message: ToWorker) => void): unknown;
}

/** Answers every request on the port exactly once. */
export function serve(port: ServicePort, service: WorkerService): void {
	const running = new Map<number, AbortController>();
	const calls = new HostCalls((message) => port.postMessage(message));

	async function answer(request: Extract<ToWorker, { type: 'request' }>): Promise<void> {
		const { id, method, parameters } = request;
		const controller = new AbortController();
		running.set(id, controller);
		try {
			const run = service[method] as (parameters: unknown, call: WorkerCall) => Promise<unknown>;
			const result = await run(parameters, {
				signal: controller.signal,
				progress: (progress) => port.postMessage({ type: 'progress', id, progress }),
				models: calls.callsFor(id),
			});
			port.postMessage({ type: 'result', id, result });
		} catch (error) {
			const failure = toFailure(error, controller.signal.aborted);
			port.postMessage({ type: 'failure', id, failure });
		} finally {
			running.delete(id);
		}
	}

	port.on('message', (message) => {
		switch (message.type) {
			case 'cancel':
				running.get(message.id)?.abort();
				return;
			case 'call-ended':
				calls.ended(message.call, message.outcome);
				return;
			case 'request':
				// Never rejects: a failure is an answer.
				void answer(message);
		}
	});
}

function toFailure(error: unknown, cancelled: boolean): WorkerFailure {
	const message = error instanceof Error ? error.message : String(error);
	const stack = error instanceof Error ? error.stack : undefined;
	const code = cancelled || error instanceof Interrupted ? 'cancelled' : codeOf(error);
	return stack === undefined ? { code, message } : { code, message, stack };
}

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error && typeof error.code === 'string'
		? error.code
		: 'internal';
}
