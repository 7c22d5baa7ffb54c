import { overheadOf } from '../compaction/budgets.ts';
import { initialSize, tokensOf } from '../compaction/contextSize.ts';
import { hasSummary } from '../compaction/record.ts';
import { providerSource } from '../conversations/sources.ts';
import type { NewConversation, StoredConversation } from '../conversations/store/store.ts';
import { StoreError } from '../conversations/store/storeError.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type {
	ConversationRow,
	ConversationView,
	HistoryView,
} from '../protocol/conversationView.ts';
import type { SessionSide } from '../protocol/session.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import type { WorkerServices } from './workerServices.ts';
import type { Host } from './serve.ts';
import { contextEntries, logEntries, type SessionEntries } from './session/sessionEntries.ts';
import { entryOf, isReported, viewOfConversation, windowOf } from './viewOfConversation.ts';
import { RequestError } from '../protocol/failures.ts';

/** The way to conversations for whoever asks from outside: complete, and kept where they are to be. */
export class ConversationAccess {
	/** Everything opens with the first request that needs it. */
	readonly services: () => Promise<WorkerServices>;
	readonly #settings: () => WorkerSettings;
	readonly #host: Pick<Host, 'tell'>;
	/** Forks of excluded conversations: they are in memory, and gone with the window. */
	readonly #excludedHere = new Set<string>();
	/** The conversation that was viewed last. */
	#shown: string | undefined;

	constructor(
		services: () => Promise<WorkerServices>,
		settings: () => WorkerSettings,
		host: Pick<Host, 'tell'>,
	) {
		this.services = services;
		this.#settings = settings;
		this.#host = host;
	}

	/** The services, once all messages of a conversation are there. */
	async visit(id: string, call: ChannelCall): Promise<WorkerServices> {
		const services = await this.services();
		const { files, store } = services;
		await files.load(id, call);
		if (store.find(id) === undefined) {
			// Another window has deleted it; its file can be opened again.
			files.forget(id);
			throw unknownConversation();
		}
		return services;
	}

	/** What a person is shown. */
	async view(id: string, call: ChannelCall): Promise<ConversationView> {
		const services = await this.visit(id, call);
		this.#shown = id;
		return this.#viewOf(services, id);
	}

	/** The view of a conversation that has changed, if it is the one that was viewed last. */
	shownView(services: WorkerServices, id: string): ConversationView | undefined {
		return id === this.#shown && services.store.has(id) ? this.#viewOf(services, id) : undefined;
	}

	/** What the session editor shows of a conversation. */
	async sessionEntries(id: string, side: SessionSide, call: ChannelCall): Promise<SessionEntries> {
		const conversation = (await this.visit(id, call)).service.of(id).read();
		const { log, active } = conversation;
		return side === 'context'
			? contextEntries(log, active, conversation.pieces)
			: logEntries(log, active);
	}

	/** Likewise, for whoever is going to change it: what was only looked at is a conversation from now on. */
	async change(id: string, call: ChannelCall): Promise<WorkerServices> {
		const services = await this.visit(id, call);
		if (this.keeps(services, id) && !services.store.isKept(id) && isIdle(services, id)) {
			this.#tryToKeep(services, id);
		}
		services.store.adoptView(id);
		return services;
	}

	/** Likewise, for whoever moves among records: among those that a file brought along that is looking still. */
	async move(id: string, call: ChannelCall): Promise<WorkerServices> {
		const services = await this.visit(id, call);
		return services.store.isView(id) ? services : this.change(id, call);
	}

	/** The last opportunity for what could not be kept before. Nothing runs any more. */
	keepUnkept(services: WorkerServices): void {
		for (const id of services.unkept) {
			if (services.store.find(id) !== undefined && this.keeps(services, id)) {
				this.#tryToKeep(services, id);
			}
		}
	}

	/** Whether what passes through the models Precis offers is kept: the person was asked. */
	get keepsRequests(): boolean {
		return this.#settings().keepsRequests;
	}

	/** Whether a conversation is to be kept, as the person wants it now. */
	keeps({ store }: WorkerServices, id: string): boolean {
		const { keep, keepsRequests } = this.#settings();
		const isWanted = store.find(id)?.source === providerSource ? keepsRequests : keep;
		return isWanted && store.canKeep && !this.#isExcluded(id);
	}

	/** What goes on in place of a conversation that is not kept is not kept either. */
	goesOn(id: string, inPlaceOf: string): void {
		if (this.#isExcluded(inPlaceOf)) {
			this.#excludedHere.add(id);
		}
	}

