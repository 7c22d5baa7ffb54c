import * as v from 'valibot';
import type { Memento } from 'vscode';
import {
	nothingRemembered,
	rememberedSchema,
	type RememberedState,
} from '../../protocol/remembered.ts';
import { coalesceRefresh } from '../conversations/coalesceRefresh.ts';

const keyStart = 'panel ';

/** Keeps the page's state, because VS Code discards a hidden page, and everything in memory when the window reloads. */
export class PanelMemory {
	/** One write at a time: VS Code sends each stored value back, which would overwrite a newer one here. */
	readonly #store: () => Promise<void>;
	readonly #memory: Memento;
	#value: RememberedState;
	#isStored = true;

	/** @param workspace Undefined: an empty window. */
	constructor(memory: Memento, workspace: string | undefined) {
		// Not VS Code's state of the page: *Delete All Data…* cannot delete that.
		const key = `${keyStart}${workspace ?? ''}`;
		this.#memory = memory;
		const stored = v.safeParse(rememberedSchema, memory.get<unknown>(key));
		this.#value = stored.success ? stored.output : nothingRemembered;
		this.#store = coalesceRefresh(async () =>
			memory.update(key, this.#isStored ? this.#value : undefined),
		);
	}

	get value(): RememberedState {
		return this.#value;
	}

	/** @param isStored Whether it may be written to disk; otherwise it stays in memory. */
	remember(value: RememberedState, isStored: boolean): Promise<void> {
		this.#value = value;
		this.#isStored = isStored;
		return this.#store();
	}

	/** Forgets the texts that belong to a deleted conversation, in whatever workspace they were typed. */
	async forget(conversation: string): Promise<void> {
		if (this.#value.conversation === conversation) {
			await this.remember(nothingRemembered, false);
		}
		for (const key of this.#memory.keys().filter((each) => each.startsWith(keyStart))) {
			const { output, success } = v.safeParse(rememberedSchema, this.#memory.get<unknown>(key));
			if (success && output.conversation === conversation) {
				await this.#memory.update(key, undefined);
			}
		}
	}
}
