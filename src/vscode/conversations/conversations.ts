import type { ConversationView } from '../../protocol/conversationView.ts';
import type { WorkerMethod, WorkerRequests } from '../../protocol/workerRequests.ts';
import type { CallOptions } from '../../protocol/channel.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';

type AboutOne = {
	[Method in WorkerMethod]: WorkerRequests[Method]['parameters'] extends { readonly id: string }
		? Method
		: never;
}[WorkerMethod];

/**
 * The conversations the worker holds. What was opened from a file and not kept is forgotten by a worker
 * that was restarted: then the file is read again and the request repeated.
 */
export class Conversations {
	readonly #worker: Pick<WorkerClient, 'call' | 'prepare' | 'onDidTell'>;
	readonly #files = new Map<string, WorkerRequests['open']['parameters']>();

	constructor(worker: Pick<WorkerClient, 'call' | 'prepare' | 'onDidTell'>) {
		this.#worker = worker;
		worker.onDidTell('deleted', ({ conversation }) => this.#files.delete(conversation));
	}

	/** Reads a saved session. */
	async open(
		file: WorkerRequests['open']['parameters'],
		options: CallOptions = {},
	): Promise<WorkerRequests['open']['result']> {
		const opened = await this.#worker.call('open', file, options);
		for (const { id } of opened.conversations) {
			this.#files.set(id, file);
		}
		return opened;
	}

	/** Knows from which file a conversation was read, before it was read in this window. */
	remember(id: string, file: WorkerRequests['open']['parameters']): void {
		if (!this.#files.has(id)) {
			this.#files.set(id, file);
		}
	}

	/** The file a conversation was read from in this window; undefined: none. */
	fileOf(id: string): WorkerRequests['open']['parameters'] | undefined {
		return this.#files.get(id);
	}

	/** What a person is shown of a conversation. */
	view(id: string, options: CallOptions = {}): Promise<ConversationView> {
		return this.ask('view', { id }, options);
	}

	/** A request about one conversation. @throws {WorkerError} */
	async ask<Method extends AboutOne>(
		method: Method,
		parameters: WorkerRequests[Method]['parameters'],
		options: CallOptions = {},
	): Promise<WorkerRequests[Method]['result']> {
		try {
			return await this.#worker.call(method, parameters, options);
		} catch (error) {
			const file = this.#files.get(parameters.id);
			if (file === undefined || !WorkerError.is(error, workerCodes.unknownConversation)) {
				throw error;
			}
			await this.open(file);
			return this.#worker.call(method, parameters, options);
		}
	}

	/** A request about all of them. @throws {WorkerError} */
	askAll<Method extends Exclude<WorkerMethod, AboutOne>>(
		method: Method,
		parameters: WorkerRequests[Method]['parameters'],
		options: CallOptions = {},
	): Promise<WorkerRequests[Method]['result']> {
		return this.#worker.call(method, parameters, options);
	}

	/** What a client's request is sent with. @throws {WorkerError} */
	prepare<Method extends 'prepare' | 'prepareShorter'>(
		method: Method,
		request: WorkerRequests[Method]['parameters'],
		options: CallOptions,
	): Promise<WorkerRequests[Method]['result']> {
		return this.#worker.prepare(method, request, options);
	}

	/** Lets go of a conversation that was opened but is not wanted; one that was changed stays. */
	async close(id: string): Promise<void> {
		this.#files.delete(id);
		await this.#worker.call('close', { id });
	}
}
