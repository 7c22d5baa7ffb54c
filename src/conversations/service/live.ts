import {
	betweenTaskSettings,
	overheadOf,
	type CompactionSettings,
} from '../../compaction/budgets.ts';
import { costOf, type CompactionCost } from '../../compaction/cost/compactionCost.ts';
import { userEditsOf, withDecisions } from '../../compaction/changes.ts';
import { isReported } from '../../compaction/contextSize.ts';
import { type CompactionRecord, hasSummary, requestSize } from '../../compaction/record.ts';
import { messageOf } from '../../messages/errors.ts';
import type { Message } from '../../messages/message.ts';
import type { UserEdits } from '../../summary/userEdits.ts';
import { Conversation } from '../conversation.ts';
import { recordedSize, type ConversationState } from '../store/state.ts';
import type { StoredNode, StoredRecord } from '../store/store.ts';
import { ContextUsage } from './contextUsage.ts';
import type { Notice, NotifyChange } from './events.ts';
import {
	decideCompaction,
	isDueBetweenTasks,
	mayCompact,
	type Decision,
	type PolicyInput,
} from './compactionPolicy.ts';
import { KeptState } from './keptState.ts';
import { PromptCache, requestsSince } from './promptCache.ts';
import type { ServiceParts, ServiceSettings, SummaryJob } from './ports.ts';

/** What one conversation gets from its service. */
export interface LiveParts extends ServiceParts {
	readonly tell: NotifyChange;
	/** Numbers of jobs and previews. */
	readonly nextId: () => number;
}

/** No compaction makes it any better. */
const noRoom: Notice['kind'] = 'no-room';

/** Told once until things change, whatever figures it has. */
const toldOnce: readonly Notice['kind'][] = [noRoom, 'too-large'];

/**
 * A stored conversation with its running size and its kept state: the ground that turns and compactions
 * share. Whatever changes here is told.
 */
export class LiveConversation {
	readonly id: string;
	readonly parts: LiveParts;
	readonly conversation: Conversation;
	readonly account: ContextUsage;
	readonly cache: PromptCache;
	readonly state: KeptState;
	/** The latest request's: so many messages of the log, and the record that was active. */
	#sent: { readonly length: number; readonly record: number | undefined } | undefined;
	readonly #told = new Set<string>();
	/** It was closed or deleted: what cannot be kept any more is no news. */
	closed = false;

