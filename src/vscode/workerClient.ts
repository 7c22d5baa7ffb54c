import type { ModelCalls } from '../models/modelCalls.ts';
import type { Progress } from '../protocol/progress.ts';
import type { FromWorker, ToWorker, WorkerMethod, WorkerRequests } from '../protocol/worker.ts';
import { WorkerCalls } from './workerCalls.ts';
import { WorkerError, workerCodes } from './workerError.ts';

/** The host's end of the channel to a worker thread. */
export interface WorkerPort {
	postMessage(message: ToWorker): void;
	onMessage(listener: (message: FromWorker) => void): void;
	/** Called once, when the thread is gone; with the error if one ended it. */
	onExit(listener: (error?: Error) => void): void;
	terminate(): void;
}

export interface RequestOptions {
	/** Asks the worker to stop. The answer is still awaited: it may have come too late. */
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: Progress) => void;
	/** Calls models for the worker; absent: this request calls none. */
	readonly models?: ModelCalls;
}

interface Pending {
	resolve(result: unknown): void;
	reject(error: WorkerError): void;
	readonly options: RequestOptions;
}

/**
 * Requests to the worker thread. The thread starts with the first request; when it dies, every
 * pending request is rejected and the next one starts a new thread.
 */
export class WorkerClient {
	readonly #start: () => WorkerPort;
	readonly #pending = new Map<number, Pending>();
	#port: WorkerPort | undefined;
	#lastId = 0;
	#disposed = false;

	/** @param start Starts a thread. Called at most once at a time. */
	constructor(start: () => WorkerPort) {
		this.#start = start;
	}

	/** @throws {WorkerError} when the worker fails, is cancelled, stops, or was disposed. */
	async request<Method extends WorkerMethod>(
		method: Method,
		parameters: WorkerRequests[Method]['parameters'],
		options: RequestOptions = {},
	): Promise<WorkerRequests[Method]['result']> {
		const { signal } = options;
		if (this.#disposed || signal?.aborted === true) {
			throw cancelled();
		}
		const port = (this.#port ??= this.#startPort());
		this.#lastId += 1;
		const id = this.#lastId;
		const cancel = (): void => port.postMessage({ type: 'cancel', id });
		signal?.addEventListener('abort', cancel, { once: true });
		try {
			return (await new Promise<unknown>((resolve, reject) => {
				this.#pending.set(id, { resolve, reject, options });
				port.postMessage({ type: 'request', id, method, parameters } as ToWorker);
			})) as WorkerRequests[Method]['result'];
		} finally {
			this.#pending.delete(id);
			signal?.removeEventListener('abort', cancel);
		}
	}

	/** Ends the thread; pending requests are cancelled. */
	dispose(): void {
		this.#disposed = true;
		this.#port?.terminate();
		this.#port = undefined;
		this.#rejectAll(cancelled());
	}

	#startPort(): WorkerPort {
		const port = this.#start();
		const calls = new WorkerCalls((message) => port.postMessage(message));
		port.onMessage((message) => this.#receive(message, calls));
		port.onExit((error) => {
			calls.cancelAll();
			if (this.#port !== port) {
				return;
			}
			this.#port = undefined;
			this.#rejectAll(stopped(error));
		});
		return port;
	}

	#receive(message: FromWorker, calls: WorkerCalls): void {
		switch (message.type) {
			case 'progress':
				this.#pending.get(message.id)?.options.onProgress?.(message.progress);
				return;
			case 'result':
				this.#pending.get(message.id)?.resolve(message.result);
				return;
			case 'failure':
				this.#pending.get(message.id)?.reject(new WorkerError(message.failure));
				return;
			case 'call':
				// Never rejects: a failure is an outcome.
				void calls.answer(message, this.#pending.get(message.id)?.options.models);
				return;
			case 'cancel-call':
				calls.cancel(message.call);
				return;
		}
	}

	#rejectAll(error: WorkerError): void {
		for (const pending of this.#pending.values()) {
			pending.reject(error);
		}
		this.#pending.clear();
	}
}

function cancelled(): WorkerError {
	return new WorkerError({ code: workerCodes.cancelled, message: 'Cancelled.' });
}

function stopped(cause: Error | undefined): WorkerError {
	const reason = cause === undefined ? '' : ` (${cause.message})`;
	return new WorkerError(
		{
			code: workerCodes.stopped,
			message: `The worker of Precis stopped unexpectedly${reason}. Try again.`,
		},
		{ cause },
	);
}
