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
 * Requests about the worker's conversations. A restarted worker has lost the unsaved ones from files: then the
 * file is read again and the request repeated.
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

	/** Records a conversation's file before the conversation is read in this window. */
	remember(id: string, file: WorkerRequests['open']['parameters']): void {
		if (!this.#files.has(id)) {
			this.#files.set(id, file);
		}
	}

	/** The file of a conversation; undefined: none. */
	fileOf(id: string): WorkerRequests['open']['parameters'] | undefined {
		return this.#files.get(id);
	}

	/** The view of a conversation. */
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

	/** A request about all conversations. @throws {WorkerError} */
	askAll<Method extends Exclude<WorkerMethod, AboutOne>>(
		method: Method,
		parameters: WorkerRequests[Method]['parameters'],
		options: CallOptions = {},
	): Promise<WorkerRequests[Method]['result']> {
		return this.#worker.call(method, parameters, options);
	}

	/** Prepares a client's request. @throws {WorkerError} */
	prepare<Method extends 'prepare' | 'prepareShorter'>(
		method: Method,
		request: WorkerRequests[Method]['parameters'],
		options: CallOptions,
	): Promise<WorkerRequests[Method]['result']> {
		return this.#worker.prepare(method, request, options);
	}

	/** Closes a conversation that was opened from a file; a changed one stays. */
	async close(id: string): Promise<void> {
		this.#files.delete(id);
		await this.#worker.call('close', { id });
	}
}
