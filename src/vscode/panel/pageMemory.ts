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
 * What the panel remembers while its page is gone: words that were typed, and what was open. Not in the
 * state that VS Code keeps of a page, where nothing can be deleted.
 */
export class PageMemory {
	readonly #file: Memento;
	readonly #isStored: () => boolean;
	#now: RememberedState;
	#saved: RememberedState;
	/** Called when everything is deleted. */
	onForgotten: () => void = () => undefined;

	/**
	 * @param file Outlives the window.
	 * @param isStored Whether it may: the person may want nothing stored.
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

	/** Writes down what has changed. */
	async save(): Promise<void> {
		if (this.#saved !== this.#now) {
			this.#saved = this.#now;
			await this.#file.update(key, this.#isStored() ? this.#now : undefined);
		}
	}

	/** A conversation was deleted, and with it the texts of its items. */
	forgetConversation(id: string): void {
		if (this.#now.conversation === id) {
			this.#now = rememberedOf(this.#now, '');
		}
	}

	/** Everything is deleted; the file is the caller's. */
	forget(): void {
		this.#now = nothingRemembered;
		this.#saved = nothingRemembered;
		this.onForgotten();
	}
}
