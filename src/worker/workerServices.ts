import { isDeepStrictEqual } from 'node:util';
import { overheadOf } from '../compaction/budgets.ts';
import type { ContextSize } from '../compaction/contextSize.ts';
import { hasSummary, requestSize } from '../compaction/record.ts';
import type { ConversationActor } from '../conversations/service/actor.ts';
import type { ServiceParts } from '../conversations/service/ports.ts';
import { possibleCompaction } from '../conversations/service/preview.ts';
import { ConversationService } from '../conversations/service/service.ts';
import { providerSource } from '../conversations/sources.ts';
import { openStore } from '../conversations/store/openStore.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { NewConversation, StoredConversation } from '../conversations/store/store.ts';
import { StoreError } from '../conversations/store/storeError.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { systemTime, systemTimers } from '../models/deadlines.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type { RequestShape } from '../protocol/clientRequests.ts';
import type { ConversationRow, ConversationView } from '../protocol/conversationView.ts';
import { RequestError } from '../protocol/failures.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import { ActiveConversations } from './activeConversations.ts';
import { ConversationSettings } from './conversationSettings.ts';
import { EventsForHost } from './eventsForHost.ts';
import { OpenedFiles, type FileAccess } from './openedFiles.ts';
import type { Host } from './host.ts';
import { StoredContexts } from './storedContexts.ts';
import { ladderOf } from './summaries.ts';
import { isUntilContinued, viewOfConversation, windowOf } from './viewOfConversation.ts';

/** Dependencies of the worker. */
export interface WorkerParts {
	/** Folder of the store; created if it is missing. */
	readonly storage: string;
	readonly host: Host;
	/** A monotonic clock in milliseconds, and timers; absent: those of the system. */
	readonly time?: Pick<ServiceParts, 'monotonic' | 'timers'>;
	/** Access to files; absent: the file system. */
	readonly files?: FileAccess;
}

const machineTime: Required<WorkerParts>['time'] = {
	monotonic: () => systemTime.clock.monotonic(),
	timers: systemTimers,
};

/**
 * All services of the worker, created on demand. Requests get their conversations here: with all messages loaded, and
 * stored on disk or in memory as the settings require.
 */
export class WorkerServices {
	readonly host: Host;
	readonly settings: () => WorkerSettings;
	readonly counter: TokenCounter;
	readonly store: SqliteStore;
	readonly service: ConversationService;
	readonly active: ActiveConversations;
	readonly events: EventsForHost;
	readonly files: OpenedFiles;
	readonly settingsOf: ConversationSettings;
	readonly #contexts: StoredContexts;
	/** Conversations that continue excluded ones: kept in memory only, and lost when the window closes. */
	readonly #excludedSuccessors = new Set<string>();

	/**
	 * Opens the store and starts the service.
	 * @param settings Returns the current settings.
	 * @param shown Returns the conversation that is on screen.
	 */
	constructor(
		{ storage, host, files = {}, time = machineTime }: WorkerParts,
		settings: () => WorkerSettings,
		shown: () => string | undefined,
		counter: TokenCounter,
	) {
		this.settings = settings;
		this.counter = counter;
		this.host = host;
		const unexpected = (error: unknown): void => this.unexpected(error);
		const opened = openStore(storage, {
			now: Date.now,
			unexpected,
			keepsNew: () => settings().keep,
			onUnkept: (conversation, { kind: reason, message }) =>
				host.notify({ type: 'not-kept', conversation, reason, message }),
		});
		const { store } = opened;
		if (opened.kind !== 'opened') {
			host.notify({ type: 'store', status: opened.kind, message: opened.message });
		}
		this.store = store;
		this.settingsOf = new ConversationSettings(settings);
		const learntWindows = new Map<string, number>();
		this.service = new ConversationService({
			store,
			counter,
			summariserFor: (job) =>
				ladderOf({ host, store, learntWindows, now: Date.now, unexpected }, job),
			settingsOf: (state) => this.settingsOf.of(state),
			...time,
			epoch: Date.now,
			wait: systemTime.wait,
			onEvent: (event) => this.events.handle(event),
			unexpected,
		});
		this.active = new ActiveConversations(this.service, shown);
		this.events = new EventsForHost(host, (id) =>
			id === shown() && store.has(id) ? this.#viewOf(id) : undefined,
		);
		this.files = new OpenedFiles(this, files);
		this.#contexts = new StoredContexts(store);
	}

