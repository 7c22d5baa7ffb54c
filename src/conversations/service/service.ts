import type { UserMessage, Message } from '../../messages/message.ts';
import type { ItemChange } from '../../compaction/changes.ts';
import type { SummaryRequest } from '../../summary/summariser.ts';
import type { ConversationStore, NewConversation, StoredConversation } from '../store/store.ts';
import { ConversationArchive } from './archive.ts';
import { ConversationActor, type ConversationStatus, type PersonRequest } from './actor.ts';
import { Actors } from './actors.ts';
import type { ChangeEnd, StoredItem } from './changes.ts';
import { EventStream, type Listener } from './events.ts';
import type { JobEnd, Ticket } from './job.ts';
import type { ToldByClient } from './clientTurns.ts';
import type { ServiceParts, TurnContext } from './ports.ts';
import type { PreviewEnd } from './preview.ts';
import type { AppendEnd } from './queued.ts';
import { recallSearch, recallTurn, type RecallEnd, type RecallHits } from './recall.ts';
import type { ReversalEnd } from './reversals.ts';
import { rejectedSubmission, type Submission } from './submission.ts';
import type { ReadableConversation } from '../conversation.ts';
import { stateOfFork } from '../store/state.ts';
import type { RenderedContext } from '../../compaction/render.ts';

/**
 * Owns every conversation: what is said, what is compacted, what is shown of it. Methods that return
 * a value at once throw a {@link StoreError} when the store fails; promises do not reject.
 */
export class ConversationService {
	/** Conversations as they are kept, whether they live or not. */
	readonly archive: ConversationArchive;
	readonly #parts: ServiceParts;
	readonly #store: ConversationStore;
	readonly #events: EventStream;
	readonly #actors: Actors;
	#lastId = 0;
	#paused = false;

