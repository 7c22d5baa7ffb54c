import type { PrecisDisposable, PrecisEvent } from '../../api.ts';
import { ApiError } from './apiErrors.ts';

/** An event that other extensions listen to: none of them can disturb another, or us. */
export class Listeners<Data> {
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
