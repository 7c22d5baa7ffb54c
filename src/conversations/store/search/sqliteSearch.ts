import { type Connection, numberIn, type Row, textIn } from '../connection.ts';
import { conversationRow, messageIn } from '../rows.ts';
import type { Found, SearchQuery } from '../store.ts';
import { excerptOf } from './excerpt.ts';
import { searchableText } from './indexedText.ts';
import { matchExpression, type Reading, readingsTried } from './terms.ts';

/** The word that all messages of a branch have in the index. */
export function scopeWord(branch: number): string {
	return `b${branch}`;
}

/** Where the words of a query stand, as the first reading that finds anything has it. */
export function searchDatabase(connection: Connection, query: SearchQuery): readonly Found[] {
	const scope =
		query.conversation === undefined ? undefined : scopeOf(connection, query.conversation);
	for (const reading of readingsTried(query)) {
		const expression = expressionOf(reading, scope);
		const found = matches(connection, expression, scope, query);
		if (found.length > 0) {
			return found.map((row) => ({
				conversation: textIn(row, 'conversation'),
				number: numberIn(row, 'number'),
				excerpt: excerptOf(searchableText(messageIn(row)), reading.terms),
			}));
		}
		if (query.offset > 0 && isFound(connection, expression, scope)) {
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

function expressionOf(reading: Reading, scope: Scope | undefined): string {
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
	const spanned = spanFilter(scope);
	const sorted = order === 'best' ? 'rank' : 'rowid desc';
	const places = connection.all(
		`select rowid as id from @.words where words match ? ${spanned.sql}
		order by ${sorted} limit ? offset ?`,
		expression,
		...spanned.values,
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

function isFound(connection: Connection, expression: string, scope: Scope | undefined): boolean {
	const spanned = spanFilter(scope);
	const sql = `select 1 from @.words where words match ? ${spanned.sql} limit 1`;
	return connection.get(sql, expression, ...spanned.values) !== undefined;
}

function spanFilter(scope: Scope | undefined): { sql: string; values: readonly number[] } {
	return scope === undefined || scope.branches.length === 1
		? { sql: '', values: [] }
		: { sql: inSpan, values: [scope.key] };
}
