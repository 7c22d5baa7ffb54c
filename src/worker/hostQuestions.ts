import { Interrupted } from '../models/interrupts.ts';
import { ModelError } from '../models/modelError.ts';
import type { Ask, AskKind, AskOutcome, Asks } from '../protocol/asks.ts';
import type { FromWorker } from '../protocol/worker.ts';

/** Questions to the extension host. */
export class HostQuestions {
	readonly #post: (message: FromWorker) => void;
	readonly #pending = new Map<number, (outcome: AskOutcome) => void>();
	#last = 0;

	constructor(post: (message: FromWorker) => void) {
		this.#post = post;
	}

	/**
	 * Asks, and waits for the end. An abort asks the host to stop; its answer is still awaited, because
	 * it may have come too late.
	 * @throws {ModelError} when it failed, and the signal's reason when it was aborted.
	 */
	async ask<Kind extends AskKind>(
		kind: Kind,
		question: Asks[Kind]['question'],
		signal: AbortSignal,
	): Promise<Asks[Kind]['answer']> {
		signal.throwIfAborted();
		this.#last += 1;
		const ask = this.#last;
		const withdraw = (): void => this.#post({ type: 'withdraw', ask });
		signal.addEventListener('abort', withdraw, { once: true });
		try {
			const outcome = await new Promise<AskOutcome>((resolve) => {
				this.#pending.set(ask, resolve);
				this.#post({ type: 'ask', ask, kind, question } as Ask);
			});
			// The host answers a question with an answer of its kind.
			return answerOf(outcome, signal) as Asks[Kind]['answer'];
		} finally {
			this.#pending.delete(ask);
			signal.removeEventListener('abort', withdraw);
		}
	}

	/** The host tells how a question ended. */
	answered(ask: number, outcome: AskOutcome): void {
		this.#pending.get(ask)?.(outcome);
	}
}

function answerOf(outcome: AskOutcome, signal: AbortSignal): unknown {
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
