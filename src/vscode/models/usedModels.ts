import * as v from 'valibot';
import type { Memento } from 'vscode';

const key = 'usedLanguageModels';
const kept = 10;

const schema = v.object({ vendor: v.string(), model: v.string() });

/** A model of VS Code by its names there. */
export type UsedModel = Readonly<v.InferOutput<typeof schema>>;

/**
 * Models of VS Code that the person has chosen here and that answered then. VS Code itself says of
 * every model that it may be used (1.139: `canSendRequest` is always true) and asks at the request at
 * the earliest, so without this list a conversation could go to a model nobody chose.
 */
export class UsedModels {
	readonly #memory: Memento;

	constructor(memory: Memento) {
		this.#memory = memory;
	}

	/** Newest first. */
	get all(): readonly UsedModel[] {
		const stored = this.#memory.get<unknown>(key);
		return Array.isArray(stored) ? stored.filter((one): one is UsedModel => v.is(schema, one)) : [];
	}

	async add(used: UsedModel): Promise<void> {
		const { vendor, model } = used;
		const others = this.all.filter((one) => one.vendor !== vendor || one.model !== model);
		await this.#memory.update(key, [{ vendor, model }, ...others].slice(0, kept));
	}

	/** Forgets all models of a vendor: access to them was refused. */
	async removeVendor(vendor: string): Promise<void> {
		await this.#memory.update(
			key,
			this.all.filter((one) => one.vendor !== vendor),
		);
	}
}
