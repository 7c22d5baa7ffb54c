import type { NothingToDo } from '../../compaction/plan.ts';
import type { Trigger } from '../../compaction/record.ts';
import { messageOf } from '../../messages/errors.ts';
import { Interrupted } from '../../models/interrupts.ts';
import type { LadderProgress } from '../../models/ladder.ts';
import type { Redacted } from '../../redaction/redact.ts';
import type { Source } from '../compacting.ts';
import type { Attempt } from '../../summary/writtenSummary.ts';
import type { StoredRecord } from '../store/store.ts';
import type { JobProgress } from './jobProgress.ts';

/**
 * One compaction from its trigger to its end, with everyone who waits for it. The compactor does the work; this module
 * decides who may cancel it, and when its result may be applied.
 */

/** A request for a compaction. */
export interface JobRequest {
	readonly trigger: Trigger;
	readonly focus?: Redacted;
	readonly source: Source;
	/** Who made a `manual` request; absent: the user. */
	readonly askedBy?: 'extension';
}

/** A compaction that is no longer wanted or came too late; the user may apply it. */
export interface Proposal {
	readonly record: StoredRecord;
	readonly reason: /** The context is no longer that full. */
		| 'not-needed'
		/** Another record became active, or the log changed. */
		| 'changed';
}

/** Why a compaction was not started or not kept. */
type CompactionRefusal =
	| { readonly reason: NothingToDo }
	| { readonly reason: 'not-smaller'; readonly before: number; readonly after: number }
	/** Another process runs one for this conversation. */
	| { readonly reason: 'running-elsewhere' }
	/** Another process has just compacted it. */
	| { readonly reason: 'compacted-elsewhere' }
	/** The proposal no longer fits the conversation. */
	| { readonly reason: 'stale' }
	| { readonly reason: 'not-there' };

/** How a job ended, and the id of its record. */
export type JobResult =
	| {
			readonly kind: 'committed';
			readonly record: number;
			/** Of the context. */
			readonly tokens: { readonly before: number; readonly after: number };
			readonly attempts: readonly Attempt[];
	  }
	| {
			readonly kind: 'proposed';
			readonly record: number;
			readonly reason: Proposal['reason'];
			readonly attempts: readonly Attempt[];
	  }
	| ({ readonly kind: 'refused' } & CompactionRefusal)
	| { readonly kind: 'failed'; readonly message: string }
	| { readonly kind: 'cancelled' };

/** Result for a waiter, who can detach with its own signal. */
export type WaiterResult = JobResult | { readonly kind: 'detached' };

/** A waiter's handle on a job. */
export interface JobWaiter {
	/** Its id. */
	readonly job: number;
	/** The job was already running: it completes its original request first. */
	readonly joined: boolean;
	/** Never rejects. */
	readonly ended: Promise<WaiterResult>;
}

/** Called at once at each step of a job, before any waiter. */
interface JobListener {
	readonly changed: (job: Job) => void;
	readonly ended: (job: Job, end: JobResult) => void;
}

/** One compaction from request to end. Ends once; everyone who joins gets the same result. */
export class Job {
	readonly id: number;
	readonly request: JobRequest;
	readonly #controller = new AbortController();
	readonly #ended = Promise.withResolvers<JobResult>();
	readonly #listener: JobListener;
	readonly #waiting = new Set<(end: WaiterResult) => void>();
	#isOpen = true;
	#progress: JobProgress = { phase: 'planning' };
	/** Applies the result; set while it waits for the turn's boundary. */
	#apply: ((isAwaited: boolean) => JobResult) | undefined;

	constructor(id: number, request: JobRequest, listener: JobListener) {
		this.id = id;
		this.request = request;
		this.#listener = listener;
	}

	get progress(): JobProgress {
		return this.#progress;
	}

	/** Cancels the job. Independent of a turn's signal: a waiter in a turn only detaches. */
	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	get ended(): Promise<JobResult> {
		return this.#ended.promise;
	}

	/** Whether it is still running. */
	get isOpen(): boolean {
		return this.#isOpen;
	}

	/** Whether anyone waits: then the result is applied as soon as it is ready. */
	get isAwaited(): boolean {
		return this.#waiting.size > 0;
	}

	/**
	 * Waits for the end.
	 * @param signal Stops waiting. The job continues, unless the user requested it and it has no other waiter.
	 */
	wait(signal?: AbortSignal): Promise<WaiterResult> {
		if (signal?.aborted === true) {
			this.#waiterLeft();
			return Promise.resolve({ kind: 'detached' });
		}
		const { promise, resolve } = Promise.withResolvers<WaiterResult>();
		const detach = (): void => {
			this.#waiting.delete(answer);
			resolve({ kind: 'detached' });
			this.#waiterLeft();
		};
		const answer = (end: WaiterResult): void => {
			signal?.removeEventListener('abort', detach);
			resolve(end);
		};
		this.#waiting.add(answer);
		signal?.addEventListener('abort', detach, { once: true });
		this.boundary();
		return promise;
	}

	/** A request to a summariser has started. */
	progressed({ model, piece, of, attempt }: LadderProgress): void {
		if (this.isOpen) {
			const request = model === undefined ? {} : { model, attempt, piece: { number: piece, of } };
			this.#progress = { phase: 'summarising', ...request };
			this.#listener.changed(this);
		}
	}

	/** Lets the waiters continue with another result; the job itself continues too. */
	releaseWaiters(end: JobResult): void {
		this.#answerAll(end);
		this.#listener.changed(this);
	}

	/** Cancels it. Has no effect on a result that was applied. */
	cancel(by: 'job' | 'service'): void {
		if (!this.isOpen) {
			return;
		}
		this.#controller.abort(new Interrupted(by));
		if (this.#apply !== undefined) {
			this.end({ kind: 'cancelled' });
		}
	}

	/**
	 * The summary is written: applies it now, or at the boundary of the running turn.
	 * @param apply Commits; called at most once. May throw.
	 * @param atBoundary No turn is running.
	 */
	commit(apply: (isAwaited: boolean) => JobResult, atBoundary: boolean): void {
		this.#progress = { phase: 'committing' };
		this.#listener.changed(this);
		this.#apply = apply;
		if (this.isAwaited || atBoundary) {
			this.boundary();
		}
	}

	/** A turn has ended: applies a result that was waiting for that. */
	boundary(): void {
		const apply = this.#apply;
		if (apply === undefined) {
			return;
		}
		this.#apply = undefined;
		try {
			this.end(apply(this.isAwaited));
		} catch (error) {
			this.end({ kind: 'failed', message: messageOf(error) });
		}
	}

	end(end: JobResult): void {
		if (!this.isOpen) {
			return;
		}
		this.#apply = undefined;
		this.#isOpen = false;
		this.#listener.ended(this, end);
		this.#ended.resolve(end);
		this.#answerAll(end);
	}

	#answerAll(end: WaiterResult): void {
		const waiting = [...this.#waiting];
		this.#waiting.clear();
		waiting.forEach((answer) => answer(end));
	}

	#waiterLeft(): void {
		if (!this.isAwaited && this.request.trigger === 'manual') {
			this.cancel('job');
		}
	}
}
