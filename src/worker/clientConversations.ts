import { freshGuard } from '../compaction/thrashGuard.ts';
import type { ConversationActor } from '../conversations/service/actor.ts';
import { hashesOf } from '../conversations/store/chain.ts';
import { freshState } from '../conversations/store/state.ts';
import { providerSource } from '../conversations/sources.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { HistoryMatch, StoredConversation } from '../conversations/store/store.ts';
import { textOf, type Message } from '../messages/message.ts';
import { personText } from '../messages/origins.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type { ClientRequest, RequestShape } from '../protocol/clientRequests.ts';
import { carriesSummary } from '../summary/foreignSummary.ts';
import { isUnspaced, wordLine } from '../summary/words.ts';
import { firstWords } from '../transcripts/building/titles.ts';
import { pause } from '../transcripts/bytes/steps.ts';
import { batchEnd } from './batches.ts';
import { SubAgents } from './subAgents.ts';
import type { WorkerServices } from './workerServices.ts';

/** Minimum characters of the requests that identify a client's own summary: shorter ones occur in any text. */
const minQuotedLength = 20;

/** Messages read at a time while searching for a reply. */
const readAtOnce = 16;

/** The conversation of a history. */
export interface MatchedConversation {
	readonly conversation: string;
	/** The conversation it replaces because the history was edited. */
	readonly inPlaceOf?: string;
}

/** A conversation that has exactly the first messages of a history. */
export interface PrefixMatch extends MatchedConversation {
	readonly messages: number;
}

/**
 * The conversations that clients lead: found by their history, forked where it diverges. Requests contain the whole
 * history and mostly no name, so the messages decide: an edited or rewound history shares a shorter prefix, and finds
 * the compactions that were made before the change.
 */
export class ClientConversations {
	readonly #worker: WorkerServices;
	readonly #subAgents: SubAgents;
	/** Conversations whose clients have sent side questions about them, the most recent last. */
	readonly #sideQuestioned = new Set<string>();

	constructor(worker: WorkerServices) {
		this.#worker = worker;
		this.#subAgents = new SubAgents(worker.store);
	}

	/** Undefined: at most the beginning of the history is known. */
	find(request: ClientRequest): PrefixMatch | undefined {
		const { store } = this.#worker;
		const found = this.recognised(request);
		if (found === undefined) {
			return undefined;
		}
		const { conversation, messages, length } = found;
		// Conversations on disk do not grow once the user no longer wants any to be stored.
		const mayGrow = this.#worker.keeps(conversation) || !store.isKept(conversation);
		const name = store.find(conversation)?.state.clientName ?? request.name;
		const isOwn = request.name === undefined || request.name === name;
		return messages === length && mayGrow && isOwn ? found : this.#fork(found, request);
	}

	/** The conversation that shares most of a history. */
	recognised(request: ClientRequest): HistoryMatch | undefined {
		const { store } = this.#worker;
		const found = recognise(store, providerSource, request.messages, earlierOf(store, request)?.id);
		// Clients begin every session with the same words, before any reply.
		return found !== undefined && isAnswered(store, found.conversation, found.messages)
			? found
			: undefined;
	}

	/** The client has sent a side question about the conversation, perhaps for a summary with which it then starts over. */
	noteSideQuestion(conversation: string): void {
		this.#sideQuestioned.delete(conversation);
		this.#sideQuestioned.add(conversation);
	}

	/** The conversation that the client has summarised at the start of a history: the summary quotes all its requests. */
	#summarisedIn(history: readonly Message[]): StoredConversation | undefined {
		const { store } = this.#worker;
		const summary = history
			.filter(carriesSummary)
			.map(({ content }) => wordLine(textOf(content)))
			.join('\n');
		return [...this.#sideQuestioned]
			.toReversed()
			.flatMap((id) => (summary === '' ? [] : (store.find(id) ?? [])))
			.find(({ id }) => {
				const requests = store
					.log(id)
					.map(({ message }) => personText(message))
					.filter((words) => wordLine(words).trim() !== '');
				return (
					requests.join('').length >= minQuotedLength &&
					requests.every((words) =>
						isUnspaced(words)
							? summary.includes(wordLine(words).trim())
							: summary.includes(wordLine(words)),
					)
				);
			});
	}

