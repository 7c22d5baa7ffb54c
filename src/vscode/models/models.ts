import * as vscode from 'vscode';
import type { ModelClient, Route } from '../../models/client.ts';
import { ClientPool } from '../../models/clientPool.ts';
import { systemTimers } from '../../models/deadlines.ts';
import type { Interrupts } from '../../models/interrupts.ts';
import type { ModelCalls, ModelTarget } from '../../models/modelCalls.ts';
import { listModels } from '../../models/openai/listModels.ts';
import { createOpenAiClient } from '../../models/openai/client.ts';
import { streamedText } from './streamedText.ts';
import { taskCalls } from '../../models/taskCalls.ts';
import { taskPolicies, type TaskPolicy } from '../../models/tasks.ts';
import type { SummaryModels } from '../../protocol/hostRequests.ts';
import type { WriterView } from '../../protocol/toPanel.ts';
import type { SummaryWriter } from '../../protocol/workerSettings.ts';
import { modelAccess } from '../hostApi.ts';
import { ApiKeys } from './apiKeys.ts';
import { configuredModels, type ServerModel } from './configuredModels.ts';
import { LanguageModels } from './languageModels.ts';
import { ModelConfiguration } from './modelConfiguration.ts';
import { ModelDirectory } from './modelDirectory.ts';
import { modelId, type NamedModel } from './modelId.ts';
import type { ModelSettings } from './modelSettings.ts';
import { ModelLists } from './modelLists.ts';
import { resolvedSummaryModels, summaryChoice, summaryWriter } from './summaryChoice.ts';
import { UsedModels } from './usedModels.ts';
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
	readonly configuration: ModelConfiguration;
	readonly keys: ApiKeys;
	readonly directory: ModelDirectory;
	readonly languageModels: LanguageModels;
	readonly #used: UsedModels;
	readonly #lists = new ModelLists(listModels, Date.now);
	readonly #pool: ClientPool;
	/** By conversation. */
	readonly #leading = new Map<string, NamedModel>();
	readonly #service = new AbortController();
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #subscriptions: vscode.Disposable;

	/** Fires when settings or keys have changed: what failed before may work now. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(context: ModelContext, log: vscode.LogOutputChannel) {
		this.configuration = new ModelConfiguration(log);
		this.keys = new ApiKeys(context.secrets, process.env, vscode.l10n, vscode.env.remoteName ?? '');
		this.#used = new UsedModels(context.globalState);
		this.languageModels = new LanguageModels(() => modelAccess(context), this.#used);
		this.directory = new ModelDirectory({
			settings: () => this.configuration.settings,
			keys: this.keys,
			lists: this.#lists,
			findVsCodeModel: (vendor, model) => this.languageModels.find(vendor, model),
			l10n: vscode.l10n,
		});
		this.#pool = new ClientPool((route) => this.#clientOf(route));
		this.#subscriptions = vscode.Disposable.from(
			this.configuration,
			this.configuration.onDidChange(() => this.#changed()),
			this.keys.onDidChange(() => this.#changed()),
		);
	}

	/** A client leads a conversation with this model, which is its main model unless a setting says otherwise. */
	lead(conversation: string, model: NamedModel): void {
		this.#leading.set(conversation, model);
	}

	/** Models of servers the person has set up, with what is known of them. */
	async configured(): Promise<
		readonly { readonly named: ServerModel; readonly target: ModelTarget }[]
	> {
		const models = await configuredModels(this.configuration.settings, this.directory);
		return Promise.all(
			models.map(async (named) => ({ named, target: await this.directory.targetOf(named) })),
		);
	}

	/** The models for the ladder, from the settings and keys at this moment. */
	summaryModels(conversation?: string): Promise<SummaryModels> {
		return resolvedSummaryModels(this.#settingsFor(conversation), this.directory, () =>
			this.languageModels.lastUsed(),
		);
	}

	/** Who writes summaries, without asking anybody; undefined: built in. */
	get summaryWriter(): SummaryWriter | undefined {
		return summaryWriter(this.configuration.settings, this.#used.all.length > 0);
	}

	/** Who would write a summary, and a model that could where the person has not chosen. Asks no model. */
	async writer(conversation?: string): Promise<WriterView> {
		const settings = this.#settingsFor(conversation);
		const { summary, main } = await summaryChoice(settings, () => this.languageModels.lastUsed());
		const first = summary ?? main;
		if (first !== undefined) {
			return { id: modelId(first) };
		}
		if (settings.summary.kind !== 'default') {
			return {};
		}
		const used = await this.languageModels.suggested();
		const suggested: NamedModel | undefined =
			used === undefined
				? (await configuredModels(settings, this.directory))[0]
				: { kind: 'vscode', ...used };
		return suggested === undefined ? {} : { suggested: modelId(suggested) };
	}

	/**
	 * Calls of the compaction task, under its mask and the person's time-outs.
	 * @param interrupts Of the turn and the service; each call brings the job's.
	 * @param onText Gets the text of the present reply that may be shown: whole lines without secrets.
	 */
	callsFor(interrupts: Omit<Interrupts, 'job'>, onText: (text: string) => void): ModelCalls {
		const { timeouts } = this.configuration.settings;
		const calls = this.#calls({ ...taskPolicies.compaction, timeouts }, interrupts);
		return {
			call: (target, request, job, onOwnText) => {
				const show = streamedText(onText);
				return calls.call(target, request, job, (more) => {
					show(more);
					onOwnText?.(more);
				});
			},
		};
	}

	/** Calls for replies: a turn's end ends them. The signal of each call is its turn's. */
	replyCalls(): ModelCalls {
		return this.#calls(taskPolicies.reply, {});
	}

	#calls(policy: TaskPolicy, interrupts: Omit<Interrupts, 'job'>): ModelCalls {
		const { signal } = this.#service;
		const services = {
			pool: this.#pool,
			timers: systemTimers,
			routeOf: (target: Parameters<ModelDirectory['routeOf']>[0]) => this.directory.routeOf(target),
		};
		return taskCalls(services, policy, {
			...interrupts,
			service:
				interrupts.service === undefined ? signal : AbortSignal.any([signal, interrupts.service]),
		});
	}

	/** Ends every call, and gives out no more clients. */
	dispose(): void {
		this.#service.abort();
		this.#pool.dispose();
		this.#subscriptions.dispose();
		this.#onDidChange.dispose();
	}

	#settingsFor(conversation: string | undefined): ModelSettings {
		const { settings } = this.configuration;
		const main =
			settings.main ?? (conversation === undefined ? undefined : this.#leading.get(conversation));
		return main === undefined ? settings : { ...settings, main };
	}

	#changed(): void {
		this.#pool.clear();
		this.#lists.clear();
		this.#onDidChange.fire();
	}

	async #clientOf(route: Route): Promise<ModelClient> {
		return route.api === 'vscode'
			? new VsCodeModelClient(this.languageModels)
			: createOpenAiClient(route);
	}
}
