import * as vscode from 'vscode';
import type { Phase } from '../protocol/worker.ts';
import type { ActiveConversation } from './activeConversation.ts';
import { views } from './contributions.ts';
import type { Conversations } from './conversations.ts';
import type { Notifications } from './notifications.ts';
import type { RecentFocuses } from './recentFocuses.ts';
import { refusalSentence } from './refusals.ts';

/** A compaction that is under way. */
export interface RunningCompaction {
	readonly phase: Phase;
	/** Clock time of its start, milliseconds. */
	readonly startedAt: number;
	readonly focus?: string;
}

interface Run {
	state: RunningCompaction;
	readonly controller: AbortController;
	readonly finished: Promise<void>;
}

/** Runs compactions: one per conversation; a second request joins the one that runs. */
export class Compactions implements vscode.Disposable {
	readonly #conversations: Conversations;
	readonly #active: ActiveConversation;
	readonly #recent: RecentFocuses;
	readonly #notifications: Notifications;
	readonly #runs = new Map<string, Run>();
	readonly #refusals = new Map<string, string>();
	readonly #onDidChange = new vscode.EventEmitter<void>();

	/** Fires when a compaction starts, reaches another phase, or ends. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(
		conversations: Conversations,
		active: ActiveConversation,
		recent: RecentFocuses,
		notifications: Notifications,
	) {
		this.#conversations = conversations;
		this.#active = active;
		this.#recent = recent;
		this.#notifications = notifications;
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
		const running = this.#runs.get(id);
		if (running !== undefined) {
			return running.finished;
		}
		const controller = new AbortController();
		const finished = this.#run(id, focus, controller);
		this.#runs.set(id, {
			state: {
				phase: 'planning',
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

	async #run(id: string, focus: string | undefined, controller: AbortController): Promise<void> {
		// What follows must find the run registered.
		await Promise.resolve();
		try {
			if (focus !== undefined) {
				await this.#recent.add(focus);
			}
			const result = await vscode.window.withProgress({ location: { viewId: views.summary } }, () =>
				this.#conversations.compact(id, focus, {
					signal: controller.signal,
					onPhase: (phase) => this.#enter(id, phase),
				}),
			);
			if (result.outcome === 'compacted') {
				this.#active.update(result.view);
			} else {
				const reason = refusalSentence(result.refusal);
				this.#refusals.set(id, reason);
				this.#notifications.refused(vscode.l10n.t('Not compacted: {0}', reason));
			}
		} catch (error) {
			this.#notifications.failed(error, (cause) =>
				vscode.l10n.t('The conversation could not be compacted: {0}', cause),
			);
		} finally {
			this.#runs.delete(id);
			this.#onDidChange.fire();
		}
	}

	#enter(id: string, phase: Phase): void {
		const run = this.#runs.get(id);
		if (run !== undefined && run.state.phase !== phase) {
			run.state = { ...run.state, phase };
			this.#onDidChange.fire();
		}
	}
}
