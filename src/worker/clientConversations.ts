import { freshGuard } from '../compaction/policy.ts';
import { hashesOf } from '../conversations/store/chain.ts';
import { freshState } from '../conversations/store/state.ts';
import { providerSource } from '../conversations/sources.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { HistoryMatch, Claim, StoredConversation } from '../conversations/store/store.ts';
import type { Message } from '../messages/message.ts';
import { personText } from '../messages/origins.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type { ClientRequest, RequestShape } from '../protocol/clientRequests.ts';
import { carriesSummary } from '../summary/foreignSummary.ts';
import { firstWords } from '../transcripts/building/titles.ts';
import type { WorkerServices } from './workerServices.ts';

/** Messages counted between two looks at the channel, so that other requests are served. */
const countedAtOnce = 100;

/** Messages read between two looks for an answer. */
const readAtOnce = 16;

/** The conversation of a history. */
export interface MatchedConversation {
	readonly conversation: string;
	/** The one that it goes on in place of: its history was edited. */
	readonly inPlaceOf?: string;
}

/** A conversation that has the first messages of a history and no others. */
export interface PrefixMatch extends MatchedConversation {
	readonly messages: number;
}

/**
 * The conversations that clients lead: found by their history, forked where it diverges. Requests carry the whole
 * history and mostly no name of it, so what was said decides: an edited or rewound history has less in common, and finds
 * the compactions that were made before the change.
 */
export class ClientConversations {
	readonly #worker: WorkerServices;

	constructor(worker: WorkerServices) {
		this.#worker = worker;
	}

	/** Undefined: nothing is known of the history but, at most, how it begins. */
	find(request: ClientRequest): PrefixMatch | undefined {
		const { store } = this.#worker;
		const found = this.recognised(request);
		if (found === undefined) {
			return undefined;
		}
		const { conversation, messages, length } = found;
		// What is on disk does not grow once the person wants nothing kept any more.
		const mayGrow = this.#worker.keeps(conversation) || !store.isKept(conversation);
		const name = store.find(conversation)?.state.clientName ?? request.name;
		const isOwn = request.name === undefined || request.name === name;
		return messages === length && mayGrow && isOwn ? found : this.#fork(found, request);
	}

	/** The conversation that has most of a history. */
	recognised(request: ClientRequest): HistoryMatch | undefined {
		const { store } = this.#worker;
		const found = recognise(store, providerSource, request.messages, earlierOf(store, request)?.id);
		// Clients begin every session with the same words: nobody has answered there yet.
		return found !== undefined && isAnswered(store, found.conversation, found.messages)
			? found
			: undefined;
	}

