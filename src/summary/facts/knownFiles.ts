import type { ToolUse } from '../../messages/toolUse.ts';
import { baseName, isAbsolute, isCommonName, isSamePath, isTemporary, slashed } from './paths.ts';

/** What became of a file in the end. */
export type FileState =
	| 'created'
	| 'modified'
	| 'deleted'
	| 'renamed'
	| 'restored'
	| 'read'
	/** Whether the edit was made is not known. */
	| 'unsettled';

/** What an edit took out of a file, and what it put there. */
export interface Change {
	readonly from: string;
	readonly to: string;
}

/** What is known of a file while the calls are gone through. */
export interface Draft {
	path: string;
	/** The path for comparing. */
	key: string;
	/** `moved`: only its place changed, which its old name tells. */
	state: FileState | 'moved';
	movedTo?: string;
	/** The worktree that was removed with it in it. */
	removedWith?: string;
	/** Lines it had when it was made, where nothing changed it since. */
	size?: number;
	/** Changes that were not taken back; undefined for one of which that cannot be seen. */
	changes: (Change | undefined)[];
	/** Whether it was there before the conversation wrote it. */
	existed: boolean;
	symbols: Map<string, number>;
	writes: number[];
	reads: number;
	sources: number[];
}

/** Files by every spelling the log uses for them. */
export class KnownFiles {
	/** In the order in which they were first touched. */
	readonly drafts: Draft[] = [];
	readonly #byPath = new Map<string, Draft>();
	readonly #byName = new Map<string, Draft[]>();

	/** The file of this path, a new one where none is known; the call counts as one that touched it. */
	touch(path: string, use: ToolUse, existed: boolean): Draft {
		const known = this.find(path);
		if (known !== undefined) {
			if (path.length > known.path.length) {
				this.#absorb(known, path);
				known.path = path;
				known.key = slashed(path);
				this.#byPath.set(slashed(path), known);
			}
			noteUse(known, use);
			delete known.removedWith;
			return known;
		}
		return this.add(path, use, existed);
	}

	/** A file that is none of the known ones, however it is spelled. */
	add(path: string, use: ToolUse, existed: boolean): Draft {
		const draft: Draft = {
			path,
			key: slashed(path),
			state: 'read',
			changes: [],
			existed,
			symbols: new Map(),
			writes: [],
			reads: 0,
			sources: [],
		};
		noteUse(draft, use);
		this.drafts.push(draft);
		this.#byPath.set(slashed(path), draft);
		const name = baseName(path);
		const named = this.#byName.get(name);
		if (named === undefined) {
			this.#byName.set(name, [draft]);
		} else {
			named.push(draft);
		}
		return draft;
	}

	/** The files below a directory; those of one such directory where a relative name fits several. */
	inside(path: string): Draft[] {
		const known = this.find(path);
		const isFile = (draft: Draft): boolean =>
			draft.writes.length + draft.reads > 0 || draft.state === 'modified';
		if (known !== undefined && isFile(known)) {
			return [];
		}
		const directory = `${slashed(path).replace(/(?<!\/)\/+$/, '')}/`;
		const starts = new Map<string, Draft[]>();
		for (const draft of this.drafts) {
			const at = `/${draft.key}`.indexOf(`/${directory}`);
			if (at >= 0) {
				const start = draft.key.slice(0, at);
				const same = starts.get(start);
				if (same === undefined) {
					starts.set(start, [draft]);
				} else {
					same.push(draft);
				}
			}
		}
		const [only] = starts.values();
		return starts.get('') ?? (starts.size === 1 ? (only ?? []) : []);
	}

	/** A file by this or another spelling; one that fits several fits none, but where all others were read as one of them. */
	find(path: string): Draft | undefined {
		const known = this.#byPath.get(slashed(path));
		if (known !== undefined) {
			return known;
		}
		const only = this.#fitting(path).find((draft, _, fitting) =>
			fitting.every((other) => other === draft || isReadAs(other, draft)),
		);
		const unclear = isCommonName(slashed(path)) && only !== undefined && !this.#isAtRoot(only);
		return unclear ? undefined : only;
	}

	/** The files that this may be another spelling of. */
	#fitting(path: string): Draft[] {
		const wanted = slashed(path);
		const named = this.#byName.get(baseName(path)) ?? [];
		return named.filter(({ key }) => isSamePath(key, wanted));
	}

	/** Takes into a file what was read of it by shorter spellings of this path. */
	#absorb(file: Draft, path: string): void {
		for (const other of this.#fitting(path).filter((draft) => isReadAs(draft, file))) {
			file.reads += other.reads;
			file.sources = [...new Set([...file.sources, ...other.sources])].sort((a, b) => a - b);
			this.#byPath.set(other.key, file);
			for (const list of [this.drafts, this.#byName.get(baseName(path)) ?? []]) {
				list.splice(list.indexOf(other), 1);
			}
		}
	}

	/** Whether no known file lies outside the directory of this one. */
	#isAtRoot(file: Draft): boolean {
		const directory = file.key.slice(0, -baseName(file.path).length);
		return this.drafts.every(
			({ path, key }) => !isAbsolute(path) || isTemporary(path) || key.startsWith(directory),
		);
	}
}

/** Whether a file was only read, by the end of another's path: what was written may be one more file. */
function isReadAs({ key, state }: Draft, longer: Draft): boolean {
	return state === 'read' && !isCommonName(baseName(key)) && longer.key.endsWith(`/${key}`);
}

/** Whether a file is where its path says. */
export function isThere({ state }: Draft): boolean {
	return state !== 'deleted' && state !== 'renamed';
}

/** Takes note of a call that touched a file. */
export function noteUse(draft: Draft, use: ToolUse): void {
	const number = use.callIndex + 1;
	if (draft.sources.at(-1) !== number) {
		draft.sources.push(number);
	}
}

/** Adds a change, or takes back the one before that it undoes; whether nothing is changed any more. */
export function takeBack(changes: (Change | undefined)[], change: Change | undefined): boolean {
	const last = changes.at(-1);
	if (change === undefined || last?.from !== change.to || last.to !== change.from) {
		changes.push(change);
		return false;
	}
	changes.pop();
	return changes.length === 0;
}