	/** Reports an unexpected error that did not stop the work. */
	unexpected(error: unknown): void {
		const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
		this.host.notify({ type: 'unexpected', message });
	}

	/** Loads all messages of a conversation. @throws {RequestError} If there is no such conversation. */
	async load(id: string, call: ChannelCall): Promise<void> {
		await this.files.load(id, call);
		if (this.store.find(id) === undefined) {
			// Another window has deleted it; its file can be opened again.
			this.files.forget(id);
			throw unknownConversation();
		}
	}

	/** Like {@link load}, but for a change: a view of a file becomes a conversation. */
	async adopt(id: string, call: ChannelCall): Promise<void> {
		await this.load(id, call);
		if (this.keeps(id) && !this.store.isKept(id) && this.isIdle(id)) {
			this.#tryToKeep(id);
		}
		this.store.adoptView(id);
	}

	/** A conversation to read. @param shape The shape of its client's requests; absent: unchanged. */
	async visit(id: string, call: ChannelCall, shape?: RequestShape): Promise<ConversationActor> {
		await this.load(id, call);
		return this.#activate(id, shape);
	}

	/** A conversation to change, see {@link adopt}. */
	async change(id: string, call: ChannelCall, shape?: RequestShape): Promise<ConversationActor> {
		await this.adopt(id, call);
		return this.#activate(id, shape);
	}

	/** A conversation whose active record is to be switched. A view stays a view: its file contains the records. */
	async move(id: string, call: ChannelCall): Promise<ConversationActor> {
		const actor = await this.visit(id, call);
		return this.store.isView(id) ? actor : this.change(id, call);
	}

