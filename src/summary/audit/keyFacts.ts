import type { Candidate, KeyFact } from '../extractive/candidate.ts';
import { keyCandidatesOf } from '../extractive/candidates.ts';
import { collectFacts, type Facts } from '../extractive/collect.ts';
import type { FileFact } from '../facts/fileLedger.ts';
import type { SummaryRequest } from '../summariser.ts';

/** A statement without which the work cannot go on well, and the fact it tells. */
export interface KeyStatement {
	readonly candidate: Candidate;
	readonly fact: KeyFact;
}

/** What the built-in summariser's own means read off the log. */
export interface KeyFacts {
	/** What they were chosen from. */
	readonly all: Facts;
	/** In the order of the sections' candidates, best first within section and tier. */
	readonly statements: readonly KeyStatement[];
	/** Every file of the log, key or not. */
	readonly files: readonly Pick<FileFact, 'path'>[];
}

/** Reads the key facts of everything up to the end of the range. Linear; same request, same facts. */
export function keyFactsOf(request: SummaryRequest): KeyFacts {
	const facts = collectFacts(request);
	const statements = keyCandidatesOf(request, facts).flatMap((candidate) =>
		candidate.fact === undefined ? [] : [{ candidate, fact: candidate.fact }],
	);
	return { all: facts, statements, files: facts.files };
}
