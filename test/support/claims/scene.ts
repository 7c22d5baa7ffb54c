import type { SectionTitle } from '../../../src/summary/sections.ts';

/** A statement of a model's summary, and the section it stands in where that is not Constraints. */
type Claimed = string | readonly [section: SectionTitle, text: string];

/** A conversation, and what a model may state of it in the person's name. Written by hand. */
export interface Scene {
	readonly name: string;
	/** Messages of the person, in order. */
	readonly said: readonly string[];
	/** What tools, files and the assistant said between them. */
	readonly seen: readonly string[];
	/** Paraphrases, translations and shortenings of what the person said. */
	readonly real: readonly Claimed[];
}
