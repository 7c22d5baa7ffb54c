import type {
	CompactionEnd,
	CompactionResult,
	CompactionStart,
	PrecisDisposable,
	PrecisEvent,
} from '../../api.ts';
import type { JobResult, WorkerEvent } from '../../protocol/conversationEvents.ts';
import { ApiError } from './apiErrors.ts';

/** News of the worker that other extensions hear something of. */
export const heardTypes = ['job', 'job-ended', 'changed', 'deleted'] as const;
type Heard = Extract<WorkerEvent, { readonly type: (typeof heardTypes)[number] }>;

/** What other extensions hear of one conversation. */
export class ConversationEvents {
	readonly changed: Listeners<void>;
	readonly started: Listeners<CompactionStart>;
	readonly finished: Listeners<CompactionEnd>;
	/** The compaction that runs. */
	#running: (CompactionStart & { readonly job: number }) | undefined;

	/** @param failed Hears what a listener has thrown. */
	constructor(failed: (error: unknown) => void) {
		this.changed = new Listeners(failed);
		this.started = new Listeners(failed);
		this.finished = new Listeners(failed);
	}

	/** The worker tells of the conversation. */
	hear(event: Heard): void {
		switch (event.type) {
			case 'job': {
				const { id: job, trigger, focus } = event.job;
				// It tells of every step.
				if (this.#running?.job !== job) {
					this.#running = { job, trigger, ...(focus === undefined ? {} : { focus }) };
					const { job: _, ...start } = this.#running;
					this.started.fire(Object.freeze(start));
				}
				return;
			}
			case 'job-ended':
				this.#finish(event.trigger, compactionResult(event.result));
				return;
			case 'changed':
			case 'deleted':
				this.changed.fire();
		}
	}

	/** The worker is gone, and what it ran with it. */
	workerStopped(): void {
		if (this.#running !== undefined) {
			this.#finish(this.#running.trigger, {
				kind: 'failed',
				message: 'The worker of Precis stopped unexpectedly.',
			});
		}
	}

	dispose(): void {
		this.changed.clear();
		this.started.clear();
		this.finished.clear();
	}

	#finish(trigger: CompactionEnd['trigger'], result: CompactionResult): void {
		this.#running = undefined;
		deepFreeze(result);
		this.finished.fire(Object.freeze({ trigger, result }));
	}
}

/** How a compaction ended, as other extensions get it. */
export function compactionResult(result: JobResult): CompactionResult {
	switch (result.kind) {
		case 'committed':
		case 'proposed': {
			const { attempts, ...rest } = result;
			// The last attempt wrote it.
			const model = attempts.at(-1)?.model;
			return { ...rest, ...(model === undefined ? {} : { model }) };
		}
		case 'refused':
			return { kind: 'refused', reason: result.reason };
		case 'failed':
		case 'cancelled':
			return result;
	}
}

function deepFreeze(value: object): void {
	for (const property of Object.values(value) as readonly unknown[]) {
		if (typeof property === 'object' && property !== null) {
			deepFreeze(property);
		}
	}
	Object.freeze(value);
}

/** An event that other extensions listen to: none of them can disturb another, or us. */
class Listeners<Data> {
	readonly #listeners = new Set<{ readonly call: (data: Data) => unknown }>();
	readonly #failed: (error: unknown) => void;

	/** @param failed Hears what a listener has thrown. */
	constructor(failed: (error: unknown) => void) {
		this.#failed = failed;
	}

	readonly event: PrecisEvent<Data> = (listener, thisArgument, disposables) => {
		if (typeof listener !== 'function') {
			throw new ApiError('invalid-input', 'listener: expected a function');
		}
		const entry = { call: (data: Data) => Reflect.apply(listener, thisArgument, [data]) };
		this.#listeners.add(entry);
		const disposable: PrecisDisposable = { dispose: () => this.#listeners.delete(entry) };
		disposables?.push(disposable);
		return disposable;
	};

	/** @param data Shared by all listeners, so it must be frozen. */
	fire(data: Data): void {
		for (const { call } of Array.from(this.#listeners)) {
			try {
				call(data);
			} catch (error) {
				this.#failed(error);
			}
		}
	}

	clear(): void {
		this.#listeners.clear();
	}
}
