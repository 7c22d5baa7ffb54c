import { redact } from '../../redaction/redact.ts';
import { patchedFiles } from '../../messages/patches.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import {
	KnownFiles,
	isThere,
	noteUse,
	takeBack,
	type Change,
	type Draft,
	type FileState,
} from './knownFiles.ts';
import { baseName, isGenerated, slashed } from './paths.ts';
import { definedNames } from './symbols.ts';

/** A file the work touched. */
export interface FileFact {
	/** As the log writes it; the longest form where it writes several. */
	readonly path: string;
	readonly state: FileState;
	/** Where a renamed file is now. */
	readonly movedTo?: string;
	/** The worktree that was removed with it in it: what the file held may live on in a branch. */
	readonly removedWith?: string;
	/** Names defined in what was written to it, in order of their last edit. */
	readonly symbols: readonly string[];
	/** Numbers of the messages that wrote it, ascending; one that wrote it twice stands twice. */
	readonly writes: readonly number[];
	readonly reads: number;
	/** Message numbers, ascending. */
	readonly sources: readonly number[];
}

/** What became of the files, call by call. */
export class FileLedger {
	readonly #files = new KnownFiles();
	/** Directories that were made. */
	readonly #directories = new Set<string>();
	/** Directories into which files were moved that nothing names. */
	readonly #filled: string[] = [];
	/** Files that git was told to forget, which it calls deleted. */
	readonly #forgotten = new Set<Draft>();
	readonly #isToldMade: (name: string, before: number) => boolean;
	/** Number of the message that put changes last where git restores files from. */
	#staged = 0;

	/** @param isToldMade Whether a command tells that it made a file of this name, before a message. */
	constructor(isToldMade: (name: string, before: number) => boolean) {
		this.#isToldMade = isToldMade;
	}

	read(path: string, use: ToolUse): void {
		const draft = this.#files.touch(path, use, true);
		draft.reads += 1;
	}

	/** An edit of which nothing says whether it was made: one that surely was counts more. */
	attempt(path: string, use: ToolUse): void {
		const draft = this.#files.touch(path, use, true);
		if (draft.state === 'read' || draft.state === 'restored') {
			draft.state = 'unsettled';
		}
	}

	/** Changes were applied to files that nothing names: one that was as it had been may be no more. */
	attemptRestored(use: ToolUse): void {
		for (const draft of this.#files.drafts.filter(({ state }) => state === 'restored')) {
			draft.state = 'unsettled';
			noteUse(draft, use);
		}
	}

	/** The longest known spelling of the one file that a path names. */
	pathOf(path: string): string | undefined {
		return this.#files.find(path)?.path;
	}

	/** Whether a path names exactly one known file, or a directory with known files in it. */
	knows(path: string): boolean {
		return this.#files.find(path) !== undefined || this.#files.inside(path).length > 0;
	}

	/** @param change What was replaced; one that is replaced back leaves the file as it was. */
	write(
		path: string,
		use: ToolUse,
		state: 'created' | 'modified',
		text: string,
		change?: Change,
	): void {
		// A file first read, then written, was there before; one the work created stays created.
		const isThereBefore = use.family === 'terminal' && this.#isFilled(path);
		const draft = this.#files.touch(path, use, state === 'modified' || isThereBefore);
		const isBack = takeBack(draft.changes, change);
		draft.state = !draft.existed ? 'created' : isBack ? 'restored' : 'modified';
		delete draft.movedTo;
		delete draft.size;
		draft.writes.push(use.callIndex + 1);
		for (const name of definedNames(text)) {
			draft.symbols.delete(name);
			draft.symbols.set(name, use.callIndex);
		}
	}

