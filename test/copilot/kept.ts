import { wordsOf } from '../../src/summary/extractive/wording.ts';
import type { SectionTitle, Summary } from '../../src/summary/sections.ts';

/** Sections that hold nothing but what the person said. */
const ofPerson: readonly SectionTitle[] = ['Active Task', 'Goal', 'Constraints & Preferences'];

/** What Precis itself says in them, beside the person's words. */
const phrases = Object.values(wordsOf('en')).filter((phrase) => typeof phrase === 'string');

/**
 * Lines of a summary that stand there as the person's words, and are not.
 * @param said Everything the person said.
 */
export function foreignLines(summary: Summary, said: readonly string[]): string[] {
	return ofPerson.flatMap((title) =>
		summary[title]
			.flatMap(({ text }) => text.split('\n'))
			.map(withoutPhrase)
			.filter((line) => !said.some((words) => words.includes(line)))
			.map((line) => `${title}: ${line}`),
	);
}

/** Without the phrase that a line begins with; empty where it is nothing else. */
function withoutPhrase(line: string): string {
	const text = line.trim();
	const phrase = phrases.find((each) => text === each || text.startsWith(`${each}: `));
	return phrase === undefined ? text : text.slice(phrase.length + 1).trim();
}