	#activate(id: string, shape: RequestShape | undefined): ConversationActor {
		this.active.used(id);
		const actor = this.service.of(id);
		if (shape !== undefined) {
			this.noteShape(actor, shape);
		}
		return actor;
	}

	/** Sets the shape of a conversation's requests from now on. */
	noteShape({ state }: ConversationActor, shape: RequestShape): void {
		const window = this.settingsOf.stored(shape);
		if (!isDeepStrictEqual(window, state.now.window)) {
			state.tryWrite({ window });
		}
	}

	/** The displayed data of a conversation. */
	async view(id: string, call: ChannelCall): Promise<ConversationView> {
		await this.load(id, call);
		this.active.used(id);
		return this.#viewOf(id);
	}

	#viewOf(id: string): ConversationView {
		const { store, files } = this;
		const actor = this.service.of(id);
		actor.read();
		const stored = store.find(id);
		if (stored === undefined) {
			throw unknownConversation();
		}
		const next = possibleCompaction(actor);
		return viewOfConversation({
			stored,
			actor,
			...(next === undefined ? {} : { next }),
			kept: store.isKept(id),
			viewed: store.isView(id),
			following: files.follower.isFollowed(id),
			problems: files.problemsOf(id),
		});
	}

	/** Whether the current settings allow storing a conversation. */
	keeps(id: string): boolean {
		const { keep, keepsRequests } = this.settings();
		const isWanted = this.store.find(id)?.source === providerSource ? keepsRequests : keep;
		return isWanted && this.store.canKeep && !this.#isExcluded(id);
	}

	/** Makes a conversation that shares the first messages of another; unsaved if that one is. @returns Its id. */
	fork(id: string, messages: number, about: NewConversation): string {
		if (this.keeps(id)) {
			return this.service.fork(id, messages, about).id;
		}
		const fork = this.service.forked(id, this.store.forkInMemory(id, messages, about));
		this.inheritExclusion(fork.id, id);
		return fork.id;
	}

	/** What continues an unsaved conversation is unsaved too. */
	inheritExclusion(id: string, inPlaceOf: string): void {
		if (this.#isExcluded(inPlaceOf)) {
			this.#excludedSuccessors.add(id);
		}
	}

	#isExcluded(id: string): boolean {
		return this.#excludedSuccessors.has(id) || this.settings().excluded.includes(id);
	}

	/** Stores a conversation on disk, or removes it from there. */
	async keep(id: string, keep: boolean, call: ChannelCall): Promise<void> {
		await this.load(id, call);
		if (!this.isIdle(id)) {
			throw new RequestError('busy', 'A compaction is under way: try again when it has ended.');
		}
		if (keep) {
			// Only the first failure is reported by the store, as for any other write.
			if (this.store.unkept.includes(id)) {
				this.store.keep(id);
			} else {
				this.#tryToKeep(id);
			}
		} else {
			await this.service.close(id);
			this.store.release(id);
		}
		this.events.changed(id);
	}

	/** Stores the conversations of clients as soon as the user allows it: the question was asked about them. */
	keepAllowed(): void {
		const { store } = this;
		for (const { id, source } of store.list()) {
			const isClients = source === providerSource && !store.isKept(id);
			if (isClients && this.keeps(id) && this.isIdle(id)) {
				this.#tryToKeep(id);
				this.events.changed(id);
			}
		}
	}

	/** Stores a conversation on disk. If that fails, it continues in memory, and the user is notified. */
	#tryToKeep(id: string): void {
		try {
			this.store.keep(id);
		} catch (error) {
			if (!(error instanceof StoreError)) {
				throw error;
			}
		}
	}

	/** Whether no compaction is running that closing would cancel. */
	isIdle(id: string): boolean {
		return this.service.loaded(id)?.compactor.progress === undefined;
	}

	/** Adds this workspace to a new conversation. */
	about(conversation: NewConversation): NewConversation {
		const { workspace } = this.settings();
		return { ...conversation, ...(workspace === undefined ? {} : { workspace }) };
	}

	/**
	 * The conversation of a handoff's handle; if that was deleted, its newest fork.
	 * @param anyWorkspace False: excludes conversations of other workspaces, unless they were opened here.
	 */
	byHandle(handle: string, anyWorkspace: boolean): string {
		const { store } = this;
		const found =
			store.find(handle) ??
			store.list().find(({ state }) => state.origins?.includes(handle) === true);
		const isReached =
			found === undefined ||
			anyWorkspace ||
			found.workspace === this.settings().workspace ||
			this.active.wasOpened(found.id);
		if (!isReached) {
			throw unknownConversation();
		}
		return found?.id ?? handle;
	}

	/** All conversations, newest first, without loading them into memory. */
	list(): readonly ConversationRow[] {
		return this.store.list().map((stored) => this.#rowOf(stored));
	}

	#rowOf(stored: StoredConversation): ConversationRow {
		const { store } = this;
		const { active: _, state, ...about } = stored;
		const { id } = about;
		const loaded = this.service.loaded(id);
		const { compaction } = loaded?.settings ?? this.settingsOf.of(state);
		const context = loaded === undefined ? this.#contexts.of(stored) : undefined;
		const size: ContextSize | undefined =
			loaded?.usage.size ??
			context?.recorded ??
			(context?.tokens === undefined
				? undefined
				: {
						kind: 'counted',
						tokens: requestSize(context.tokens, context, overheadOf(compaction)),
					});
		return {
			...about,
			...(size === undefined
				? {}
				: {
						context: {
							used: size.tokens,
							...(size.kind === 'reported' ? { isReported: true as const } : {}),
							...windowOf(stored, compaction),
							...((
								loaded === undefined
									? context?.isUntilContinued === true
									: isUntilContinued(stored, loaded.conversation.active) &&
										loaded.cache.requests === 0
							)
								? { isUntilContinued: true as const }
								: {}),
						},
					}),
			records: store.recordCount(id),
			hasHandoff: context?.hasSummary ?? hasSummary(loaded?.conversation.active),
			kept: store.isKept(id),
			viewed: store.isView(id),
		};
	}

	/** Cancels running work and closes the store. Never rejects. */
	async close(): Promise<void> {
		this.files.forgetAll();
		await this.service.dispose();
		try {
			// The last opportunity to store what could not be stored before.
			this.store.unkept.filter((id) => this.keeps(id)).forEach((id) => this.#tryToKeep(id));
		} catch (error) {
			this.unexpected(error);
		}
		this.store.close();
	}
}

function unknownConversation(): Error {
	return new RequestError(
		'unknown-conversation',
		'This conversation no longer exists. Open it again.',
	);
}
