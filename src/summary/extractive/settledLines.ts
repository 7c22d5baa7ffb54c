import { pathArguments } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { changedLines } from '../excerpts/changedLines.ts';
import { fileEdits } from '../excerpts/fileEdits.ts';
import { baseName } from '../facts/paths.ts';

/** Which lines of files were put in and taken out again: neither is a change that a reader finds. */
export class SettledLines {
	/** By file, every line that was put in or taken out, with whether it is there in the end. */
	readonly #isThere = new Map<string, Map<string, boolean>>();
	/** By file, every line that was put in. */
	readonly #added = new Map<string, Set<string>>();

	constructor(uses: readonly ToolUse[]) {
		for (const use of uses) {
			if (changesFiles(use)) {
				fileEdits(use).forEach((edit) => this.#take(edit));
			}
		}
	}

	/** Whether a line that a call put in was not taken out again. */
	isLeft(use: ToolUse, line: string): boolean {
		return filesOf(use).some((file) => this.#isThere.get(file)?.get(line) !== false);
	}

	/** Whether a line that a call took out had been put in before. */
	isOwn(use: ToolUse, line: string): boolean {
		return filesOf(use).some((file) => this.#added.get(file)?.has(line) === true);
	}

	#take(edit: ToolUse): void {
		const { removed, added, whole } = changedLines(edit);
		for (const file of filesOf(edit)) {
			const isThere = this.#isThere.get(file) ?? new Map<string, boolean>();
			const own = this.#added.get(file) ?? new Set();
			this.#isThere.set(file, isThere);
			this.#added.set(file, own);
			for (const line of whole ? isThere.keys() : removed) {
				isThere.set(line, false);
			}
			for (const line of added) {
				isThere.set(line, true);
				own.add(line);
			}
		}
	}
}

function changesFiles({ family, outcome }: ToolUse): boolean {
	return (family === 'edit' || family === 'write') && outcome.status !== 'failed';
}

/** Names of the files that a call names; one without a name where it names none. */
function filesOf(use: ToolUse): string[] {
	const paths = fileEdits(use).flatMap((edit) => pathArguments(edit.arguments));
	return paths.length === 0 ? [''] : [...new Set(paths.map(baseName))];
}
