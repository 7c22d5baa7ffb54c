import { noOverhead } from '../../compaction/overhead.ts';
import { largestDefaultReply } from '../../compaction/thresholds.ts';
import { inspect } from 'node:util';
import type { Disposable, LogOutputChannel } from 'vscode';
import type {
	CompactedMessages,
	OpenOptions,
	PrecisApi,
	PrecisConversation,
	PrecisExports,
} from '../../api.ts';
import { apiSource } from '../../conversations/sources.ts';
import type { RequestShape } from '../../protocol/clientRequests.ts';
import type { EngineSettings } from '../../protocol/workerSettings.ts';
import { detach } from '../detach.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { apiConversation } from './apiConversation.ts';
import { ApiError } from './apiErrors.ts';
import { readCompactMessages, readMessages, readOpenOptions } from './apiInput.ts';
import { ApiRequests } from './apiRequests.ts';
import { ConversationEvents, heardTypes } from './conversationEvents.ts';

export interface ApiServices {
	readonly worker: Pick<WorkerClient, 'call' | 'onDidTell'>;
	/** What counts where another extension says nothing, tokens. */
	readonly settings: () => Pick<EngineSettings, 'window' | 'reservedReply'>;
	readonly log: LogOutputChannel;
}

/**
 * What other extensions reach of Precis: conversations they made themselves, and no others. Everything
 * they get is frozen or a copy, everything they give is checked and copied.
 */
export class ExportedApi implements Disposable {
	readonly #services: ApiServices;
	readonly #requests: ApiRequests;
	/** Of every conversation that was opened, by its id. */
	readonly #events = new Map<string, ConversationEvents>();

	/** What `activate()` gives other extensions. */
	readonly exports: PrecisExports;

	constructor(services: ApiServices) {
		this.#services = services;
		const { worker } = services;
		this.#requests = new ApiRequests(worker);
		for (const type of heardTypes) {
			worker.onDidTell(type, (event) => this.#events.get(event.conversation)?.hear(event));
		}
		worker.onDidTell('stopped', () => {
			this.#events.forEach((events) => events.workerStopped());
		});
		const api = Object.freeze<PrecisApi>({
			version: 1,
			openConversation: (options) => this.#open(options),
			compactMessages: (messages, options) => this.#compactMessages(messages, options),
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
		this.#requests.dispose();
		this.#events.forEach((events) => events.dispose());
		this.#events.clear();
	}

	async #open(input: unknown): Promise<PrecisConversation> {
		const options = readOpenOptions(input);
		const { key, title = key } = options;
		const shape = this.#shapeOf(options);
		const { id } = await this.#requests.ask('create', {
			key,
			title,
			source: apiSource,
			messages: [],
		});
		return apiConversation({
			id,
			shape,
			requests: this.#requests,
			events: this.#eventsOf(id),
			detach: (compaction) => detach(compaction, this.#services.log),
		});
	}

	async #compactMessages(messages: unknown, input: unknown): Promise<CompactedMessages> {
		const { options, signal } = readCompactMessages(input);
		return this.#requests.ask(
			'compactMessages',
			{ messages: await readMessages(messages), ...options },
			signal,
		);
	}

	/** @throws {ApiError} when nothing would be left of the window. */
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
			reservedReply,
			overhead: { ...noOverhead, tools: toolTokens },
			recall: offersRecall,
		};
	}

	#eventsOf(id: string): ConversationEvents {
		let events = this.#events.get(id);
		if (events === undefined) {
			const { log } = this.#services;
			events = new ConversationEvents((error) => {
				// Calls no code of whoever threw it.
				const thrown = inspect(error, { customInspect: false, depth: 0 });
				log.error(`A listener of another extension failed: ${thrown}`);
			});
			this.#events.set(id, events);
		}
		return events;
	}
}
