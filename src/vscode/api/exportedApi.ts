import { inspect } from 'node:util';
import type { Disposable, LogOutputChannel } from 'vscode';
import type {
	CompactResult,
	Message,
	OpenOptions,
	PrecisApi,
	PrecisConversation,
	PrecisEvent,
	PrecisExports,
	RecalledTurn,
	RecallHits,
	RecallMessage,
	RecallQuery,
} from '../../api.ts';
import { noOverhead } from '../../compaction/overhead.ts';
import { largestDefaultReply } from '../../compaction/thresholds.ts';
import { apiSource } from '../../conversations/sources.ts';
import { abortable } from '../../models/waiting.ts';
import type { RequestShape } from '../../protocol/clientRequests.ts';
import type { WorkerMethod, WorkerRequests } from '../../protocol/workerRequests.ts';
import type { EngineSettings } from '../../protocol/workerSettings.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { ApiError, toApiError } from './apiErrors.ts';
import {
	readCompact,
	readMessages,
	readOpenOptions,
	readRecall,
	readSignal,
	readTokens,
} from './apiInput.ts';

export interface ApiServices {
	readonly worker: Pick<WorkerClient, 'call' | 'onNotification'>;
	/** Defaults for other extensions, tokens. */
	readonly settings: () => Pick<EngineSettings, 'window' | 'reservedReply'>;
	readonly log: LogOutputChannel;
}

/**
 * The API for other extensions. They can access only conversations that they created. Results are frozen or copies;
 * input is validated and copied.
 */
export class ExportedApi implements Disposable {
	readonly #services: ApiServices;
	/** Listeners to changes of each conversation, by its id. */
	readonly #listeners = new Map<string, Set<() => unknown>>();
	#disposed = false;

	/** The result of `activate()`. */
	readonly exports: PrecisExports;

	constructor(services: ApiServices) {
		this.#services = services;
		for (const type of ['changed', 'deleted'] as const) {
			services.worker.onNotification(type, ({ conversation }) => this.#changed(conversation));
		}
		const api = Object.freeze<PrecisApi>({
			version: 1,
			openConversation: (options) => this.#open(options),
		});
		this.exports = Object.freeze<PrecisExports>({
			getApi(version) {
				if (version !== api.version) {
					throw new ApiError('unknown-version', 'This Precis has version 1 of its API.');
				}
				return api;
			},
		});
	}

	dispose(): void {
		this.#disposed = true;
		this.#listeners.clear();
	}

	async #open(input: unknown): Promise<PrecisConversation> {
		const options = readOpenOptions(input);
		const { key, title = key } = options;
		const shape = this.#shapeOf(options);
		const { id } = await this.#request('create', { key, title, source: apiSource, messages: [] });
		return this.#conversation(id, shape);
	}

	#conversation(id: string, shape: RequestShape): PrecisConversation {
		const request = this.#request.bind(this);

		function recall(query: RecallQuery): Promise<RecallHits>;
		function recall(message: RecallMessage): Promise<RecalledTurn | undefined>;
		async function recall(
			input: RecallQuery | RecallMessage,
		): Promise<RecallHits | RecalledTurn | undefined> {
			const wanted = readRecall(input);
			if ('query' in wanted) {
				const { query: text, ...page } = wanted;
				const search = { id, text, anyWorkspace: true, ...page };
				const { hits, next } = await request('recallSearch', search);
				return {
					hits: hits.map(({ number, passages }) => ({ number, excerpt: passages.join('\n') })),
					...(next === undefined ? {} : { next }),
				};
			}
			const { kind, ...turn } = await request('recall', { id, anyWorkspace: true, ...wanted });
			return kind === 'recalled' ? (turn as RecalledTurn) : undefined;
		}

		/** Resolves with the latest earlier call. Never rejects. */
		let appends: Promise<void> = Promise.resolve();

