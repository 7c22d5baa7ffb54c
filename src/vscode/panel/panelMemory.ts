import * as v from 'valibot';
import type { Memento } from 'vscode';
import {
	nothingRemembered,
	rememberedSchema,
	type RememberedState,
} from '../../protocol/remembered.ts';

/** What the page remembers: VS Code discards the page when it is hidden, and the window when it reloads. */
export class PanelMemory {
	readonly #memory: Memento;
	readonly #key: string;
	#value: RememberedState;

	/** @param workspace Undefined: an empty window. */
	constructor(memory: Memento, workspace: string | undefined) {
		this.#memory = memory;
		// Not VS Code's state of the page: *Delete All Data…* cannot delete that.
		this.#key = `panel ${workspace ?? ''}`;
		const stored = v.safeParse(rememberedSchema, memory.get<unknown>(this.#key));
		this.#value = stored.success ? stored.output : nothingRemembered;
	}

	get value(): RememberedState {
		return this.#value;
	}

	/** @param isStored Whether it may be on disk; otherwise only this window has it. */
	async remember(value: RememberedState, isStored: boolean): Promise<void> {
		this.#value = value;
		await this.#memory.update(this.#key, isStored ? value : undefined);
	}

	/** Forgets the texts that belong to a deleted conversation. */
	async forget(conversation: string): Promise<void> {
		if (this.#value.conversation === conversation) {
			await this.remember(nothingRemembered, false);
		}
	}
}
