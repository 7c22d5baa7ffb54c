import { stat } from 'node:fs/promises';
import { systemTimers, type Timers } from '../models/deadlines.ts';

/** How often a followed file is checked, milliseconds. */
const pollMs = 1_000;

/** After a file was read, the next check waits this many times as long as reading took: this uses 5 % of a core. */
const delayFactor = 19;

/** Maximum delay after failures, each of which doubles it, milliseconds. */
const maxDelayMs = 60_000;

/** The properties of a file that following needs. */
export interface FollowedFile {
	readonly path: string;
	/** When it was last read, bytes; absent: not in this window. */
	readonly size?: number;
}

/** The files of conversations. */
export interface ReadableFiles {
	/** Undefined: the conversation was not read from a file. */
	readonly fileOf: (id: string) => FollowedFile | undefined;
	/** Reads it again. @returns Whether it can still be followed; `busy`: the conversation is being changed. */
	readonly readAgain: (id: string, signal: AbortSignal) => Promise<boolean | 'busy'>;
	/** Reading it failed, for the first time since it could be read. */
	readonly failed: (error: unknown) => void;
	/** The displayed data of a conversation changed. */
	readonly changed: (id: string) => void;
}

/** Access to files; tests replace it. */
export interface WatchParts {
	readonly timers: Timers;
	/** @returns Its size, and a text that changes when it is written or replaced. @throws when it does not exist. */
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
 * Follows the file of the conversation on screen: reads it again when it has changed. Does not open it before that, so
 * that its writer is not disturbed.
 */
export class Follower {
	readonly #files: ReadableFiles;
	readonly #parts: WatchParts;
	/** Conversations that diverged from their files. */
	readonly #diverged = new Set<string>();
	#id: string | undefined;
	/** Whether the followed file exists: after a reload, it may be gone. */
	#isFound = false;
	#end: () => void = () => undefined;

	constructor(files: ReadableFiles, parts: WatchParts = systemFiles) {
		this.#files = files;
		this.#parts = parts;
	}

	/** Follows the file of another conversation. @param id Undefined: of none. */
	follow(id: string | undefined): void {
		const before = this.#id;
		if (id === before) {
			return;
		}
		this.#stop();
		const file = id === undefined || this.#diverged.has(id) ? undefined : this.#files.fileOf(id);
		if (id !== undefined && file !== undefined) {
			this.#id = id;
			this.#isFound = file.size !== undefined;
			this.#end = this.#start(id, file);
			this.#files.changed(id);
		}
		if (before !== undefined) {
			this.#files.changed(before);
		}
	}

	/** Whether its file is followed; undefined if that is impossible. */
	isFollowed(id: string): boolean | undefined {
		const isCurrent = this.#id === id;
		const isPossible = isCurrent ? this.#isFound : this.#files.fileOf(id) !== undefined;
		return isPossible && !this.#diverged.has(id) ? isCurrent : undefined;
	}

	/** It was reopened, or is no longer wanted. */
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
		let cancelCheck = timers.after(0, () => void check());
		const check = async (): Promise<void> => {
			// A file that is being replaced does not exist for a moment.
			const state = await stateOf(path).catch(() => undefined);
			const isSame = known === undefined ? state?.size === size : state?.version === known;
			let delay = pollMs;
			if (state !== undefined && !isSame && !signal.aborted) {
				const started = performance.now();
				const outcome = await this.#files.readAgain(id, signal).catch((error: unknown) => {
					if (failures === 0 && !signal.aborted) {
						this.#files.failed(error);
					}
					return 'failed' as const;
				});
				if (outcome === false && !signal.aborted) {
					this.#stop();
					this.#diverged.add(id);
					this.#files.changed(id);
					return;
				}
				// Failures are retried at growing intervals: the file may never come back.
				failures = outcome === 'failed' ? failures + 1 : 0;
				if (outcome === true && !this.#isFound && !signal.aborted) {
					this.#isFound = true;
					this.#files.changed(id);
				}
				known = typeof outcome === 'string' ? known : state.version;
				delay = Math.max(delay, (performance.now() - started) * delayFactor);
				delay = Math.max(delay, Math.min(pollMs * 2 ** failures, maxDelayMs));
			} else if (isSame) {
				known = state?.version;
			}
			if (!signal.aborted) {
				cancelCheck = timers.after(delay, () => void check());
			}
		};
		return () => {
			controller.abort();
			cancelCheck();
		};
	}
}
