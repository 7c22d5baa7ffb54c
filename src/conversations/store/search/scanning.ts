import type { Message } from '../../../messages/message.ts';
import { type Connection, numberIn, textIn } from '../connection.ts';
import { conversationRow, messageIn } from '../rows.ts';
import type { Found, SearchQuery } from '../store.ts';
import { excerptOf } from './excerpt.ts';
import { searchableText } from './indexedText.ts';
import { matchesIn } from './matching.ts';
import { readingsTried, type Reading } from './terms.ts';

/** A message and where it is. */
export interface Place {
	readonly conversation: string;
	readonly number: number;
	readonly message: Message;
}

/** A place that has what a reading needs. */
interface Hit {
	readonly place: Place;
	readonly text: string;
	/** How often each term was found. */
	readonly counts: readonly number[];
}

/** Searches a database whose messages are in no index, in the same words and order. */
export function searchWithoutIndex(connection: Connection, query: SearchQuery): readonly Found[] {
	const { conversation } = query;
	const scope = conversation === undefined ? [] : [conversationRow(connection, conversation).key];
	const rows = connection.all(
		`select min(c.key), c.id as conversation, n.number, n.message from node n
		join span s on s.branch = n.branch and n.number between s.first and s.last
		join conversation c on c.key = s.conversation
		${conversation === undefined ? '' : 'where c.key = ?'} group by n.id order by n.id`,
		...scope,
	);
	const places = rows.map((row) => ({
		conversation: textIn(row, 'conversation'),
		number: numberIn(row, 'number'),
		message: messageIn(row),
	}));
	return searchPlaces(places, query);
}

/** Searches without an index, in the same words and order as the database. @param places Oldest first. */
export function searchPlaces(places: readonly Place[], query: SearchQuery): readonly Found[] {
	for (const reading of readingsTried(query)) {
		const hits = places.flatMap((place) => hitsAt(place, reading));
		if (hits.length > 0) {
			const sorted = query.order === 'best' ? byRank(hits, places.length) : hits.toReversed();
			const from = Math.max(0, query.offset);
			return sorted
				.slice(from, from + Math.max(0, query.limit))
				.map(({ place: { conversation, number }, text }) => ({
					conversation,
					number,
					excerpt: excerptOf(text, reading.terms),
				}));
		}
	}
	return [];
}

function hitsAt(place: Place, { terms, need }: Reading): readonly Hit[] {
	const text = searchableText(place.message);
	const counts = terms.map((term) => matchesIn(text, [term], Infinity).length);
	const found = counts.filter((count) => count > 0).length;
	return found > 0 && (need === 'any' || found === terms.length) ? [{ place, text, counts }] : [];
}

/** BM25 with FTS5's constants; the lengths are those of the hits. */
function byRank(hits: readonly Hit[], messages: number): readonly Hit[] {
	const k1 = 1.2;
	const b = 0.75;
	const average = hits.reduce((sum, { text }) => sum + text.length, 0) / hits.length;
	const weights = (hits[0]?.counts ?? []).map((_, term) => {
		const having = hits.filter(({ counts }) => (counts[term] ?? 0) > 0).length;
		return Math.max(1e-6, Math.log((messages - having + 0.5) / (having + 0.5)));
	});
	const score = ({ text, counts }: Hit): number =>
		counts.reduce((sum, count, term) => {
			const damped = count + k1 * (1 - b + (b * text.length) / Math.max(1, average));
			return sum + (weights[term] ?? 0) * ((count * (k1 + 1)) / damped);
		}, 0);
	return hits
		.map((hit) => ({ hit, score: score(hit) }))
		.sort((x, y) => y.score - x.score)
		.map(({ hit }) => hit);
}
