import { Interrupted } from '../../models/interrupts.ts';
import { ModelError } from '../../models/modelError.ts';
import type { Ask, AskKind, AskOutcome, Asks } from '../../protocol/asks.ts';
import type { ToWorker } from '../../protocol/worker.ts';

/** Who answers the worker's questions. */
export type AskHandlers = {
	readonly [Kind in AskKind]: (
		question: Asks[Kind]['question'],
		/** The answer is not wanted any more. */
		signal: AbortSignal,
	) => Promise<Asks[Kind]['answer']>;
};

/** Has the worker's questions answered, and tells it how each ended: exactly once. */
export class WorkerAsks {
	readonly #post: (message: ToWorker) => void;
	readonly #handlers: AskHandlers;
	readonly #running = new Map<number, AbortController>();

	constructor(post: (message: ToWorker) => void, handlers: AskHandlers) {
		this.#post = post;
		this.#handlers = handlers;
	}

	/** Never rejects: a failure is an outcome. */
	async answer({ ask, kind, question }: Ask): Promise<void> {
		const controller = new AbortController();
		this.#running.set(ask, controller);
		const handler = this.#handlers[kind] as (
			question: unknown,
			signal: AbortSignal,
		) => Promise<Asks[AskKind]['answer']>;
		const outcome = await outcomeOf(() => handler(question, controller.signal));
		this.#running.delete(ask);
		try {
			this.#post({ type: 'answer', ask, outcome });
		} catch (error) {
			// What cannot be copied to another thread is no answer; the worker must not wait for ever.
			this.#post({ type: 'answer', ask, outcome: failed(error) });
		}
	}

	/** The worker does not want the answer any more. */
	withdraw(ask: number): void {
		this.#running.get(ask)?.abort();
	}

	/** The worker is gone, and with it whoever wanted the answers. */
	withdrawAll(): void {
		for (const controller of this.#running.values()) {
			controller.abort();
		}
	}
}

async function outcomeOf(answer: () => Promise<Asks[AskKind]['answer']>): Promise<AskOutcome> {
	try {
		return { kind: 'answered', answer: await answer() };
	} catch (error) {
		if (error instanceof Interrupted) {
			return { kind: 'interrupted', by: error.kind };
		}
		if (error instanceof ModelError) {
			return { kind: 'failed', failure: error.failure };
		}
		return failed(error);
	}
}

function failed(error: unknown): AskOutcome {
	const message = error instanceof Error ? error.message : String(error);
	return { kind: 'failed', failure: { kind: 'connection', message } };
}
