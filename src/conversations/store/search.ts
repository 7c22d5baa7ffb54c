import { searchableText } from '../search/indexedText.ts';
import { passagesIn } from '../search/passages.ts';
import { termMatchesIn } from '../search/termMatches.ts';
import { matchExpression, type QueryReading, type Term } from '../search/terms.ts';
import { numberIn, type Row, textIn } from './connection.ts';
import { messageIn, rowOf, scopeWord, type StoreDatabase } from './database.ts';
import type { SearchHit, SearchQuery } from './store.ts';

/** Messages that match one reading of a query. Ranks first, and then reads only the messages that are shown. */
export function searchDatabase(
	database: StoreDatabase,
	reading: QueryReading,
	{ conversation, limit }: SearchQuery,
): readonly SearchHit[] {
	const { connection } = database;
	const key = conversation === undefined ? undefined : rowOf(database, conversation).key;
	const within = key === undefined ? [] : [key];
	const branches = connection
		.all('select branch from @.span where conversation = ?', key ?? null)
		.map((span) => scopeWord(numberIn(span, 'branch')));
	const words = `{text parts} : (${matchExpression(reading)})`;
	const scope = branches.map((branch) => `"${branch}"`).join(' OR ');
	// A branch's later messages are not part of a fork. A single branch is always the conversation's own.
	const isShared = branches.length > 1;
	const places = connection.all(
		`select rowid as id from @.words where words match ? ${isShared ? inSpan : ''}
		order by rank limit ?`,
		key === undefined ? words : `scope : (${scope}) AND ${words}`,
		...(isShared ? within : []),
		Math.max(0, limit),
	);
	return places
		.map((place) =>
			connection.get(
				`select n.number, n.message, c.id as conversation from @.node n
				join @.span s on s.branch = n.branch and n.number between s.first and s.last
				join @.conversation c on c.key = s.conversation
				where n.id = ? ${key === undefined ? '' : 'and c.key = ?'} order by c.key limit 1`,
				numberIn(place, 'id'),
				...within,
			),
		)
		.filter((row) => row !== undefined)
		.map((row) => foundIn(database, row, reading.terms));
}

const inSpan = `and exists (select 1 from @.node m join @.span t on t.branch = m.branch
	and m.number between t.first and t.last where m.id = words.rowid and t.conversation = ?)`;

function foundIn(database: StoreDatabase, row: Row, terms: readonly Term[]): SearchHit {
	return {
		conversation: textIn(row, 'conversation'),
		number: numberIn(row, 'number'),
		// Only where it is shown: a recall takes many hits and reads the messages itself.
		get excerpt() {
			return database.read(() => excerptOf(searchableText(messageIn(row)), terms));
		},
	};
}

/** Maximum characters of a message that are searched for its excerpt. */
const maxTextLength = 200_000;

/** Characters of an excerpt, without marks. */
const excerptLength = 240;

/** The words around the best match, on one line, with `⟦` and `⟧` around each matching word. */
export function excerptOf(whole: string, terms: readonly Term[]): string {
	const text = whole.slice(0, maxTextLength);
	const places = termMatchesIn(text, terms);
	const [best = { start: 0, end: excerptLength }] = passagesIn(
		text,
		places,
		() => 1,
		1,
		excerptLength,
	);
	let excerpt = '';
	let at = best.start;
	for (const { start, end } of places) {
		if (start >= at && end <= best.end) {
			excerpt += `${text.slice(at, start)}⟦${text.slice(start, end)}⟧`;
			at = end;
		}
	}
	const line = `${excerpt}${text.slice(at, best.end)}`.toWellFormed().replaceAll('\uFFFD', '');
	const shown = line.replace(/\s+/g, ' ').trim();
	return `${best.start > 0 ? '…' : ''}${shown}${best.end < whole.length ? '…' : ''}`;
}
