import { StoreError } from '../conversations/store/storeError.ts';
import { Interrupted } from '../models/interrupts.ts';
import type { Progress } from '../protocol/progress.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import type { WorkerMethod, WorkerRequests } from '../protocol/workerRequests.ts';
import type { FromWorker, ToWorker, WorkerFailure } from '../protocol/worker.ts';
import type { HostQuestions } from './hostQuestions.ts';

/** What a method gets beside its parameters. */
export interface WorkerCall {
	/** Aborted when the requester cancels. What is already committed stays committed. */
	readonly signal: AbortSignal;
	/** Tells the requester where the work stands. */
	readonly progress: (progress: Progress) => void;
}

/**
 * What the worker thread does, one method per request. A rejection reaches the requester with its
 * `code` (when the error has one) and message.
 */
export type WorkerMethods = {
	readonly [Method in WorkerMethod]: (
		parameters: WorkerRequests[Method]['parameters'],
		call: WorkerCall,
	) => Promise<WorkerRequests[Method]['result']>;
};

/** The worker beyond its methods. */
export interface WorkerService {
	readonly methods: WorkerMethods;
	/** Settings of the person, before the first request and whenever they have changed. */
	readonly configure: (settings: WorkerSettings) => void;
	/** Ends everything that runs, and closes what is open. Never rejects. */
	readonly shutDown: () => Promise<void>;
}

/** The worker's end of the channel; `parentPort` is one. */
export interface ServicePort {
	postMessage(message: FromWorker): void;
	on(event: 'message', listener: (message: ToWorker) => void): unknown;
	close(): void;
}

/** Answers every request on the port exactly once. */
export function serve(port: ServicePort, service: WorkerService, questions: HostQuestions): void {
	const running = new Map<number, AbortController>();

	async function answer(request: Extract<ToWorker, { type: 'request' }>): Promise<void> {
		const { id, method, parameters } = request;
		const controller = new AbortController();
		running.set(id, controller);
		try {
			const run = service.methods[method] as (
				parameters: unknown,
				call: WorkerCall,
			) => Promise<unknown>;
			const result = await run(parameters, {
				signal: controller.signal,
				progress: (progress) => port.postMessage({ type: 'progress', id, progress }),
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
			case 'settings':
				service.configure(message.settings);
				return;
			case 'answer':
				questions.answered(message.ask, message.outcome);
				return;
			case 'shut-down':
				void service.shutDown().finally(() => port.close());
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
	if (error instanceof StoreError) {
		return error.kind === 'not-found' ? 'unknown-conversation' : 'store';
	}
	return error instanceof Error && 'code' in error && typeof error.code === 'string'
		? error.code
		: 'internal';
}
