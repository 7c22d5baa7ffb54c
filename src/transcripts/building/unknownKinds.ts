import type { ProblemList } from '../problems.ts';

/** One kind that a reader has no words for. */
interface Kind {
	readonly line: number;
	readonly name: string;
	readonly what: string;
	count: number;
}

/** Counts what a reader has no words for, to report each kind once and not every line. */
export class UnknownKinds {
	readonly #what: string;
	readonly #fate: string;
	readonly #kinds = new Map<string, Kind>();

	/**
	 * @param what What is counted, in the singular.
	 * @param fate What became of it.
	 */
	constructor(what: string, fate: string) {
		this.#what = what;
		this.#fate = fate;
	}

	/**
	 * @param line Where it stands; of each kind the first is reported.
	 * @param what What it is, where that is not what is counted here above all.
	 */
	add(line: number, name: string, what = this.#what): void {
		const key = `${what} ${name}`;
		const seen = this.#kinds.get(key);
		if (seen === undefined) {
			this.#kinds.set(key, { line, name, what, count: 1 });
		} else {
			seen.count += 1;
		}
	}

	report(problems: ProblemList): void {
		for (const { line, name, what, count } of this.#kinds.values()) {
			const subject = count === 1 ? `A ${what}` : `${count} ${what}s`;
			const were = count === 1 ? 'was' : 'were';
			problems.add(
				line,
				`${subject} of the unknown kind "${name.slice(0, 80)}" ${were} ${this.#fate}.`,
			);
		}
	}
}
