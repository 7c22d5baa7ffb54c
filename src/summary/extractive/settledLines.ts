import { pathArguments } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { changedLines } from '../excerpts/changedLines.ts';
import { fileEdits } from '../excerpts/fileEdits.ts';
import { baseName } from '../facts/paths.ts';
import { NewLines } from './newLines.ts';

/** Which lines of files were put in and taken out again: neither is a change that a reader finds. */
export class SettledLines {
	/** By file, every line that was put in and is there in the end. */
	readonly #present = new Map<string, Set<string>>();
	/** By file, every line that was put in. */
	readonly #added = new Map<string, Set<string>>();
	/** By file, every line that was taken out. */
	readonly #removed = new Map<string, Set<string>>();

	/** What writes of whole files put in. */
	readonly #new: NewLines;

	constructor(uses: readonly ToolUse[]) {
		this.#new = new NewLines(uses);
		for (const use of uses) {
			if (changesFiles(use)) {
				fileEdits(use).forEach((edit) => this.#take(edit));
			}
		}
	}

	/**
	 * Which lines that a call put in were not taken out again, which it took out had been put in before, and
	 * which of its lines surely did not stand there already.
	 */
	of(use: ToolUse): {
		readonly isLeft: LineTest;
		readonly isOwn: LineTest;
		readonly isNew: LineTest;
	} {
		const files = filesOf(use);
		const written = this.#new.of(use);
		return {
			isNew: (line) => written?.has(line) !== false,
			isLeft: (line) =>
				files.some((file) => has(this.#present, file, line) || !has(this.#removed, file, line)),
			isOwn: (line) => files.some((file) => has(this.#added, file, line)),
		};
	}

	#take(edit: ToolUse): void {
		const { removed, added, whole } = changedLines(edit);
		for (const file of filesOf(edit)) {
			const present = setOf(this.#present, file);
			const gone = setOf(this.#removed, file);
			for (const line of whole ? present : removed) {
				gone.add(line);
				present.delete(line);
			}
			for (const line of added) {
				present.add(line);
				setOf(this.#added, file).add(line);
			}
		}
	}
}

type LineTest = (line: string) => boolean;

function has(lines: ReadonlyMap<string, ReadonlySet<string>>, file: string, line: string): boolean {
	return lines.get(file)?.has(line) === true;
}

function setOf(lines: Map<string, Set<string>>, file: string): Set<string> {
	const found = lines.get(file) ?? new Set<string>();
	lines.set(file, found);
	return found;
}

function changesFiles({ family, outcome }: ToolUse): boolean {
	return (family === 'edit' || family === 'write') && outcome.status !== 'failed';
}

/** Names of the files that a call names; one without a name where it names none. */
function filesOf(use: ToolUse): string[] {
	const paths = fileEdits(use).flatMap((edit) => pathArguments(edit.arguments));
	return paths.length === 0 ? [''] : [...new Set(paths.map(baseName))];
}
