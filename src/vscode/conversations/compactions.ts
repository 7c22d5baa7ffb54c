import * as vscode from 'vscode';
import type { JobResult } from '../../conversations/service/job.ts';
import type { WorkerEvent } from '../../protocol/conversationEvents.ts';
import type { JoinedResult, WorkerRequests } from '../../protocol/workerRequests.ts';
import type { ConversationView, SectionView } from '../../protocol/conversationView.ts';
import type { Progress } from '../../protocol/channel.ts';
import { maxFocusLength } from '../../protocol/fromPanel.ts';
import { redact, type Redacted } from '../../redaction/redact.ts';
import { cutEnd } from '../../messages/marks.ts';
import type { Attempt } from '../../summary/writtenSummary.ts';
import { views } from '../contributions.ts';
import type { ActiveConversation } from './activeConversation.ts';
import { detach } from '../log.ts';
import { draftSections } from './summaryDraft.ts';
import { confirm, type Notifications } from '../notifications.ts';
import { refusalSentence } from './refusals.ts';
import { throttled, type Throttled } from './throttled.ts';
import { whole } from '../formats.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** A running compaction, as the worker reports it. */
export interface RunningCompaction {
	readonly focus?: string;
	/** Includes the built-in summary while a user waits for a model's. */
	readonly progress: Progress;
	/** Clock time of its start, milliseconds. */
	readonly startedAt: number;
	/** The sections that a model has written so far; known only in the host. */
	readonly draft?: readonly SectionView[];
}

type EventOf<Type> = Extract<WorkerEvent, { readonly type: Type }>;

/** State of a compaction that a user requested or the worker reported. */
interface Run {
	state: RunningCompaction;
	/** Number of callers that wait for its end. */
	waiting: number;
	/** The latest job whose end was reported: requests that joined it do not report it again. */
	reported?: number;
	readonly show: Throttled<string>;
	readonly ended: PromiseWithResolvers<void>;
}

export interface CompactionServices {
	readonly active: Pick<ActiveConversation, 'shown'>;
	readonly worker: Pick<WorkerClient, 'call' | 'onNotification'>;
	readonly notifications: Pick<Notifications, 'inform' | 'refused' | 'failed'>;
	readonly log: vscode.LogOutputChannel;
	/** Gets the attempts at each summary, to report failed models. */
	readonly onWritten: (id: string, attempts: readonly Attempt[]) => void;
}

/** How often a draft is redrawn, milliseconds: often enough to look alive, and cheap. */
const draftIntervalMs = 150;

/** Starts, shows and cancels compactions, and shows automatic ones. The worker runs them. */
export class Compactions implements vscode.Disposable {
	readonly #services: CompactionServices;
	readonly #runs = new Map<string, Run>();
	readonly #refusals = new Map<string, string>();
	readonly #onDidChange = new vscode.EventEmitter<void>();

	readonly onDidChange = this.#onDidChange.event;

