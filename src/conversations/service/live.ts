import {
	betweenTaskSettings,
	overheadOf,
	type CompactionSettings,
} from '../../compaction/budgets.ts';
import { costOf, type CompactionCost } from '../../compaction/cost/compactionCost.ts';
import { userEditsOf, withLaterEdits } from '../../compaction/changes.ts';
import { type CompactionRecord, hasSummary, requestSize } from '../../compaction/record.ts';
import { messageOf } from '../../messages/errors.ts';
import { imagesIn, type Message } from '../../messages/message.ts';
import type { UserEdits } from '../../summary/userEdits.ts';
import type { PlanRequest } from '../compacting.ts';
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
import type { SizedRequest } from './imageTokens.ts';
import { StoredState } from './storedState.ts';
import { PromptCache, requestsSince } from './promptCache.ts';
import type { ServiceParts, ServiceSettings, SummaryJob } from './ports.ts';

/** The dependencies of one conversation. */
export interface LiveParts extends ServiceParts {
	readonly notify: NotifyChange;
	/** Generates ids for jobs. */
	readonly nextId: () => number;
}

/** A context: the number of messages of the log that it was made from, and the active record. */
interface ContextVersion {
	readonly length: number;
	readonly record: number | undefined;
}

/** Not cleared by a compaction. */
const noRoom: Notice['kind'] = 'no-room';

/** Reported once until things change, whatever their figures. */
const reportedOnce: readonly Notice['kind'][] = [noRoom, 'too-large'];

/**
 * A stored conversation with its running size and its stored state, the basis of turns and compactions. Reports every
 * change.
 */
export class LiveConversation {
	readonly id: string;
	readonly parts: LiveParts;
	readonly conversation: Conversation;
	readonly usage: ContextUsage;
	readonly cache: PromptCache;
	readonly state: StoredState;
	/** Of the latest request: the number of messages of the log, the active record, and its size. */
	#sent: (Omit<SizedRequest, 'reported'> & ContextVersion) | undefined;
	/** The latest request whose size the provider has reported. */
	#sized: (SizedRequest & Pick<ContextVersion, 'record'>) | undefined;
	readonly #notified = new Set<string>();
	/** Closed or deleted: failures to store anything are no longer reported. */
	closed = false;

	/** @throws {StoreError} when the conversation cannot be read. */
	constructor(id: string, parts: LiveParts) {
		this.id = id;
		this.parts = parts;
		const { store, counter, monotonic } = parts;
		const images = (): number => this.settings.images.tokens;
		this.conversation = new Conversation(store, id, {
			version: counter.version,
			count: (text) => counter.count(text),
			get image() {
				return images();
			},
		});
		this.state = new StoredState(store, id, (error) => this.#stateNotKept(error));
		const { requested = 0, cacheEnds = 0 } = this.taskEnd ?? {};
		this.cache = new PromptCache(
			monotonic,
			requestsSince(this.conversation),
			this.#answered(),
			cacheEnds - requested,
		);
		this.usage = new ContextUsage(this.sum, this.state.now.guard, this.#overhead);
		this.#useRecordedSize();
	}

	get settings(): ServiceSettings {
		return this.parts.settingsOf(this.state.now);
	}

	/**
	 * When the latest request was answered, in an earlier session or in another window, milliseconds of the monotonic
	 * clock; undefined if nothing was answered.
	 */
	#answered(): number | undefined {
		const { store, monotonic, epoch } = this.parts;
		const role = this.conversation.log.at(-1)?.message.role;
		const stored = role === 'assistant' || role === 'tool' ? store.find(this.id) : undefined;
		const at = this.taskEnd?.requested ?? stored?.updatedAt;
		return at === undefined ? undefined : monotonic() - Math.max(0, epoch() - at);
	}

	/** The end of the latest task, if no messages were added since. */
	get taskEnd(): ConversationState['taskEnd'] {
		const { taskEnd } = this.state.now;
		return taskEnd?.messages === this.conversation.log.length ? taskEnd : undefined;
	}

	/** A task has ended: stores what another process needs to wait for the end of the cache. */
	storeTaskEnd(): void {
		const { rules } = this.settings.prices;
		const left = this.cache.left(rules);
		if (left > 0) {
			const cacheEnds = this.parts.epoch() + left;
			const requested = cacheEnds - this.cache.life(rules);
			this.state.tryWrite({
				taskEnd: { requested, cacheEnds, messages: this.conversation.log.length },
			});
		}
	}

	/** Tokens of every request besides the conversation. */
	get #overhead(): number {
		return overheadOf(this.settings.compaction);
	}

