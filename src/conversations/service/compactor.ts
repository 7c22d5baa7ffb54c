import { requestSize, type Trigger } from '../../compaction/record.ts';
import { betweenTaskSettings } from '../../compaction/budgets.ts';
import { pruneStale } from '../../compaction/prune.ts';
import { messageOf } from '../../messages/errors.ts';
import { Interrupted, maskTurn } from '../../models/interrupts.ts';
import { builtInSummariser, type Summariser } from '../../models/ladder.ts';
import { abortable } from '../../models/waiting.ts';
import { noUserEdits } from '../../summary/userEdits.ts';
import {
	covers,
	type PendingRecord,
	isCurrent,
	type PlannedCompaction,
	planOf,
	type PlanRequest,
	writeSummary,
} from '../compacting.ts';
import type { Claim, StoredRecord } from '../store/store.ts';
import { isStillNeeded } from './compactionPolicy.ts';
import { Job, type JobRequest, type JobResult, type JobWaiter, type Proposal } from './job.ts';
import type { JobProgress } from './jobProgress.ts';
import type { LiveConversation } from './live.ts';

/** How often a waiting turn checks whether the other process has finished, milliseconds. */
const claimPoll = 500;

/** Maximum wait: as long as a model may take for a summary. Milliseconds. */
const claimPatience = 360_000;

/** How long a turn waits for a model's summary before it continues with a built-in one, milliseconds. */
const modelPatience = 8_000;

/** A compaction whose summary is being written. */
interface Writing {
	readonly request: PlanRequest;
	readonly planned: PlannedCompaction;
	/** Id of the record with the built-in summary that the waiting turns continued with. */
	standIn?: number;
}

/** Runs one compaction of a conversation at a time and applies the result. */
export class Compactor {
	readonly #live: LiveConversation;
	readonly #inTurn: () => boolean;
	#job: Job | undefined;
	/** Of the running job. */
	#claim: Claim | undefined;
	/** Of the running job, once planned. */
	#writing: Writing | undefined;
	/** The newest result that came too late: it is stored, and the user may apply it. */
	#offered: { readonly proposal: Proposal; readonly finished: PendingRecord } | undefined;
	/** Records that were activated here, including those that were undone later. */
	readonly #activated = new Set<number>();
	/** Messages of the log that were checked for stale results: only later messages make these stale. */
	#checkedForStale = 0;

	/** @param inTurn Whether a turn is being answered. */
	constructor(live: LiveConversation, inTurn: () => boolean) {
		this.#live = live;
		this.#inTurn = inTurn;
	}

	/** Of the running compaction; undefined: none is running. */
	get progress(): JobProgress | undefined {
		return this.#job?.progress;
	}

	get proposal(): Proposal | undefined {
		return this.#offered?.proposal;
	}

	/** Records that were never active. */
	get unapplied(): ReadonlySet<number> {
		const { records, activeId } = this.#live.conversation;
		const ids = records.neverApplied(activeId).map(({ id }) => id);
		return new Set(ids.filter((id) => !this.#activated.has(id)));
	}

	/** Whether someone waits for the running compaction: then new turns wait for it too. */
	get isAwaited(): boolean {
		return this.#job?.isAwaited === true;
	}

	/** Resolves when the running compaction has ended; at once if none is running. */
	async join(signal: AbortSignal): Promise<void> {
		await this.#job?.wait(signal);
	}

	/** Starts a compaction, or joins the running one, and waits for its end. */
	start(request: JobRequest, signal?: AbortSignal): JobWaiter {
		const running = this.#job;
		const job = running ?? this.#begin(request);
		const ended = job.wait(signal);
		this.#limitWait(job);
		return { job: job.id, joined: running !== undefined, ended };
	}

	/**
	 * Starts an automatic compaction in the background.
	 * @param options With the focus that a model requested.
	 * @returns Whether it was started.
	 */
	startInBackground(options: Pick<JobRequest, 'focus'> = {}): boolean {
		if (this.#job !== undefined) {
			return false;
		}
		this.#begin({ ...options, trigger: 'automatic', source: 'active' });
		return true;
	}

	cancel(by: 'job' | 'service'): Promise<unknown> {
		const job = this.#job;
		job?.cancel(by);
		return job?.ended ?? Promise.resolve();
	}

	/** A turn has ended: applies results that are waiting for that. */
	boundary(): void {
		this.#job?.boundary();
	}

	/** Makes the offered proposal the active record, if it still fits and saves something. @throws {StoreError} */
	applyProposal(): JobResult {
		this.#live.refresh();
		const { conversation } = this.#live;
		if (this.#offered === undefined) {
			return { kind: 'refused', reason: 'not-there' };
		}
		const { proposal, finished } = this.#offered;
		if (!covers(conversation, finished)) {
			return { kind: 'refused', reason: 'stale' };
		}
		const before = conversation.context.tokens;
		const after = conversation.contextWith(proposal.record.record).tokens;
		if (after >= before) {
			return { kind: 'refused', reason: 'not-smaller', before, after };
		}
		return this.#live.activateWithEdits(proposal.record)
			? this.#applied(proposal.record, 'manual')
			: { kind: 'refused', reason: 'stale' };
	}

	/** A record was activated, which may be the proposal that is offered, or an earlier one. */
	activated(record: number | undefined): void {
		if (record !== undefined) {
			this.#activated.add(record);
		}
		if (this.#offered?.proposal.record.id === record) {
			this.#offered = undefined;
		}
	}

	/** Withdraws the offer. The record stays readable. */
	dropProposal(): void {
		if (this.#offered !== undefined) {
			this.#offered = undefined;
			this.#live.parts.notify({ type: 'changed' });
		}
	}

	/** Stores a result and offers it. @throws {StoreError} */
	#offer(finished: PendingRecord, reason: Proposal['reason']): JobResult {
		const record = this.#live.conversation.propose(finished.record, finished.parent);
		this.#offered = { proposal: { record, reason }, finished };
		this.#live.parts.notify({ type: 'changed' });
		return { kind: 'proposed', record: record.id, reason, attempts: record.record.attempts };
	}

	/**
	 * Prunes stale tool results if the provider has nothing cached that this would invalidate, unless pruning is off, a
	 * compaction is running, or it would save too little. A pruning is a record, committed like a compaction.
	 * @throws {StoreError}
	 */
	pruneIfCold(): void {
		const { conversation, settings, mayPrune, parts } = this.#live;
		// In constant time if the conversation was checked before.
		const hasResults = conversation.log
			.slice(this.#checkedForStale)
			.some(({ message }) => message.role === 'tool');
		if (hasResults && mayPrune && this.#job === undefined) {
			this.#live.revise(() => {
				this.#live.refresh();
				const { active, logAsSent: log } = conversation;
				this.#checkedForStale = log.length;
				const record = active === undefined ? {} : { record: active };
				return pruneStale({ log, ...record, counter: parts.counter, recall: settings.recall });
			});
		}
	}