	/** Creates an empty conversation. */
	begin(request: ClientRequest): PrefixMatch {
		const { service, store } = this.#worker;
		const { messages: history } = request;
		const earlier = earlierOf(store, request) ?? this.#summarisedIn(history);
		const about = this.#worker.about({
			title: firstWords(history.filter(isFromPerson)) || (earlier?.title ?? ''),
			source: providerSource,
		});
		const isStored =
			earlier === undefined
				? this.#worker.settings().keepsRequests
				: this.#worker.keeps(earlier.id);
		const created = isStored ? service.create(about) : store.createInMemory(about);
		if (earlier !== undefined) {
			this.#worker.inheritExclusion(created.id, earlier.id);
		}
		const isSub =
			request.task !== undefined ||
			(earlier !== undefined && isSubAgent(service, earlier, history));
		if (isSub) {
			store.saveState(created.id, { ...freshState, subAgent: true });
		} else if (earlier !== undefined) {
			// Its client has summarised on its own: earlier messages can still be recalled.
			const { id } = service.forked(earlier.id, created);
			const state = store.find(id)?.state ?? earlier.state;
			const asked = history.some(isFromPerson) ? undefined : lastAsked(store, earlier);
			// Compactions that did not help there are irrelevant for a history that is short again.
			const { asked: _, ...fresh } = { ...state, guard: freshGuard };
			store.saveState(id, asked === undefined ? fresh : { ...fresh, asked });
		}
		const inPlaceOf = earlier === undefined || isSub ? {} : { inPlaceOf: earlier.id };
		return { conversation: created.id, messages: 0, ...inPlaceOf };
	}

	/**
	 * Appends the missing messages; to a fork if another window or a reply in this one has continued the conversation.
	 * @throws {StoreError} `in-use`: another window has continued it.
	 */
	async appendMissing(
		matched: PrefixMatch,
		request: ClientRequest,
		call: ChannelCall,
	): Promise<MatchedConversation> {
		const { shape, name, task } = request;
		const { service, store } = this.#worker;
		await this.#worker.adopt(matched.conversation, call);
		const { messages } = matched;
		const isWhole = request.messages.length === messages;
		const isCurrent = isWhole || store.find(matched.conversation)?.messages === messages;
		const { conversation, inPlaceOf } = isCurrent ? matched : this.#fork(matched, request);
		const actor = service.of(conversation);
		actor.refresh();
		const { state } = actor;
		this.#worker.noteShape(actor, shapeOf(actor, shape));
		// The name of a sub-agent is that of its parent conversation.
		if (name !== undefined && state.now.subAgent !== true && state.now.clientName !== name) {
			state.tryWrite({ clientName: name });
		}
		const missing = this.#subAgents.withChanges(name, request.messages, messages);
		await append(service, conversation, messages, missing, call);
		if (task !== undefined) {
			this.#subAgents.register(conversation, name, task);
		}
		return { conversation, ...(inPlaceOf === undefined ? {} : { inPlaceOf }) };
	}

	#fork(
		{ conversation, messages }: PrefixMatch,
		{ messages: history, name }: ClientRequest,
	): PrefixMatch {
		const { store } = this.#worker;
		const shared = store.log(conversation, { start: 0, end: messages });
		const isNamed = shared.some(({ message }) => isFromPerson(message));
		const { title: own, state, messages: length } = store.find(conversation) ?? {};
		const title =
			(isNamed ? own : undefined) ?? firstWords(history.slice(messages).filter(isFromPerson));
		const about = this.#worker.about({ title, source: providerSource });
		// If only its first words are the same, it is another session, unless the client gives both the same name.
		const isEdited =
			2 * messages >= (length ?? 0) || (name !== undefined && state?.clientName === name);
		const from = { messages, ...(isEdited ? { inPlaceOf: conversation } : {}) };
		return { conversation: this.#worker.fork(conversation, messages, about), ...from };
	}
}

/**
 * The conversation that shares most of a history; undefined if none has its first message.
 * @param named The conversation with the client's name for this one: preferred if the history continues from all of it,
 * or shares as much with it as with others.
 */
export function recognise(
	store: SqliteStore,
	source: string,
	history: readonly Message[],
	named?: string,
): HistoryMatch | undefined {
	const hashes = hashesOf(history);
	const found = store.findBeginning(source, hashes);
	if (named === undefined || found === undefined || found.conversation === named) {
		return found;
	}
	const length = store.find(named)?.messages ?? 0;
	const end = Math.min(length, found.messages);
	const [last] = end === 0 ? [] : store.log(named, { start: end - 1, end });
	// Each hash covers everything before it.
	return last !== undefined && last.hash === hashes[end - 1]
		? { conversation: named, messages: end, length }
		: found;
}

/**
 * Whether a history that shares nothing with the conversation of the same client name belongs to a sub-agent: a call
 * there has no result yet, and the history does not contain a summary of it.
 */
function isSubAgent(
	service: WorkerServices['service'],
	earlier: StoredConversation,
	rest: readonly Message[],
): boolean {
	return service.loaded(earlier.id)?.clientTurns.awaitsTools === true && !rest.some(carriesSummary);
}

/** What requests contain: for a compacted conversation also the recall tool, if Precis adds it. */
function shapeOf({ conversation }: ConversationActor, shape: RequestShape): RequestShape {
	const { overhead, addedRecall = 0 } = shape;
	const { tools, offered } = overhead;
	return addedRecall === 0 || conversation.activeId === undefined
		? shape
		: { ...shape, overhead: { ...overhead, tools: tools + addedRecall, offered: offered + 1 } };
}

/** An earlier conversation with the same client name. */
export function earlierOf(
	store: SqliteStore,
	{ name }: ClientRequest,
): StoredConversation | undefined {
	return name === undefined ? undefined : store.findNamed(providerSource, name);
}

/** Whether the first messages include one of the assistant; usually one of the very first decides. */
function isAnswered(store: SqliteStore, conversation: string, messages: number): boolean {
	for (let start = 0; start < messages; start += readAtOnce) {
		const end = Math.min(start + readAtOnce, messages);
		if (
			store.log(conversation, { start, end }).some(({ message }) => message.role === 'assistant')
		) {
			return true;
		}
	}
	return false;
}

/** The user's last request in a conversation; undefined if that is unknown. */
function lastAsked(store: SqliteStore, { id, state }: StoredConversation): string | undefined {
	const latest = store.log(id).findLast(({ message }) => isFromPerson(message));
	return latest === undefined ? state.asked : personText(latest.message);
}

async function append(
	service: WorkerServices['service'],
	conversation: string,
	start: number,
	messages: readonly Message[],
	{ signal }: ChannelCall,
): Promise<void> {
	for (let done = 0; done < messages.length; ) {
		if (done > 0) {
			await pause(signal);
		}
		const next = batchEnd(messages, done, messages.length);
		const some = messages.slice(done, next).map(withoutUnread);
		service.of(conversation).clientTurns.append(some, start + done);
		done = next;
	}
}

function withoutUnread(sent: Message): Message {
	const { unreadTokens: _, ...message } = sent;
	return message;
}