	constructor(parts: ServiceParts) {
		this.#parts = parts;
		this.#store = parts.store;
		this.#events = new EventStream(parts.unexpected);
		this.#actors = new Actors(
			{ ...parts, nextId: () => this.#nextId(), pausedForAll: () => this.#paused },
			(id) => this.#events.tellerOf(id),
		);
		this.archive = new ConversationArchive(this.#store, this.#actors, this.#events);
	}

	/** Hears of everything that happens. @returns Ends the listening. */
	on(listener: Listener): () => void {
		return this.#events.on(listener);
	}

	/** Newest first. */
	list(): readonly StoredConversation[] {
		return this.#store.list();
	}

	create(conversation: NewConversation): StoredConversation {
		const created = this.#store.create(conversation);
		this.#events.tellerOf(created.id)({ type: 'created' });
		return created;
	}

	/** A conversation that shares the first messages of another, see {@link ConversationStore.fork}. */
	fork(id: string, messages: number, conversation: NewConversation): StoredConversation {
		return this.forked(id, this.#store.fork(id, messages, conversation));
	}

	/** A fork was made: it goes on as the other one would, paused, resting, with its handles. */
	forked(origin: string, fork: StoredConversation): StoredConversation {
		const state = this.#store.find(origin)?.state;
		if (state !== undefined) {
			this.#store.saveState(fork.id, stateOfFork(origin, state));
		}
		this.#events.tellerOf(fork.id)({ type: 'created' });
		return fork;
	}

	/** Reads a conversation into memory, and finds a compaction that a crash interrupted. */
	open(id: string): ConversationStatus {
		return this.#actors.get(id).status;
	}

	/** Lets go of a conversation. What runs is ended; what waits is told so. */
	async close(id: string): Promise<void> {
		await this.#actors.end(id, { kind: 'closed' });
	}

	/** Log, records and context as they are now, whoever wrote them. @throws {StoreError} */
	read(id: string): ReadableConversation {
		return this.#actors.get(id).read();
	}

	/** A conversation that is in memory already, as it was last looked at. */
	living(id: string): ReadableConversation | undefined {
		return this.#actors.living(id)?.conversation;
	}

	/** What a model would be sent now. */
	context(id: string): RenderedContext {
		return this.#actors.get(id).conversation.context;
	}

	/** Appends messages without having them answered; after the turn that runs. */
	append(id: string, messages: readonly Message[]): Promise<AppendEnd> {
		const actor = this.#actors.find(id);
		return actor instanceof ConversationActor
			? actor.append(messages)
			: Promise.resolve({ kind: 'not-appended', cause: actor });
	}

	/**
	 * Appends what a client says was said in a conversation it leads: at once, whatever runs.
	 * @throws {StoreError}
	 */
	follow(id: string, messages: readonly Message[]): void {
		this.#actors.get(id).clientTurns.follow(messages);
	}

	/**
	 * The context for the next request of a client; compacts first, or meanwhile, where it is too full.
	 * @param signal Ends the waiting; a compaction that runs goes on.
	 */
	async nextContext(id: string, signal: AbortSignal): Promise<TurnContext> {
		return this.#actors.get(id).clientTurns.nextContext(signal);
	}

	/** A client's provider found the context too long. @returns Whether it is shorter now. */
	async makeRoom(id: string, signal: AbortSignal): Promise<boolean> {
		return this.#actors.get(id).clientTurns.makeRoom(signal);
	}

	/** Keeps what a client has told of a conversation that it leads. */
	keepTold(id: string, told: ToldByClient): void {
		this.#actors.get(id).clientTurns.keepTold(told);
	}

	/** A provider's count of the prompt of a client's latest request, tokens. */
	promptTokens(id: string, tokens: number): void {
		this.#actors.living(id)?.clientTurns.promptTokens(tokens);
	}

	/** Has a message answered: at once, or after what runs and waits. */
	submit(id: string, message: UserMessage): Submission {
		const actor = this.#actors.find(id);
		return actor instanceof ConversationActor
			? actor.submit(message)
			: rejectedSubmission(this.#nextId(), actor);
	}

	/** Stops the turn that runs, and nothing else. */
	stop(id: string): void {
		this.#actors.living(id)?.stop();
	}

	/**
	 * Compacts, or joins the compaction that runs.
	 * @param signal Ends the waiting; the compaction too, where nobody else waits for it.
	 */
	compact(id: string, request: PersonRequest = {}, signal?: AbortSignal): Ticket {
		return this.#actors.get(id).compact(request, signal);
	}

	/** Ends the running compaction for everybody who waits for it. */
	cancelCompaction(id: string): void {
		void this.#actors.living(id)?.compactor.cancel('job');
	}

	/** Decides what a compaction would do; asks no model. */
	preview(id: string, request: Pick<PersonRequest, 'focus' | 'source'> = {}): PreviewEnd {
		return this.#actors.get(id).previews.show({ source: 'active', ...request });
	}

	/** What a summariser would be asked for by a preview; undefined when it is not there any more. */
	previewedRequest(id: string, preview: number): SummaryRequest | undefined {
		return this.#actors.get(id).previews.requestOf(preview);
	}

	/** Carries out a preview; undefined when there is a newer one, or none. */
	applyPreview(id: string, preview: number, signal?: AbortSignal): Ticket | undefined {
		return this.#actors.get(id).previews.apply(preview, signal);
	}

	discardPreview(id: string, preview: number): void {
		this.#actors.get(id).previews.discard(preview);
	}

	/** Makes a result that came too late the active one. */
	applyProposal(id: string): JobEnd {
		return this.#actors.get(id).compactor.applyProposal();
	}

	/** @returns Whether there was one. */
	discardProposal(id: string): boolean {
		return this.#actors.get(id).compactor.proposals.drop();
	}

	/** Takes back the newest step: a person's change to the summary, or the compaction. */
	undo(id: string): ReversalEnd {
		return this.#actors.get(id).reversals.undo();
	}

	/** Goes below the newest compaction, with what a person has changed since. */
	undoCompaction(id: string): ReversalEnd {
		return this.#actors.get(id).reversals.undoCompaction();
	}

	redo(id: string): ReversalEnd {
		return this.#actors.get(id).reversals.redo();
	}

	/** @param record Any record of the conversation; undefined: the log as it is. */
	restore(id: string, record: number | undefined): ReversalEnd {
		return this.#actors.get(id).reversals.restore(record);
	}

	/** A person pins, edits or removes an item of the active summary. */
	changeItem(id: string, place: StoredItem, change: ItemChange): ChangeEnd {
		return this.#actors.get(id).changes.change(place, change);
	}

	/** Starts a compaction again that a crash or a shutdown interrupted. */
	resume(id: string): Ticket | undefined {
		return this.#actors.get(id).recovery.resume();
	}

	/** Forgets it instead. */
	dismiss(id: string): void {
		this.#actors.get(id).recovery.dismiss();
	}

	/** Has the last message of the log answered, where it was not: after a failure, a stop, a crash. */
	answerLast(id: string): Submission {
		return this.#actors.get(id).answerLast();
	}

	/** Sends the messages that waited when Precis last ended, in their order. */
	sendUnsent(id: string): readonly Submission[] {
		return this.#actors.get(id).sendUnsent();
	}

	/** Forgets them instead. */
	dismissUnsent(id: string): void {
		this.#actors.get(id).unsent.take();
	}

	/** Automatic compaction of one conversation rests, or goes on. */
	pause(id: string, paused: boolean): void {
		this.#actors.get(id).pause(paused);
	}

	/** Automatic compaction of all conversations rests, or goes on. Not stored: it is a setting. */
	pauseAll(paused: boolean): void {
		this.#paused = paused;
	}

	/** A summarised turn, for a model. @param number Of any message of it, from 1. */
	recall(id: string, number: number, page?: number): RecallEnd {
		return recallTurn(this.#actors.get(id).conversation.log, number, page);
	}

	/** Searches one conversation, for a model. @param from Hits to pass over. */
	recallSearch(id: string, text: string, from?: number): RecallHits {
		return recallSearch(this.#store, id, text, from);
	}

	/** Finds what a crash or a shutdown has interrupted: compactions and waiting messages. @param among Which are looked at. */
	recover(among: (conversation: StoredConversation) => boolean): void {
		for (const conversation of this.#store.list()) {
			const { interruptedJob, unsent } = conversation.state;
			if ((interruptedJob !== undefined || unsent !== undefined) && among(conversation)) {
				try {
					this.open(conversation.id);
				} catch (error) {
					// One that cannot be read is no reason to look at no other.
					this.#parts.unexpected(error);
				}
			}
		}
	}

	/**
	 * Shuts down: ends what runs, tells what waits. A compaction that is ended by it stays noted and is
	 * offered at the next start. The store is left open. Never rejects.
	 */
	async dispose(): Promise<void> {
		await this.#actors.endAll();
	}

	#nextId(): number {
		this.#lastId += 1;
		return this.#lastId;
	}
}