	/** A new conversation, empty still. */
	begin(request: ClientRequest): PrefixMatch {
		const { service, store } = this.#worker;
		const { messages: history } = request;
		const earlier = earlierOf(store, request);
		const about = this.#worker.about({
			title: firstWords(history.filter(isFromPerson)) || (earlier?.title ?? ''),
			source: providerSource,
		});
		const created = this.#worker.settings().keepsRequests
			? service.create(about)
			: store.createInMemory(about);
		const isSub = earlier !== undefined && isSubAgent(service, earlier, history);
		if (isSub) {
			store.saveState(created.id, { ...freshState, subAgent: true });
		} else if (earlier !== undefined) {
			// Its client has summarised on its own: what came before can be recalled all the same.
			const { id } = service.forked(earlier.id, created);
			const state = store.find(id)?.state ?? earlier.state;
			const asked = history.some(isFromPerson) ? undefined : lastAsked(store, earlier);
			// Compactions that did not help there say nothing of a history that is short again.
			const { asked: _, ...fresh } = { ...state, guard: freshGuard };
			store.saveState(id, asked === undefined ? fresh : { ...fresh, asked });
		}
		const inPlaceOf = earlier === undefined || isSub ? {} : { inPlaceOf: earlier.id };
		return { conversation: created.id, messages: 0, ...inPlaceOf };
	}

	/** Appends what is missing, to a fork where another window or an answer from here has gone on. */
	async bringUp(
		begun: PrefixMatch,
		request: ClientRequest,
		call: ChannelCall,
	): Promise<MatchedConversation> {
		const { shape, name } = request;
		const { service, store, settingsOf } = this.#worker;
		await this.#worker.adopt(begun.conversation, call);
		const missing = request.messages.slice(begun.messages);
		const { conversation, inPlaceOf, claim } =
			missing.length === 0 ? { ...begun, claim: undefined } : this.#hold(begun, request);
		settingsOf.note(service, conversation, shapeOf(store, conversation, shape));
		const state = store.find(conversation)?.state;
		// The name of a sub-agent is that of the conversation it works for.
		if (name !== undefined && state?.subAgent !== true && state?.clientName !== name) {
			service.of(conversation).clientTurns.keepTold({ clientName: name });
		}
		try {
			await append(service, conversation, missing, call);
		} finally {
			claim?.release();
		}
		return { conversation, ...(inPlaceOf === undefined ? {} : { inPlaceOf }) };
	}

	#fork(
		{ conversation, messages }: PrefixMatch,
		{ messages: history, name }: ClientRequest,
	): PrefixMatch {
		const { service, store } = this.#worker;
		const shared = store.log(conversation, { start: 0, end: messages });
		const isNamed = shared.some(({ message }) => isFromPerson(message));
		const { title: own, state, messages: length } = store.find(conversation) ?? {};
		const title =
			(isNamed ? own : undefined) ?? firstWords(history.slice(messages).filter(isFromPerson));
		const about = this.#worker.about({ title, source: providerSource });
		// What has only its first words in common is another session, unless the client calls it the same.
		const isEdited =
			2 * messages >= (length ?? 0) || (name !== undefined && state?.clientName === name);
		const from = { messages, ...(isEdited ? { inPlaceOf: conversation } : {}) };
		if (this.#worker.keeps(conversation)) {
			return { conversation: service.fork(conversation, messages, about).id, ...from };
		}
		const { id } = service.forked(conversation, store.forkInMemory(conversation, messages, about));
		this.#worker.goesOn(id, conversation);
		return { conversation: id, ...from };
	}

	/** The right to append. */
	#hold(
		begun: PrefixMatch,
		request: ClientRequest,
	): MatchedConversation & { readonly claim: Claim | undefined } {
		const { store } = this.#worker;
		const claim = store.claim(begun.conversation, 'turn');
		if (claim !== undefined && store.find(begun.conversation)?.messages === begun.messages) {
			return { ...begun, claim };
		}
		claim?.release();
		const fork = this.#fork(begun, request);
		return { ...fork, claim: store.claim(fork.conversation, 'turn') };
	}
}

/**
 * The conversation that has most of a history; undefined where none has its first message.
 * @param named The conversation that the client means by its own name: wins where the history goes on
 * from all that it has, or has as much of it as others.
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
 * Whether a history that has nothing in common with the conversation its client calls the same is a
 * sub-agent's: one of the calls there is not answered yet, and nothing sums up what was said there.
 */
function isSubAgent(
	service: WorkerServices['service'],
	earlier: StoredConversation,
	rest: readonly Message[],
): boolean {
	return service.living(earlier.id)?.clientTurns.awaitsTools === true && !rest.some(carriesSummary);
}

/** What requests carry: a compacted conversation's the recall tool as well, where Precis adds it. */
function shapeOf(store: SqliteStore, conversation: string, shape: RequestShape): RequestShape {
	const { overhead, addedRecall = 0 } = shape;
	const { tools, offered } = overhead;
	return addedRecall === 0 || store.find(conversation)?.active === undefined
		? shape
		: { ...shape, overhead: { ...overhead, tools: tools + addedRecall, offered: offered + 1 } };
}

/** The conversation that the client has called by the same name before. */
export function earlierOf(
	store: SqliteStore,
	{ name }: ClientRequest,
): StoredConversation | undefined {
	return name === undefined ? undefined : store.findNamed(providerSource, name);
}

/** Whether an assistant speaks in the first messages; mostly it is one of the very first that tells. */
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

/** What the person last asked for in a conversation; undefined where nobody can tell. */
function lastAsked(store: SqliteStore, { id, state }: StoredConversation): string | undefined {
	const latest = store.log(id).findLast(({ message }) => isFromPerson(message));
	return latest === undefined ? state.asked : personText(latest.message);
}

async function append(
	service: WorkerServices['service'],
	conversation: string,
	messages: readonly Message[],
	{ signal }: ChannelCall,
): Promise<void> {
	for (let done = 0; done < messages.length; done += countedAtOnce) {
		if (done > 0) {
			await new Promise((resolve) => setImmediate(resolve));
			signal.throwIfAborted();
		}
		service.of(conversation).clientTurns.follow(messages.slice(done, done + countedAtOnce));
	}
}
