import type { Transcript, TranscriptProblem } from './reader.ts';

/** Maximum number of listed problems: the list of a damaged file must not become as long as the file. */
const listed = 1_000;

/** Reports a problem of the current piece; the message is a sentence without its location. */
export type ReportProblem = (message: string) => void;

/** Collects problems of a file: counts all of them and lists the first thousand. */
export class ProblemList {
	readonly #listed: TranscriptProblem[] = [];
	#unlisted = 0;
	#lastLine = 0;

	/** @param message One sentence: the problem and how it was handled. */
	add(line: number, message: string): void {
		this.#add({ line, message });
	}

	/** Reports that the user rewound the session, if so. @param count Number of messages that are not shown. */
	addRewind(line: number, count: number, what = 'message'): void {
		if (count === 0) {
			return;
		}
		const hidden = count === 1 ? `${what} is` : `${what}s are`;
		const message = `The user rewound the session; ${count} ${hidden} not shown.`;
		this.#add({ line, message, isRewind: true });
	}

	#add(problem: TranscriptProblem): void {
		if (this.#listed.length < listed) {
			this.#listed.push(problem);
			return;
		}
		this.#unlisted += 1;
		this.#lastLine = problem.line;
	}

	/** A function that reports problems of one piece of the file, such as `Message 7`. @param line 1 in a document. */
	about(piece: string, line = 1): ReportProblem {
		return (message) => {
			this.add(line, `${piece}: ${message}.`);
		};
	}

	/** The problems in the order in which they were found; the last one counts those that are not listed. */
	toArray(): readonly TranscriptProblem[] {
		if (this.#unlisted === 0) {
			return [...this.#listed];
		}
		const rest = `${this.#unlisted} more problems were found up to this line.`;
		return [...this.#listed, { line: this.#lastLine, message: rest }];
	}
}

/** The problems so far; conversations that are loaded on demand have theirs only afterwards. */
export function problemsIn({ problems, conversations }: Transcript): readonly TranscriptProblem[] {
	return [...problems, ...conversations.flatMap((conversation) => conversation.problems ?? [])];
}