		return Object.freeze<PrecisConversation>({
			id,
			append(input: readonly Message[]) {
				const ready = Promise.all([readMessages(input), appends]);
				const appended = ready.then(([messages]) => request('append', { id, messages }));
				appends = Promise.allSettled([appends, appended]).then(() => undefined);
				return appended;
			},
			async context(options) {
				const { signal } = readSignal(options);
				const { messages, tokens } = await request('context', { id, shape }, signal);
				return { messages, tokens };
			},
			reportUsage: async (promptTokens) =>
				request('promptTokens', { id, tokens: readTokens(promptTokens) }),
			async compact(options) {
				const { signal, ...topic } = readCompact(options);
				return resultOf(
					await request('compact', { id, shape, ...topic, askedBy: 'extension' }, signal),
				);
			},
			undo: async () => (await request('undo', { id })).kind === 'activated',
			handoff: async () => request('handoff', { id }),
			recall,
			onDidChange: this.#onDidChange(id),
		});
	}

	/**
	 * @param signal Rejects at once with `cancelled`. It is not passed to the worker, where it would end a compaction
	 * that no one else waits for.
	 * @throws {ApiError}
	 */
	async #request<Method extends WorkerMethod>(
		method: Method,
		parameters: WorkerRequests[Method]['parameters'],
		signal = new AbortController().signal,
	): Promise<WorkerRequests[Method]['result']> {
		if (this.#disposed) {
			throw new ApiError('disposed', 'Precis was deactivated.');
		}
		try {
			return await abortable(() => this.#services.worker.call(method, parameters), signal);
		} catch (error) {
			throw signal.aborted
				? new ApiError('cancelled', 'The signal was aborted.')
				: toApiError(error);
		}
	}

	/** @throws {ApiError} if nothing would be left of the window. */
	#shapeOf({ toolTokens = 0, offersRecall = false, ...given }: OpenOptions): RequestShape {
		const settings = this.#services.settings();
		const { window = settings.window } = given;
		const {
			reservedReply = Math.min(settings.reservedReply, Math.floor(largestDefaultReply * window)),
		} = given;
		if (Math.max(reservedReply, toolTokens) >= window / 2) {
			throw new ApiError(
				'invalid-input',
				'options: expected reservedReply and toolTokens below half the window each',
			);
		}
		return {
			window,
			...(given.window === undefined ? { isWindowAssumed: true } : {}),
			reservedReply,
			overhead: { ...noOverhead, tools: toolTokens },
			recall: offersRecall,
		};
	}

	#onDidChange(id: string): PrecisEvent<void> {
		return (listener, thisArgument, disposables) => {
			if (typeof listener !== 'function') {
				throw new ApiError('invalid-input', 'listener: expected a function');
			}
			const call = (): unknown => Reflect.apply(listener, thisArgument, []);
			const listeners = this.#listeners.get(id) ?? new Set();
			this.#listeners.set(id, listeners.add(call));
			const disposable = { dispose: () => listeners.delete(call) };
			disposables?.push(disposable);
			return disposable;
		};
	}

	#changed(conversation: string): void {
		for (const call of Array.from(this.#listeners.get(conversation) ?? [])) {
			try {
				call();
			} catch (error) {
				// Must not run code of the thrown object.
				const thrown = inspect(error, { customInspect: false, depth: 0 });
				this.#services.log.error(`A listener of another extension failed: ${thrown}`);
			}
		}
	}
}

/** The result of a compaction in the form for other extensions. */
function resultOf(result: WorkerRequests['compact']['result']): CompactResult {
	switch (result.kind) {
		case 'committed': {
			// The last attempt wrote the summary.
			const model = result.attempts.at(-1)?.model;
			const { kind, tokens } = result;
			return { kind, tokens, ...(model === undefined ? {} : { model }) };
		}
		case 'refused':
			return { kind: 'refused', reason: result.reason };
		case 'failed':
			return { kind: 'failed', message: result.message };
		default:
			return { kind: result.kind };
	}
}
