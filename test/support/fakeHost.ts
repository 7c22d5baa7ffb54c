import type { TurnContext, TurnResult } from '../../src/conversations/service/ports.ts';
import type { ModelAnswer } from '../../src/models/client.ts';
import type { AskKind, Asks, SummaryModels, SummaryPlan } from '../../src/protocol/asks.ts';
import type { AskHandlers } from '../../src/vscode/worker/workerAsks.ts';

/** A turn that the worker wants answered, and that a test answers when it wants. */
export class AskedTurn {
	readonly turn: number;
	readonly context: TurnContext;
	readonly signal: AbortSignal;
	readonly #result = Promise.withResolvers<TurnResult>();

	constructor(turn: number, context: TurnContext, signal: AbortSignal) {
		this.turn = turn;
		this.context = context;
		this.signal = signal;
	}

	get result(): Promise<TurnResult> {
		return this.#result.promise;
	}

	end(result: TurnResult = { kind: 'completed' }): void {
		this.#result.resolve(result);
	}
}

/** The extension host as the worker knows it. Unless a test says otherwise there is no model. */
export class FakeHost {
	readonly plans: SummaryPlan[] = [];
	readonly calls: Asks['call']['question'][] = [];
	readonly turns: AskedTurn[] = [];
	models: () => Promise<SummaryModels> = () => Promise.resolve({ transientRetries: 1 });
	call: () => Promise<ModelAnswer> = () => Promise.reject(new Error('There is no model.'));
	onTurn: (turn: AskedTurn) => void = () => undefined;

	/** Ends with an abort, as the worker's questions do. */
	async ask<Kind extends AskKind>(
		kind: Kind,
		question: Asks[Kind]['question'],
		signal: AbortSignal,
	): Promise<Asks[Kind]['answer']> {
		signal.throwIfAborted();
		const aborted = Promise.withResolvers<never>();
		const abort = (): void => aborted.reject(signal.reason as Error);
		signal.addEventListener('abort', abort, { once: true });
		const handler: AskHandlers[Kind] = this.#handlers[kind];
		try {
			return await Promise.race([handler(question, signal), aborted.promise]);
		} finally {
			signal.removeEventListener('abort', abort);
		}
	}

	readonly #handlers: AskHandlers = {
		models: (plan) => {
			this.plans.push(plan);
			return this.models();
		},
		call: (question) => {
			this.calls.push(question);
			return this.call();
		},
		turn: ({ turn, context }, signal) => {
			const asked = new AskedTurn(turn, context, signal);
			this.turns.push(asked);
			this.onTurn(asked);
			return asked.result;
		},
	};
}
