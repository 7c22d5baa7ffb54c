import type { WorkerMethod, WorkerRequests } from '../../protocol/workerRequests.ts';
import { abortable } from '../../models/waiting.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { cancelled, disposed, toApiError } from './apiErrors.ts';

/** Requests of other extensions to the worker. They fail with errors of the API and no others. */
export class ApiRequests {
	readonly #worker: Pick<WorkerClient, 'call'>;
	#disposed = false;

	constructor(worker: Pick<WorkerClient, 'call'>) {
		this.#worker = worker;
	}

	/**
	 * @param signal Rejects at once with `cancelled`, and asks the worker to stop.
	 * @throws {ApiError}
	 */
	async ask<Method extends WorkerMethod>(
		method: Method,
		parameters: WorkerRequests[Method]['parameters'],
		signal?: AbortSignal,
	): Promise<WorkerRequests[Method]['result']> {
		if (this.#disposed) {
			throw disposed();
		}
		try {
			return await (signal === undefined
				? this.#worker.call(method, parameters)
				: abortable(() => this.#worker.call(method, parameters, { signal }), signal));
		} catch (error) {
			throw signal?.aborted === true ? cancelled() : toApiError(error);
		}
	}

	/** Nothing is asked any more. */
	dispose(): void {
		this.#disposed = true;
	}
}
