import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { ClientPool } from '../../models/clientPool.ts';
import { systemTimers } from '../../models/deadlines.ts';
import type { Interrupts } from '../../models/interrupts.ts';
import type { ModelCalls } from '../../models/modelCalls.ts';
import { createOpenAiClient } from '../../models/openai/client.ts';
import { listModels } from '../../models/openai/listModels.ts';
import { taskCalls } from '../../models/taskCalls.ts';
import { taskPolicies, type TaskPolicy } from '../../models/tasks.ts';
import type { SummaryModels } from '../../protocol/hostRequests.ts';
import type { WriterView } from '../../protocol/toPanel.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { coalesceRefresh } from '../conversations/coalesceRefresh.ts';
import { streamedText } from '../conversations/summaryDraft.ts';
import { detach } from '../log.ts';
import { hostApi, supports } from '../hostApi.ts';
import { ApiKeys } from './apiKeys.ts';
import { LanguageModels } from './languageModels.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { ModelSettings } from '../settings/settings.ts';
import { ModelDirectory } from './modelDirectory.ts';
import type { NamedModel } from '../settings/modelId.ts';
import { SentRequests } from './sentRequests.ts';
import { VsCodeModelClient } from './vsCodeModelClient.ts';

/** The parts of the extension's context that are used here. */
export type ModelContext = Pick<
	vscode.ExtensionContext,
	'secrets' | 'globalState' | 'languageModelAccessInformation'
>;

/**
 * The configured models: which ones write summaries, how they are called, and what changes with settings and
 * keys. The constructor contacts no provider and loads no package.
 */
export class Models implements vscode.Disposable {
	readonly configuration: Configuration;
	readonly keys: ApiKeys;
	readonly directory: ModelDirectory;
	readonly languageModels: LanguageModels;
	readonly sent = new SentRequests();
	readonly #pool = new ClientPool(async (route) =>
		route.api === 'vscode' ? new VsCodeModelClient(this.languageModels) : createOpenAiClient(route),
	);
	/** The model that answers, by conversation. */
	readonly #answering = new Map<string, NamedModel>();
	/** The settings that are in effect. */
	#settings: ModelSettings;
	readonly #service = new AbortController();
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #subscriptions: vscode.Disposable;

	/** Fires when settings or keys have changed. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(context: ModelContext, configuration: Configuration) {
		this.configuration = configuration;
		this.#settings = configuration.now.models;
		this.keys = new ApiKeys(context.secrets, process.env, vscode.env.remoteName ?? '');
		this.languageModels = new LanguageModels(
			() => context.languageModelAccessInformation,
			context.globalState,
		);
		this.directory = new ModelDirectory({
			settings: () => configuration.now.models,
			keys: this.keys,
			list: listModels,
			vsCode: this.languageModels,
		});
		this.#subscriptions = vscode.Disposable.from(
			configuration.onDidChange(() => {
				const { models } = configuration.now;
				if (!isDeepStrictEqual(models, this.#settings)) {
					this.#settings = models;
					this.#changed();
				}
			}),
			this.keys.onDidChange(() => this.#changed()),
		);
	}

	/** Records the model that answers in a conversation, its main model unless a setting names another one. */
	setAnswering(conversation: string, model: NamedModel): void {
		this.#answering.set(conversation, model);
	}

	/** Removes everything about a deleted conversation. */
	forget(conversation: string): void {
		this.#answering.delete(conversation);
		this.sent.forget(conversation);
	}

	/** The models for the ladder, from the present settings and keys. */
	async summaryModels(conversation: string): Promise<SummaryModels> {
		const models = await this.directory.summaryModels(this.#answering.get(conversation));
		const sent = this.sent.of(conversation);
		return sent === undefined ? models : { ...models, sent };
	}

	/** The model that would write a summary of a conversation. */
	writer(conversation: string): Promise<WriterView> {
		return this.directory.writer(this.#answering.get(conversation));
	}

	/**
	 * Calls of the compaction task, with the configured time-outs. The signal of each call is
	 * its job's.
	 * @param onText Gets the text of the present reply so far: whole lines, redacted.
	 */
	summaryCalls(conversation: string, onText: (text: string) => void): ModelCalls {
		const { timeouts } = this.configuration.now.models;
		const calls = this.#calls({ ...taskPolicies.compaction, timeouts });
		return {
			call: async (target, request, job) =>
				calls.call(target, this.sent.expand(conversation, request), job, streamedText(onText)),
		};
	}

	/** Calls for replies. The signal of each call is its turn's. */
	replyCalls(): ModelCalls {
		return this.#calls(taskPolicies.reply);
	}

	/** Cancels every call and closes the clients. */
	dispose(): void {
		this.#service.abort();
		this.#pool.dispose();
		this.#subscriptions.dispose();
		this.#onDidChange.dispose();
	}

	#calls(policy: TaskPolicy): ModelCalls {
		const routeOf = this.directory.routeOf.bind(this.directory);
		const services = { pool: this.#pool, timers: systemTimers, routeOf };
		const interrupts: Interrupts = { service: this.#service.signal };
		return taskCalls(services, policy, interrupts);
	}

	#changed(): void {
		this.#pool.clear();
		this.directory.clear();
		this.#onDidChange.fire();
	}
}

/**
 * Shortest and longest pause after a listing of models, milliseconds. Some vendors report a change whenever they are
 * asked, so the pause doubles after each listing that found nothing new. A real change is seen after the longest
 * pause at the latest.
 */
const listingPauseMs = { shortest: 10_000, longest: 60_000 };

/** The model that would write a summary of the active conversation, shown before anything is sent. */
export class CurrentWriter implements vscode.Disposable {
	readonly #subscriptions: vscode.Disposable;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	#writer: WriterView = {};

	readonly onDidChange = this.#onDidChange.event;

	constructor(models: Models, active: ActiveConversation, log: vscode.LogOutputChannel) {
		const refresh = coalesceRefresh(async () => {
			// Without a conversation, the writer is not shown.
			const writer = active.view === undefined ? {} : await models.writer(active.view.id);
			if (!isDeepStrictEqual(writer, this.#writer)) {
				this.#writer = writer;
				this.#onDidChange.fire();
			}
		});
		const start = (): void => detach(refresh(), log);
		// Get Started depends on whether there are models, even without a conversation.
		let last: unknown;
		let pauseMs = listingPauseMs.shortest;
		const list = coalesceRefresh(async () => {
			const suggested = await models.languageModels.suggested();
			this.#onDidChange.fire();
			await refresh();
			const found = [suggested, models.languageModels.names];
			pauseMs = isDeepStrictEqual(found, last)
				? Math.min(2 * pauseMs, listingPauseMs.longest)
				: listingPauseMs.shortest;
			last = found;
			await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
		});
		const listed = (): void => detach(list(), log);
		this.#subscriptions = vscode.Disposable.from(
			models.onDidChange(start),
			active.onDidChange(start),
			...(supports('mirroredModels') ? [hostApi.lm.onDidChangeChatModels(listed)] : []),
		);
	}

	get writer(): WriterView {
		return this.#writer;
	}

	dispose(): void {
		this.#subscriptions.dispose();
		this.#onDidChange.dispose();
	}
}
