import { overheadOf } from '../compaction/budgets.ts';
import { overheadTokens } from '../compaction/overhead.ts';
import { requiredLength } from '../compaction/record.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import { isInUse } from '../conversations/store/storeError.ts';
import type { Message } from '../messages/message.ts';
import { countMessage } from '../messages/tokens.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type { ClientRequest, PreparedRequest, ShorterRequest } from '../protocol/clientRequests.ts';
import { carriesSummary } from '../summary/foreignSummary.ts';
import { ClientConversations, earlierOf, type MatchedConversation } from './clientConversations.ts';
import type { WorkerServices } from './workerServices.ts';

/** How many times to match a history whose conversation other requests keep extending. */
const maxTries = 3;

/** Turns the history in a client's request into what is sent to its model. */
export class ClientRequests {
	readonly #worker: WorkerServices;
	readonly #conversations: ClientConversations;
	/** Histories are matched one at a time, so that two requests do not create the same conversation. */
	#lastMatch: Promise<unknown> = Promise.resolve();

	constructor(worker: WorkerServices) {
		this.#worker = worker;
		this.#conversations = new ClientConversations(worker);
	}

	/** Brings the conversation up to date with the history, and decides what is sent. */
	async prepare(request: ClientRequest, call: ChannelCall): Promise<PreparedRequest> {
		if (request.aside === true) {
			return this.#answerSideQuestion(request);
		}
		let inPlaceOf: string | undefined;
		for (let tries = 1; ; tries += 1) {
			const matched = await this.#matchConversation(request, call);
			if (matched === undefined) {
				return { tokens: tokensOf(this.#worker, request) };
			}
			const { conversation } = matched;
			inPlaceOf ??= matched.inPlaceOf;
			const { clientTurns } = this.#worker.service.of(conversation);
			const unread = request.messages.map(({ unreadTokens = 0 }) => unreadTokens);
			const { tokens } = await clientTurns.nextContext(call.signal, unread);
			// A longer history may have been compacted in the meantime: then this one gets its own fork.
			if (
				neededMessages(this.#worker, conversation) <= request.messages.length ||
				tries === maxTries
			) {
				this.#worker.active.used(conversation);
				const prepared = preparedOf(this.#worker, conversation, tokens);
				return inPlaceOf === undefined ? prepared : { ...prepared, inPlaceOf };
			}
		}
	}

	/** What is sent for a side question about a history: compacted if the conversation of the history is. */
	#answerSideQuestion(request: ClientRequest): PreparedRequest {
		const { counter, service } = this.#worker;
		const found = this.#conversations.recognised(request);
		if (found !== undefined) {
			this.#conversations.noteSideQuestion(found.conversation);
		}
		if (found === undefined || neededMessages(this.#worker, found.conversation) > found.messages) {
			return { tokens: tokensOf(this.#worker, request) };
		}
		const { conversation, messages } = found;
		const { context } = service.of(conversation).conversation;
		const contextTokens = request.messages
			.slice(messages)
			.reduce((sum, message) => sum + countMessage(message, counter), context.tokens);
		const { record, recalls } = preparedOf(this.#worker, conversation, contextTokens);
		return {
			...(record === undefined ? {} : { record }),
			...(recalls === undefined ? {} : { recalls }),
			tokens: contextTokens + overheadTokens(request.shape.overhead),
		};
	}

	/** The provider rejected the context as too long. */
	async prepareShorter(request: ClientRequest, call: ChannelCall): Promise<ShorterRequest> {
		const matched = await this.#matchConversation(request, call);
		const isShorter =
			matched !== undefined &&
			(await this.#worker.service
				.of(matched.conversation)
				.clientTurns.compactForOverflow(call.signal));
		return { ...(await this.prepare(request, call)), isShorter };
	}

	/** @returns The conversation whose messages are exactly the history; undefined if none is stored. */
	#matchConversation(
		request: ClientRequest,
		call: ChannelCall,
	): Promise<MatchedConversation | undefined> {
		const match = async (): Promise<MatchedConversation | undefined> => {
			call.signal.throwIfAborted();
			const found =
				this.#conversations.find(request) ??
				(isWorthKeeping(this.#worker, request) ? this.#conversations.begin(request) : undefined);
			return found && this.#conversations.appendMissing(found, request, call);
		};
		const matching = this.#lastMatch.then(match).catch((error: unknown) => {
			if (isInUse(error)) {
				// Another window is writing to the conversation: match the history again.
				return match();
			}
			throw error;
		});
		this.#lastMatch = matching.catch(() => undefined);
		return matching;
	}
}

/** How many messages a history must have for the active record to fit it. */
function neededMessages({ service }: WorkerServices, conversation: string): number {
	const { active } = service.of(conversation).read();
	return active === undefined ? 0 : requiredLength(active);
}

function preparedOf(
	{ service }: WorkerServices,
	conversation: string,
	context: number,
): PreparedRequest {
	const actor = service.of(conversation);
	const { active } = actor.read();
	const { recalls } = actor.clientTurns;
	const isSubAgent = actor.state.now.subAgent === true;
	const record =
		active === undefined
			? {}
			: { record: { layout: active.layout, handoff: active.handoff, tokens: active.tokens } };
	return {
		conversation,
		...(isSubAgent ? { subAgent: true } : {}),
		...record,
		...(recalls.length === 0 ? {} : { recalls }),
		tokens: context + overheadOf(actor.settings.compaction),
	};
}

/**
 * A single request is also worth keeping if it is so long that it has to be compacted, or if its client has replaced
 * all earlier messages by a summary.
 */
function isWorthKeeping(worker: WorkerServices, request: ClientRequest): boolean {
	const { settings, store } = worker;
	return (
		isUnderWay(request.messages) ||
		(request.messages.some(carriesSummary) && earlierOf(store, request) !== undefined) ||
		tokensOf(worker, request) >= thresholdsOf({ ...settings().compaction, ...request.shape }).soft
	);
}

/**
 * Whether a history is a conversation in progress: it has a reply. Clients also request titles, branch names and the
 * like, in isolated requests.
 */
function isUnderWay(messages: readonly Message[]): boolean {
	return messages.some(({ role }) => role === 'assistant') && messages.some(isFromPerson);
}

function tokensOf({ counter }: WorkerServices, { messages, shape }: ClientRequest): number {
	return messages.reduce(
		(sum, message) => sum + countMessage(message, counter) + (message.unreadTokens ?? 0),
		overheadTokens(shape.overhead),
	);
}