	/** Writes a whole file. How much a commit can take out of it is known of one that was not there before. */
	replace(path: string, use: ToolUse, state: 'created' | 'modified', text: string): void {
		this.write(path, use, state, text);
		const draft = this.#files.touch(path, use, true);
		if (!draft.existed && draft.writes.length === 1) {
			draft.size = text.replace(/\n$/, '').split('\n').length;
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
		const inside = this.#files.inside(path).filter((draft) => draft.state !== 'renamed');
		if (inside.length === 0 && this.#files.find(path) === undefined && isGenerated(path)) {
			return;
		}
		for (const draft of inside.length > 0 ? inside : [this.#files.touch(path, use, true)]) {
			draft.state = 'deleted';
			delete draft.movedTo;
			noteUse(draft, use);
		}
	}

	/** A commit tells that a file is new: the work created it, where a command tells so before it was first seen. */
	bear(path: string): void {
		const draft = this.#files.find(path);
		const [seen] = draft?.sources ?? [];
		if (draft?.state === 'modified' && this.#isToldMade(baseName(path), seen ?? 0)) {
			draft.existed = false;
			draft.state = 'created';
		}
	}

	/** What was changed up to here is what git restores files to. */
	stage(use: ToolUse): void {
		this.#staged = use.callIndex + 1;
	}

	/** Git no longer tracks a file that stays where it is. */
	forget(path: string): void {
		const draft = this.#files.find(path);
		if (draft !== undefined) {
			this.#forgotten.add(draft);
		}
	}

	/** Git tells of a file as deleted, or that a commit took so many lines out of it: all it had. */
	lose(path: string, use: ToolUse, lines?: number): void {
		const draft = this.#files.find(path);
		const isLost = draft !== undefined && (lines === undefined || lines === draft.size);
		if (isLost && !this.#forgotten.has(draft) && isThere(draft)) {
			this.remove(path, use);
		}
	}

	/** A worktree was removed: its branch still has what was committed there. */
	removeWorktree(path: string, use: ToolUse): void {
		for (const draft of this.#files.inside(path)) {
			draft.removedWith = path;
			noteUse(draft, use);
		}
	}

	/** A directory that was deleted as a whole is there again; what of it was touched stands on its own. */
	recreate(path: string, use: ToolUse): void {
		const draft = this.#files.find(path);
		this.#directories.add(slashed(path).replace(/(?<!\/)\/+$/, ''));
		if (draft?.state === 'deleted') {
			draft.state = 'created';
			noteUse(draft, use);
		}
	}

	restore(path: string, use: ToolUse): void {
		const draft = this.#files.find(path);
		if (draft !== undefined && (draft.writes.length > 0 || draft.state === 'deleted')) {
			draft.state = 'restored';
			draft.symbols.clear();
			draft.changes = [];
			draft.writes = draft.writes.filter((number) => number <= this.#staged);
			noteUse(draft, use);
		}
	}

	/** Files that nothing names were moved into a directory: what is seen in there later may be one of them. */
	fill(path: string): void {
		const directory = slashed(path).replace(/(?<!\/)\/+$/, '');
		const draft = this.#files.find(directory);
		this.#filled.push(`/${directory}/`);
		if (draft?.state === 'created' && draft.writes.length === 0) {
			draft.state = 'moved';
		}
	}

	#isFilled(path: string): boolean {
		return this.#filled.some((directory) => `/${slashed(path)}`.includes(directory));
	}

	/** @param isDirectory Whether what `to` names is surely a directory. */
	moveAll(from: readonly string[], to: string, isDirectory: boolean, use: ToolUse): void {
		const into = to.replace(/(?<![\\/])[\\/]+$/, '');
		for (const path of from) {
			const name = baseName(path);
			const inside = this.#files.inside(path);
			// A relative target may be spelled like the end of its source.
			const isKnown =
				this.#directories.has(slashed(into)) ||
				this.#files.inside(into).some((draft) => isThere(draft) && !inside.includes(draft));
			// A file goes into what has no ending; a directory gets another name.
			const isFile = inside.length === 0 && /\.[^./]+$/.test(name);
			const goesInto = isDirectory || isKnown || (isFile && !/\.[^.\\/]+$/.test(to));
			const target = goesInto ? below(into, name) : into;
			const directory = `${slashed(path).replace(/(?<!\/)\/+$/, '')}/`;
			for (const draft of inside) {
				const rest = draft.key.split(directory).slice(1).join(directory);
				this.move(draft.path, below(target, rest), use);
			}
			if (inside.length === 0) {
				this.move(path, target, use);
			}
		}
	}

	move(from: string, to: string, use: ToolUse): void {
		const before = this.#files.find(to);
		const old = this.#files.touch(from, use, true);
		const isReplaced = before !== undefined && before !== old && isThere(before);
		if (old.key === slashed(to)) {
			return;
		}
		// A name that is spelled like the end of the old one is another place all the same.
		const moved =
			before === old ? this.#files.add(to, use, false) : this.#files.touch(to, use, false);
		// What was there before stays so, also where it was deleted for this.
		const isKept = before?.existed === true && before !== old && before.movedTo !== old.path;
		moved.existed = old.existed || isKept;
		// A move itself writes nothing; what was written to a file that it replaces is gone with that.
		const lasting = isReplaced || isKept ? [] : moved.writes;
		moved.writes = [...lasting, ...old.writes].sort((a, b) => a - b);
		moved.changes = isReplaced ? [undefined] : old.changes;
		moved.state = stateAfterMove(moved, isReplaced || isKept);
		delete moved.movedTo;
		old.symbols.forEach((index, name) => moved.symbols.set(name, index));
		old.symbols.clear();
		for (const draft of this.#files.drafts) {
			// What was moved before and is moved on is now where the last move took it.
			if (draft === old || (draft.movedTo === old.path && draft !== moved)) {
				draft.state = 'renamed';
				draft.movedTo = moved.path;
			}
		}
	}

	facts(): FileFact[] {
		return this.#files.drafts
			.flatMap((draft) => (draft.state === 'moved' ? [] : [{ draft, state: draft.state }]))
			.map(({ draft, state }) => ({
				path: draft.path,
				state,
				...(draft.movedTo === undefined ? {} : { movedTo: draft.movedTo }),
				...(draft.removedWith === undefined ? {} : { removedWith: draft.removedWith }),
				symbols: [...draft.symbols].sort((a, b) => a[1] - b[1]).map(([name]) => name),
				writes: draft.writes,
				reads: draft.reads,
				sources: draft.sources,
			}))
			.sort((a, b) => (a.sources.at(-1) ?? 0) - (b.sources.at(-1) ?? 0));
	}
}

function stateAfterMove({ existed, writes }: Draft, isReplaced: boolean): Draft['state'] {
	if (!existed) {
		return 'created';
	}
	return isReplaced || writes.length > 0 ? 'modified' : 'moved';
}

function below(directory: string, name: string): string {
	return directory === '' || directory === '.' ? name : `${directory}/${name}`;
}
