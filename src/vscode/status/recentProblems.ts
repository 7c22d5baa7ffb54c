/** A warning or an error of the log. */
export interface LoggedProblem {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly level: 'warning' | 'error';
	readonly text: string;
}

/** How many problems a report has. */
const kept = 20;

/** Characters of one, with its first places in the code. */
const longest = 4_000;

/** The latest warnings and errors, as the log has them. */
export class RecentProblems {
	readonly #now: () => number;
	#problems: readonly LoggedProblem[] = [];

	/** @param now Milliseconds since the epoch. */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** Oldest first. */
	get all(): readonly LoggedProblem[] {
		return this.#problems;
	}

	/** @param text Without secrets. */
	add(level: LoggedProblem['level'], text: string): void {
		this.#problems = [
			...this.#problems.slice(1 - kept),
			{ at: this.#now(), level, text: text.slice(0, longest) },
		];
	}
}
