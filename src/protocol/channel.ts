import type { JobProgress } from '../conversations/service/jobProgress.ts';
import type { SectionView } from './conversationView.ts';

/**
 * A symmetric channel between two of our threads: calls, each answered exactly once, with progress in between and a way
 * to cancel them; and unsolicited notifications. Both ends are built together, so these are types without guards.
 */

/** One method, with its parameters and its result. */
export interface Method<Parameters, Result = void> {
	readonly parameters: Parameters;
	readonly result: Result;
}

/** The methods of one end. */
export type Methods<Names> = {
	readonly [Name in keyof Names]: Method<unknown, unknown>;
};

/** An unsolicited notification; `type` identifies its kind. */
export interface ChannelNotification {
	readonly type: string;
}

/** An error as it crosses the thread boundary: the code survives, the stack goes to the log. */
export interface Failure {
	readonly code: string;
	readonly message: string;
	readonly stack?: string;
	/** Further data of an error with this code; can be copied to another thread. */
	readonly details?: unknown;
}

/** The messages that cross the boundary. Each end numbers its own calls. */
export type ChannelMessage =
	| {
			readonly type: 'call';
			readonly id: number;
			readonly method: PropertyKey;
			readonly parameters: unknown;
	  }
	| { readonly type: 'cancel'; readonly id: number }
	| { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
	| { readonly type: 'result'; readonly id: number; readonly result: unknown }
	| { readonly type: 'failure'; readonly id: number; readonly failure: Failure }
	| { readonly type: 'notification'; readonly notification: ChannelNotification };

/** What a method receives besides its parameters. */
export interface ChannelCall {
	/** Aborted when the caller cancels. What is already committed stays committed. */
	readonly signal: AbortSignal;
	/** Reports progress to the caller. */
	readonly progress: (progress: Progress) => void;
}

/** Options of a call. */
export interface CallOptions {
	/** Asks the other end to stop. The reply is still awaited: the signal may come too late. */
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: Progress) => void;
}

/** Implementations of methods. A rejection reaches the caller as a {@link Failure}. */
export type Handlers<Names extends Methods<Names>> = {
	readonly [Name in keyof Names]: (
		parameters: Names[Name]['parameters'],
		call: ChannelCall,
	) => Promise<Names[Name]['result']>;
};

/** How errors cross the boundary. */
export interface ErrorBoundary {
	/** @param cancelled Whether the caller had cancelled. */
	readonly toFailure: (error: unknown, cancelled: boolean) => Failure;
	/** @param signal Of the call that failed. */
	readonly toError: (failure: Failure, signal: AbortSignal | undefined) => unknown;
}

interface Pending extends CallOptions {
	readonly resolve: (result: never) => void;
	readonly reject: (error: unknown) => void;
}

interface Subscription {
	dispose(): void;
}

/** One end: calls `Theirs`, implements `Ours`, sends `Sent` and receives `Received`. */
export abstract class Channel<
	Theirs extends Methods<Theirs>,
	Ours extends Methods<Ours>,
	Sent extends ChannelNotification,
	Received extends ChannelNotification,