	constructor(services: CompactionServices) {
		this.#services = services;
		const { worker } = services;
		worker.onNotification('job', (event) => this.#onJob(event));
		worker.onNotification('job-ended', (event) => this.#onEnd(event));
		worker.onNotification('stopped', () => this.#endAll());
	}

	get ids(): readonly string[] {
		return [...this.#runs.keys()];
	}

	running(id: string): RunningCompaction | undefined {
		return this.#runs.get(id)?.state;
	}

	/** Why the last compaction was refused; undefined: it was not. */
	refusal(id: string): string | undefined {
		return this.#refusals.get(id);
	}

	/** Shows why a conversation cannot be compacted. */
	refuse(id: string, refusal: Extract<JobResult, { readonly kind: 'refused' }>): void {
		this.#refusals.set(id, refusalSentence(refusal));
		this.#onDidChange.fire();
	}

	/**
	 * Compacts a conversation. Resolves at its end with whether the request was carried out: joining another
	 * compaction carries out a request without a focus.
	 */
	start(id: string, focus?: string, isConfirmed = false): Promise<boolean> {
		const { worker } = this.#services;
		const topic = topicOf(focus);
		const compact = (isWanted: boolean): Promise<WorkerRequests['compactInView']['result']> =>
			worker.call(
				'compactInView',
				{ id, ...topic, isWanted },
				{ onProgress: (progress) => this.#progressed(id, progress) },
			);
		return this.run(id, { ...topic, isPlain: topic.focus === undefined }, async () => {
			const end = await compact(isConfirmed);
			if (end.kind !== 'saves-little') {
				return end;
			}
			const again = (await confirmSmallSaving(end)) ? await compact(true) : undefined;
			return again === undefined || again.kind === 'saves-little' ? { kind: 'cancelled' } : again;
		});
	}

	/** Summarises the whole log again. */
	rebuild(id: string): Promise<boolean> {
		return this.run(id, {}, () =>
			this.#services.worker.call('compact', { id, source: 'originals' }),
		);
	}

	/** Rewrites a built-in summary, with a model if one is available now. */
	async retry(id: string): Promise<void> {
		const { worker, notifications } = this.#services;
		const { receipt } = await worker.call('view', { id });
		// A notification's button outlives its cause.
		if (receipt?.summariser.kind === 'model') {
			const { model = '' } = receipt.summariser;
			notifications.inform(vscode.l10n.t('{0} has written this summary already.', model));
			return;
		}
		await this.rewrite(id, receipt);
	}

	/** Has the present writer write a summary again. @param receipt Of the summary to replace. */
	async rewrite(id: string, receipt: ConversationView['receipt']): Promise<void> {
		const { worker } = this.#services;
		const topic = receipt?.focus === undefined ? {} : { focus: receipt.focus };
		await this.run(id, topic, () => worker.call('compact', { id, ...topic, source: 'same' }));
	}

	/**
	 * Runs a compaction, or waits for the one that runs already. Resolves with whether the request was carried
	 * out, and notifies the user if it was not.
	 * @param topic.isPlain Any compaction carries out the request.
	 */
	async run(
		id: string,
		{ isPlain, ...topic }: { readonly focus?: string; readonly isPlain?: boolean },
		compact: () => Promise<JoinedResult>,
	): Promise<boolean> {
		const { active, notifications } = this.#services;
		const run =
			this.#runs.get(id) ?? this.#begin(id, { progress: { phase: 'planning' }, ...topic });
		run.waiting += 1;
		try {
			const result = await compact();
			await active.shown();
			const isDone = result.joined !== true || isPlain === true;
			if (!isDone) {
				notifications.inform(notCarriedOut(topic));
			}
			this.#report(id, result, result.job);
			return isDone;
		} catch (error) {
			notifications.failed(error, (cause) =>
				vscode.l10n.t('The conversation could not be compacted: {0}', cause),
			);
			return false;
		} finally {
			run.waiting -= 1;
			if (run.waiting === 0) {
				this.#end(id, run);
			}
		}
	}

	/** Cancels the compaction of a conversation, which stays unchanged. */
	cancel(id: string): void {
		const { worker, log } = this.#services;
		detach(worker.call('cancelCompaction', { id }), log);
	}

	/**
	 * Starts the draft of a new reply and clears the one before.
	 * @returns Shows the text so far, which must be redacted.
	 */
	newDraft(id: string): (text: string) => void {
		this.#runs.get(id)?.show.stop();
		this.#change(id, ({ draft: _previous, ...state }) => state);
		return (text) => this.#runs.get(id)?.show(text);
	}

	dispose(): void {
		this.#endAll();
		this.#onDidChange.dispose();
	}

	#onJob({ conversation: id, progress, focus }: EventOf<'job'>): void {
		if (this.#runs.has(id)) {
			this.#progressed(id, progress);
			this.#change(id, ({ focus: _previous, ...state }) => ({
				...state,
				...(focus === undefined ? {} : { focus }),
			}));
		} else {
			this.#begin(id, { progress, ...(focus === undefined ? {} : { focus }) });
		}
	}

	/** Keeps the built-in summary until another one arrives. */
	#progressed(id: string, progress: Progress): void {
		this.#change(id, ({ progress: { meanwhile }, ...state }) => ({
			...state,
			progress: { ...(meanwhile === undefined ? {} : { meanwhile }), ...progress },
		}));
	}

	#onEnd({ conversation: id, job, result, trigger }: EventOf<'job-ended'>): void {
		if (result.kind === 'committed' || result.kind === 'proposed') {
			this.#services.onWritten(id, result.attempts);
		}
		if (result.kind === 'failed' && trigger !== 'manual') {
			this.#report(id, result, job);
		}
		const run = this.#runs.get(id);
		if (run?.waiting === 0) {
			// The worker reported the result before this event: show the result first.
			void this.#services.active.shown().then(() => {
				// Another compaction may have been requested meanwhile.
				if (run.waiting === 0) {
					this.#end(id, run);
				}
			});
		}
	}

	#endAll(): void {
		for (const [id, run] of this.#runs) {
			this.#end(id, run);
		}
	}

	#begin(id: string, state: Omit<RunningCompaction, 'startedAt'>): Run {
		const run: Run = {
			state: { ...state, startedAt: Date.now() },
			waiting: 0,
			show: throttled(draftIntervalMs, (text: string) =>
				this.#change(id, (now) => ({ ...now, draft: draftSections(text) })),
			),
			ended: Promise.withResolvers(),
		};
		this.#runs.set(id, run);
		this.#refusals.delete(id);
		this.#onDidChange.fire();
		detach(
			vscode.window.withProgress({ location: { viewId: views.summary } }, () => run.ended.promise),
			this.#services.log,
		);
		return run;
	}

	#end(id: string, run: Run): void {
		run.show.stop();
		run.ended.resolve();
		if (this.#runs.get(id) === run) {
			this.#runs.delete(id);
			this.#onDidChange.fire();
		}
	}

	/** Reports once why a compaction changed nothing. @param job Absent: none ran. */
	#report(id: string, result: JobResult, job: number | undefined): void {
		const { notifications } = this.#services;
		const run = this.#runs.get(id);
		if (run !== undefined && job !== undefined) {
			if (run.reported === job) {
				return;
			}
			run.reported = job;
		}
		switch (result.kind) {
			case 'refused': {
				const reason = refusalSentence(result);
				this.#refusals.set(id, reason);
				notifications.refused(vscode.l10n.t('Not compacted: {0}', reason));
				return;
			}
			case 'failed':
				notifications.failed(new Error(result.message), (cause) =>
					vscode.l10n.t('The conversation could not be compacted: {0}', cause),
				);
				return;
			case 'committed':
			case 'proposed':
			case 'cancelled':
		}
	}

	#change(id: string, next: (state: RunningCompaction) => RunningCompaction): void {
		const run = this.#runs.get(id);
		if (run !== undefined) {
			run.state = next(run.state);
			this.#onDidChange.fire();
		}
	}
}

/**
 * Redacts a focus that a user typed or selected. Redacts before cutting: a partial secret is not recognised.
 */
export function topicOf(focus: string | undefined): { readonly focus?: Redacted } {
	const whole = redact(focus?.trim() ?? '');
	return whole === '' ? {} : { focus: redact(cutEnd(whole, maxFocusLength)) };
}

/** Asks whether to compact even though it saves little. Sizes are tokens. */
function confirmSmallSaving({
	before,
	after,
}: Readonly<Record<'before' | 'after', number>>): Promise<boolean> {
	return confirm(
		vscode.l10n.t('Compacting would save little.'),
		vscode.l10n.t(
			'The context has about {0} tokens and would have about {1}.',
			whole(before),
			whole(after),
		),
		vscode.l10n.t('Compact Anyway'),
	);
}

function notCarriedOut({ focus }: { readonly focus?: string }): string {
	return focus === undefined
		? vscode.l10n.t(
				'A compaction was already running. It has ended, and your request was not carried out. Try again.',
			)
		: vscode.l10n.t(
				'Another compaction was already running and has finished without your focus. Compact again to use your focus.',
			);
}
