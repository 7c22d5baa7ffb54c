import { overheadOf } from '../compaction/budgets.ts';
import { hasSummary } from '../compaction/record.ts';
import { providerSource } from '../conversations/sources.ts';
import type { NewConversation, StoredConversation } from '../conversations/store/store.ts';
import { StoreError } from '../conversations/store/storeError.ts';
import type { Call } from '../protocol/channel.ts';
import type {
	ConversationRow,
	ConversationView,
	HistoryView,
} from '../protocol/conversationView.ts';
import type { SessionSide } from '../protocol/session.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import type { House } from './house.ts';
import type { Host } from './serve.ts';
import { measuredRow, measuredView } from './measuredView.ts';
import {
	contextEntries,
	logEntries,
	unheldEntries,
	type SessionEntries,
} from './session/sessionEntries.ts';
import { entryOf, viewOfConversation } from './viewOfConversation.ts';
import { RequestError } from '../protocol/failures.ts';

/** The way to conversations for whoever asks from outside: complete, and kept where they are to be. */
export class ConversationAccess {
	/** Everything opens with the first request that needs it. */
	readonly house: () => Promise<House>;
	readonly #settings: () => WorkerSettings;
	readonly #host: Pick<Host, 'tell'>;
	/** Forks of excluded conversations: they are in memory, and gone with the window. */
	readonly #excludedHere = new Set<string>();

	constructor(
		house: () => Promise<House>,
		settings: () => WorkerSettings,
		host: Pick<Host, 'tell'>,
	) {
		this.house = house;
		this.#settings = settings;
		this.#host = host;
	}

	/** The house with a conversation of it whose messages are all there. */
	async visit(id: string, call: Call): Promise<House> {
		const house = await this.house();
		const { files, store } = house;
		await files.load(id, call);
		if (store.find(id) === undefined) {
			// Another window has deleted it; its file can be opened again.
			files.forget(id);
			throw unknownConversation();
		}
		return house;
	}

	/** What a person is shown. What is too large to be held is not loaded for it. */
	async view(id: string, call: Call): Promise<ConversationView> {
		const { files } = await this.house();
		const { compaction, automatic } = this.#settings();
		const file = files.find(id);
		const view =
			file?.measured === undefined
				? this.#viewOf(await this.visit(id, call), id)
				: measuredView(file, file.measured, compaction, automatic);
		const following = files.followed.isFollowed(id);
		return following === undefined ? view : { ...view, following };
	}

	/** What the session editor shows of a conversation. What is too large to be held is not loaded for it. */
	async sessionEntries(id: string, side: SessionSide, call: Call): Promise<SessionEntries> {
		const { files } = await this.house();
		const measured = files.find(id)?.measured;
		if (measured !== undefined) {
			return unheldEntries(measured.conversation.messages);
		}
		const conversation = (await this.visit(id, call)).service.of(id).read();
		const { log, active } = conversation;
		return side === 'context'
			? contextEntries(log, active, conversation.pieces)
			: logEntries(log, active);
	}

	/** Likewise, for whoever is going to change it: what was only looked at is a conversation from now on. */
	async change(id: string, call: Call): Promise<House> {
		const house = await this.visit(id, call);
		if (this.keeps(house, id) && !house.store.homes.isKept(id) && isIdle(house, id)) {
			this.#tryToKeep(house, id);
		}
		house.store.homes.hold(id);
		return house;
	}

	/** Likewise, for whoever moves among records: among those that a file brought along that is looking still. */
	async move(id: string, call: Call): Promise<House> {
		const house = await this.visit(id, call);
		return house.store.homes.isView(id) ? house : this.change(id, call);
	}

	/** The last opportunity for what could not be kept before. Nothing runs any more. */
	keepUnkept(house: House): void {
		for (const id of house.unkept) {
			if (house.store.find(id) !== undefined && this.keeps(house, id)) {
				this.#tryToKeep(house, id);
			}
		}
	}

	/** Whether what passes through the models Precis offers is kept: the person was asked. */
	get keepsRequests(): boolean {
		return this.#settings().keepsRequests;
	}

	/** Whether a conversation is to be kept, as the person wants it now. */
	keeps({ store }: House, id: string): boolean {
		const { keep, keepsRequests } = this.#settings();
		const isWanted = store.find(id)?.source === providerSource ? keepsRequests : keep;
		return isWanted && store.homes.canKeep && !this.#isExcluded(id);
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
		const { store, service } = await this.house();
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
	async keep(house: House, id: string, keep: boolean): Promise<void> {
		if (!isIdle(house, id)) {
			throw new RequestError(
				'busy',
				'A compaction or an answer is under way: try again when it has ended.',
			);
		}
		if (keep) {
			this.#tryToKeep(house, id);
		} else {
			await house.service.close(id);
			house.store.homes.release(id);
		}
		this.#host.tell({ type: 'changed', conversation: id });
	}

	/** What a new conversation of this workspace is called and where it came from. */
	about(conversation: NewConversation): NewConversation {
		const { workspace } = this.#settings();
		return { ...conversation, ...(workspace === undefined ? {} : { workspace }) };
	}

	#viewOf({ store, service, files, counter, settingsOf }: House, id: string): ConversationView {
		const conversation = service.of(id).read();
		const stored = store.find(id);
		if (stored === undefined) {
			throw unknownConversation();
		}
		const { compaction, prices } = settingsOf(id);
		return viewOfConversation({
			stored,
			conversation,
			status: service.of(id).status,
			kept: store.homes.isKept(id),
			viewed: store.homes.isView(id),
			problems: files.find(id)?.problems ?? [],
			automatic: this.#settings().automatic,
			settings: compaction,
			prices,
			counter,
		});
	}

	/** Straight from the store: looking at the records makes no conversation live. */
	async history(id: string): Promise<HistoryView> {
		const { store } = await this.house();
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
		const house = await this.house();
		const large = house.files
			.all()
			.flatMap((file) => (file.measured === undefined ? [] : [measuredRow(file, file.measured)]));
		return [...large, ...house.store.list().map((stored) => rowOf(house, stored))];
	}

	/** Where it cannot be kept it goes on in memory, and the person is told. */
	#tryToKeep({ store, unkept }: House, id: string): void {
		try {
			store.homes.keep(id);
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
	{ store, service, contexts, settingsOf }: House,
	stored: StoredConversation,
): ConversationRow {
	const { id, title, source, file, workspace, updatedAt, messages, tokens } = stored;
	const living = service.living(id)?.conversation;
	const { tokens: context, hasSummary: hasHandoff } =
		living === undefined
			? contexts.of(stored)
			: { tokens: living.context.tokens, hasSummary: hasSummary(living.active) };
	const kept = store.homes.isKept(id);
	const { compaction } = settingsOf(id);
	return {
		id,
		title,
		source,
		...(file === undefined ? {} : { file }),
		...(workspace === undefined ? {} : { workspace }),
		updatedAt,
		messages,
		tokens,
		...(context === undefined
			? {}
			: { context: { used: context + overheadOf(compaction), window: compaction.window } }),
		records: store.recordCount(id),
		hasHandoff,
		kept,
		viewed: store.homes.isView(id),
	};
}

/** Whether nothing runs or waits that would be ended by closing it. */
export function isIdle({ service }: House, id: string): boolean {
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
