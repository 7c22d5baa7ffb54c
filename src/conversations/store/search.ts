import { passagesIn } from '../search/passages.ts';
import { placesIn } from '../search/places.ts';
import { searchableText } from '../search/indexedText.ts';
import { matchExpression, readingsOf, type QueryReading, type Term } from '../search/terms.ts';
import { type Connection, numberIn, type Row, textIn } from './connection.ts';
import { conversationRow } from './conversations.ts';
import { messageIn, scopeWord } from './nodes.ts';
import type { Found, SearchQuery } from './store.ts';

/** Whether a query can be read in this way, see {@link SearchQuery.reading}. */
export function isReadable(text: string, reading: number): boolean {
	return reading < readingsOf(text).length;
}

/** Messages with the words of a query, as the first reading has it that finds anything. */
export function searchDatabase(connection: Connection, query: SearchQuery): readonly Found[] {
	const scope =
		query.conversation === undefined ? undefined : scopeOf(connection, query.conversation);
	const readings = readingsOf(query.text);
	const { reading: only } = query;
	for (const reading of only === undefined ? readings : readings.slice(only, only + 1)) {
		const expression = expressionOf(reading, scope);
		const found = matches(connection, expression, scope, query);
		if (found.length > 0) {
			return found.map((row) => ({
				conversation: textIn(row, 'conversation'),
				number: numberIn(row, 'number'),
				excerpt: excerptOf(searchableText(messageIn(row)), reading.terms),
			}));
		}
		if (
			query.offset > 0 &&
			matches(connection, expression, scope, { ...query, limit: 1, offset: 0 }).length > 0
		) {
			return [];
		}
	}
	return [];
}

interface Scope {
	readonly key: number;
	readonly branches: readonly number[];
}

function scopeOf(connection: Connection, id: string): Scope {
	const { key } = conversationRow(connection, id);
	const spans = connection.all('select branch from @.span where conversation = ?', key);
	return { key, branches: spans.map((span) => numberIn(span, 'branch')) };
}

function expressionOf(reading: QueryReading, scope: Scope | undefined): string {
	const words = `{text parts} : (${matchExpression(reading)})`;
	return scope === undefined
		? words
		: `scope : (${scope.branches.map((branch) => `"${scopeWord(branch)}"`).join(' OR ')}) AND ${words}`;
}

/** A branch's later messages are not part of a fork. A lone branch is its conversation's own. */
const inSpan = `and exists (select 1 from @.node m join @.span t on t.branch = m.branch
	and m.number between t.first and t.last where m.id = words.rowid and t.conversation = ?)`;

/** Ranks first and reads messages afterwards, only those that are shown. */
function matches(
	connection: Connection,
	expression: string,
	scope: Scope | undefined,
	{ order, limit, offset }: SearchQuery,
): readonly Row[] {
	const spans = scope === undefined || scope.branches.length === 1 ? [] : [scope.key];
	const sorted = order === 'best' ? 'rank' : 'rowid desc';
	const places = connection.all(
		`select rowid as id from @.words where words match ? ${spans.length === 0 ? '' : inSpan}
		order by ${sorted} limit ? offset ?`,
		expression,
		...spans,
		Math.max(0, limit),
		Math.max(0, offset),
	);
	return places.flatMap((place) => {
		const row = connection.get(
			`select n.number, n.message, c.id as conversation from @.node n
			join @.span s on s.branch = n.branch and n.number between s.first and s.last
			join @.conversation c on c.key = s.conversation
			where n.id = ? ${scope === undefined ? '' : 'and c.key = ?'} order by c.key limit 1`,
			numberIn(place, 'id'),
			...(scope === undefined ? [] : [scope.key]),
		);
		return row === undefined ? [] : [row];
	});
}

/** Characters of a message that are looked through for its excerpt. */
const longestText = 200_000;

/** Characters of an excerpt, without marks. */
const excerptLength = 240;

/** The words around the best match, on one line, with `⟦` and `⟧` around each word that matches. */
export function excerptOf(whole: string, terms: readonly Term[]): string {
	const text = whole.slice(0, longestText);
	const places = placesIn(text, terms);
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