	#isExcluded(id: string): boolean {
		return this.#excludedHere.has(id) || this.#settings().excluded.includes(id);
	}

	/**
	 * The conversation a handoff speaks of; where that was deleted, the newest fork of it.
	 * @param anyWorkspace False: one of another workspace is not there, unless somebody opened it here.
	 */
	async byHandle(handle: string, anyWorkspace: boolean): Promise<string> {
		const { store, service } = await this.services();
		const found =
			store.find(handle) ??
			store.list().find(({ state }) => state.origins?.includes(handle) === true);
		const isReached =
			found === undefined ||
			anyWorkspace ||
			found.workspace === this.#settings().workspace ||
			service.living(found.id) !== undefined;
		if (!isReached) {
			throw unknownConversation();
		}
		return found?.id ?? handle;
	}

	/** Keeps a conversation beyond this window, or does not any more. */
	async keep(services: WorkerServices, id: string, keep: boolean): Promise<void> {
		if (!isIdle(services, id)) {
			throw new RequestError(
				'busy',
				'A compaction or an answer is under way: try again when it has ended.',
			);
		}
		if (keep) {
			this.#tryToKeep(services, id);
		} else {
			await services.service.close(id);
			services.store.release(id);
		}
		this.#host.tell({ type: 'changed', conversation: id });
	}

	/** What a new conversation of this workspace is called and where it came from. */
	about(conversation: NewConversation): NewConversation {
		const { workspace } = this.#settings();
		return { ...conversation, ...(workspace === undefined ? {} : { workspace }) };
	}

	#viewOf(
		{ store, service, files, counter, settingsOf }: WorkerServices,
		id: string,
	): ConversationView {
		const conversation = service.of(id).read();
		const stored = store.find(id);
		if (stored === undefined) {
			throw unknownConversation();
		}
		const { compaction, prices } = settingsOf(id);
		const following = files.follower.isFollowed(id);
		const view = viewOfConversation({
			stored,
			conversation,
			status: service.of(id).status,
			kept: store.isKept(id),
			viewed: store.isView(id),
			problems: files.problemsOf(id),
			automatic: this.#settings().automatic,
			settings: compaction,
			prices,
			counter,
		});
		return following === undefined ? view : { ...view, following };
	}

	/** Straight from the store: looking at the records makes no conversation live. */
	async history(id: string): Promise<HistoryView> {
		const { store } = await this.services();
		const stored = store.find(id);
		if (stored === undefined) {
			return { entries: [] };
		}
		const { active } = stored;
		return {
			entries: store.records(id).map(entryOf),
			...(active === undefined ? {} : { active }),
		};
	}

	async list(): Promise<readonly ConversationRow[]> {
		const services = await this.services();
		return services.store.list().map((stored) => rowOf(services, stored));
	}

	/** Where it cannot be kept it goes on in memory, and the person is told. */
	#tryToKeep({ store, unkept }: WorkerServices, id: string): void {
		try {
			store.keep(id);
			unkept.delete(id);
		} catch (error) {
			if (!(error instanceof StoreError)) {
				throw error;
			}
			if (!unkept.has(id)) {
				unkept.add(id);
				const { kind: reason, message } = error;
				this.#host.tell({ type: 'not-kept', conversation: id, reason, message });
			}
		}
	}
}

function rowOf(
	{ store, service, contexts, settingsOf }: WorkerServices,
	stored: StoredConversation,
): ConversationRow {
	const { id, title, source, file, workspace, updatedAt, messages, tokens } = stored;
	const living = service.living(id);
	const { compaction } = settingsOf(id);
	const context = living === undefined ? contexts.of(stored) : undefined;
	const size =
		living?.status.size ??
		context?.recorded ??
		(context?.tokens === undefined
			? undefined
			: initialSize(context.tokens + overheadOf(compaction)));
	const hasHandoff = context?.hasSummary ?? hasSummary(living?.conversation.active);
	const kept = store.isKept(id);
	return {
		id,
		title,
		source,
		...(file === undefined ? {} : { file }),
		...(workspace === undefined ? {} : { workspace }),
		updatedAt,
		messages,
		tokens,
		...(size === undefined
			? {}
			: {
					context: {
						used: tokensOf(size),
						...(isReported(size) ? { isReported: true as const } : {}),
						...windowOf(stored, compaction),
					},
				}),
		records: store.recordCount(id),
		hasHandoff,
		kept,
		viewed: store.isView(id),
	};
}

/** Whether nothing runs or waits that would be ended by closing it. */
export function isIdle({ service }: WorkerServices, id: string): boolean {
	const status = service.living(id)?.status;
	return (
		status === undefined ||
		(status.turn === undefined && status.job === undefined && status.queued.length === 0)
	);
}

function unknownConversation(): Error {
	return new RequestError(
		'unknown-conversation',
		'This conversation no longer exists. Open it again.',
	);
}
