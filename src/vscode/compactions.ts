import * as vscode from 'vscode';
import { abortable } from '../models/abortable.ts';
import type { Interrupts } from '../models/interrupts.ts';
import type { ModelCalls } from '../models/modelCalls.ts';
import { redact } from '../redaction/redact.ts';
import type { SectionView } from '../protocol/conversationView.ts';
import type { Progress } from '../protocol/progress.ts';
import type { CompactResult, SummaryModels } from '../protocol/worker.ts';
import type { Attempt } from '../summary/writtenSummary.ts';
import type { ActiveConversation } from './activeConversation.ts';
import { views } from './contributions.ts';
import type { Conversations } from './conversations.ts';
import { detach } from './detach.ts';
import { draftSections } from './draftSections.ts';
import type { Notifications } from './notifications.ts';
import type { RecentFocuses } from './recentFocuses.ts';
import { refusalSentence } from './refusals.ts';
import { throttled, type Throttled } from './throttled.ts';
import type { RequestOptions } from './workerClient.ts';

/** A compaction that is under way. */
export interface RunningCompaction {
	readonly progress: Progress;
	/** Clock time of its start, milliseconds. */
	readonly startedAt: number;
	readonly focus?: string;
	/** What a model has written so far. */
	readonly draft?: readonly SectionView[];
}

interface Run {
	state: RunningCompaction;
	readonly controller: AbortController;
	readonly finished: Promise<void>;
}

/** Models for summaries, as the person has set them up. */
export interface SummaryModelSource {
	/** Those that may be asked at this moment. */
	summaryModels(): Promise<SummaryModels>;
	/**
	 * Calls them as the compaction task, under its time-outs and its mask.
	 * @param onText Gets the text of the present reply that may be shown, whenever there is more.
	 */
	callsFor(interrupts: Omit<Interrupts, 'job'>, onText: (text: string) => void): ModelCalls;
}

/** What compactions need of the rest of the extension. */
export interface CompactionServices {
	readonly conversations: Conversations;
	readonly models: SummaryModelSource;
	readonly active: ActiveConversation;
	readonly recent: RecentFocuses;
	readonly notifications: Notifications;
	readonly log: vscode.LogOutputChannel;
	/** Hears how a summary came about, so that a person can be told of a model that failed. */
	readonly onWritten: (id: string, attempts: readonly Attempt[]) => void;
}

/** How often a draft is shown anew, milliseconds: often enough to look alive, and cheap. */
const draftIntervalMs = 150;

/** How long settings, keys and VS Code's models are waited for before it goes on without, milliseconds. */
const preparationMs = 15_000;

/** What is asked when nobody can say which models there are. */
const noModels: SummaryModels = { transientRetries: 0 };

/** Runs compactions: one per conversation; a second request joins the one that runs. */
export class Compactions implements vscode.Disposable {
	readonly #services: CompactionServices;
	readonly #runs = new Map<string, Run>();
	readonly #refusals = new Map<string, string>();
	readonly #onDidChange = new vscode.EventEmitter<void>();

	/** Fires when a compaction starts, gets on, or ends. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(services: CompactionServices) {
		this.#services = services;
	}

	/** What runs for a conversation. */
	running(id: string): RunningCompaction | undefined {
		return this.#runs.get(id)?.state;
	}

	/** Why its last compaction was refused; undefined when it was not. */
	refusal(id: string): string | undefined {
		return this.#refusals.get(id);
	}

