import type { WorkerEvent } from '../../protocol/conversationEvents.ts';
import type { Progress } from '../../protocol/progress.ts';
import type { WorkerSettings } from '../../protocol/workerSettings.ts';
import type { WorkerMethod, WorkerRequests } from '../../protocol/workerRequests.ts';
import type { FromWorker, ToWorker } from '../../protocol/worker.ts';
import { WorkerAsks, type AskHandlers } from './workerAsks.ts';
import { WorkerError, workerCodes } from './workerError.ts';

/** The host's end of the channel to a worker thread. */
export interface WorkerPort {
	postMessage(message: ToWorker): void;
	onMessage(listener: (message: FromWorker) => void): void;
	/** Called once, when the thread is gone; with the error if one ended it. */
	onExit(listener: (error?: Error) => void): void;
	terminate(): void;
}

/** What may come with a request. */
export interface RequestOptions {
	/** Asks the worker to stop. The answer is still awaited: it may have come too late. */
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: Progress) => void;
}

/** What the worker gets from the host beside requests. */
export interface WorkerHost {
	/** The person's settings at this moment. */
	readonly settings: () => WorkerSettings;
	readonly answers: AskHandlers;
	readonly onEvent: (event: WorkerEvent) => void;
	/** The thread ended by itself; what it knew and did not keep is gone. */
	readonly onStopped: () => void;
}

interface Pending {
	resolve(result: unknown): void;
	reject(error: WorkerError): void;
	readonly options: RequestOptions;
}

/** How long an orderly end of the thread is waited for, milliseconds: VS Code waits 5 s at most. */
const shutDownMs = 3_000;

/** A thread that stops so often in so many milliseconds is not started again before they have passed. */
const mostStops = { count: 3, withinMs: 60_000 };

/**
 * Requests to the worker thread. The thread starts with the first request; when it dies, every
 * pending request is rejected and the next one starts a new thread, unless it dies again and again.
 */
export class WorkerClient {
	readonly #start: () => WorkerPort;
	readonly #now: () => number;
	/** When threads stopped by themselves lately. */
	#stops: readonly number[] = [];
	readonly #pending = new Map<number, Pending>();
	#host: WorkerHost | undefined;
	#port: WorkerPort | undefined;
	#lastId = 0;
	#disposed = false;

	/**
	 * @param start Starts a thread. Called at most once at a time.
	 * @param now Milliseconds that never jump.
	 */
	constructor(start: () => WorkerPort, now: () => number = () => performance.now()) {
		this.#start = start;
		this.#now = now;
	}

	/** Before the first request. */
	attach(host: WorkerHost): void {
		this.#host = host;
	}

	/** Tells the thread of changed settings; one that has not started gets them when it does. */
	configure(): void {
		if (this.#host !== undefined) {
			this.#port?.postMessage({ type: 'settings', settings: this.#host.settings() });
		}
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

	/** Lets the thread end what runs and close the store, for a short time; then it is ended. */
	async shutDown(): Promise<void> {
		this.#disposed = true;
		const port = this.#port;
		if (port === undefined) {
			return;
		}
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, shutDownMs);
			port.onExit(() => {
				clearTimeout(timer);
				resolve();
			});
			port.postMessage({ type: 'shut-down' });
		});
		this.dispose();
	}

	/** Ends the thread; pending requests are cancelled. */
	dispose(): void {
		this.#disposed = true;
		this.#port?.terminate();
		this.#port = undefined;
		this.#rejectAll(cancelled());
	}

	#startPort(): WorkerPort {
		const host = this.#host;
		if (host === undefined) {
			throw new Error('The worker has no host yet.');
		}
		this.#checkStops();
		const port = this.#startedPort();
		const asks = new WorkerAsks((message) => port.postMessage(message), host.answers);
		port.onMessage((message) => this.#receive(message, asks, host));
		port.onExit((error) => {
			asks.withdrawAll();
			if (this.#port !== port) {
				return;
			}
			this.#port = undefined;
			if (this.#disposed) {
				this.#rejectAll(cancelled());
				return;
			}
			this.#stops = [...this.#stops, this.#now()].slice(-mostStops.count);
			this.#rejectAll(stopped(error));
			host.onStopped();
		});
		port.postMessage({ type: 'settings', settings: host.settings() });
		return port;
	}

	/** @throws {WorkerError} when threads stopped too often just now: what ends them may be lasting. */
	#checkStops(): void {
		const [first] = this.#stops;
		const rests = (first ?? 0) + mostStops.withinMs - this.#now();
		if (this.#stops.length === mostStops.count && rests > 0) {
			throw new WorkerError({
				code: workerCodes.stopped,
				message: `The worker of Precis stopped ${mostStops.count} times within a minute. Try again in ${Math.ceil(rests / 1000)} s, or see the log.`,
			});
		}
	}

	#startedPort(): WorkerPort {
		try {
			return this.#start();
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			throw new WorkerError(
				{
					code: workerCodes.stopped,
					message: `Precis could not start its worker thread, without which it can neither read nor compact (${reason}).`,
				},
				{ cause: error },
			);
		}
	}

	#receive(message: FromWorker, asks: WorkerAsks, host: WorkerHost): void {
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
			case 'ask':
				// Never rejects: a failure is an outcome.
				void asks.answer(message);
				return;
			case 'withdraw':
				asks.withdraw(message.ask);
				return;
			case 'event':
				host.onEvent(message.event);
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
