import type { Transcript, TranscriptProblem } from './reader.ts';

/** Problems listed one by one; a file of garbage must not become a list as long as itself. */
const listed = 1_000;

/** Collects what could not be read. Everything is counted, the first thousand are listed. */
export class ProblemList {
	readonly #listed: TranscriptProblem[] = [];
	#unlisted = 0;
	#lastLine = 0;

	/** @param message One sentence: what is wrong and what was done about it. */
	add(line: number, message: string): void {
		if (this.#listed.length < listed) {
			this.#listed.push({ line, message });
			return;
		}
		this.#unlisted += 1;
		this.#lastLine = line;
	}

	/** The problems in the order they were found, with the number of those not listed as the last. */
	toArray(): readonly TranscriptProblem[] {
		if (this.#unlisted === 0) {
			return [...this.#listed];
		}
		const rest = `${this.#unlisted} more problems were found up to this line.`;
		return [...this.#listed, { line: this.#lastLine, message: rest }];
	}
}

/** What was found so far: conversations that are read when they are asked for tell of it then. */
export function problemsIn({ problems, conversations }: Transcript): readonly TranscriptProblem[] {
	return [...problems, ...conversations.flatMap((conversation) => conversation.problems ?? [])];
}
