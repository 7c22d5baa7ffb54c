import { overheadOf } from '../compaction/budgets.ts';
import { overheadTokens } from '../compaction/overhead.ts';
import { requiredLength } from '../compaction/record.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import type { Message } from '../messages/message.ts';
import { countMessage } from '../messages/tokens.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type { ClientRequest, PreparedRequest, ShorterRequest } from '../protocol/clientRequests.ts';
import { carriesSummary } from '../summary/foreignSummary.ts';
import { ClientConversations, earlierOf, type MatchedConversation } from './clientConversations.ts';
import type { WorkerServices } from './workerServices.ts';

/** How often a history is looked for again that another request has gone beyond meanwhile. */
const mostTries = 3;

/** Requests of clients: from what they say was said to what their model is sent. */
export class ClientRequests {
	readonly #worker: WorkerServices;
	readonly #conversations: ClientConversations;
	readonly #living: LivingClients;
	/** Histories are followed one after the other: two requests must not begin the same conversation. */
	#following: Promise<unknown> = Promise.resolve();

	constructor(worker: WorkerServices) {
		this.#worker = worker;
		this.#conversations = new ClientConversations(worker);
		this.#living = new LivingClients(worker);
	}

	/** Brings the conversation to where the history is, and decides what of it is sent. */
	async prepare(begun: ClientRequest, call: ChannelCall): Promise<PreparedRequest> {
		const request = await this.#whole(begun, call);
		if (request.aside === true) {
			return this.#aside(request);
		}
		let inPlaceOf: string | undefined;
		for (let tries = 1; ; tries += 1) {
			const followed = await this.#follow(request, call);
			if (followed === undefined) {
				return { tokens: tokensOf(this.#worker, request) };
			}
			const { conversation } = followed;
			inPlaceOf ??= followed.inPlaceOf;
			const { clientTurns } = this.#worker.service.of(conversation);
			const { tokens } = await clientTurns.nextContext(call.signal);
			// A longer history may have been compacted meanwhile: then this one has a fork of its own.
			if (reachIn(this.#worker, conversation) <= request.messages.length || tries === mostTries) {
				this.#living.used(conversation);
				const prepared = preparedOf(this.#worker, conversation, tokens);
				return inPlaceOf === undefined ? prepared : { ...prepared, inPlaceOf };
			}
		}
	}

	/** What a question about a history is sent with, where the history is one of a compacted conversation. */
	#aside(request: ClientRequest): PreparedRequest {
		const { counter, service } = this.#worker;
		const found = this.#conversations.recognised(request);
		if (found === undefined || reachIn(this.#worker, found.conversation) > found.messages) {
			return { tokens: tokensOf(this.#worker, request) };
		}
		const { conversation, messages } = found;
		const { context } = service.of(conversation).conversation;
		const more = request.messages
			.slice(messages)
			.reduce((sum, message) => sum + countMessage(message, counter), context.tokens);
		const { record, recalls } = preparedOf(this.#worker, conversation, more);
		return {
			...(record === undefined ? {} : { record }),
			...(recalls === undefined ? {} : { recalls }),
			tokens: more + overheadTokens(request.shape.overhead),
		};
	}

	/** The provider found the context too long. */
	async prepareShorter(begun: ClientRequest, call: ChannelCall): Promise<ShorterRequest> {
		const request = await this.#whole(begun, call);
		const followed = await this.#follow(request, call);
		const isShorter =
			followed !== undefined &&
			(await this.#worker.service
				.of(followed.conversation)
				.clientTurns.compactForOverflow(call.signal));
		return { ...(await this.prepare(request, call)), isShorter };
	}

	/** Fetches what of a long history did not come with its request. */
	async #whole(
		{ history, ...request }: ClientRequest,
		{ signal }: ChannelCall,
	): Promise<ClientRequest> {
		if (history === undefined) {
			return request;
		}
		let { messages } = request;
		for (;;) {
			const from = messages.length;
			const more = await this.#worker.host.call('history', { history, from }, { signal });
			if (more.length === 0) {
				return { ...request, messages };
			}
			messages = [...messages, ...more];
		}
	}

	/** @returns The conversation that has the whole history and nothing else; undefined: none is kept. */
	#follow(request: ClientRequest, call: ChannelCall): Promise<MatchedConversation | undefined> {
		const following = this.#following.then(async () => {
			call.signal.throwIfAborted();
			const begun =
				this.#conversations.find(request) ??
				(isWorthKeeping(this.#worker, request) ? this.#conversations.begin(request) : undefined);
			return begun && this.#conversations.bringUp(begun, request, call);
		});
		this.#following = following.catch(() => undefined);
		return following;
	}
}

/** Messages a history has to have for the active record to fit it. */
function reachIn({ service }: WorkerServices, conversation: string): number {
	const { active } = service.of(conversation).read();
	return active === undefined ? 0 : requiredLength(active);
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
		tokens: context + overheadOf(settingsOf.of(conversation).compaction),
	};
}

/**
 * One that stands alone is kept as well where it is so long that it has to be compacted, or where its
 * client has put a summary in place of all that was said before.
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
 * Whether a history goes on, and is worth being kept: somebody answered in it. Clients also ask for
 * titles, names of branches and the like, in requests that stand alone.
 */
function isUnderWay(messages: readonly Message[]): boolean {
	return messages.some(({ role }) => role === 'assistant') && messages.some(isFromPerson);
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
	readonly #worker: WorkerServices;
	/** In the order of their last use. */
	readonly #ids = new Set<string>();

	constructor(worker: WorkerServices) {
		this.#worker = worker;
	}

	/** A client asked for this one just now. */
	used(conversation: string): void {
		this.#ids.delete(conversation);
		this.#ids.add(conversation);
		for (const id of this.#ids) {
			if (this.#ids.size <= mostLiving) {
				return;
			}
			if (this.#letGo(id)) {
				this.#ids.delete(id);
			}
		}
	}

	/** @returns False: something runs in it, or is offered. */
	#letGo(id: string): boolean {
		const { service } = this.#worker;
		const isOver = this.#worker.isIdle(id) && service.living(id)?.compactor.proposal === undefined;
		if (isOver) {
			// Nothing runs that its end could fail.
			void service.close(id);
		}
		return isOver;
	}
}
