import type { Memento } from 'vscode';

const key = 'recentFocuses';
const kept = 5;

/** The latest focuses in this workspace, newest first. */
export class RecentFocuses {
	readonly #memory: Memento;

	constructor(memory: Memento) {
		this.#memory = memory;
	}

	get all(): readonly string[] {
		return this.#memory.get<readonly string[]>(key, []);
	}

	async add(focus: string): Promise<void> {
		const others = this.all.filter((other) => other !== focus);
		await this.#memory.update(key, [focus, ...others].slice(0, kept));
	}
}
