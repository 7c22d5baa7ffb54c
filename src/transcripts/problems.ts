import { deepestNesting } from '../messages/nesting.ts';
import type { Transcript, TranscriptProblem } from './reader.ts';

/** Problems listed one by one; a file of garbage must not become a list as long as itself. */
const listed = 1_000;

/** Tells what is wrong with the piece at hand; a sentence without its subject's place. */
export type ReportProblem = (message: string) => void;

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

	/** Tells of one piece of the file, as in `Message 7`; of a document that is line 1. */
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

/** What was found so far: conversations that are read when they are asked for tell of it then. */
export function problemsIn({ problems, conversations }: Transcript): readonly TranscriptProblem[] {
	return [...problems, ...conversations.flatMap((conversation) => conversation.problems ?? [])];
}

/** @param count Messages that are not shown. */
export function abandoned(count: number, what = 'message'): string {
	return `The person went back: ${count} ${count === 1 ? what : `${what}s`} left out.`;
}

/** @param what What of the file, at the start of a sentence. */
export function tooDeep(what: string): string {
	return `${what} is nested more than ${deepestNesting} levels deep; it was left out.`;
}
