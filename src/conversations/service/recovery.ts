import type { Compactor } from './compactor.ts';
import type { JobWaiter } from './job.ts';
import type { LiveConversation } from './live.ts';
import type { Redacted } from '../../redaction/redact.ts';

/** A compaction as the stored state notes it. */
export interface InterruptedJob {
	readonly trigger: string;
	readonly focus?: Redacted;
}

/**
 * A compaction that was running when Precis last ended. It left nothing behind but its note: one that
 * a person asked for is offered again, an automatic one starts again where it is still needed.
 */
export class InterruptedCompaction {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	#offered: InterruptedJob | undefined;

	constructor(live: LiveConversation, compactor: Compactor) {
		this.#live = live;
		this.#compactor = compactor;
	}

	/** Nothing while a later compaction runs, whose note is stored by then, nor once it has ended. */
	get offered(): InterruptedJob | undefined {
		const { interruptedJob } = this.#live.state.now;
		const isLater = this.#compactor.job !== undefined || interruptedJob === undefined;
		return isLater ? undefined : this.#offered;
	}

	/** Looks for one. @throws {StoreError} */
	look(): void {
		const { id, parts, state } = this.#live;
		const { interruptedJob } = state.now;
		const claims = interruptedJob !== undefined && parts.store.readOnly === undefined;
		const claim = claims ? parts.store.claim(id, 'job') : undefined;
		if (interruptedJob === undefined || claim === undefined) {
			// Where another process has the claim, the compaction is its own and still running.
			return;
		}
		claim.release();
		if (interruptedJob.trigger === 'manual') {
			this.#offered = interruptedJob;
			this.#live.notice({ kind: 'interrupted-compaction', ...interruptedJob });
			return;
		}
		state.tryWrite({ interruptedJob: undefined });
		const { action } = this.#live.decision(0);
		if (action === 'compact-in-background' || action === 'compact-first') {
			this.#compactor.startInBackground();
		}
	}

	/** Starts what is offered again; undefined where nothing is. */
	resume(): JobWaiter | undefined {
		const { offered } = this;
		this.#forget();
		const focus = offered?.focus;
		return offered === undefined
			? undefined
			: this.#compactor.start({
					trigger: 'manual',
					source: 'active',
					...(focus === undefined ? {} : { focus }),
				});
	}

	/** Forgets what is offered. */
	dismiss(): void {
		if (this.offered !== undefined) {
			this.#live.state.tryWrite({ interruptedJob: undefined });
			this.#forget();
		}
	}

	#forget(): void {
		this.#offered = undefined;
		this.#live.parts.tell({ type: 'changed' });
	}
}
