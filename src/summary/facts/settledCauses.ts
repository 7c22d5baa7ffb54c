import type { Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';

/** Why git fails for reasons of the moment, and which command shows by its success that one is gone. */
const causes: readonly {
	readonly told: RegExp;
	readonly settledBy: RegExp;
	/** What gives it up: a success after that settles nothing. */
	readonly givenUpBy?: RegExp;
}[] = [
	{
		told: /index\.lock'?: File exists/,
		settledBy: /^(?:[a-z]+ )?git (?:add|commit|rm|mv|checkout|switch|restore|merge|rebase|reset)\b/,
	},
	{
		told: /has no upstream branch/,
		settledBy: /^(?:[a-z]+ )?git push\b.*\s(?:-u|--set-upstream)\b/,
	},
	{
		told: /^Automatic merge failed; fix conflicts\b/,
		settledBy: /^git (?:commit|merge --continue)\b/,
		givenUpBy: /^git (?:merge --abort|reset)\b/,
	},
];

/** Causes of failures that later commands have settled, each in the directory it was in. */
export class SettledCauses {
	readonly #settled = new Map<string, ToolUse>();

	/** Adds a command that succeeded; later ones come first. */
	add(command: string, use: ToolUse): void {
		causes.forEach(({ settledBy, givenUpBy }, position) => {
			if (settledBy.test(command)) {
				this.#settled.set(keyOf(position, use), use);
			} else if (givenUpBy?.test(command) === true) {
				this.#settled.delete(keyOf(position, use));
			}
		});
	}

	/** The command that settled why this one failed. */
	find(use: ToolUse, { errorLines }: Outcome): ToolUse | undefined {
		const position = causes.findIndex(({ told }) => errorLines.some((line) => told.test(line)));
		return position < 0 ? undefined : this.#settled.get(keyOf(position, use));
	}
}

/** A line that changes the directory first speaks of another repository. */
function keyOf(position: number, { target }: ToolUse): string {
	return `${position} ${/^\s*cd (\S+)/.exec(target)?.[1] ?? ''}`;
}
