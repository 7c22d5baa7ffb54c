import { overheadOf } from '../compaction/budgets.ts';
import { overheadTokens } from '../compaction/overhead.ts';
import { reach } from '../compaction/record.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import { isUnderWay } from '../conversations/recognition.ts';
import { countMessage } from '../messages/tokens.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type { ClientRequest, PreparedRequest, ShorterRequest } from '../protocol/clientRequests.ts';
import { carriesSummary } from '../summary/foreignSummary.ts';
import { ClientConversations, earlierOf, type Followed } from './clientConversations.ts';
import type { ConversationAccess } from './conversationAccess.ts';
import type { WorkerServices } from './workerServices.ts';

/** How often a history is looked for again that another request has gone beyond meanwhile. */
const mostTries = 3;

/** Requests of clients: from what they say was said to what their model is sent. */
export class ClientRequests {
	readonly #access: ConversationAccess;
	readonly #conversations: ClientConversations;
	readonly #living = new LivingClients();
	/** Histories are followed one after the other: two requests must not begin the same conversation. */
	#following: Promise<unknown> = Promise.resolve();

	constructor(access: ConversationAccess) {
		this.#access = access;
		this.#conversations = new ClientConversations(access);
	}

	/** Brings the conversation to where the history is, and decides what of it is sent. */
	async prepare(request: ClientRequest, call: ChannelCall): Promise<PreparedRequest> {
		const services = await this.#access.services();
		if (request.aside === true) {
			return this.#aside(services, request);
		}
		let inPlaceOf: string | undefined;
		for (let tries = 1; ; tries += 1) {
			const followed = await this.#follow(services, request, call);
			if (followed === undefined) {
				return { tokens: tokensOf(services, request) };
			}
			const { conversation } = followed;
			inPlaceOf ??= followed.inPlaceOf;
			const { tokens } = await services.service
				.of(conversation)
				.clientTurns.nextContext(call.signal);
			// A longer history may have been compacted meanwhile: then this one has a fork of its own.
			if (reachIn(services, conversation) <= request.messages.length || tries === mostTries) {
				this.#living.used(services, conversation);
				const prepared = preparedOf(services, conversation, tokens);
				return inPlaceOf === undefined ? prepared : { ...prepared, inPlaceOf };
			}
		}
	}

	/** What a question about a history is sent with, where the history is one of a compacted conversation. */
	#aside(services: WorkerServices, request: ClientRequest): PreparedRequest {
		const { counter } = services;
		const found = this.#conversations.recognised(services, request);
		if (found === undefined || reachIn(services, found.conversation) > found.messages) {
			return { tokens: tokensOf(services, request) };
		}
		const { conversation, messages } = found;
		const { context } = services.service.of(conversation).conversation;
		const more = request.messages
			.slice(messages)
			.reduce((sum, message) => sum + countMessage(message, counter), context.tokens);
		const { record, recalls } = preparedOf(services, conversation, more);
		return {
			...(record === undefined ? {} : { record }),
			...(recalls === undefined ? {} : { recalls }),
			tokens: more + overheadTokens(request.shape.overhead),
		};
	}

	/** The provider found the context too long. */
	async prepareShorter(request: ClientRequest, call: ChannelCall): Promise<ShorterRequest> {
		const services = await this.#access.services();
		const followed = await this.#follow(services, request, call);
		const isShorter =
			followed !== undefined &&
			(await services.service
				.of(followed.conversation)
				.clientTurns.compactForOverflow(call.signal));
		return { ...(await this.prepare(request, call)), isShorter };
	}

	/** @returns The conversation that has the whole history and nothing else; undefined: none is kept. */
	#follow(
		services: WorkerServices,
		request: ClientRequest,
		call: ChannelCall,
	): Promise<Followed | undefined> {
		const following = this.#following.then(async () => {
			call.signal.throwIfAborted();
			const begun =
				this.#conversations.find(services, request) ??
				(isWorthKeeping(services, request)
					? this.#conversations.begin(services, request)
					: undefined);
			return begun && this.#conversations.bringUp(services, begun, request, call);
		});
		this.#following = following.catch(() => undefined);
		return following;
	}
}

/** Messages a history has to have for the active record to fit it. */
function reachIn({ service }: WorkerServices, conversation: string): number {
	const { active } = service.of(conversation).read();
	return active === undefined ? 0 : reach(active);
}

function preparedOf(
	{ service, settingsOf, store }: WorkerServices,
	conversation: string,
	context: number,
): PreparedRequest {
	const actor = service.of(conversation);
	const { active } = actor.read();
	const { recalls } = actor.clientTurns;
	const isSubAgent = store.find(conversation)?.state.subAgent === true;
	const record =
		active === undefined
			? {}
			: { record: { layout: active.layout, handoff: active.handoff, tokens: active.tokens } };
	return {
		conversation,
		...(isSubAgent ? { subAgent: true } : {}),
		...record,
		...(recalls.length === 0 ? {} : { recalls }),
		tokens: context + overheadOf(settingsOf(conversation).compaction),
	};
}

/**
 * One that stands alone is kept as well where it is so long that it has to be compacted, or where its
 * client has put a summary in place of all that was said before.
 */
function isWorthKeeping(services: WorkerServices, request: ClientRequest): boolean {
	const { settings, store } = services;
	return (
		isUnderWay(request.messages) ||
		(request.messages.some(carriesSummary) && earlierOf(store, request) !== undefined) ||
		tokensOf(services, request) >= thresholdsOf({ ...settings().compaction, ...request.shape }).soft
	);
}

function tokensOf({ counter }: WorkerServices, { messages, shape }: ClientRequest): number {
	return messages.reduce(
		(sum, message) => sum + countMessage(message, counter),
		overheadTokens(shape.overhead),
	);
}

/** Conversations of clients that stay in memory: as many as people have going on at once, and some. */
const mostLiving = 32;

/** Lets go of what clients have not asked for in a while: it is read again when they do. */
class LivingClients {
	/** In the order of their last use. */
	readonly #ids = new Set<string>();

	/** A client asked for this one just now. */
	used(services: WorkerServices, conversation: string): void {
		this.#ids.delete(conversation);
		this.#ids.add(conversation);
		for (const id of this.#ids) {
			if (this.#ids.size <= mostLiving) {
				return;
			}
			if (this.#letGo(services, id)) {
				this.#ids.delete(id);
			}
		}
	}

	/** @returns False: something runs in it. */
	#letGo({ service, store }: WorkerServices, id: string): boolean {
		if (store.find(id) === undefined) {
			return true;
		}
		const { turn, job, queued, proposal } = service.of(id).status;
		const isIdle =
			turn === undefined && job === undefined && queued.length === 0 && proposal === undefined;
		if (isIdle) {
			// Nothing runs that its end could fail.
			void service.close(id);
		}
		return isIdle;
	}
}
