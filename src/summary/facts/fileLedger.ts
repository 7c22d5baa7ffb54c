import { redact } from '../../redaction/redact.ts';
import { patchedFiles } from '../../messages/patches.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import {
	baseName,
	isAbsolute,
	isCommonName,
	isGenerated,
	isSamePath,
	isTemporary,
	slashed,
} from './paths.ts';
import { definedNames } from './symbols.ts';

/** What became of a file in the end. */
type FileState =
	| 'created'
	| 'modified'
	| 'deleted'
	| 'renamed'
	| 'restored'
	| 'read'
	/** Whether the edit was made is not known. */
	| 'unsettled';

/** A file the work touched. */
export interface FileFact {
	/** As the log writes it; the longest form where it writes several. */
	readonly path: string;
	readonly state: FileState;
	/** Where a renamed file is now. */
	readonly movedTo?: string;
	/** Names defined in what was written to it, in order of their last edit. */
	readonly symbols: readonly string[];
	/** How often it was written. */
	readonly writes: number;
	readonly reads: number;
	/** Message numbers, ascending. */
	readonly sources: readonly number[];
}

interface Draft {
	path: string;
	/** The path for comparing. */
	key: string;
	state: FileState;
	movedTo?: string;
	/** Whether it was there before the conversation wrote it. */
	existed: boolean;
	symbols: Map<string, number>;
	writes: number;
	reads: number;
	sources: number[];
}

/** Files by every spelling the log uses for them. */
export class FileLedger {
	readonly #drafts: Draft[] = [];
	readonly #byPath = new Map<string, Draft>();
	readonly #byName = new Map<string, Draft[]>();

	read(path: string, use: ToolUse): void {
		const draft = this.#touch(path, use, true);
		draft.reads += 1;
	}

	/** An edit of which nothing says whether it was made: one that surely was counts more. */
	attempt(path: string, use: ToolUse): void {
		const draft = this.#touch(path, use, true);
		if (draft.state === 'read') {
			draft.state = 'unsettled';
		}
	}

	write(path: string, use: ToolUse, change: 'created' | 'modified', text: string): void {
		// A file first read, then written, was there before; one the work created stays created.
		const draft = this.#touch(path, use, change === 'modified');
		draft.state = draft.existed ? 'modified' : 'created';
		delete draft.movedTo;
		draft.writes += 1;
		for (const name of definedNames(text)) {
			draft.symbols.delete(name);
			draft.symbols.set(name, use.callIndex);
		}
	}

	/** Applies a patch in the `*** Begin Patch` form or a unified diff. */
	patch(text: string, use: ToolUse): void {
		for (const found of patchedFiles(text)) {
			// The text of a patch is too long to be redacted for the sake of the few paths in it.
			const file = { ...found, path: redact(found.path) };
			if (file.change === 'deleted') {
				this.remove(file.path, use);
				continue;
			}
			this.write(file.path, use, file.change, file.lines);
			if (file.movedTo !== undefined) {
				this.move(file.path, redact(file.movedTo), use);
			}
		}
	}

