import { projectRoot } from '../extractive/paths.ts';
import { baseName, isCommonName, slashed } from '../facts/paths.ts';
import { wordLine, type Statement } from './statements.ts';

/** How a summary may spell the path of a file: from another directory, or by its name alone. */
export class FileNames {
	/** How many files have a name. */
	readonly #counts = new Map<string, number>();
	readonly #root: string;

	/** @param paths All files that the log tells of. */
	constructor(paths: readonly string[]) {
		this.#root = projectRoot(paths);
		for (const path of paths) {
			const name = baseName(path);
			this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
		}
	}

	/** Tells items that name a file. */
	naming(path: string): (statement: Statement) => boolean {
		const parts = slashed(path).split('/').filter(Boolean);
		const name = parts.at(-1) ?? path;
		const isKnownByName = this.#counts.get(name) === 1 && !isCommonName(name);
		const wanted = wordLine(isKnownByName || parts.length < 2 ? name : parts.slice(-2).join('/'));
		const isInRoot = this.#root !== '' && path === `${this.#root}${name}`;
		// Of two files of one name, one may lie in the root: then it has no folder to be told by.
		return ({ words }) => words.includes(wanted) || (isInRoot && words.startsWith(wordLine(name)));
	}
}
