import type {
	ReplyListener,
	ModelAnswer,
	ModelClient,
	ModelRequest,
	Route,
} from '../../src/models/client.ts';

/** A client that sends what a test tells it to, when the test tells it to. */
export class ScriptedClient implements ModelClient {
	/** How often it was closed. */
	closed = 0;
	readonly calls: ScriptedCall[] = [];
	/** Clients that do not listen to an abort: a broken transport. */
	readonly deaf: boolean;

	constructor(deaf = false) {
		this.deaf = deaf;
	}

	/** Calls without an end. */
	get open(): number {
		return this.calls.filter(({ ended }) => !ended).length;
	}

	send(
		_route: Route,
		request: ModelRequest,
		signal: AbortSignal,
		onReply: ReplyListener,
	): Promise<ModelAnswer> {
		const call = new ScriptedCall(request, signal, onReply);
		this.calls.push(call);
		if (!this.deaf) {
			signal.addEventListener('abort', () => call.fail(signal.reason), { once: true });
		}
		return call.reply;
	}

	close(): void {
		this.closed += 1;
	}
}

/** One request that a client received; the test writes its reply. */
export class ScriptedCall {
	readonly request: ModelRequest;
	readonly signal: AbortSignal;
	ended = false;
	readonly #onReply: ReplyListener;
	readonly #reply = Promise.withResolvers<ModelAnswer>();

	constructor(request: ModelRequest, signal: AbortSignal, onReply: ReplyListener) {
		this.request = request;
		this.signal = signal;
		this.#onReply = onReply;
	}

	get reply(): Promise<ModelAnswer> {
		return this.#reply.promise;
	}

	text(text: string): void {
		this.#onReply(text);
	}

	activity(): void {
		this.#onReply();
	}

	end(content: unknown): void {
		this.answer({ content, finishReason: 'stop' });
	}

	answer(answer: ModelAnswer): void {
		this.ended = true;
		this.#reply.resolve(answer);
	}

	fail(error: unknown): void {
		this.ended = true;
		this.#reply.reject(error);
	}
}

/** A route to a chat model; whatever is not said is the same for all. */
export function routeTo(changes: Partial<Route> = {}): Route {
	return {
		provider: 'acme',
		api: 'chat',
		baseUrl: 'http://127.0.0.1:1/v1',
		model: 'small',
		streaming: true,
		...changes,
	};
}

/** Lets everything that is ready to go on go on. */
export function settled(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
