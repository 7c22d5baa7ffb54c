import type { ConversationView } from '../protocol/conversationView.ts';
import type {
	CompactResult,
	EngineSettings,
	SummaryModels,
	WorkerRequests,
} from '../protocol/worker.ts';
import type { RequestOptions, WorkerClient } from './workerClient.ts';
import { WorkerError, workerCodes } from './workerError.ts';

/**
 * The conversations the worker holds. A worker that was restarted has forgotten them: then the
 * file is read again and the request repeated.
 */
export class Conversations {
	readonly #worker: WorkerClient;
	readonly #settings: () => EngineSettings;
	readonly #paths = new Map<string, string>();

	/** @param settings The person's settings at this moment. */
	constructor(worker: WorkerClient, settings: () => EngineSettings) {
		this.#worker = worker;
		this.#settings = settings;
	}

	/** Reads a saved session. */
	async open(
		path: string,
		options: RequestOptions = {},
	): Promise<WorkerRequests['open']['result']> {
		const opened = await this.#worker.request('open', { path }, options);
		for (const { id } of opened.conversations) {
			this.#paths.set(id, path);
		}
		return opened;
	}

	/** What a person is shown of a conversation. */
	view(id: string, options: RequestOptions = {}): Promise<ConversationView> {
		return this.#reopening(id, () =>
			this.#worker.request('view', { id, settings: this.#settings() }, options),
		);
	}

	/** Compacts, or says why not. */
	compact(
		id: string,
		wanted: { readonly models: SummaryModels; readonly focus?: string },
		options: RequestOptions = {},
	): Promise<CompactResult> {
		const request = { id, settings: this.#settings(), ...wanted };
		return this.#reopening(id, () => this.#worker.request('compact', request, options));
	}

	/** Writes the active summary again from the originals. */
	rewrite(id: string, models: SummaryModels, options: RequestOptions = {}): Promise<CompactResult> {
		const request = { id, settings: this.#settings(), models };
		return this.#reopening(id, () => this.#worker.request('rewrite', request, options));
	}

	/** The text for another assistant; undefined before the first compaction. */
	handoff(id: string): Promise<string | undefined> {
		return this.#reopening(id, () => this.#worker.request('handoff', { id }));
	}

	/** Forgets a conversation that was opened but is not wanted. */
	async close(id: string): Promise<void> {
		this.#paths.delete(id);
		await this.#worker.request('close', { id });
	}

	async #reopening<Result>(id: string, request: () => Promise<Result>): Promise<Result> {
		try {
			return await request();
		} catch (error) {
			const path = this.#paths.get(id);
			if (path === undefined || !WorkerError.is(error, workerCodes.unknownConversation)) {
				throw error;
			}
			await this.open(path);
			return request();
		}
	}
}
