import { stat } from 'node:fs/promises';
import { systemTimers, type Timers } from '../models/deadlines.ts';

/** How often a followed file is looked at, milliseconds. */
const lookMs = 1_000;

/** A file that is read again rests this many times as long as that took: it takes 5 % of a core. */
const restFactor = 19;

/** The longest rest after failures, each of which doubles it, milliseconds. */
const longestRestMs = 60_000;

/** A file, as far as following it needs to know. */
export interface FollowedFile {
	readonly path: string;
	/** As it was when it was read, bytes. */
	readonly size: number;
}

/** The files of conversations. */
export interface ReadableFiles {
	/** Undefined: the conversation was not read from a file in this window. */
	readonly fileOf: (id: string) => FollowedFile | undefined;
	/** Reads it again. Resolves to whether it can be followed on. */
	readonly readAgain: (id: string, signal: AbortSignal) => Promise<boolean>;
	/** What a person is shown of a conversation is another. */
	readonly changed: (id: string) => void;
}

/** How files are looked at; tests have their own ways. */
export interface WatchParts {
	readonly timers: Timers;
	/** @returns Its size, and what is another text when it was written or replaced. @throws when it is not there. */
	readonly stateOf: (path: string) => Promise<{ readonly size: number; readonly version: string }>;
}

const systemFiles: WatchParts = {
	timers: systemTimers,
	async stateOf(path) {
		const { size, mtimeMs, ino } = await stat(path);
		return { size, version: `${size} ${mtimeMs} ${ino}` };
	},
};

/**
 * Follows the file of the one conversation that is looked at: it is read again when it has changed.
 * Opens nothing before that, so that whoever writes it is not disturbed.
 */
export class Follower {
	readonly #files: ReadableFiles;
	readonly #parts: WatchParts;
	/** Conversations that went on differently in their files than here. */
	readonly #diverged = new Set<string>();
	#id: string | undefined;
	#end: () => void = () => undefined;

	constructor(files: ReadableFiles, parts: WatchParts = systemFiles) {
		this.#files = files;
		this.#parts = parts;
	}

	/** Follows the file of a conversation in place of another one. @param id Undefined: of none. */
	follow(id: string | undefined): void {
		const before = this.#id;
		if (id === before) {
			return;
		}
		this.#stop();
		const file = id === undefined || this.#diverged.has(id) ? undefined : this.#files.fileOf(id);
		if (id !== undefined && file !== undefined) {
			this.#id = id;
			this.#end = this.#start(id, file);
			this.#files.changed(id);
		}
		if (before !== undefined) {
			this.#files.changed(before);
		}
	}

	/** Whether its file is followed; undefined where it cannot be. */
	isFollowed(id: string): boolean | undefined {
		const isPossible = this.#files.fileOf(id) !== undefined && !this.#diverged.has(id);
		return isPossible ? this.#id === id : undefined;
	}

	/** It was opened anew, or is not wanted any more. */
	forget(id: string): void {
		this.#diverged.delete(id);
		if (this.#id === id) {
			this.#stop();
		}
	}

	#stop(): void {
		this.#end();
		this.#id = undefined;
		this.#end = () => undefined;
	}

	#start(id: string, { path, size }: FollowedFile): () => void {
		const { timers, stateOf } = this.#parts;
		const controller = new AbortController();
		const { signal } = controller;
		let known: string | undefined;
		let failures = 0;
		let callOff = timers.after(0, () => void look());
		const look = async (): Promise<void> => {
			// A file that is being replaced is not there for a moment.
			const state = await stateOf(path).catch(() => undefined);
			const isSame = known === undefined ? state?.size === size : state?.version === known;
			let rest = lookMs;
			if (state !== undefined && !isSame && !signal.aborted) {
				const started = performance.now();
				const outcome = await this.#files.readAgain(id, signal).catch(() => 'failed' as const);
				if (outcome === false && !signal.aborted) {
					this.#stop();
					this.#diverged.add(id);
					this.#files.changed(id);
					return;
				}
				// What cannot be read or appended now is tried again, ever later: it may be gone for good.
				failures = outcome === 'failed' ? failures + 1 : 0;
				known = outcome === 'failed' ? known : state.version;
				rest = Math.max(rest, (performance.now() - started) * restFactor);
				rest = Math.max(rest, Math.min(lookMs * 2 ** failures, longestRestMs));
			} else if (isSame) {
				known = state?.version;
			}
			if (!signal.aborted) {
				callOff = timers.after(rest, () => void look());
			}
		};
		return () => {
			controller.abort();
			callOff();
		};
	}
}
