import type {
	ModelAnswer,
	ModelClient,
	ModelEvent,
	ModelRequest,
	Route,
} from '../../src/models/client.ts';

/** A client that sends what a test tells it to, when the test tells it to. */
export class ScriptedClient implements ModelClient {
	usable = true;
	/** How often it was closed. */
	closed = 0;
	/** Calls whose iteration has not ended. */
	open = 0;
	readonly calls: ScriptedCall[] = [];
	/** Clients that do not listen to an abort: a broken transport. */
	readonly deaf: boolean;

	constructor(deaf = false) {
		this.deaf = deaf;
	}

	send(_route: Route, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
		const call = new ScriptedCall(request, signal);
		this.calls.push(call);
		if (!this.deaf) {
			signal.addEventListener('abort', () => call.fail(signal.reason), { once: true });
		}
		return this.#events(call);
	}

	close(): void {
		this.closed += 1;
		this.usable = false;
	}

	async *#events(call: ScriptedCall): AsyncGenerator<ModelEvent> {
		this.open += 1;
		try {
			for (;;) {
				const event = await call.next();
				if (event === 'end-of-stream') {
					return;
				}
				yield event;
			}
		} finally {
			this.open -= 1;
		}
	}
}

type Step = { readonly event: ModelEvent | 'end-of-stream' } | { readonly error: unknown };

/** One request that a client received; the test writes its reply. */
export class ScriptedCall {
	readonly request: ModelRequest;
	readonly signal: AbortSignal;
	readonly #steps: Step[] = [];
	#wake: (() => void) | undefined;

	constructor(request: ModelRequest, signal: AbortSignal) {
		this.request = request;
		this.signal = signal;
	}

	text(text: string): void {
		this.#add({ event: { type: 'text', text } });
	}

	activity(): void {
		this.#add({ event: { type: 'activity' } });
	}

	end(content: unknown): void {
		this.answer({ content, finishReason: 'stop' });
	}

	answer(answer: ModelAnswer): void {
		this.#add({ event: { type: 'end', answer } });
	}

	endOfStream(): void {
		this.#add({ event: 'end-of-stream' });
	}

	fail(error: unknown): void {
		this.#add({ error });
	}

	async next(): Promise<ModelEvent | 'end-of-stream'> {
		while (this.#steps.length === 0) {
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
		const step = this.#steps.shift();
		if (step === undefined || 'error' in step) {
			throw step?.error;
		}
		return step.event;
	}

	#add(step: Step): void {
		this.#steps.push(step);
		this.#wake?.();
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
