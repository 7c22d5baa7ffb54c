import { messageOf } from '../../messages/errors.ts';
import {
	type CallOptions,
	Channel,
	type ChannelMessage,
	type Failure,
} from '../../protocol/channel.ts';
import type { WorkerEvent } from '../../protocol/conversationEvents.ts';
import { toFailure } from '../../protocol/failures.ts';
import type { HostRequests } from '../../protocol/hostRequests.ts';
import type { HostNotification, WorkerSettings } from '../../protocol/workerSettings.ts';
import type { WorkerRequests } from '../../protocol/workerRequests.ts';
import { WorkerError, workerCodes } from './workerError.ts';

/** The host's port to a worker thread. */
export interface WorkerPort {
	postMessage(message: ChannelMessage): void;
	onMessage(listener: (message: ChannelMessage) => void): void;
	/** Called once when the thread has ended, with its error if there was one. */
	onExit(listener: (error?: Error) => void): void;
	terminate(): void;
}

/** Dependencies of a client of the worker. */
export interface WorkerClientParts {
	/** Starts a thread. Called at most once at a time. */
	readonly start: () => WorkerPort;
	readonly settings: () => WorkerSettings;
	/** Monotonic clock, milliseconds. */
	readonly now?: () => number;
}

/** Notifications of the worker, and of its thread. */
export type WorkerNotification =
	| WorkerEvent
	/** The thread ended unexpectedly and its unsaved state is lost. */
	| { readonly type: 'stopped' };

/** Time limit of an orderly shutdown, milliseconds: VS Code waits at most 5 s. */
const shutDownMs = 3_000;

/** After this many stops within this time, the thread is not restarted until the time has passed. */
const stopLimit = { count: 3, withinMs: 60_000 };

/** A saved session to read. */
type SessionFile = WorkerRequests['open']['parameters'];

/**
 * The channel to the worker thread. The thread starts with the first call; when it dies, every pending
 * call fails and the next one starts a new thread, unless threads have died repeatedly. A new thread lacks the unsaved
 * conversations from files: a call about one of them reads its file again.
 * Calls fail with a {@link WorkerError}.
 */
export class WorkerClient extends Channel<
	WorkerRequests,
	HostRequests,
	HostNotification,
	WorkerNotification
> {
	readonly #parts: WorkerClientParts;
	readonly #now: () => number;
	/** Times of recent unexpected stops. */
	#stops: readonly number[] = [];
	/** The files of conversations, by conversation. */
	readonly #files = new Map<string, SessionFile>();
	#port: WorkerPort | undefined;
	#disposed = false;

	constructor(parts: WorkerClientParts) {
		super({
			toFailure,
			toError: (failure) => new WorkerError(failure, { cause: failure.details }),
		});
		this.#parts = parts;
		this.#now = parts.now ?? (() => performance.now());
		this.onNotification('deleted', ({ conversation }) => this.#files.delete(conversation));
	}

	override async call<Name extends keyof WorkerRequests>(
		method: Name,
		parameters: WorkerRequests[Name]['parameters'],
		options?: CallOptions,
	): Promise<WorkerRequests[Name]['result']> {
		try {
			return await super.call(method, parameters, options);
		} catch (error) {
			const { id = '' } = { ...parameters } as { readonly id?: string };
			const file = this.#files.get(id);
			if (file === undefined || !WorkerError.is(error, workerCodes.unknownConversation)) {
				throw error;
			}
			await this.open(file);
			return super.call(method, parameters, options);
		}
	}

	/** Reads a saved session. */
	async open(file: SessionFile, options?: CallOptions): Promise<WorkerRequests['open']['result']> {
		const opened = await super.call('open', file, options);
		opened.conversations.forEach(({ id }) => this.#files.set(id, file));
		return opened;
	}

	/** Records a conversation's file before the conversation is read in this window. */
	remember(id: string, file: SessionFile): void {
		if (!this.#files.has(id)) {
			this.#files.set(id, file);
		}
	}

	/** The file of a conversation; undefined: none. */
	fileOf(id: string): SessionFile | undefined {
		return this.#files.get(id);
	}

	/** Closes a conversation that was opened from a file; a changed one stays. */
	async close(id: string): Promise<void> {
		this.#files.delete(id);
		await super.call('close', { id });
	}

	/** Sends changed settings to the thread, if it runs; a new one gets them at its start. */
	configure(): void {
		if (this.#port !== undefined) {
			this.notify({ type: 'settings', settings: this.#parts.settings() });
		}
	}

	/** Gives the thread a short time to finish and close the store, then ends it. */
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
			this.notify({ type: 'shut-down' });
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
			this.#ensureStarted();
		}
		this.#port?.postMessage(message);
	}

	/** @throws {WorkerError} */
	#ensureStarted(): void {
		if (this.#disposed) {
			throw new WorkerError(cancelled);
		}
		if (this.#port !== undefined) {
			return;
		}
		this.#checkStops();
		const port = this.#startPort();
		this.#port = port;
		port.onMessage((message) => this.receive(message));
		port.onExit((error) => {
			if (this.#port === port) {
				this.#port = undefined;
				this.#onExit(error);
			}
		});
		this.configure();
	}

	#onExit(error: Error | undefined): void {
		if (this.#disposed) {
			this.disconnect(cancelled);
			return;
		}
		this.#stops = [...this.#stops, this.#now()].slice(-stopLimit.count);
		const reason = error === undefined ? '' : ` (${error.message})`;
		this.disconnect({
			code: workerCodes.stopped,
			message: `The worker of Precis stopped unexpectedly${reason}. Try again.`,
			details: error,
		});
		this.receive({ type: 'notification', notification: { type: 'stopped' } });
	}

	/** @throws {WorkerError} if threads have stopped too often lately: the cause may be permanent. */
	#checkStops(): void {
		const [first] = this.#stops;
		const waitMs = (first ?? 0) + stopLimit.withinMs - this.#now();
		if (this.#stops.length === stopLimit.count && waitMs > 0) {
			throw new WorkerError({
				code: workerCodes.stopped,
				message: `The worker of Precis stopped ${stopLimit.count} times within a minute. Try again in ${Math.ceil(waitMs / 1000)} s, or see the log.`,
			});
		}
	}

	#startPort(): WorkerPort {
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