> {
	readonly #boundary: ErrorBoundary;
	readonly #pending = new Map<number, Pending>();
	readonly #running = new Map<number, AbortController>();
	readonly #listeners = new Set<
		readonly [type: string, listener: (notification: Received) => void]
	>();
	#handlers: (() => Handlers<Ours> | Promise<Handlers<Ours>>) | undefined;
	#lastId = 0;

	constructor(boundary: ErrorBoundary) {
		this.#boundary = boundary;
	}

	/** Sends a message to the other end. An exception fails the call. */
	protected abstract post(message: ChannelMessage): void;

	/** @throws The result of {@link ErrorBoundary.toError} for the failure. */
	async call<Name extends keyof Theirs>(
		method: Name,
		parameters: Theirs[Name]['parameters'],
		options: CallOptions = {},
	): Promise<Theirs[Name]['result']> {
		const { signal } = options;
		if (signal?.aborted === true) {
			throw this.#boundary.toError({ code: 'cancelled', message: 'Cancelled.' }, signal);
		}
		this.#lastId += 1;
		const id = this.#lastId;
		const cancel = (): void => this.post({ type: 'cancel', id });
		try {
			return await new Promise<Theirs[Name]['result']>((resolve, reject) => {
				this.#pending.set(id, { ...options, resolve, reject });
				this.post({ type: 'call', id, method, parameters });
				signal?.addEventListener('abort', cancel, { once: true });
			});
		} finally {
			this.#pending.delete(id);
			signal?.removeEventListener('abort', cancel);
		}
	}

	notify(notification: Sent): void {
		this.post({ type: 'notification', notification });
	}

	/** Answers the other end's calls from now on. @param handlers Called for each call. */
	handle(handlers: () => Handlers<Ours> | Promise<Handlers<Ours>>): void {
		this.#handlers = handlers;
	}

	/** Listens to notifications of one type, after earlier listeners. */
	onNotification<Type extends Received['type']>(
		type: Type,
		listener: (notification: Extract<Received, { readonly type: Type }>) => void,
	): Subscription {
		// The listener is called only for this type.
		const entry = [type, listener as (notification: Received) => void] as const;
		this.#listeners.add(entry);
		return { dispose: () => void this.#listeners.delete(entry) };
	}

	/** A message of the other end has arrived. */
	protected receive(message: ChannelMessage): void {
		switch (message.type) {
			case 'call':
				// Never rejects: a failure is an answer.
				void this.#answer(message);
				return;
			case 'cancel':
				this.#running.get(message.id)?.abort();
				return;
			case 'progress':
				this.#pending.get(message.id)?.onProgress?.(message.progress);
				return;
			case 'result':
				// The other end answers a call with a result of its method.
				this.#pending.get(message.id)?.resolve(message.result as never);
				return;
			case 'failure':
				this.#fail(message.id, message.failure);
				return;
			case 'notification':
				for (const [type, listener] of this.#listeners) {
					if (type === message.notification.type) {
						listener(message.notification as Received);
					}
				}
		}
	}

	/** The other end is gone: cancels its calls, and fails ours. */
	protected disconnect(failure: Failure): void {
		for (const controller of this.#running.values()) {
			controller.abort();
		}
		this.#running.clear();
		for (const id of this.#pending.keys()) {
			this.#fail(id, failure);
		}
	}

	#fail(id: number, failure: Failure): void {
		const pending = this.#pending.get(id);
		pending?.reject(this.#boundary.toError(failure, pending.signal));
	}

	async #answer({
		id,
		method,
		parameters,
	}: Extract<ChannelMessage, { readonly type: 'call' }>): Promise<void> {
		const controller = new AbortController();
		this.#running.set(id, controller);
		// The next thread numbers its calls from the start again.
		const reply = (message: ChannelMessage): void => {
			if (this.#running.get(id) === controller) {
				this.post(message);
			}
		};
		try {
			const ready = this.#handlers?.();
			const handlers = ready instanceof Promise ? await ready : ready;
			const handler = handlers?.[method as keyof Ours];
			if (handler === undefined) {
				throw new Error(`There is no method ${String(method)}.`);
			}
			const result = await handler(parameters, {
				signal: controller.signal,
				progress: (progress) => reply({ type: 'progress', id, progress }),
			});
			reply({ type: 'result', id, result });
		} catch (error) {
			// A result that cannot be copied to another thread is also a failure.
			const failure = this.#boundary.toFailure(error, controller.signal.aborted);
			reply({ type: 'failure', id, failure });
		} finally {
			if (this.#running.get(id) === controller) {
				this.#running.delete(id);
			}
		}
	}
}

/** How far a request has come. */
export interface Progress extends Omit<JobProgress, 'phase'> {
	readonly phase: 'reading' | 'counting' | JobProgress['phase'];
	/** The built-in summariser's text, to be shown until a model has written; absent: none. */
	readonly meanwhile?: readonly SectionView[];
}