	/** Limits how long a turn waits for a model that hangs. A compaction that the user requested has no such limit. */
	#limitWait(job: Job): void {
		if (job.request.trigger !== 'manual') {
			const { timers } = this.#live.parts;
			const stop = timers.after(modelPatience, () => void this.#standIn(job));
			void job.ended.then(stop);
		}
	}

	/** Lets waiting turns continue with a built-in summary, which the model's summary replaces when it is ready. */
	async #standIn(job: Job): Promise<void> {
		const { conversation, parts } = this.#live;
		const writing = this.#writing;
		const isNeeded = (): boolean => job.isOpen && job.isAwaited && this.#writing === writing;
		if (writing === undefined || !isNeeded()) {
			return;
		}
		try {
			const { request, planned } = writing;
			const isFirst = isCurrent(conversation, planned);
			const written = await writeSummary(
				conversation,
				request,
				{ summariser: builtInSummariser(parts.monotonic), now: parts.monotonic },
				job.signal,
				isFirst ? planned : planOf(conversation, request),
			);
			const record =
				written.kind === 'written' && isNeeded()
					? conversation.commit({
							...written.finished,
							record: this.#live.measured(written.finished.record),
						})
					: undefined;
			if (record !== undefined) {
				if (isFirst) {
					writing.standIn = record.id;
				}
				job.releaseWaiters(this.#applied(record, request.trigger));
			}
		} catch (error) {
			if (!job.signal.aborted) {
				parts.unexpected(error);
			}
		}
	}

