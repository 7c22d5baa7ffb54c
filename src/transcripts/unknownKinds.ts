import type { ProblemList } from './problems.ts';

/** Counts what a reader has no words for, to report each kind once and not every line. */
export class UnknownKinds {
	readonly #kinds = new Map<string, { readonly line: number; count: number }>();

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
			const what = count === 1 ? 'A record' : `${count} records`;
			const were = count === 1 ? 'was' : 'were';
			problems.add(line, `${what} of the unknown kind "${kind.slice(0, 80)}" ${were} left out.`);
		}
	}
}