	/** Tokens of a request now: our own count, adjusted by what the active record knows about omitted content. */
	get sum(): number {
		const { context, active } = this.conversation;
		return requestSize(context.tokens, active?.tokens ?? {}, this.#overhead);
	}

	/** The client sends its next request with these, see {@link Conversation.unread}. */
	setUnread(unread: readonly number[]): void {
		const before = this.sum;
		this.conversation.unread = unread;
		this.usage.appended(this.sum - before);
	}

	/** Tokens of a request now besides our own count of its messages. */
	get #beyond(): number {
		return this.usage.tokens - this.conversation.context.tokens;
	}

	/** Tools and instructions of every request, as its client reports them or the session's first request shows them. */
	get fixed(): number {
		return Math.max(this.#overhead, this.state.now.usage?.fixed ?? 0);
	}

	/**
	 * The part of {@link #beyond} that no compaction reduces. Tools and instructions stay. The rest is what the messages cost in
	 * addition to our count of them (reasoning that the file lacks, another tokenizer): it is taken to shrink as they do.
	 * Without the first request of a session, the two cannot be distinguished: all of it stays. Claude Code records the
	 * sizes before and after its own compactions, and this rule comes closest to them: where 167,094 tokens became 33,960
	 * it gives 29,400 (60,500 if all stayed), and without the first request, where 155,475 became 57,761, it gives 74,100
	 * (5,100 if all shrank).
	 */
	get #staying(): number {
		const { usage } = this.state.now;
		const { active, activeId } = this.conversation;
		if (usage !== undefined && usage.fixed === undefined && usage.record === activeId) {
			return Math.max(0, this.#beyond);
		}
		const { fixed = 0, overhead = 0 } = active?.tokens.beyond ?? {};
		const known = Math.max(this.fixed, fixed - overhead + this.#overhead);
		// A log can hold more than was sent: results that the assistant has cleared, or what it has compacted itself. Then it
		// does not show the size of the tools.
		return Math.min(known, this.#beyond > 0 ? this.#beyond : this.usage.tokens);
	}

	/** What a provider counts in addition per token of ours; below 0 if it counts less. */
	get #perToken(): number {
		return (this.#beyond - this.#staying) / Math.max(1, this.conversation.context.tokens);
	}

	/** A record that is about to be committed, with the size of the requests that it makes smaller. */
	measured<Made extends Pick<CompactionRecord, 'tokens'>>(record: Made): Made {
		const { records, activeId } = this.conversation;
		const active = records.find(activeId);
		const {
			beyond: known,
			before,
			isReported: wasReported,
		} = (records.compactionOf(active) ?? active)?.record.tokens ?? {};
		if (known !== undefined && before === record.tokens.before) {
			// Another summary of the same messages: their size is known from the requests that contained them.
			const reported = wasReported === true ? { isReported: wasReported } : {};
			return { ...record, tokens: { ...record.tokens, beyond: known, ...reported } };
		}
		const fixed = this.#staying;
		const perToken = this.#perToken;
		const request = Math.round(record.tokens.before * (1 + perToken) + fixed);
		const beyond = {
			fixed,
			overhead: this.#overhead,
			perToken: Math.max(0, perToken),
			request,
		};
		const reported = this.usage.size.kind === 'reported' ? { isReported: true as const } : {};
		return { ...record, tokens: { ...record.tokens, beyond, ...reported } };
	}

	/** Planning inputs besides the request. */
	get planSettings(): Omit<PlanRequest, 'trigger' | 'focus' | 'source'> {
		const { compaction, recall } = this.settings;
		const { asked } = this.state.now;
		return {
			settings: compaction,
			...(recall ? { recallHandle: this.id } : {}),
			remembered: this.state.remembered,
			...(asked === undefined ? {} : { earlierRequest: asked }),
		};
	}

	/** The user's edits of statements so far. */
	get userEdits(): UserEdits {
		const { active } = this.conversation;
		return hasSummary(active) ? userEditsOf(active) : this.state.remembered;
	}

	/** What to do before a request is sent. @param attempts Automatic attempts of this turn. */
	decision(attempts: number): Decision {
		return decideCompaction(this.#policyInput(attempts));
	}

	#policyInput(attempts: number): PolicyInput {
		const { paused, restsUntil } = this.state.now;
		const { compaction, automatic } = this.settings;
		return {
			size: this.usage.size,
			settings: compaction,
			guard: this.usage.guard,
			attempts,
			paused: paused || !automatic,
			restsUntil,
		};
	}

	/** Cost and savings of a manual compaction now. @param after Tokens of a request after it, by its plan. */
	costOfPlan(after: number): CompactionCost {
		return this.#costWith(this.settings.compaction, { after });
	}

	#costWith(
		settings: CompactionSettings,
		{ isEnding = false, ...plan }: { readonly isEnding?: boolean; readonly after?: number },
	): CompactionCost {
		const { rules, summariser } = this.settings.prices;
		return costOf({
			tokens: this.usage.tokens,
			fixed: this.#staying,
			perToken: 1 + Math.max(0, this.#perToken),
			settings,
			...plan,
			rules,
			cache: !this.cache.isWarm(rules) ? 'cold' : isEnding ? 'ending' : 'warm',
			...(summariser === undefined
				? {}
				: {
						summariser: {
							...summariser,
							// After a reload, no request is known that the summary's could continue.
							isAnswering: summariser.isAnswering && this.sent !== undefined,
						},
					}),
			requests: this.cache.requests,
		});
	}

	/** A request is made from the context as it is now. */
	requested(): void {
		const { log, activeId } = this.conversation;
		if (this.taskEnd !== undefined) {
			// A repeated request adds no message.
			this.state.tryWrite({ taskEnd: undefined });
		}
		this.usage.requested(this.sum);
		this.cache.requested();
		const { tokens, messages } = this.conversation.context;
		this.#sent = {
			length: log.length,
			record: activeId,
			own: tokens + this.#overhead,
			images: messages.reduce((sum, { content }) => sum + imagesIn(content), 0),
		};
	}

	/** What the latest request was made from, if its context is unchanged and cached. */
	get sent(): SummaryJob['sent'] {
		const { active, activeId } = this.conversation;
		const isWarm = this.cache.isWarm(this.settings.prices.rules);
		if (this.#sent === undefined || this.#sent.record !== activeId || !isWarm) {
			return undefined;
		}
		const { length } = this.#sent;
		return hasSummary(active) ? { length, covered: active.layout.range } : { length };
	}

	/** Whether to compact while no request is being answered. @param isEnding The provider's cache is about to expire. */
	isDueBetweenTasks(isEnding: boolean): boolean {
		const cost = this.#costWith(betweenTaskSettings(this.settings.compaction), { isEnding });
		return isDueBetweenTasks(this.#policyInput(0), cost);
	}

	/** Whether background compactions are wanted at all. */
	get mayCompact(): boolean {
		return mayCompact(this.#policyInput(0));
	}

	/** Whether stale results may become digests now: nothing is cached, and automatic steps are enabled. */
	get mayPrune(): boolean {
		const { prices } = this.settings;
		const { paused, restsUntil = 0 } = this.#policyInput(0);
		// If tokens are free, omitting anything is not worthwhile.
		const isFree = prices.rules.write === 0;
		const isCold = !this.cache.isWarm(prices.rules);
		return !isFree && isCold && !paused && this.usage.tokens >= restsUntil;
	}

	/** @param after See {@link SqliteStore.append}. @throws {StoreError} Then none of them is in the log. */
	append(messages: readonly Message[], after?: number): readonly StoredNode[] {
		const nodes = this.conversation.append(messages, after);
		this.#appended(nodes);
		return nodes;
	}

	/**
	 * Commits a small change of the context as a record, while no compaction runs: the provider's count of the rest stays
	 * valid.
	 * @param make Undefined: there is nothing to change.
	 * @returns `busy`: this or another window is compacting. `stale`: another record became active, or nothing was made.
	 * @throws {StoreError}
	 */
	revise(make: () => CompactionRecord | undefined): 'committed' | 'busy' | 'stale' {
		const { conversation, usage, parts } = this;
		const claim = parts.store.claim(this.id);
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
			usage.appended(this.sum - before);
			parts.notify({ type: 'changed' });
			return 'committed';
		} finally {
			claim.release();
		}
	}

	/**
	 * Activates another record without losing the user's edits: pins, edits and removals are carried over, as a record on
	 * top of it or, if it has no summary, in the state.
	 * @param target Undefined: the uncompacted log.
	 * @returns False when yet another record has become active in the meantime; then nothing was done.
	 */
	activateWithEdits(target: StoredRecord | undefined): boolean {
		const { conversation, parts, userEdits } = this;
		const { log, records, activeId: expected } = conversation;
		const withEdits = ({ record }: StoredRecord): CompactionRecord | undefined =>
			hasSummary(record)
				? withLaterEdits({ log, record, counter: parts.counter }, userEdits)
				: undefined;
		if (!hasSummary(target?.record)) {
			// Before the record is deactivated: the remembered edits have no effect until then, and are not lost if anything
			// fails.
			this.state.remember(userEdits);
		}
		const record = target && withEdits(target);
		if (target === undefined || record === undefined) {
			conversation.activate(target);
			return true;
		}
		const made = records
			.carryingTo(target.id)
			.findLast((carrying) => withEdits(carrying) === undefined);
		if (made !== undefined) {
			conversation.activate(made);
			return true;
		}
		return conversation.commit({ record, parent: target.id, expected }) !== undefined;
	}

	/** Catches up with what other processes wrote. @throws {StoreError} */
	refresh(): void {
		const { appended, replaced, activated, state } = this.conversation.refresh();
		this.state.refresh(state);
		this.#appended(appended);
		this.usage.overheadChanged(this.#overhead);
		if (replaced || activated) {
			this.contextReplaced();
		}
	}

	/** The context was replaced, but nothing was compacted here. */
	contextReplaced(): void {
		this.#sent = undefined;
		this.cache.replaced(requestsSince(this.conversation));
		this.usage.contextReplaced(this.sum);
		this.#useRecordedSize();
		this.resetNotices();
		this.parts.notify({ type: 'changed' });
	}

	/** The size of the present context as the file's assistant recorded it. */
	recorded(usage: ConversationState['usage']): void {
		this.state.tryWrite({ usage });
		this.#useRecordedSize();
		this.parts.notify({ type: 'changed' });
	}

	#useRecordedSize(): void {
		const { log, activeId } = this.conversation;
		const size = recordedSize(this.state.now, activeId, (start) =>
			log.slice(start).map(({ tokens }) => tokens),
		);
		if (size !== undefined) {
			this.usage.recorded(size);
		}
	}

	/** The provider's count of the latest request's prompt, tokens. */
	reported(tokens: number): void {
		this.#learnImages(tokens);
		const { guard } = this.usage;
		this.usage.reported(tokens);
		if (this.usage.guard !== guard) {
			this.state.tryWrite({ guard: this.usage.guard });
		}
		this.parts.notify({ type: 'changed' });
	}

	#learnImages(reported: number): void {
		const { settings } = this;
		if (this.#sent !== undefined) {
			const { record, own, images } = this.#sent;
			const sized = { record, own, images, reported };
			settings.images.learn(sized, this.#sized?.record === record ? this.#sized : undefined);
			this.#sized = sized;
		}
	}

	/** Shows a notice to the user, once until things change; the no-room notice only once. */
	notice(notice: Notice): void {
		const key = reportedOnce.includes(notice.kind) ? notice.kind : JSON.stringify(notice);
		if (!this.#notified.has(key)) {
			this.#notified.add(key);
			this.parts.notify({ type: 'notice', notice });
		}
	}

	/** Things have changed: notices may be shown again, except no-room, because no compaction reduces the overhead. */
	resetNotices(): void {
		for (const key of this.#notified) {
			if (key !== noRoom) {
				this.#notified.delete(key);
			}
		}
	}

	#appended(nodes: readonly StoredNode[]): void {
		if (nodes.length > 0) {
			this.usage.appended(nodes.reduce((sum, { tokens }) => sum + tokens, 0));
			this.parts.notify({ type: 'changed' });
		}
	}

	#stateNotKept(error: unknown): void {
		if (!this.closed) {
			this.notice({ kind: 'state-not-kept', message: messageOf(error) });
		}
	}
}
