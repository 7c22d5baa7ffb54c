import { systemFiles, watchFile, type WatchParts } from './fileWatch.ts';

/** A file that is read again rests this many times as long as that took: it takes 5 % of a core. */
const restFactor = 19;

/** And at least this long, milliseconds. */
const leastRestMs = 500;

/** The longest rest after failures, each of which doubles it, milliseconds. */
const longestRestMs = 60_000;

/** Reads a file again. Resolves to whether it can be followed any further. */
type ReadAgain = (signal: AbortSignal) => Promise<boolean>;

/** A file that may be followed. */
export interface Followable {
	readonly path: string;
	/** As it was when it was read, bytes. */
	readonly size: number;
	readonly readAgain: ReadAgain;
}

/** Follows the file of the one conversation that is looked at: what is appended is read as it comes. */
export class Follower {
	readonly #parts: WatchParts;
	readonly #stopped: (id: string) => void;
	#id: string | undefined;
	#end: () => void = () => undefined;

	/** @param stopped Told when a conversation cannot be followed any more. */
	constructor(stopped: (id: string) => void, parts: WatchParts = systemFiles) {
		this.#stopped = stopped;
		this.#parts = parts;
	}

	/** The conversation whose file is followed. */
	get id(): string | undefined {
		return this.#id;
	}

	/** Follows the file of a conversation in place of another one. */
	follow(id: string, file: Followable): void {
		this.end();
		this.#id = id;
		this.#end = this.#start(id, file);
	}

	/** Follows none any more. */
	end(): void {
		this.#end();
		this.#id = undefined;
		this.#end = () => undefined;
	}

	#start(id: string, { path, size, readAgain }: Followable): () => void {
		const { timers } = this.#parts;
		const controller = new AbortController();
		const { signal } = controller;
		let isBusy = false;
		let hasChanged = false;
		let failures = 0;
		let callOff: () => void = () => undefined;

		async function read(): Promise<void> {
			isBusy = true;
			hasChanged = false;
			const started = performance.now();
			// What cannot be read or appended now is tried again, ever later: the file may be gone for good.
			const goesOn = await readAgain(signal).then(
				(followable) => {
					failures = 0;
					return followable;
				},
				() => {
					failures += 1;
					return (hasChanged = true);
				},
			);
			const took = performance.now() - started;
			if (signal.aborted) {
				return;
			}
			if (!goesOn) {
				stop();
				return;
			}
			const rest = Math.max(leastRestMs, took * restFactor);
			const afterFailures = Math.min(rest * 2 ** failures, longestRestMs);
			callOff = timers.after(Math.max(rest, afterFailures), () => {
				isBusy = false;
				if (hasChanged) {
					void read();
				}
			});
		}

		const stop = (): void => {
			this.end();
			this.#stopped(id);
		};
		const unwatch = watchFile(
			path,
			size,
			() => {
				hasChanged = true;
				if (!isBusy) {
					void read();
				}
			},
			this.#parts,
		);
		return () => {
			controller.abort();
			callOff();
			unwatch();
		};
	}
}
