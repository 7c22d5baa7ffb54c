import { argumentText, pathArgument } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { patchedFiles } from './patches.ts';
import { simpleCommands, type SimpleCommand } from './shellWords.ts';
import { definedNames } from './symbols.ts';

/** What became of a file in the end. */
export type FileState = 'created' | 'modified' | 'deleted' | 'renamed' | 'restored' | 'read';

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
	state: FileState;
	movedTo?: string;
	/** Whether it was there before the conversation wrote it. */
	existed: boolean;
	symbols: Map<string, number>;
	writes: number;
	reads: number;
	sources: number[];
}

/** The final state of every file touched by these calls, in the order of the last touch. */
export function fileFacts(uses: readonly ToolUse[]): FileFact[] {
	const ledger = new FileLedger();
	for (const use of uses) {
		if (use.outcome.status !== 'failed' && use.resultIndex !== undefined) {
			recordUse(ledger, use);
		}
	}
	return ledger.facts();
}

function recordUse(ledger: FileLedger, use: ToolUse): void {
	const path = pathArgument(use.arguments);
	switch (use.family) {
		case 'read':
			for (const read of path === undefined ? listOfPaths(use) : [path]) {
				ledger.read(read, use);
			}
			return;
		case 'write':
			if (path !== undefined) {
				const replaced = /\b(?:updated|overwr|modified|replaced)/i.test(use.result.slice(0, 200));
				ledger.write(path, use, replaced ? 'modified' : 'created', writtenText(use));
			}
			return;
		case 'edit':
			recordEdit(ledger, use, path);
			return;
		case 'terminal':
			recordCommand(ledger, use);
			return;
		default:
			return;
	}
}

function listOfPaths(use: ToolUse): string[] {
	const list = use.arguments?.['paths'] ?? use.arguments?.['files'];
	return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
}

function recordEdit(ledger: FileLedger, use: ToolUse, path: string | undefined): void {
	const command = use.arguments?.['command'];
	if (path === undefined) {
		recordPatch(
			ledger,
			use,
			argumentText(use.arguments, ['input', 'patch', 'diff']) ?? use.call.arguments,
		);
	} else if (command === 'view') {
		ledger.read(path, use);
	} else {
		const fresh = command === 'create' || use.arguments?.['old_string'] === '';
		ledger.write(path, use, fresh ? 'created' : 'modified', writtenText(use));
	}
}

function recordPatch(ledger: FileLedger, use: ToolUse, patch: string): void {
	for (const file of patchedFiles(patch)) {
		if (file.change === 'deleted') {
			ledger.remove(file.path, use);
			continue;
		}
		ledger.write(file.path, use, file.change, file.lines);
		if (file.movedTo !== undefined) {
			ledger.move(file.path, file.movedTo, use);
		}
	}
}

/** Everything a call wrote or replaced, whatever its tool calls the arguments. */
function writtenText(use: ToolUse): string {
	const texts: string[] = [];
	const collect = (value: unknown): void => {
		if (typeof value === 'string' && value.length > 3) {
			texts.push(value);
		} else if (Array.isArray(value)) {
			value.forEach(collect);
		} else if (typeof value === 'object' && value !== null) {
			Object.values(value).forEach(collect);
		}
	};
	for (const [key, value] of Object.entries(use.arguments ?? {})) {
		if (/new|old|content|text|code|edits|diff|patch|insert|replace|source/i.test(key)) {
			collect(value);
		}
	}
	return texts.join('\n');
}

function recordCommand(ledger: FileLedger, use: ToolUse): void {
	if (use.target.includes('*** Begin Patch')) {
		recordPatch(ledger, use, use.target);
		return;
	}
	for (const command of simpleCommands(use.target)) {
		for (const path of command.writes.filter(isPlainPath)) {
			ledger.write(path, use, 'created', '');
		}
		recordWords(ledger, use, command);
	}
}

