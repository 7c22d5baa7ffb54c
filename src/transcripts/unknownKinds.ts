import type { ProblemList } from './problems.ts';

/** Counts what a reader has no words for, so that each kind is told of once and not per line. */
export class UnknownKinds {
	readonly #what: string;
	readonly #fate: string;
	readonly #kinds = new Map<string, { readonly line: number; count: number }>();

	/**
	 * @param what What is counted, in the singular: `record`.
	 * @param fate What became of it: `left out`.
	 */
	constructor(what: string, fate: string) {
		this.#what = what;
		this.#fate = fate;
	}

	/**
	 * @param kind What the file calls it.
	 * @param line Where it stands.
	 */
	add(kind: string, line: number): void {
		const known = this.#kinds.get(kind);
		if (known === undefined) {
			this.#kinds.set(kind, { line, count: 1 });
		} else {
			known.count += 1;
		}
	}

	/** Tells of each kind, at the line where it was first met. */
	report(problems: ProblemList): void {
		for (const [kind, { line, count }] of this.#kinds) {
			const what = count === 1 ? `One ${this.#what}` : `${count} ${this.#what}s`;
			problems.add(line, `${what} of the unknown kind "${kind}" ${this.#fate}.`);
		}
	}
}
