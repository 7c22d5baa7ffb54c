import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { systemTimers, type Timers } from '../models/deadlines.ts';

/** What of a file tells that it is another one, or longer. */
interface FileState {
	readonly size: number;
	/** Milliseconds since the epoch. */
	readonly changedAt: number;
	/** Another one when the file was replaced. */
	readonly inode: number;
}

/** How a file is watched; tests have their own ways. */
export interface WatchParts {
	readonly timers: Timers;
	/** @throws when there is no such file at this moment. */
	readonly stateOf: (path: string) => Promise<FileState>;
	/** Calls back when the operating system says that something happened. @returns Ends it. */
	readonly hints: (path: string, onHint: () => void) => () => void;
}

/** Looked at this often, because not every file system gives hints. Milliseconds. */
const pollMs = 2_000;

/** After a hint this is waited: writers write in pieces. Milliseconds. */
const settleMs = 250;

/** The machine's files. */
export const systemFiles: WatchParts = {
	timers: systemTimers,
	async stateOf(path) {
		const { size, mtimeMs, ino } = await stat(path);
		return { size, changedAt: mtimeMs, inode: ino };
	},
	hints(path, onHint) {
		try {
			const watcher = watch(path, { persistent: false }, onHint);
			watcher.on('error', () => watcher.close());
			return () => watcher.close();
		} catch {
			// Polling is enough.
			return () => undefined;
		}
	},
};

/**
 * Watches a file. Opens nothing: whoever writes it is not disturbed.
 * @param size What is known of it already, bytes: where it has grown since, that is a change.
 * @returns Ends the watching.
 */
export function watchFile(
	path: string,
	size: number,
	onChange: () => void,
	parts: WatchParts,
): () => void {
	const { timers } = parts;
	let isEnded = false;
	let known: FileState | undefined;
	let callOff = timers.after(0, look);
	const stopHints = parts.hints(path, () => {
		callOff();
		callOff = timers.after(settleMs, look);
	});

	function look(): void {
		void parts
			.stateOf(path)
			.then(compare)
			// A file that is being replaced is not there for a moment.
			.catch(() => undefined)
			.finally(() => {
				callOff();
				callOff = isEnded ? () => undefined : timers.after(pollMs, look);
			});
	}

	function compare(state: FileState): void {
		const isSame =
			known === undefined
				? state.size === size
				: state.size === known.size &&
					state.changedAt === known.changedAt &&
					state.inode === known.inode;
		known = state;
		if (!isSame && !isEnded) {
			onChange();
		}
	}

	return () => {
		isEnded = true;
		callOff();
		stopHints();
	};
}