function recordWords(ledger: FileLedger, use: ToolUse, command: SimpleCommand): void {
	const words = command.words[0] === 'git' ? command.words.slice(1) : command.words;
	const [name = '', ...rest] = words;
	const paths = rest.filter((word) => !word.startsWith('-'));
	const plain = paths.filter(isPlainPath);
	const git = command.words[0] === 'git';
	switch (name) {
		case 'rm':
		case 'unlink':
			// `git rm --cached` leaves the file where it is.
			if (!rest.includes('--cached')) {
				plain.forEach((path) => ledger.remove(path, use));
			}
			return;
		case 'mv':
			ledger.moveAll(plain.slice(0, -1), plain.at(-1), use);
			return;
		case 'cp':
			if (plain.length === 2 && plain[1] !== undefined) {
				ledger.write(plain[1], use, 'created', '');
			}
			return;
		case 'touch':
		case 'tee':
			plain.forEach((path) => ledger.write(path, use, 'created', ''));
			return;
		case 'sed':
		case 'perl':
			if (rest.some((word) => /^-\w*i/.test(word))) {
				plain.slice(1).forEach((path) => ledger.write(path, use, 'modified', ''));
			}
			return;
		case 'checkout':
		case 'restore':
			if (git && (name === 'restore' || rest.includes('--'))) {
				plain.forEach((path) => ledger.restore(path, use));
			}
			return;
		default:
			return;
	}
}

/** Whether a shell word names one file: no glob, variable, substitution or device. */
function isPlainPath(word: string): boolean {
	return /^[^*?$`{}<>|&;()]+$/.test(word) && !word.startsWith('/dev/') && /[\w\p{L}]/u.test(word);
}

/** Files by every spelling the log uses for them. */
class FileLedger {
	readonly #drafts: Draft[] = [];
	readonly #byPath = new Map<string, Draft>();
	readonly #byName = new Map<string, Draft[]>();

	read(path: string, use: ToolUse): void {
		const draft = this.#touch(path, use, true);
		draft.reads += 1;
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

	remove(path: string, use: ToolUse): void {
		const directory = `${path.replace(/\/+$/, '')}/`;
		const inside = this.#drafts.filter(
			(draft) => draft.path.startsWith(directory) || draft.path.includes(`/${directory}`),
		);
		const files = inside.length > 0 ? inside : [this.#touch(path, use, true)];
		for (const draft of files) {
			draft.state = 'deleted';
			note(draft, use);
		}
	}

	restore(path: string, use: ToolUse): void {
		const draft = this.#find(path);
		if (draft !== undefined && draft.writes > 0) {
			draft.state = 'restored';
			note(draft, use);
		}
	}

	moveAll(from: readonly string[], to: string | undefined, use: ToolUse): void {
		if (to === undefined) {
			return;
		}
		const intoDirectory = from.length > 1 || to.endsWith('/') || !/\.[^/]+$/.test(to);
		for (const path of from) {
			const name = baseName(path);
			const target =
				intoDirectory && /\.[^/]+$/.test(name) ? `${to.replace(/\/+$/, '')}/${name}` : to;
			this.move(path, target, use);
		}
	}

	move(from: string, to: string, use: ToolUse): void {
		const old = this.#touch(from, use, true);
		const moved = this.#touch(to, use, false);
		moved.existed = old.existed;
		moved.state = old.existed ? 'modified' : 'created';
		moved.writes += old.writes + 1;
		old.symbols.forEach((index, name) => moved.symbols.set(name, index));
		old.symbols.clear();
		old.state = 'renamed';
		old.movedTo = moved.path;
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
				this.#byPath.set(slashed(path), known);
			}
			note(known, use);
			return known;
		}
		const draft: Draft = {
			path,
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

	/** A file by this or another spelling; a spelling that fits several files fits none. */
	#find(path: string): Draft | undefined {
		const wanted = slashed(path);
		const known = this.#byPath.get(wanted);
		if (known !== undefined) {
			return known;
		}
		const others = this.#byName.get(baseName(path)) ?? [];
		const fitting = others.filter((draft) => isSamePath(slashed(draft.path), wanted));
		return fitting.length === 1 ? fitting[0] : undefined;
	}
}

/** A path with forward slashes and without `./`, for comparing. */
function slashed(path: string): string {
	return path.replaceAll('\\', '/').replace(/^\.\//, '');
}

/** Whether two spellings mean one file: the relative one is the end of the other. */
function isSamePath(known: string, path: string): boolean {
	const [long, short] = known.length >= path.length ? [known, path] : [path, known];
	return long === short || (!short.startsWith('/') && long.endsWith(`/${short}`));
}

function note(draft: Draft, use: ToolUse): void {
	const number = use.callIndex + 1;
	if (draft.sources.at(-1) !== number) {
		draft.sources.push(number);
	}
}

function baseName(path: string): string {
	return slashed(path).replace(/\/+$/, '').replace(/^.*\//, '');
}