	#begin(request: JobRequest): Job {
		const { notify, nextId } = this.#live.parts;
		const { focus } = request;
		const topic = focus === undefined ? {} : { focus };
		const changed = ({ progress }: Job): void => notify({ type: 'job', ...topic, progress });
		const ended = (over: Job, end: JobResult): void => this.#ended(over, end);
		const job = new Job(nextId(), request, { changed, ended });
		this.#job = job;
		changed(job);
		// Never rejects: whatever happens ends the job.
		void this.#run(job);
		return job;
	}

	async #run(job: Job): Promise<void> {
		try {
			// The caller must be waiting before the job can end.
			await Promise.resolve();
			job.signal.throwIfAborted();
			const claim = await this.#waitForClaim(job);
			if (claim === undefined || claim === 'compacted-elsewhere') {
				job.end({ kind: 'refused', reason: claim ?? 'running-elsewhere' });
				return;
			}
			this.#claim = claim;
			await this.#compact(job);
		} catch (error) {
			job.end(endOf(error, job.signal));
		}
	}

	/** Runs synchronously when a job ends, so that the next job can take the claim. */
	#ended({ id: job, request: { trigger } }: Job, result: JobResult): void {
		const { parts } = this.#live;
		const claim = this.#claim;
		this.#claim = undefined;
		this.#writing = undefined;
		this.#job = undefined;
		try {
			claim?.release();
		} catch (error) {
			parts.unexpected(error);
		}
		parts.notify({ type: 'job-ended', job, trigger, result });
	}

	/** Takes the right to compact. A turn that cannot continue without it waits for the other process. */
	async #waitForClaim(job: Job): Promise<Claim | 'compacted-elsewhere' | undefined> {
		const { id, conversation, parts } = this.#live;
		const before = conversation.activeId;
		const mayWait = (): boolean => job.isAwaited && job.request.trigger !== 'manual';
		for (let waited = 0; ; waited += claimPoll) {
			const claim = parts.store.claim(id);
			if (claim === undefined && (waited >= claimPatience || !mayWait())) {
				return undefined;
			}
			try {
				this.#live.refresh();
			} catch (error) {
				claim?.release();
				throw error;
			}
			if (waited > 0 && conversation.activeId !== before) {
				claim?.release();
				return 'compacted-elsewhere';
			}
			if (claim !== undefined) {
				return claim;
			}
			await parts.wait(claimPoll, job.signal);
		}
	}

	async #compact(job: Job): Promise<void> {
		const { conversation, usage, state, parts } = this.#live;
		const { trigger, focus, source } = job.request;
		const writer = { summariser: this.#summariserFor(job), now: parts.monotonic };
		const plan = this.#live.planSettings;
		const isBetweenTasks = trigger === 'automatic' && !this.#inTurn();
		const settings = isBetweenTasks ? betweenTaskSettings(plan.settings) : plan.settings;
		const topic = focus === undefined ? {} : { focus };
		const request = { trigger, ...topic, ...plan, settings, source };
		// A focus from the user may cause a new summary, with another plan.
		const planned = trigger === 'manual' ? undefined : planOf(conversation, request);
		const writing = planned === undefined ? undefined : { request, planned };
		this.#writing = writing;
		const written = await abortable(
			() => maskTurn(() => writeSummary(conversation, request, writer, job.signal, planned)),
			job.signal,
		);
		if (written.kind === 'written') {
			const finished = {
				...written.finished,
				record: this.#live.measured(written.finished.record),
			};
			const atOnce = !this.#inTurn() || this.#writing?.standIn !== undefined;
			job.commit((isAwaited) => this.#apply(finished, isAwaited), atOnce);
			return;
		}
		if (written.kind === 'refused') {
			usage.savedNothing(trigger);
			state.tryWrite({ guard: usage.guard });
		}
		const { kind: _, ...refusal } = written;
		job.end({ kind: 'refused', ...refusal });
	}

	#summariserFor(job: Job): Summariser {
		const { id, sent, state, parts } = this.#live;
		const { trigger, askedBy } = job.request;
		const summariser = parts.summariserFor({
			conversation: id,
			trigger,
			...(askedBy === undefined ? {} : { askedBy }),
			...(sent === undefined ? {} : { sent }),
			cooldowns: state.cooldowns,
			onProgress: (progress) => job.progressed(progress),
		});
		return trigger === 'overflow'
			? orBuiltIn(summariser, builtInSummariser(parts.monotonic))
			: summariser;
	}

	/** Commits the result, or keeps it as a proposal if it is no longer needed or no longer fits. */
	#apply(finished: PendingRecord, isAwaited: boolean): JobResult {
		const { conversation, usage } = this.#live;
		this.#live.refresh();
		const standIn = this.#writing?.standIn;
		const expected = standIn ?? finished.expected;
		const current = covers(conversation, finished) && conversation.activeId === expected;
		const { compaction } = this.#live.settings;
		const isNeeded = isStillNeeded(usage.size, compaction, finished.record.tokens.before);
		if (current && !isNeeded && !isAwaited && standIn === undefined) {
			return this.#offer(finished, 'not-needed');
		}
		const record = current ? conversation.commit({ ...finished, expected }) : undefined;
		return record !== undefined
			? this.#applied(record, finished.record.trigger)
			: this.#offer(finished, 'changed');
	}

	#applied(record: StoredRecord, trigger: Trigger): JobResult {
		const { usage, cache, state, sum: after, parts } = this.#live;
		const { tokens, attempts } = record.record;
		const before = after + requestSize(tokens.before, tokens) - requestSize(tokens.after, tokens);
		usage.compacted(trigger, { before, after });
		cache.replaced(0);
		state.tryWrite({ guard: usage.guard, restsUntil: undefined });
		state.remember(noUserEdits);
		this.#activated.add(record.id);
		this.dropProposal();
		this.#live.resetNotices();
		parts.notify({ type: 'changed' });
		const sizes = { before: tokens.before, after: tokens.after };
		return { kind: 'committed', record: record.id, tokens: sizes, attempts };
	}
}

function endOf(error: unknown, signal: AbortSignal): JobResult {
	// The user may also cancel while the summary is being prepared.
	return signal.aborted || error instanceof Interrupted
		? { kind: 'cancelled' }
		: { kind: 'failed', message: messageOf(error) };
}

/** After an overflow the turn cannot continue without a summary, whatever fails. */
function orBuiltIn(summariser: Summariser, builtIn: Summariser): Summariser {
	return {
		async summarise(request, signal) {
			try {
				return await summariser.summarise(request, signal);
			} catch {
				signal.throwIfAborted();
				return builtIn.summarise(request, signal);
			}
		},
	};
}
