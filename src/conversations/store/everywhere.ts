import { longestIn, namedIn } from './beginnings.ts';
import type { Home } from './home.ts';
import type { Homes } from './homes.ts';
import { indexMissing, isAnyMissing } from './nodes.ts';
import { toConversation } from './rows.ts';
import { alternating } from './search/alternating.ts';
import { searchDatabase } from './search/sqliteSearch.ts';
import { readingsOf } from './search/terms.ts';
import type { Beginning, Found, SearchQuery, StoredConversation } from './store.ts';

/** What is found among all conversations, in memory and on disk. */

/** Newest first. */
export function listed(homes: Homes): readonly StoredConversation[] {
	const listedIn = ({ connection }: Home): readonly StoredConversation[] =>
		connection
			.all('select * from @.conversation order by updated desc, key desc')
			.map(toConversation);
	return homes
		.found(listedIn, ({ id }) => id)
		.flat()
		.sort((a, b) => b.updatedAt - a.updatedAt);
}

/** As of {@link longestIn}, in memory and on disk. */
export function beginningOf(
	homes: Homes,
	source: string,
	hashes: readonly string[],
	from: number,
): Beginning | undefined {
	return homes
		.found(
			({ connection }) => listOf(longestIn(connection, source, hashes, from)),
			({ conversation }) => conversation,
		)
		.flat()
		.sort((a, b) => b.messages - a.messages)[0];
}

/** The newest conversation that its client calls by this name. */
export function namedOf(
	homes: Homes,
	source: string,
	name: string,
): StoredConversation | undefined {
	return homes
		.found(
			({ connection }) => listOf(namedIn(connection, source, name)),
			({ id }) => id,
		)
		.flat()
		.sort((a, b) => b.updatedAt - a.updatedAt)[0];
}

function listOf<T>(found: T | undefined): readonly T[] {
	return found === undefined ? [] : [found];
}

/** Where the words of a query stand. */
export function searched(homes: Homes, query: SearchQuery): readonly Found[] {
	if (query.conversation !== undefined) {
		return searchedIn(homes.of(query.conversation), query);
	}
	const limit = query.offset + query.limit;
	// Both read the text in the same way: what one finds exactly, the other need not guess at.
	for (let reading = 0; reading < readingsOf(query.text).length; reading += 1) {
		const whole = { ...query, offset: 0, limit, reading };
		const [memory = [], kept = []] = homes.found(
			(home) => searchedIn(home, whole),
			({ conversation }) => conversation,
		);
		const found = alternating(kept, memory);
		if (found.length > 0) {
			return found.slice(query.offset, limit);
		}
	}
	return [];
}

function searchedIn(home: Home, query: SearchQuery): readonly Found[] {
	if (home.index === undefined && home.read(({ connection }) => isAnyMissing(connection))) {
		home.write(({ connection }) => indexMissing(connection));
	}
	return home.read(({ connection }) => searchDatabase(connection, query));
}
