import * as vscode from 'vscode';
import type { Interrupts } from '../models/interrupts.ts';
import type { ModelCalls } from '../models/modelCalls.ts';
import type { SectionView } from '../protocol/conversationView.ts';
import type { Progress } from '../protocol/progress.ts';
import type { CompactResult, SummaryModels } from '../protocol/worker.ts';
import type { Attempt } from '../summary/writtenSummary.ts';
import type { ActiveConversation } from './activeConversation.ts';
import { views } from './contributions.ts';
import type { Conversations } from './conversations.ts';
import { draftSections } from './draftSections.ts';
import type { Notifications } from './notifications.ts';
import type { RecentFocuses } from './recentFocuses.ts';
import { refusalSentence } from './refusals.ts';
import { throttled } from './throttled.ts';
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
	/** Calls them as the compaction task, under its time-outs and its mask. */
	callsFor(interrupts: Omit<Interrupts, 'job'>, onText: (text: string) => void): ModelCalls;
}

/** What compactions need of the rest of the extension. */
export interface CompactionServices {
	readonly conversations: Conversations;
	readonly models: SummaryModelSource;
	readonly active: ActiveConversation;
	readonly recent: RecentFocuses;
	readonly notifications: Notifications;
	/** Hears how a summary came about, so that a person can be told of a model that failed. */
	readonly onWritten: (id: string, attempts: readonly Attempt[]) => void;
}

/** What one compaction is asked for. */
export interface StartOptions {
	readonly focus?: string;
	/** The turn it runs in; a cancelled turn does not end it (law 4). */
	readonly turn?: AbortSignal;
}

/** How often a draft is shown anew, milliseconds: often enough to look alive, and cheap. */
const draftIntervalMs = 150;

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
	start(id: string, { focus, turn }: StartOptions = {}): Promise<void> {
		return this.#join(id, { focus, turn }, async (options) => {
			const { conversations, models, recent } = this.#services;
			if (focus !== undefined) {
				await recent.add(focus);
			}
			const wanted = { models: await models.summaryModels() };
			return conversations.compact(
				id,
				focus === undefined ? wanted : { ...wanted, focus },
				options,
			);
		});
	}

	/** Has the active summary written again, by a model if there is one now. */
	retry(id: string): Promise<void> {
		return this.#join(id, {}, async (options) => {
			const { conversations, models } = this.#services;
			return conversations.rewrite(id, await models.summaryModels(), options);
		});
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
		{ focus, turn }: { focus?: string | undefined; turn?: AbortSignal | undefined },
		compact: (options: RequestOptions) => Promise<CompactResult>,
	): Promise<void> {
		const running = this.#runs.get(id);
		if (running !== undefined) {
			return running.finished;
		}
		const controller = new AbortController();
		const finished = this.#run(id, controller, turn, compact);
		this.#runs.set(id, {
			state: {
				progress: { phase: 'planning' },
				startedAt: Date.now(),
				...(focus === undefined ? {} : { focus }),
			},
			controller,
			finished,
		});
		this.#refusals.delete(id);
		this.#onDidChange.fire();
		return finished;
	}

	async #run(
		id: string,
		controller: AbortController,
		turn: AbortSignal | undefined,
		compact: (options: RequestOptions) => Promise<CompactResult>,
	): Promise<void> {
		const { models, notifications } = this.#services;
		const write = throttled(draftIntervalMs, (text: string) =>
			this.#change(id, (state) => ({ ...state, draft: draftSections(text) })),
		);
		// What follows must find the run registered.
		await Promise.resolve();
		try {
			const result = await vscode.window.withProgress({ location: { viewId: views.summary } }, () =>
				compact({
					signal: controller.signal,
					onProgress: (progress) => this.#change(id, (state) => ({ ...state, progress })),
					models: models.callsFor(turn === undefined ? {} : { turn }, write),
				}),
			);
			this.#finish(id, result);
		} catch (error) {
			notifications.failed(error, (cause) =>
				vscode.l10n.t('The conversation could not be compacted: {0}', cause),
			);
		} finally {
			write.stop();
			this.#runs.delete(id);
			this.#onDidChange.fire();
		}
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
