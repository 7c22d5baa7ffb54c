import { covers, type Finished } from '../compacting.ts';
import type { Conversation } from '../conversation.ts';
import type { Tell } from './events.ts';
import type { JobEnd, Proposal } from './job.ts';

/** Results that came too late: kept in the store, and the newest offered to the person. */
export class Proposals {
	readonly #conversation: Conversation;
	readonly #tell: Tell;
	/** Proposals that were applied here, whether they are active still or were undone. */
	readonly #applied = new Set<number>();
	#offered: { readonly proposal: Proposal; readonly finished: Finished } | undefined;

	constructor(conversation: Conversation, tell: Tell) {
		this.#conversation = conversation;
		this.#tell = tell;
	}

	get offered(): Proposal | undefined {
		return this.#offered?.proposal;
	}

	/** Records that never were active. */
	get unapplied(): ReadonlySet<number> {
		const { records, activeId } = this.#conversation;
		const ids = records.untaken(activeId).map(({ id }) => id);
		return new Set(ids.filter((id) => !this.#applied.has(id)));
	}

	/** Keeps a result and offers it. @throws {StoreError} */
	offer(finished: Finished, reason: Proposal['reason']): JobEnd {
		const record = this.#conversation.propose(finished.record, finished.parent);
		this.#offered = { proposal: { record, reason }, finished };
		this.#tell({ type: 'changed' });
		return { kind: 'proposed', record: record.id, reason, attempts: record.record.attempts };
	}

	/** Offers nothing any more. The record stays readable. */
	drop(): boolean {
		const had = this.#offered !== undefined;
		this.#offered = undefined;
		if (had) {
			this.#tell({ type: 'changed' });
		}
		return had;
	}

	/** What is offered, if it still fits the log and makes the context smaller (law 5). */
	check(): Proposal | 'stale' | 'not-there' | { readonly before: number; readonly after: number } {
		if (this.#offered === undefined) {
			return 'not-there';
		}
		const { proposal, finished } = this.#offered;
		if (!covers(this.#conversation, finished)) {
			return 'stale';
		}
		const before = this.#conversation.context.tokens;
		const after = this.#conversation.contextWith(proposal.record.record).tokens;
		return after < before ? proposal : { before, after };
	}

	applied(id: number): void {
		this.#applied.add(id);
		this.drop();
	}
}
