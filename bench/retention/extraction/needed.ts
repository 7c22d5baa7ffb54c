import type { Message } from '../../../src/messages/message.ts';
import { tokensIn, TokenSet } from './tokens.ts';
import { writtenText } from './texts.ts';

/** What the assistant wrote after a cut. */
export interface Written {
	/** Tokens it could only know from the compacted part, in the order it wrote them. */
	readonly needed: readonly string[];
	/** Tokens that stood nowhere before: no summary could have helped. */
	readonly novel: number;
}

/** A conversation around a cut. */
export interface Surroundings {
	/** What a summary stands for. */
	readonly compacted: readonly Message[];
	/** What stays word for word. */
	readonly kept: readonly Message[];
	/** What came after. */
	readonly after: readonly Message[];
}

/**
 * The needed tokens of a cut: the assistant writes them before they are seen again in what is kept, in
 * a later result or in a later message of the person, and they stand in the compacted part. Nobody's
 * idea of what matters is in this: it is what an assistant that remembered everything used.
 */
export function writtenAfter({ compacted, kept, after }: Surroundings): Written {
	const past = tokensOf(compacted);
	const seen = tokensOf(kept);
	const needed: string[] = [];
	let novel = 0;
	for (const message of after) {
		if (message.role !== 'assistant') {
			seen.addText(writtenText(message));
			continue;
		}
		for (const token of tokensIn(writtenText(message))) {
			if (seen.has(token)) {
				continue;
			}
			seen.add(token);
			if (past.has(token)) {
				needed.push(token);
			} else {
				novel += 1;
			}
		}
	}
	return { needed, novel };
}

function tokensOf(messages: readonly Message[]): TokenSet {
	const tokens = new TokenSet();
	for (const message of messages) {
		tokens.addText(writtenText(message));
	}
	return tokens;
}

/** Share of the needed tokens that a text tells, 0 to 1. */
export function shareTold(needed: readonly string[], text: string): number {
	const told = new TokenSet();
	told.addText(text);
	return needed.filter((token) => told.tells(token)).length / needed.length;
}
