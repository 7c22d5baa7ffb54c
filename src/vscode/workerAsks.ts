import { Interrupted } from '../models/interrupts.ts';
import type { ModelCalls } from '../models/modelCalls.ts';
import { ModelError } from '../models/modelError.ts';
import type { CallOutcome, FromWorker, ToWorker } from '../protocol/worker.ts';

type Requested = Extract<FromWorker, { type: 'call' }>;

/** Calls models for the worker, and tells it how each call ended: exactly once. */
export class WorkerCalls {
	readonly #post: (message: ToWorker) => void;
	readonly #running = new Map<number, AbortController>();

	constructor(post: (message: ToWorker) => void) {
		this.#post = post;
	}

	/** @param models What the request allows; absent: no model at all. */
	async answer(
		{ call, target, request }: Requested,
		models: ModelCalls | undefined,
	): Promise<void> {
		const controller = new AbortController();
		this.#running.set(call, controller);
		const outcome = await outcomeOf(async () => {
			if (models === undefined) {
				throw new Error('This request may not call a model.');
			}
			return models.call(target, request, controller.signal);
		});
		this.#running.delete(call);
		try {
			this.#post({ type: 'call-ended', call, outcome });
		} catch (error) {
			// What cannot be copied to another thread is no reply; the worker must not wait for ever.
			this.#post({ type: 'call-ended', call, outcome: failed(error) });
		}
	}

	/** The worker does not want the answer any more. */
	cancel(call: number): void {
		this.#running.get(call)?.abort();
	}

	/** The worker is gone, and with it whoever wanted the answers. */
	cancelAll(): void {
		for (const controller of this.#running.values()) {
			controller.abort();
		}
	}
}

async function outcomeOf(call: () => ReturnType<ModelCalls['call']>): Promise<CallOutcome> {
	try {
		return { kind: 'answered', answer: await call() };
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

function failed(error: unknown): CallOutcome {
	const message = error instanceof Error ? error.message : String(error);
	return { kind: 'failed', failure: { kind: 'connection', message } };
}
