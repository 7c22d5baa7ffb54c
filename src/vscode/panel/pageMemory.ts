import * as v from 'valibot';
import type { Memento } from 'vscode';
import {
	nothingRemembered,
	rememberedOf,
	rememberedSchema,
	type RememberedState,
} from '../../protocol/remembered.ts';

const key = 'panel';

/**
 * State of the panel while its page is discarded: typed text and open sections. VS Code's own page state cannot
 * be deleted.
 */
export class PageMemory {
	readonly #file: Memento;
	readonly #isStored: () => boolean;
	#now: RememberedState;
	#saved: RememberedState;
	/** Called when everything is deleted. */
	onForgotten: () => void = () => undefined;

	/**
	 * @param file Persists beyond the window.
	 * @param isStored Whether the settings allow storage.
	 */
	constructor(file: Memento, isStored: () => boolean) {
		this.#file = file;
		this.#isStored = isStored;
		const read = v.safeParse(rememberedSchema, file.get<unknown>(key));
		this.#now = read.success ? read.output : nothingRemembered;
		this.#saved = this.#now;
	}

	get now(): RememberedState {
		return this.#now;
	}

	remember(value: RememberedState): void {
		this.#now = value;
	}

	/** Saves changes. */
	async save(): Promise<void> {
		if (this.#saved !== this.#now) {
			this.#saved = this.#now;
			await this.#file.update(key, this.#isStored() ? this.#now : undefined);
		}
	}

	/** Forgets a deleted conversation. */
	forgetConversation(id: string): void {
		if (this.#now.conversation === id) {
			this.#now = rememberedOf(this.#now, '');
		}
	}

	/** Forgets everything in memory; the caller deletes the file. */
	forget(): void {
		this.#now = nothingRemembered;
		this.#saved = nothingRemembered;
		this.onForgotten();
	}
}
