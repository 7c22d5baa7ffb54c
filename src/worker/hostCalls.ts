import { Interrupted } from '../models/interrupts.ts';
import type { ModelCalls } from '../models/modelCalls.ts';
import { ModelError } from '../models/modelError.ts';
import type { ModelAnswer } from '../models/client.ts';
import type { CallOutcome, FromWorker } from '../protocol/worker.ts';

/** Calls to models that the host makes for the worker. */
export class HostCalls {
	readonly #post: (message: FromWorker) => void;
	readonly #pending = new Map<number, (outcome: CallOutcome) => void>();
	#last = 0;

	constructor(post: (message: FromWorker) => void) {
		this.#post = post;
	}

	/** The calls made for one request of the host. The host shows the text as it arrives. */
	callsFor(id: number): ModelCalls {
		return {
			call: async (target, request, signal) => {
				signal.throwIfAborted();
				this.#last += 1;
				const call = this.#last;
				const cancel = (): void => this.#post({ type: 'cancel-call', call });
				signal.addEventListener('abort', cancel, { once: true });
				try {
					const outcome = await new Promise<CallOutcome>((resolve) => {
						this.#pending.set(call, resolve);
						this.#post({ type: 'call', id, call, target, request });
					});
					return answerOf(outcome, signal);
				} finally {
					this.#pending.delete(call);
					signal.removeEventListener('abort', cancel);
				}
			},
		};
	}

	/** The host tells how a call ended. */
	ended(call: number, outcome: CallOutcome): void {
		this.#pending.get(call)?.(outcome);
	}
}

function answerOf(outcome: CallOutcome, signal: AbortSignal): ModelAnswer {
	switch (outcome.kind) {
		case 'answered':
			return outcome.answer;
		case 'failed':
			throw new ModelError(outcome.failure);
		case 'interrupted':
			signal.throwIfAborted();
			throw new Interrupted(outcome.by);
	}
}
