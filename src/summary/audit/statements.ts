import { mentionsIn } from '../sources/mentions.ts';
import { wordsIn } from '../sources/words.ts';
import { sectionTitles, type SectionTitle, type Summary, type SummaryItem } from '../sections.ts';

/** What a summary says, laid out so that many facts can be looked for in it. */

/** One item with its words. */
export interface Statement {
	readonly section: SectionTitle;
	readonly item: SummaryItem;
	/** In lower case with single spaces, and one at either end. */
	readonly words: string;
}

/** The items of a summary in order. */
export function statementsOf(summary: Summary): Statement[] {
	return sectionTitles.flatMap((section) =>
		summary[section].map((item) => ({ section, item, words: wordLine(item.text) })),
	);
}

/** The words of a text, to be looked for in {@link Statement.words}. */
export function wordLine(text: string): string {
	return ` ${wordsIn(text).join(' ')} `;
}

/** Whether an item says a text word for word. */
export function says({ words }: Statement, text: string): boolean {
	const wanted = wordLine(text);
	return wanted.trim() !== '' && words.includes(wanted);
}

/** Names of an error that have to come back for it to be told; all of a long message need not. */
const mostNames = 8;

/** Share of names, or of words where nothing is named, by which a thing told in other words is known. */
const leastShare = { names: 0.5, words: 0.6 };

/** Letters of a word that tells anything. */
const shortestWord = 4;

/** How a thing is recognised that may be told in other words: by what it names, else by its words. */
export function recognises(text: string): (statement: Statement) => boolean {
	const names = mentionsIn(text)
		.filter(({ exact }) => exact)
		.slice(0, mostNames)
		.map(({ forms }) => forms.map(({ phrase }) => phrase));
	const words = [...new Set(wordsIn(text).filter((word) => word.length >= shortestWord))].map(
		(word) => [word],
	);
	const isNamed = names.length > 0;
	const wanted = isNamed ? names : words.length > 0 ? words : wordsIn(text).map((word) => [word]);
	const least = Math.ceil(wanted.length * (isNamed ? leastShare.names : leastShare.words));
	return (statement) => {
		const found = wanted.filter((forms) =>
			forms.some((form) => statement.words.includes(` ${form} `)),
		);
		return wanted.length > 0 && found.length >= least;
	};
}
