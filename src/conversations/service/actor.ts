import {
	changeItem,
	type ChangeOutcome,
	type ItemChange,
	type StoredItem,
} from '../../compaction/changes.ts';
import { hasSummary } from '../../compaction/record.ts';
import type { Conversation } from '../conversation.ts';
import { noUserEdits } from '../../summary/userEdits.ts';
import type { StoredRecord } from '../store/store.ts';
import { restAfter } from './compactionPolicy.ts';
import { ClientTurns } from './clientTurns.ts';
import { Compactor } from './compactor.ts';
import type { JobRequest, JobWaiter } from './job.ts';
import { LiveConversation, type LiveParts } from './live.ts';
import { IdleCompaction } from './idleCompaction.ts';

/** Options of a compaction that does not start automatically. */
export type ManualRequest = Partial<Pick<JobRequest, 'focus' | 'source' | 'askedBy'>>;

type Changed = Extract<ChangeOutcome, { readonly kind: 'changed' }>;

/** Result of the user's change to an item. */
export type ItemChangeResult =
	| Exclude<ChangeOutcome, Changed>
	| Omit<Changed, 'record'>
	/** A compaction is running: its summary would not contain the change. */
	| { readonly kind: 'refused'; readonly reason: 'busy' };

/** Result of an undo, redo or restore. */
export type ReversalResult =
	| { readonly kind: 'activated' }
	| {
			readonly kind: 'refused';
			readonly reason: 'nothing-to-undo' | 'nothing-to-redo' | 'not-there';
	  };

/** Effect on automatic compaction. */
type Automatic = 'rests' | 'resumes' | 'unchanged';

/** One active conversation, with its turns and its compaction. The single entry point for both. */
export class ConversationActor extends LiveConversation {
	readonly compactor: Compactor;
	readonly clientTurns: ClientTurns;
	readonly #idle: IdleCompaction;

	/** @throws {StoreError} when the conversation cannot be read. */
	constructor(id: string, parts: LiveParts) {
		super(id, parts);
		this.compactor = new Compactor(this, () => this.#idle.inTask);
		this.#idle = new IdleCompaction(this, this.compactor);
		this.clientTurns = new ClientTurns(this, this.compactor, this.#idle);
	}

	/** Whether a client is working on a task: its latest request has no reply yet, or the reply calls tools. */
	get answering(): boolean {
		return this.#idle.inTask;
	}

	get canRedo(): boolean {
		return this.#redoTarget !== undefined;
	}

	/** The current log, records and context, including changes by other processes. @throws {StoreError} */
	read(): Conversation {
		this.refresh();
		return this.conversation;
	}

	/**
	 * Compacts, or joins the running compaction.
	 * @param signal Stops waiting; also cancels the compaction if nothing else waits for it.
	 */
	compact(request: ManualRequest = {}, signal?: AbortSignal): JobWaiter {
		return this.compactor.start({ source: 'active', ...request, trigger: 'manual' }, signal);
	}

	/**
	 * Applies the user's change to an item of the active summary: a record, committed like a compaction. @throws
	 * {StoreError}
	 */
	changeItem(place: StoredItem, change: ItemChange): ItemChangeResult {
		this.refresh();
		const { conversation, parts, settings } = this;
		const { active: record, activeId, log } = conversation;
		if (record === undefined || activeId !== place.record) {
			return { kind: 'refused', reason: 'stale' };
		}
		const input = { log, record, settings: settings.compaction, counter: parts.counter };
		const outcome = changeItem(input, place, change);
		if (outcome.kind !== 'changed') {
			return outcome;
		}
		const { record: changed, ...end } = outcome;
		const revised = this.revise(() => changed);
		return revised === 'committed' ? end : { kind: 'refused', reason: revised };
	}

	// The following methods change which record is active, and nothing else (law 2). A running compaction then finds that
	// the record it was planned on is no longer active, and its result becomes a proposal.

	/** Undoes the latest step: a user's change, a pruning, or the compaction with {@link undoCompaction}. */
	undo(): ReversalResult {
		this.refresh();
		const { records, activeId } = this.conversation;
		const active = records.find(activeId);
		switch (active?.record.kind) {
			case undefined:
			case 'compaction':
				return this.undoCompaction();
			case 'prune':
				return this.activateWithEdits(records.parentOf(active))
					? this.#activated('rests')
					: this.undo();
			case 'pin':
			case 'edit':
			case 'remove':
				return this.#activate(records.parentOf(active), 'unchanged');
		}
	}

	/**
	 * Returns to what was active before the newest compaction, or to the uncompacted log. The user's present pins, edits
	 * and removals are carried over.
	 */
	undoCompaction(): ReversalResult {
		this.refresh();
		const { conversation } = this;
		const { records, activeId } = conversation;
		if (activeId === undefined) {
			return { kind: 'refused', reason: 'nothing-to-undo' };
		}
		const compaction = records.compactionOf(records.find(activeId));
		const before = compaction === undefined ? undefined : records.before(compaction);
		return this.activateWithEdits(before) ? this.#activated('rests') : this.undoCompaction();
	}

	redo(): ReversalResult {
		this.refresh();
		const next = this.#redoTarget;
		return next === undefined
			? { kind: 'refused', reason: 'nothing-to-redo' }
			: this.#activate(next, isUserChange(next) ? 'unchanged' : 'resumes');
	}

	/** @param id A record of this conversation; undefined: the uncompacted log. */
	restore(id: number | undefined): ReversalResult {
		this.refresh();
		const record = this.conversation.records.find(id);
		return record === undefined && id !== undefined
			? { kind: 'refused', reason: 'not-there' }
			: this.#activate(record, 'rests');
	}

	#activate(record: StoredRecord | undefined, automatic: Automatic): ReversalResult {
		const { conversation, state } = this;
		// Without a summary it contains none of the user's edits.
		const isEarlier = record === undefined || hasSummary(record.record);
		if (isEarlier && record?.id !== conversation.activeId) {
			state.remember(noUserEdits);
		}
		conversation.activate(record);
		this.compactor.activated(record?.id);
		return this.#activated(automatic);
	}

	#activated(automatic: Automatic): ReversalResult {
		const { state, settings, sum } = this;
		if (automatic !== 'unchanged') {
			const rests = automatic === 'rests';
			state.tryWrite({ restsUntil: rests ? restAfter(sum, settings.compaction) : undefined });
		}
		this.contextReplaced();
		return { kind: 'activated' };
	}

	/** The record that a redo activates; never one that was not active before. */
	get #redoTarget(): StoredRecord | undefined {
		const { records, activeId } = this.conversation;
		return records.childOf(activeId, this.compactor.unapplied);
	}

	/** Pauses or resumes automatic compaction. @throws {StoreError} */
	pause(paused: boolean): void {
		this.state.write({ paused });
		this.resetNotices();
		this.parts.notify({ type: 'changed' });
	}

	/** After a reload: waits for the end of the cache, if a task had ended before. */
	resumeIdle(): void {
		this.#idle.resume();
	}

	/** Cancels running work. Resolves when it has ended; never rejects. */
	async close(): Promise<void> {
		this.closed = true;
		this.#idle.dispose();
		await this.compactor.cancel('service');
	}
}

/** Whether the user made a record. */
function isUserChange({ record: { kind } }: StoredRecord): boolean {
	return kind !== 'compaction' && kind !== 'prune';
}