	remove(path: string, use: ToolUse): void {
		const inside = this.#inside(path).filter((draft) => draft.state !== 'renamed');
		if (inside.length === 0 && this.#find(path) === undefined && isGenerated(path)) {
			return;
		}
		for (const draft of inside.length > 0 ? inside : [this.#touch(path, use, true)]) {
			draft.state = 'deleted';
			delete draft.movedTo;
			note(draft, use);
		}
	}

	/** A directory that was deleted as a whole is there again; what of it was touched stands on its own. */
	recreate(path: string, use: ToolUse): void {
		const draft = this.#find(path);
		if (draft?.state === 'deleted') {
			draft.state = 'created';
			note(draft, use);
		}
	}

	restore(path: string, use: ToolUse): void {
		const draft = this.#find(path);
		if (draft !== undefined && draft.writes > 0) {
			draft.state = 'restored';
			draft.symbols.clear();
			note(draft, use);
		}
	}

	moveAll(from: readonly string[], to: string | undefined, use: ToolUse): void {
		if (to === undefined) {
			return;
		}
		const intoDirectory = from.length > 1 || /[\\/]$/.test(to) || !/\.[^.\\/]+$/.test(to);
		for (const path of from) {
			const name = baseName(path);
			const inside = this.#inside(path);
			const into = to.replace(/(?<![\\/])[\\/]+$/, '');
			if (inside.length > 0) {
				const directory = `${slashed(path).replace(/(?<!\/)\/+$/, '')}/`;
				for (const draft of inside) {
					const rest = draft.key.split(directory).slice(1).join(directory);
					this.move(draft.path, `${into}/${rest}`, use);
				}
			} else {
				this.move(path, intoDirectory && /\.[^./]+$/.test(name) ? `${into}/${name}` : to, use);
			}
		}
	}

	move(from: string, to: string, use: ToolUse): void {
		const old = this.#touch(from, use, true);
		const moved = this.#touch(to, use, false);
		if (moved === old) {
			return;
		}
		moved.existed = old.existed;
		moved.state = old.existed ? 'modified' : 'created';
		delete moved.movedTo;
		// A move itself writes nothing.
		moved.writes += old.writes;
		old.symbols.forEach((index, name) => moved.symbols.set(name, index));
		old.symbols.clear();
		for (const draft of this.#drafts) {
			// What was moved before and is moved on is now where the last move took it.
			if (draft === old || (draft.movedTo === old.path && draft !== moved)) {
				draft.state = 'renamed';
				draft.movedTo = moved.path;
			}
		}
	}

	facts(): FileFact[] {
		return this.#drafts
			.map((draft) => ({
				path: draft.path,
				state: draft.state,
				...(draft.movedTo === undefined ? {} : { movedTo: draft.movedTo }),
				symbols: [...draft.symbols].sort((a, b) => a[1] - b[1]).map(([name]) => name),
				writes: draft.writes,
				reads: draft.reads,
				sources: draft.sources,
			}))
			.sort((a, b) => (a.sources.at(-1) ?? 0) - (b.sources.at(-1) ?? 0));
	}

	#touch(path: string, use: ToolUse, existed: boolean): Draft {
		const known = this.#find(path);
		if (known !== undefined) {
			if (path.length > known.path.length) {
				known.path = path;
				known.key = slashed(path);
				this.#byPath.set(slashed(path), known);
			}
			note(known, use);
			return known;
		}
		const draft: Draft = {
			path,
			key: slashed(path),
			state: 'read',
			existed,
			symbols: new Map(),
			writes: 0,
			reads: 0,
			sources: [],
		};
		note(draft, use);
		this.#drafts.push(draft);
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
	#inside(path: string): Draft[] {
		const known = this.#find(path);
		const isFile = (draft: Draft): boolean =>
			draft.writes + draft.reads > 0 || draft.state === 'modified';
		if (known !== undefined && isFile(known)) {
			return [];
		}
		const directory = `${slashed(path).replace(/(?<!\/)\/+$/, '')}/`;
		const starts = new Map<string, Draft[]>();
		for (const draft of this.#drafts) {
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

	/** A file by this or another spelling; a spelling that fits several files fits none. */
	#find(path: string): Draft | undefined {
		const wanted = slashed(path);
		const known = this.#byPath.get(wanted);
		if (known !== undefined) {
			return known;
		}
		const others = this.#byName.get(baseName(path)) ?? [];
		const fitting = others.filter((draft) => isSamePath(draft.key, wanted));
		const [only] = fitting;
		const unclear = isCommonName(wanted) && only !== undefined && !this.#isAtRoot(only);
		return fitting.length === 1 && !unclear ? only : undefined;
	}

	/** Whether no known file lies outside the directory of this one. */
	#isAtRoot(file: Draft): boolean {
		const directory = file.key.slice(0, -baseName(file.path).length);
		return this.#drafts.every(
			({ path, key }) => !isAbsolute(path) || isTemporary(path) || key.startsWith(directory),
		);
	}
}

function note(draft: Draft, use: ToolUse): void {
	const number = use.callIndex + 1;
	if (draft.sources.at(-1) !== number) {
		draft.sources.push(number);
	}
}
