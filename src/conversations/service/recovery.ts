import type { Compactor } from './compactor.ts';
import type { JobWaiter } from './job.ts';
import type { LiveConversation } from './live.ts';
import type { Redacted } from '../../redaction/redact.ts';

/** A compaction as it is recorded in the stored state. */
export interface InterruptedJob {
	readonly trigger: string;
	readonly focus?: Redacted;
}

/**
 * A compaction that was running when Precis last exited. Only its record in the state is left: a compaction that the
 * user requested is offered again; an automatic one restarts if it is still needed.
 */
export class InterruptedCompaction {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	#offered: InterruptedJob | undefined;

	constructor(live: LiveConversation, compactor: Compactor) {
		this.#live = live;
		this.#compactor = compactor;
	}

	/** Nothing while a later compaction runs, which has replaced the stored one, nor after it. */
	get offered(): InterruptedJob | undefined {
		const { interruptedJob } = this.#live.state.now;
		const isLater = this.#compactor.job !== undefined || interruptedJob === undefined;
		return isLater ? undefined : this.#offered;
	}

	/** Looks for an interrupted compaction. @throws {StoreError} */
	look(): void {
		const { id, parts, state } = this.#live;
		const { interruptedJob } = state.now;
		const claims = interruptedJob !== undefined && parts.store.readOnly === undefined;
		const claim = claims ? parts.store.claim(id) : undefined;
		if (interruptedJob === undefined || claim === undefined) {
			// If another process has the claim, the compaction belongs to it and is still running.
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

	/** Restarts the offered compaction; undefined if there is none. */
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

	/** Discards the offer. */
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
