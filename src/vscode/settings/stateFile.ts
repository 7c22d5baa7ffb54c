import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Memento } from 'vscode';
import { makePrivateFolder } from '../../conversations/store/privacy.ts';

function folderIn(storage: string): string {
	return join(storage, 'state');
}

/**
 * State of a workspace in a file, which can be deleted, unlike VS Code's own state. Read again each time, because
 * another window may have deleted it.
 */
export class StateFile implements Memento {
	readonly #folder: string;
	readonly #path: string;

	/** @param storage The folder of all our data. @param workspace Identifies the workspace. */
	constructor(storage: string, workspace: string) {
		const name = createHash('sha256').update(workspace).digest('hex').slice(0, 32);
		this.#folder = folderIn(storage);
		this.#path = join(this.#folder, `${name}.json`);
	}

	keys(): readonly string[] {
		return Object.keys(this.#all());
	}

	get<Value>(key: string, fallback?: Value): Value | undefined {
		return (this.#all()[key] as Value | undefined) ?? fallback;
	}

	async update(key: string, value: unknown): Promise<void> {
		const all = { ...this.#all(), [key]: value };
		const temporary = `${this.#path}.${process.pid}.tmp`;
		makePrivateFolder(this.#folder);
		writeFileSync(temporary, JSON.stringify(all), { mode: 0o600 });
		renameSync(temporary, this.#path);
	}

	#all(): Readonly<Record<string, unknown>> {
		try {
			const value: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
			return typeof value === 'object' && value !== null ? { ...value } : {};
		} catch {
			return {};
		}
	}
}

/** Deletes the state of all workspaces. @param common VS Code's state of the extension. */
export async function forgetState(storage: string, common: Memento): Promise<void> {
	// Hooks and the command line have their own folders.
	const others = ['hooks', 'undo'].map((name) => join(storage, name));
	for (const folder of [folderIn(storage), receivedFolder(storage), ...others]) {
		rmSync(folder, { recursive: true, force: true });
	}
	for (const key of common.keys()) {
		await common.update(key, undefined);
	}
}

/** Folder of the session files of received handoffs. */
export function receivedFolder(storage: string): string {
	return join(storage, 'received');
}