	/** @throws {StoreError} when the conversation cannot be read. */
	constructor(id: string, parts: LiveParts) {
		this.id = id;
		this.parts = parts;
		const { store, counter, monotonic } = parts;
		this.conversation = new Conversation(store, id, counter);
		this.state = new KeptState(store, id, (error) => this.#stateNotKept(error));
		this.cache = new PromptCache(monotonic, requestsSince(this.conversation), this.#answered());
		this.account = new ContextUsage(this.sum, this.state.now.guard, this.#overhead);
		this.#takeRecorded();
	}

	get settings(): ServiceSettings {
		return this.parts.settingsOf(this.id);
	}

	/**
	 * When the latest request was answered, in an earlier session or in another window, milliseconds of the
	 * clock that does not run backwards; undefined where nothing was answered.
	 */
	#answered(): number | undefined {
		const { store, monotonic, epoch } = this.parts;
		const role = this.conversation.log.at(-1)?.message.role;
		const stored = role === 'assistant' || role === 'tool' ? store.find(this.id) : undefined;
		return stored && monotonic() - Math.max(0, epoch() - stored.updatedAt);
	}

	/** What every request carries beside the conversation, tokens. */
	get #overhead(): number {
		return overheadOf(this.settings.compaction);
	}

	/** What a request carries now, tokens: our own count, and what the active record knows of what it leaves out. */
	get sum(): number {
		const { context, active } = this.conversation;
		return requestSize(context.tokens, active?.tokens ?? {}, this.#overhead);
	}

	/** What a request carries now besides our own count of its messages, tokens. */
	get #beyond(): number {
		return this.account.tokens - this.conversation.context.tokens;
	}

	/** Of that, what no compaction makes smaller: it leaves the messages no less than our own count of them. */
	get #fixed(): number {
		const { usage } = this.state.now;
		const { fixed = 0, overhead = 0 } = this.conversation.active?.tokens.beyond ?? {};
		const known = Math.max(this.#overhead, usage?.fixed ?? 0, fixed - overhead + this.#overhead);
		return Math.max(0, Math.min(known, this.#beyond));
	}

	/** A record that is about to be committed, with the size of the requests that it makes smaller. */
	measured<Made extends Pick<CompactionRecord, 'tokens'>>(record: Made): Made {
		const fixed = this.#fixed;
		const perToken = (this.#beyond - fixed) / Math.max(1, this.conversation.context.tokens);
		const request = Math.round(record.tokens.before * (1 + perToken) + fixed);
		const beyond = {
			fixed,
			overhead: this.#overhead,
			perToken: Math.max(0, perToken),
			request,
		};
		const reported = isReported(this.account.size) ? { isReported: true as const } : {};
		return { ...record, tokens: { ...record.tokens, beyond, ...reported } };
	}

	/** What a plan needs to know beside the request. */
	get planSettings(): {
		readonly settings: ServiceSettings['compaction'];
		readonly recallHandle?: string;
		readonly remembered: UserEdits;
		readonly asked?: string;
	} {
		const { compaction, recall } = this.settings;
		const { asked } = this.state.now;
		return {
			settings: compaction,
			...(recall ? { recallHandle: this.id } : {}),
			remembered: this.state.remembered,
			...(asked === undefined ? {} : { asked }),
		};
	}

	/** What a person has decided about statements by now. */
	get wishes(): UserEdits {
		const { active } = this.conversation;
		return hasSummary(active) ? userEditsOf(active) : this.state.remembered;
	}

	/** What to do before a request is sent. @param attempts Automatic ones this turn has made. */
	decision(attempts: number): Decision {
		return decideCompaction(this.#gateInput(attempts));
	}

	#gateInput(attempts: number): PolicyInput {
		const { paused, restsUntil } = this.state.now;
		const { compaction, automatic } = this.settings;
		return {
			size: this.account.size,
			settings: compaction,
			guard: this.account.guard,
			attempts,
			paused: paused || !automatic,
			restsUntil,
		};
	}

	/** What a compaction that a person asks for now would cost and save. */
	costNow(): CompactionCost {
		return this.#costWith(this.settings.compaction);
	}

	#costWith(settings: CompactionSettings, isEnding = false): CompactionCost {
		const { rules, summariser } = this.settings.prices;
		return costOf({
			tokens: this.account.tokens,
			fixed: this.#fixed,
			settings,
			rules,
			cache: !this.cache.isWarm(rules) ? 'cold' : isEnding ? 'ending' : 'warm',
			...(summariser === undefined ? {} : { summariser }),
			requests: this.cache.requests,
		});
	}

	/** A request is made from the context as it is now. */
	requested(): void {
		const { log, activeId } = this.conversation;
		this.account.requested(this.sum);
		this.cache.requested();
		this.#sent = { length: log.length, record: activeId };
	}

	/** What the latest request was made from, where its context is still the present one, and cached. */
	get sent(): SummaryJob['sent'] {
		const { active, activeId } = this.conversation;
		const isWarm = this.cache.isWarm(this.settings.prices.rules);
		if (this.#sent === undefined || this.#sent.record !== activeId || !isWarm) {
			return undefined;
		}
		const { length } = this.#sent;
		return hasSummary(active) ? { length, covered: active.layout.range } : { length };
	}

	/** Whether it is compacted while nobody waits for an answer. @param isEnding The provider's cache is about to end. */
	isDueBetweenTasks(isEnding: boolean): boolean {
		const cost = this.#costWith(betweenTaskSettings(this.settings.compaction), isEnding);
		return isDueBetweenTasks(this.#gateInput(0), cost);
	}

	/** Whether a compaction that nobody has to wait for is wanted at all. */
	get mayCompact(): boolean {
		return mayCompact(this.#gateInput(0));
	}

	/** Whether stale results may become digests now: nothing is cached, and automatic steps are wanted. */
	get mayPrune(): boolean {
		const { prices } = this.settings;
		const { paused, restsUntil = 0 } = this.#gateInput(0);
		// What costs nothing is not worth leaving anything out.
		const isFree = prices.rules.write === 0;
		const isCold = !this.cache.isWarm(prices.rules);
		return !isFree && isCold && !paused && this.account.tokens >= restsUntil;
	}

	/** @throws {StoreError} Then none of them is in the log. */
	appendNow(messages: readonly Message[]): readonly StoredNode[] {
		const nodes = this.conversation.append(...messages);
		this.#appended(nodes);
		return nodes;
	}

	/**
	 * Makes a small change of the context a record, while nobody compacts: what a provider reported of the rest of
	 * it still holds.
	 * @param make Undefined: there is nothing to change.
	 * @returns `busy`: this or another window compacts. `stale`: another record became active, or nothing was made.
	 * @throws {StoreError}
	 */
	revise(make: () => CompactionRecord | undefined): 'committed' | 'busy' | 'stale' {
		const { conversation, account, parts } = this;
		const claim = parts.store.claim(this.id, 'job');
		if (claim === undefined) {
			return 'busy';
		}
		try {
			const record = make();
			const { activeId: expected } = conversation;
			const before = this.sum;
			if (
				record === undefined ||
				conversation.commit({ record, parent: expected, expected }) === undefined
			) {
				return 'stale';
			}
			account.appended(this.sum - before);
			parts.tell({ type: 'changed' });
			return 'committed';
		} finally {
			claim.release();
		}
	}

	/**
	 * Makes another record active without losing what a person has decided by now: pins, edits and
	 * removals go with it, as a record on top of it or, where it has no summary, in the state.
	 * @param target Undefined: the log as it is.
	 * @returns False when yet another record has become active meanwhile; then nothing was done.
	 */
	carryTo(target: StoredRecord | undefined): boolean {
		const { conversation, parts, wishes } = this;
		const { log, records, activeId: expected } = conversation;
		const decided = ({ record }: StoredRecord): CompactionRecord | undefined =>
			hasSummary(record)
				? withDecisions({ log, record, counter: parts.counter }, wishes)
				: undefined;
		if (!hasSummary(target?.record)) {
			// Before the record goes: it is of no account until then, and not lost whatever happens.
			this.state.remember(wishes);
		}
		const record = target && decided(target);
		if (target === undefined || record === undefined) {
			conversation.activate(target);
			return true;
		}
		const made = records
			.carryingTo(target.id)
			.findLast((carrying) => decided(carrying) === undefined);
		if (made !== undefined) {
			conversation.activate(made);
			return true;
		}
		return conversation.commit({ record, parent: target.id, expected }) !== undefined;
	}

	/** Catches up with what other processes wrote. @throws {StoreError} */
	refresh(): void {
		const { appended, replaced, activated } = this.conversation.refresh();
		this.#appended(appended);
		this.account.carries(this.#overhead);
		if (replaced || activated) {
			this.moved();
		}
	}

	/** The context is another one, though nothing was compacted here. */
	moved(): void {
		this.#sent = undefined;
		this.account.moved(this.sum);
		this.#takeRecorded();
		this.noticeAgain();
		this.parts.tell({ type: 'changed' });
	}

	/** What the file's assistant recorded of its context now. */
	recorded(usage: ConversationState['usage']): void {
		this.state.tryWrite({ usage });
		this.#takeRecorded();
		this.parts.tell({ type: 'changed' });
	}

	#takeRecorded(): void {
		const { log, activeId } = this.conversation;
		const size = recordedSize(this.state.now, activeId, (start) =>
			log.slice(start).map(({ tokens }) => tokens),
		);
		if (size !== undefined) {
			this.account.recorded(size);
		}
	}

	/** The provider's count of the latest request's prompt, tokens. */
	reported(tokens: number): void {
		const { guard } = this.account;
		this.account.reported(tokens);
		if (this.account.guard !== guard) {
			this.state.tryWrite({ guard: this.account.guard });
		}
		this.parts.tell({ type: 'changed' });
	}

	/** Tells a person something, once until things change; that there is no room, once. */
	notice(notice: Notice): void {
		const key = toldOnce.includes(notice.kind) ? notice.kind : JSON.stringify(notice);
		if (!this.#told.has(key)) {
			this.#told.add(key);
			this.parts.tell({ type: 'notice', notice });
		}
	}

	/** Things have changed: what was told may be told again. No compaction makes the overhead smaller. */
	noticeAgain(): void {
		for (const key of this.#told) {
			if (key !== noRoom) {
				this.#told.delete(key);
			}
		}
	}

	#appended(nodes: readonly StoredNode[]): void {
		if (nodes.length > 0) {
			this.account.appended(nodes.reduce((sum, { tokens }) => sum + tokens, 0));
			this.parts.tell({ type: 'changed' });
		}
	}

	#stateNotKept(error: unknown): void {
		if (!this.closed) {
			this.notice({ kind: 'state-not-kept', message: messageOf(error) });
		}
	}
}
