import type { WatchParts } from './fileWatch.ts';
import { Follower } from './follower.ts';

/** The files of conversations, as far as following them needs to know. */
export interface ReadableFiles {
	/** Undefined: the conversation was not read from a file in this window. */
	readonly fileOf: (id: string) => { readonly path: string; readonly size: number } | undefined;
	/** Reads it again. Resolves to whether it can be followed on. */
	readonly readAgain: (id: string, signal: AbortSignal) => Promise<boolean>;
	/** What a person is shown of a conversation is another. */
	readonly changed: (id: string) => void;
}

/** Which conversation's file is followed, and which could be. */
export class FollowedFiles {
	readonly #files: ReadableFiles;
	readonly #follower: Follower;
	/** Conversations that went on differently in their files than here. */
	readonly #diverged = new Set<string>();

	constructor(files: ReadableFiles, watch: WatchParts | undefined) {
		this.#files = files;
		this.#follower = new Follower((id) => {
			this.#diverged.add(id);
			files.changed(id);
		}, watch);
	}

	/** Reads what is appended to the file of a conversation as it comes. @param id Undefined: of none. */
	follow(id: string | undefined): void {
		const before = this.#follower.id;
		if (id === before) {
			return;
		}
		const file = id === undefined || this.#diverged.has(id) ? undefined : this.#files.fileOf(id);
		if (id === undefined || file === undefined) {
			this.#follower.end();
		} else {
			const readAgain = (signal: AbortSignal): Promise<boolean> =>
				this.#files.readAgain(id, signal);
			this.#follower.follow(id, { ...file, readAgain });
			this.#files.changed(id);
		}
		if (before !== undefined) {
			this.#files.changed(before);
		}
	}

	/** Whether its file is followed; undefined where it cannot be. */
	isFollowed(id: string): boolean | undefined {
		const isPossible = this.#files.fileOf(id) !== undefined && !this.#diverged.has(id);
		return isPossible ? this.#follower.id === id : undefined;
	}

	/** It was opened anew, or is not wanted any more. */
	forget(id: string): void {
		this.#diverged.delete(id);
		if (this.#follower.id === id) {
			this.#follower.end();
		}
	}

	forgetAll(): void {
		this.#diverged.clear();
		this.#follower.end();
	}
}
