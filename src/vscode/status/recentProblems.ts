/** A warning or an error as a report tells it. */
export interface LoggedProblem {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly level: 'warning' | 'error';
	readonly text: string;
}

/** How many problems a report has. */
const kept = 20;

/** Characters of one, with its first places in the code. */
const longest = 600;

/** Lines of one: the message and where it came from. */
const lines = 5;

/** What stands in quotes may be a title, a request or an answer: words of a conversation. Node quotes paths. */
const quotations =
	/"[^"\n]{1,2000}"|“[^”\n]{1,2000}”|`[^`\n]{1,2000}`|'[^'\n\\/]{0,9}[\\/][^'\n]{1,2000}'/g;

/** Folders have names of people and projects; the file is enough to find a place in the code. */
const folders = /(?:[A-Za-z]:|~)?(?:[\\/][^\\/:"'()\n]{0,255}){0,60}[\\/](?=[^\\/:"'()\s])/g;

/** The latest warnings and errors, without secrets, quotations and folders. */
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
		const shown = text
			.split('\n', lines)
			.join('\n')
			.replaceAll(quotations, '"…"')
			.replaceAll(folders, '')
			.slice(0, longest);
		this.#problems = [...this.#problems.slice(1 - kept), { at: this.#now(), level, text: shown }];
	}
}
