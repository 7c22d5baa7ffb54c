import { deepestNesting } from '../messages/json.ts';
import type { Transcript, TranscriptProblem } from './reader.ts';

/** Maximum number of listed problems; the list for a file of garbage must not become as long as the file. */
const listed = 1_000;

/** Reports a problem of the present piece; the message is a sentence without its location. */
export type ReportProblem = (message: string) => void;

/** Collects what could not be read. Everything is counted, the first thousand are listed. */
export class ProblemList {
	readonly #listed: TranscriptProblem[] = [];
	#unlisted = 0;
	#lastLine = 0;

	/** @param message One sentence: the problem and how it was handled. */
	add(line: number, message: string): void {
		this.#add({ line, message });
	}

	/** The user went back in the session. @param count Messages that are not shown. */
	wentBack(line: number, count: number, what = 'message'): void {
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

	/** Reports problems of one piece of the file, as in `Message 7`; in a document that is line 1. */
	about(piece: string, line = 1): ReportProblem {
		return (message) => {
			this.add(line, `${piece}: ${message}.`);
		};
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

/** The problems so far: conversations that are read on demand add theirs then. */
export function problemsIn({ problems, conversations }: Transcript): readonly TranscriptProblem[] {
	return [...problems, ...conversations.flatMap((conversation) => conversation.problems ?? [])];
}

/** @param what The part of the file, at the start of a sentence. */
export function tooDeep(what: string): string {
	return `${what} is nested more than ${deepestNesting} levels deep; it was left out.`;
}