	/** Compacts a conversation. Resolves when that has ended, however it ended. */
	start(id: string, focus?: string): Promise<void> {
		const { conversations, recent, log } = this.#services;
		// What was typed or selected may hold a secret, and it is kept.
		const topic = focus === undefined ? {} : { focus: redact(focus) };
		if (topic.focus !== undefined) {
			detach(recent.add(topic.focus), log);
		}
		return this.#join(id, topic, (models, options) =>
			conversations.compact(id, { models, ...topic }, options),
		);
	}

	/** Has the summary that the built-in summariser wrote written again, by a model if there is one now. */
	async retry(id: string): Promise<void> {
		const { conversations, notifications } = this.#services;
		const { receipt } = await conversations.view(id);
		// A notification's button outlives its cause.
		if (receipt?.summariser.kind === 'model') {
			const { model = '' } = receipt.summariser;
			notifications.inform(vscode.l10n.t('{0} has written this summary already.', model));
			return;
		}
		await this.#join(id, {}, (models, options) => conversations.rewrite(id, models, options));
	}

	/** Ends what runs for a conversation; it stays as it was. */
	cancel(id: string): void {
		this.#runs.get(id)?.controller.abort();
	}

	dispose(): void {
		for (const { controller } of this.#runs.values()) {
			controller.abort();
		}
		this.#onDidChange.dispose();
	}

	#join(
		id: string,
		topic: { readonly focus?: string },
		compact: (models: SummaryModels, options: RequestOptions) => Promise<CompactResult>,
	): Promise<void> {
		const running = this.#runs.get(id);
		if (running !== undefined) {
			return running.finished;
		}
		const controller = new AbortController();
		const finished = this.#run(id, controller.signal, compact);
		this.#runs.set(id, {
			state: { progress: { phase: 'planning' }, startedAt: Date.now(), ...topic },
			controller,
			finished,
		});
		this.#refusals.delete(id);
		this.#onDidChange.fire();
		return finished;
	}

	async #run(
		id: string,
		signal: AbortSignal,
		compact: (models: SummaryModels, options: RequestOptions) => Promise<CompactResult>,
	): Promise<void> {
		const { notifications } = this.#services;
		const write = throttled(draftIntervalMs, (text: string) =>
			this.#change(id, (state) => ({ ...state, draft: draftSections(text) })),
		);
		// What follows must find the run registered.
		await Promise.resolve();
		try {
			const result = await vscode.window.withProgress(
				{ location: { viewId: views.summary } },
				async () =>
					compact(await this.#models(signal), {
						signal,
						onProgress: (progress) => this.#change(id, (state) => ({ ...state, progress })),
						models: this.#calls(id, write),
					}),
			);
			this.#finish(id, result);
		} catch (error) {
			if (!signal.aborted) {
				notifications.failed(error, (cause) =>
					vscode.l10n.t('The conversation could not be compacted: {0}', cause),
				);
			}
		} finally {
			write.stop();
			this.#runs.delete(id);
			this.#onDidChange.fire();
		}
	}

	/** The models that may be asked; none where that cannot be found out: a summary there will be. */
	async #models(signal: AbortSignal): Promise<SummaryModels> {
		const { models, log } = this.#services;
		const late = AbortSignal.timeout(preparationMs);
		try {
			return await abortable(() => models.summaryModels(), AbortSignal.any([signal, late]));
		} catch (error) {
			signal.throwIfAborted();
			log.warn(`The models for summaries could not be found out: ${String(error)}`);
			return noModels;
		}
	}

	/** Calls models; what an earlier reply has left on screen goes when the next one is asked for. */
	#calls(id: string, write: Throttled<string>): ModelCalls {
		const calls = this.#services.models.callsFor({}, write);
		return {
			call: (...request) => {
				write.stop();
				this.#change(id, ({ draft: _previous, ...state }) => state);
				return calls.call(...request);
			},
		};
	}

	#finish(id: string, result: CompactResult): void {
		const { active, notifications, onWritten } = this.#services;
		if (result.outcome === 'compacted') {
			active.update(result.view);
			onWritten(id, result.view.receipt?.attempts ?? []);
			return;
		}
		const reason = refusalSentence(result.refusal);
		this.#refusals.set(id, reason);
		notifications.refused(vscode.l10n.t('Not compacted: {0}', reason));
	}

	#change(id: string, next: (state: RunningCompaction) => RunningCompaction): void {
		const run = this.#runs.get(id);
		if (run !== undefined) {
			run.state = next(run.state);
			this.#onDidChange.fire();
		}
	}
}
