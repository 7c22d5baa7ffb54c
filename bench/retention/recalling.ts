import type { TokenCounter } from '../../src/messages/tokens.ts';
import { memoryStore } from '../../src/conversations/store/memoryStore.ts';
import { recallSearch } from '../../src/conversations/recall/searching.ts';
import { textOf } from '../../src/messages/message.ts';
import { factsIn } from './extraction/facts.ts';
import { writtenText } from './extraction/texts.ts';
import { flatten, Told } from './extraction/told.ts';
import { builtIn } from './methods/builtIn.ts';
import { tailTokens, wholeCut, type Cut } from './sessions/cuts.ts';
import type { Session } from './sessions/sessions.ts';

/** Facts a handoff lost, looked up with one search by the words that stood around them. */

export interface RecallScores {
	readonly lost: number;
	readonly found: number;
}

export const recallBudget = 2_000;

/** Hits an assistant looks at. */
const hitsRead = 5;

/** Words of a search. */
const mostWords = 6;

/** Searches per session: enough to tell, and done in seconds. */
const mostSearches = 60;

export function recallScores(session: Session, counter: TokenCounter): RecallScores {
	let lost = 0;
	let found = 0;
	for (const stretch of session.stretches) {
		const cut = wholeCut(stretch, tailTokens);
		const told = new Told(builtIn.write(cut, recallBudget, counter));
		const store = memoryStore(() => 0);
		const { id } = store.create({ title: '', source: 'bench' });
		store.append(
			id,
			cut.log.map((entry) => ({ ...entry, counter: counter.version })),
		);
		const texts = cut.compacted.map(writtenText);
		const wanted = factsIn(cut.compacted)
			.filter(({ kind }) => kind === 'numbers' || kind === 'identifiers')
			.filter(({ judge }) => judge(told) !== 'right')
			.slice(0, mostSearches);
		for (const { text } of wanted) {
			const query = queryFor(text, texts);
			if (query !== undefined) {
				lost += 1;
				const { hits } = recallSearch(store, id, cut.log, query);
				found += hits.slice(0, hitsRead).some(({ number }) => holds(cut, number, text)) ? 1 : 0;
			}
		}
	}
	return { lost, found };
}

/** The words beside a fact on its line, longest first; undefined where there are none. */
function queryFor(fact: string, texts: readonly string[]): string | undefined {
	for (const text of texts) {
		const line = text.split('\n').find((candidate) => flatten(candidate).includes(fact));
		if (line !== undefined) {
			const words =
				flatten(line)
					.replaceAll(fact, ' ')
					.match(/\p{L}[\p{L}\p{N}_]{3,}/gu) ?? [];
			const longest = [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, mostWords);
			return longest.length === 0 ? undefined : longest.join(' ');
		}
	}
	return undefined;
}

function holds({ log }: Cut, number: number, fact: string): boolean {
	const message = log[number - 1]?.message;
	return message !== undefined && flatten(textOf(message.content)).includes(fact);
}
