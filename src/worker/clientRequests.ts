import { thresholdsOf } from '../compaction/thresholds.ts';
import { isUnderWay, recognise } from '../conversations/recognition.ts';
import { providerSource } from '../conversations/sources.ts';
import type { Claim, NewConversation } from '../conversations/store/store.ts';
import type { Message } from '../messages/message.ts';
import { countMessage } from '../messages/tokens.ts';
import type { ClientRequest, PreparedRequest } from '../protocol/clientRequests.ts';
import type { WorkerSettings } from '../protocol/worker.ts';
import { clientTitle } from './clientTitle.ts';
import type { ConversationAccess } from './conversationAccess.ts';
import type { House } from './house.ts';
import type { WorkerCall } from './serve.ts';

/** Messages counted between two looks at the channel, so that other requests are served. */
const countedAtOnce = 100;

/** A conversation that has the first messages of a history and no others. */
interface Begun {
	readonly conversation: string;
	readonly messages: number;
}

/** Requests of clients: from what they say was said to what their model is sent. */
export class ClientRequests {
	readonly #access: ConversationAccess;
	readonly #settings: () => WorkerSettings;
	/** Histories are followed one after the other: two requests must not begin the same conversation. */
	#following: Promise<unknown> = Promise.resolve();

	constructor(access: ConversationAccess, settings: () => WorkerSettings) {
		this.#access = access;
		this.#settings = settings;
	}

	/** Brings the conversation to where the history is, and decides what of it is sent. */
	async prepare(request: ClientRequest, call: WorkerCall): Promise<PreparedRequest> {
		const house = await this.#access.house();
		const following = this.#following.then(() => this.#follow(house, request, call));
		this.#following = following.catch(() => undefined);
		const conversation = await following;
		return conversation === undefined
			? { tokens: tokensOf(house, request) }
			: this.#prepared(house, conversation, call);
	}

	/** The provider found the context too long. @returns Undefined: it cannot be made shorter. */
	async prepareShorter(id: string, call: WorkerCall): Promise<PreparedRequest | undefined> {
		const house = await this.#access.house();
		return (await house.service.makeRoom(id, call.signal))
			? this.#prepared(house, id, call)
			: undefined;
	}

	async #prepared(
		{ service, settingsOf }: House,
		conversation: string,
		{ signal }: WorkerCall,
	): Promise<PreparedRequest> {
		const { tokens } = await service.nextContext(conversation, signal);
		const { active } = service.read(conversation);
		const record =
			active === undefined
				? {}
				: { record: { layout: active.layout, handoff: active.handoff, tokens: active.tokens } };
		return { conversation, ...record, tokens: tokens + settingsOf(conversation).toolSchemas };
	}

	/** @returns The conversation that has the whole history and nothing else; undefined: none is kept. */
	async #follow(
		house: House,
		request: ClientRequest,
		call: WorkerCall,
	): Promise<string | undefined> {
		call.signal.throwIfAborted();
		const begun = this.#begin(house, request);
		if (begun === undefined) {
			return undefined;
		}
		await this.#access.change(begun.conversation, call);
		const missing = request.rest.slice(begun.messages - (request.known?.messages ?? 0));
		const { conversation, claim } =
			missing.length === 0 ? { ...begun, claim: undefined } : this.#hold(house, begun);
		house.shapes.set(conversation, request.shape);
		try {
			await append(house, conversation, missing, call);
		} finally {
			claim?.release();
		}
		return conversation;
	}

	/** Finds the conversation or begins one. */
	#begin(house: House, request: ClientRequest): Begun | undefined {
		const { store } = house;
		const found = recognise(store, providerSource, request);
		if (found === undefined) {
			return isWorthKeeping(house, request)
				? { conversation: this.#create(house, request.rest), messages: 0 }
				: undefined;
		}
		const { conversation, messages, length } = found;
		return messages === length ? found : this.#fork(house, { conversation, messages });
	}

	#create({ service, store }: House, messages: readonly Message[]): string {
		const about = this.#about(clientTitle(messages));
		return (this.#settings().keepsRequests ? service.create(about) : store.createInMemory(about))
			.id;
	}

	#fork({ service, store }: House, { conversation, messages }: Begun): Begun {
		const { title = '' } = store.find(conversation) ?? {};
		const { id } = service.fork(conversation, messages, this.#about(title));
		return { conversation: id, messages };
	}

	#about(title: string): NewConversation {
		return this.#access.about({ title, source: providerSource });
	}

	/** The right to append; where another window has it, or has used it, to a fork. */
	#hold(
		house: House,
		begun: Begun,
	): { readonly conversation: string; readonly claim: Claim | undefined } {
		const { store } = house;
		const { conversation, messages } = begun;
		const claim = store.claim(conversation, 'turn');
		if (claim !== undefined && store.find(conversation)?.messages === messages) {
			return { conversation, claim };
		}
		claim?.release();
		const fork = this.#fork(house, begun).conversation;
		return { conversation: fork, claim: store.claim(fork, 'turn') };
	}
}

async function append(
	{ service }: House,
	conversation: string,
	messages: readonly Message[],
	{ signal }: WorkerCall,
): Promise<void> {
	for (let done = 0; done < messages.length; done += countedAtOnce) {
		if (done > 0) {
			await new Promise((resolve) => setImmediate(resolve));
			signal.throwIfAborted();
		}
		service.follow(conversation, messages.slice(done, done + countedAtOnce));
	}
}

/** One that stands alone is kept as well where it is so long that it has to be compacted. */
function isWorthKeeping(house: House, request: ClientRequest): boolean {
	const { settings } = house;
	return (
		isUnderWay(request.rest) ||
		tokensOf(house, request) >= thresholdsOf({ ...settings().compaction, ...request.shape }).soft
	);
}

function tokensOf({ counter }: House, { rest, shape }: ClientRequest): number {
	return rest.reduce((sum, message) => sum + countMessage(message, counter), shape.overhead);
}
