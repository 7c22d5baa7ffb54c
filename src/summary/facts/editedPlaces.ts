import type { Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { commandRuns } from './commands.ts';
import { programOf } from './coverage.ts';
import { baseName } from './paths.ts';

/** A place in a file, as compilers and linters tell it. */
const place = /([\w@.\\/-]{1,200}\.[A-Za-z]\w{0,8})[:(]\d{1,6}/g;

/**
 * Files that were edited before a check ran that did not fail. An error in one of them may be gone:
 * whether it is, nobody saw. Calls are added from the last one on.
 */
export class EditedPlaces {
	/** Programs that ran without a failure behind the call that was added last. */
	readonly #checked = new Set<string>();
	/** The programs that ran behind the last edit of a file, by its name. */
	readonly #edited = new Map<string, ReadonlySet<string>>();

	add(use: ToolUse): void {
		if (use.family === 'terminal') {
			for (const { kind, command, use: run } of commandRuns(use)) {
				if (kind === 'verifying' && run.outcome.status !== 'failed') {
					this.#checked.add(programOf(command));
				}
			}
		} else if ((use.family === 'edit' || use.family === 'write') && use.outcome.status === 'ok') {
			const name = baseName(use.target);
			if (this.#checked.size > 0 && !this.#edited.has(name)) {
				this.#edited.set(name, new Set(this.#checked));
			}
		}
	}

	/** Whether all places that a failure names were edited, and its program ran since. */
	includes(command: string, { errorLines }: Outcome): boolean {
		const names = [...errorLines.join('\n').matchAll(place)].map(([, path = '']) => baseName(path));
		const program = programOf(command);
		return names.length > 0 && names.every((name) => this.#edited.get(name)?.has(program) === true);
	}
}
