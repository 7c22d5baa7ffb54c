import { messageOf } from '../../messages/errors.ts';
import { type Message, toolCallsOf } from '../../messages/message.ts';
import {
	type CallOptions,
	Channel,
	type ChannelMessage,
	type Failure,
} from '../../protocol/channel.ts';
import type { ClientRequest } from '../../protocol/clientRequests.ts';
import type { WorkerEvent } from '../../protocol/conversationEvents.ts';
import { toFailure } from '../../protocol/failures.ts';
import type { HostRequests } from '../../protocol/hostRequests.ts';
import type { HostNews, WorkerSettings } from '../../protocol/workerSettings.ts';
import type { WorkerRequests } from '../../protocol/workerRequests.ts';
import { WorkerError, workerCodes } from './workerError.ts';

/** The host's end of the way to a worker thread. */
export interface WorkerPort {
	postMessage(message: ChannelMessage): void;
	onMessage(listener: (message: ChannelMessage) => void): void;
	/** Called once, when the thread is gone; with the error if one ended it. */
	onExit(listener: (error?: Error) => void): void;
	terminate(): void;
}

/** What a client of the worker is made of. */
export interface WorkerClientParts {
	/** Starts a thread. Called at most once at a time. */
	readonly start: () => WorkerPort;
	readonly settings: () => WorkerSettings;
	/** Milliseconds that never jump. */
	readonly now?: () => number;
}

/** News of the worker, and of its thread. */
export type HeardFromWorker =
	| WorkerEvent
	/** The thread ended by itself; what it knew and did not keep is gone. */
	| { readonly type: 'stopped' };

/** What copying at once takes a few milliseconds, characters and messages. */
const copiedAtOnce = { characters: 1_000_000, messages: 1_000 };

/** How long an orderly end of the thread is waited for, milliseconds: VS Code waits 5 s at most. */
const shutDownMs = 3_000;

/** A thread that stops so often in so many milliseconds is not started again before they have passed. */
const mostStops = { count: 3, withinMs: 60_000 };

/**
 * The channel to the worker thread. The thread starts with the first call; when it dies, every pending
 * call fails and the next one starts a new thread, unless it dies again and again.
 * Calls fail with a {@link WorkerError}.
 */
export class WorkerClient extends Channel<WorkerRequests, HostRequests, HostNews, HeardFromWorker> {
	readonly #parts: WorkerClientParts;
	readonly #now: () => number;
	/** When threads stopped by themselves lately. */
	#stops: readonly number[] = [];
	/** Long histories that are on their way, by number. */
	readonly #histories = new Map<number, readonly Message[]>();
	#lastHistory = 0;
	#port: WorkerPort | undefined;
	#disposed = false;

	constructor(parts: WorkerClientParts) {
		super({
			toFailure,
			toError: (failure) => new WorkerError(failure, { cause: failure.details }),
		});
		this.#parts = parts;
		this.#now = parts.now ?? (() => performance.now());
	}

	/** Answers the thread's question for more of a history. @throws {Error} Nobody waits for it any more. */
	async history({
		history,
		from,
	}: HostRequests['history']['parameters']): Promise<readonly Message[]> {
		const messages = this.#histories.get(history);
		if (messages === undefined) {
			// Nothing would say that this was all of it.
			throw new Error('The history is not waited for any more.');
		}
		return partOf(messages, from);
	}

	/**
	 * A call about a client's request with its whole history. Copying megabytes would hold up everybody in the
	 * extension host, so the thread fetches what is beyond the first part.
	 */
	async prepare<Name extends 'prepare' | 'prepareShorter'>(
		method: Name,
		request: ClientRequest,
		options: CallOptions,
	): Promise<WorkerRequests[Name]['result']> {
		const messages = partOf(request.messages, 0);
		if (messages.length === request.messages.length) {
			return this.call(method, request, options);
		}
		this.#lastHistory += 1;
		const history = this.#lastHistory;
		this.#histories.set(history, request.messages);
		try {
			return await this.call(method, { ...request, messages, history }, options);
		} finally {
			this.#histories.delete(history);
		}
	}

	/** Tells the thread of changed settings; one that has not started gets them when it does. */
	configure(): void {
		if (this.#port !== undefined) {
			this.tell({ type: 'settings', settings: this.#parts.settings() });
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
			this.tell({ type: 'shut-down' });
		});
		this.dispose();
	}

	/** Ends the thread; pending calls are cancelled. */
	dispose(): void {
		this.#disposed = true;
		this.#port?.terminate();
		this.#port = undefined;
		this.disconnect(cancelled);
	}

	protected post(message: ChannelMessage): void {
		if (message.type === 'call') {
			this.#startWhereNone();
		}
		this.#port?.postMessage(message);
	}

	/** @throws {WorkerError} */
	#startWhereNone(): void {
		if (this.#disposed) {
			throw new WorkerError(cancelled);
		}
		if (this.#port !== undefined) {
			return;
		}
		this.#checkStops();
		const port = this.#startedPort();
		this.#port = port;
		port.onMessage((message) => this.receive(message));
		port.onExit((error) => {
			if (this.#port === port) {
				this.#port = undefined;
				this.#ended(error);
			}
		});
		this.configure();
	}

	#ended(error: Error | undefined): void {
		if (this.#disposed) {
			this.disconnect(cancelled);
			return;
		}
		this.#stops = [...this.#stops, this.#now()].slice(-mostStops.count);
		const reason = error === undefined ? '' : ` (${error.message})`;
		this.disconnect({
			code: workerCodes.stopped,
			message: `The worker of Precis stopped unexpectedly${reason}. Try again.`,
			details: error,
		});
		this.receive({ type: 'news', news: { type: 'stopped' } });
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
			return this.#parts.start();
		} catch (error) {
			const reason = messageOf(error);
			throw new WorkerError(
				{
					code: workerCodes.stopped,
					message: `Precis could not start its worker thread, so it cannot read or compact conversations (${reason}).`,
				},
				{ cause: error },
			);
		}
	}
}

const cancelled: Failure = { code: workerCodes.cancelled, message: 'Cancelled.' };

/** Messages from an index on, as many as are copied at once; one at least. */
function partOf(messages: readonly Message[], from: number): readonly Message[] {
	let end = from;
	let characters = 0;
	const isFull = (): boolean =>
		characters > copiedAtOnce.characters || end - from === copiedAtOnce.messages;
	for (let next = messages[end]; next !== undefined && !isFull(); next = messages[end]) {
		characters += sizeOf(next);
		end += 1;
	}
	return messages.slice(from, end);
}

function sizeOf(message: Message): number {
	const { content } = message;
	const calls = toolCallsOf(message).reduce((sum, call) => sum + call.arguments.length, 0);
	return typeof content === 'string'
		? content.length + calls
		: content.reduce(
				(sum, part) => sum + (part.type === 'text' ? part.text : part.url).length,
				calls,
			);
}
