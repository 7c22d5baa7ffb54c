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
import { coalesceRefresh } from '../conversations/looks.ts';
import { detach } from '../detach.ts';
import { hostApi, modelAccess, offers } from '../hostApi.ts';
import { ApiKeys } from './apiKeys.ts';
import { LanguageModels } from './languageModels.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { ModelSettings } from '../settings/settings.ts';
import { ModelDirectory } from './modelDirectory.ts';
import type { NamedModel } from '../settings/modelId.ts';
import { SentRequests } from './sentRequests.ts';
import { streamedText } from './streamedText.ts';
import { VsCodeModelClient } from './vsCodeModelClient.ts';

/** What is used of the extension's context. */
export type ModelContext = Pick<
	vscode.ExtensionContext,
	'secrets' | 'globalState' | 'languageModelAccessInformation'
>;

/**
 * Models as the person has set them up: which write summaries, how they are called, and everything
 * that has to happen when settings or keys change. Building it asks no provider and loads no package.
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
	/** By conversation. */
	readonly #leading = new Map<string, NamedModel>();
	/** As they were when something was last made of them. */
	#settings: ModelSettings;
	readonly #service = new AbortController();
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #subscriptions: vscode.Disposable;

	/** Fires when settings or keys have changed: what failed before may work now. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(context: ModelContext, configuration: Configuration) {
		this.configuration = configuration;
		this.#settings = configuration.now.models;
		this.keys = new ApiKeys(context.secrets, process.env, vscode.l10n, vscode.env.remoteName ?? '');
		this.languageModels = new LanguageModels(() => modelAccess(context), context.globalState);
		this.directory = new ModelDirectory({
			settings: () => configuration.now.models,
			keys: this.keys,
			list: listModels,
			vsCode: this.languageModels,
			l10n: vscode.l10n,
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

	/** A client leads a conversation with this model, which is its main model unless a setting says otherwise. */
	lead(conversation: string, model: NamedModel): void {
		this.#leading.set(conversation, model);
	}

	/** A conversation was deleted: nothing that was sent of it stays in memory. */
	forget(conversation: string): void {
		this.#leading.delete(conversation);
		this.sent.forget(conversation);
	}

	/** The models for the ladder, from the settings and keys at this moment. */
	async summaryModels(conversation: string): Promise<SummaryModels> {
		const models = await this.directory.summaryModels(this.#leading.get(conversation));
		const sent = this.sent.of(conversation);
		return sent === undefined ? models : { ...models, sent };
	}

	/** Who would write a summary of a conversation. */
	writer(conversation: string): Promise<WriterView> {
		return this.directory.writer(this.#leading.get(conversation));
	}

	/**
	 * Calls of the compaction task, under its mask and the person's time-outs. The signal of each call is
	 * its job's.
	 * @param onText Gets the text of the present reply that may be shown: whole lines without secrets.
	 */
	summaryCalls(conversation: string, onText: (text: string) => void): ModelCalls {
		const { timeouts } = this.configuration.now.models;
		const calls = this.#calls({ ...taskPolicies.compaction, timeouts });
		return {
			call: async (target, request, job) =>
				calls.call(target, this.sent.whole(conversation, request), job, streamedText(onText)),
		};
	}

	/** Calls for replies: a turn's end ends them. The signal of each call is its turn's. */
	replyCalls(): ModelCalls {
		return this.#calls(taskPolicies.reply);
	}

	/** Ends every call, and gives out no more clients. */
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

/** Who would write a summary of the active conversation now, for people to see before anything is sent. */
export class CurrentModel implements vscode.Disposable {
	readonly #subscriptions: vscode.Disposable;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	#writer: WriterView = {};

	readonly onDidChange = this.#onDidChange.event;

	constructor(models: Models, active: ActiveConversation, log: vscode.LogOutputChannel) {
		const look = coalesceRefresh(async () => {
			// Nobody sees it without a conversation.
			const writer = active.view === undefined ? {} : await models.writer(active.view.id);
			if (!isDeepStrictEqual(writer, this.#writer)) {
				this.#writer = writer;
				this.#onDidChange.fire();
			}
		});
		const start = (): void => detach(look(), log);
		// Get Started shows what fits whether there are any, with a conversation or without.
		const list = coalesceRefresh(async () => {
			await models.languageModels.suggested();
			this.#onDidChange.fire();
			await look();
		});
		const listed = (): void => detach(list(), log);
		this.#subscriptions = vscode.Disposable.from(
			models.onDidChange(start),
			active.onDidChange(start),
			...(offers('mirroredModels') ? [hostApi.lm.onDidChangeChatModels(listed)] : []),
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
