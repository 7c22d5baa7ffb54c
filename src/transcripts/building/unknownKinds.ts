import type { ProblemList } from '../problems.ts';

/** Counts what a reader has no words for, to report each kind once and not every line. */
export class UnknownKinds {
	readonly #what: string;
	readonly #fate: string;
	readonly #kinds = new Map<string, { readonly line: number; count: number }>();

	/**
	 * @param what What is counted, in the singular.
	 * @param fate What became of it.
	 */
	constructor(what = 'record', fate = 'left out') {
		this.#what = what;
		this.#fate = fate;
	}

	/** @param line Where it stands; of each kind the first is reported. */
	add(line: number, kind: string): void {
		const seen = this.#kinds.get(kind);
		if (seen === undefined) {
			this.#kinds.set(kind, { line, count: 1 });
		} else {
			seen.count += 1;
		}
	}

	report(problems: ProblemList): void {
		for (const [kind, { line, count }] of this.#kinds) {
			const what = count === 1 ? `A ${this.#what}` : `${count} ${this.#what}s`;
			const were = count === 1 ? 'was' : 'were';
			problems.add(
				line,
				`${what} of the unknown kind "${kind.slice(0, 80)}" ${were} ${this.#fate}.`,
			);
		}
	}
}
