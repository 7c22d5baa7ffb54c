import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	ownPathRules,
	type StoreEnvironment,
} from '../../../../src/transcripts/discovery/environment.ts';

/** A made-up machine: a home folder with files of assistants. */
export class Machine {
	readonly home: string;

	private constructor(home: string) {
		this.home = home;
	}

	static async make(): Promise<Machine> {
		return new Machine(await realpath(await mkdtemp(path.join(tmpdir(), 'precis-machine-'))));
	}

	/** @param steps Below the home folder. */
	path(...steps: readonly string[]): string {
		return path.join(this.home, ...steps);
	}

	/** Writes a file below the home folder. @returns Its path. */
	async write(file: string, content = '{}\n'): Promise<string> {
		const whole = this.path(file);
		await mkdir(path.dirname(whole), { recursive: true });
		await writeFile(whole, content);
		return whole;
	}

	environment(differences: Partial<StoreEnvironment> = {}): StoreEnvironment {
		return {
			home: this.home,
			platform: 'linux',
			pathRules: ownPathRules,
			variables: {},
			userFolder: this.path('.config', 'Code', 'User'),
			workspaceFolders: [],
			...differences,
		};
	}

	remove(): Promise<void> {
		return rm(this.home, { recursive: true, force: true });
	}
}

/** Nobody cancels. */
export const uncancelled = new AbortController().signal;

/** A session of Claude Code: a person's words and an answer. */
export function claudeCodeSession(words: string, cwd = '/work/shop'): string {
	const common = { sessionId: 's', cwd, isSidechain: false, timestamp: '2026-05-01T10:00:00Z' };
	const user = { role: 'user', content: words };
	const reply = { id: 'm1', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] };
	return [
		{ type: 'user', uuid: 'u1', parentUuid: null, ...common, message: user },
		{ type: 'assistant', uuid: 'a1', parentUuid: 'u1', ...common, message: reply },
	]
		.map((line) => `${JSON.stringify(line)}\n`)
		.join('');
}
