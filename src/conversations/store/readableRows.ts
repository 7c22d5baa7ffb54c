import { type Connection, numberIn, type Row } from './connection.ts';
import { StoreError } from './storeError.ts';

/** Keys are looked for this far beyond what cannot be read. */
const farthest = 2 ** 40;

/**
 * The rows of a table whose pages can be read, by ascending key. A damaged page makes the rows on it
 * unreadable and not those beyond it.
 * @param columns As in a select; must not contain the key.
 */
export function* readableRows(
	connection: Connection,
	table: string,
	key: string,
	columns: string,
): Generator<Row, void> {
	// "At least" and not "above": the search for what is above a row reads the page of that row.
	const from = (first: number): Row | undefined | 'damaged' => {
		try {
			return connection.get(
				`select ${key}, ${columns} from ${table} where ${key} >= ? order by ${key} limit 1`,
				first,
			);
		} catch (error) {
			if (error instanceof StoreError && (error.kind === 'damaged' || error.kind === 'io')) {
				return 'damaged';
			}
			throw error;
		}
	};
	let next = 1;
	for (;;) {
		const row = from(next);
		if (row === undefined) {
			return;
		}
		if (row !== 'damaged') {
			yield row;
			next = numberIn(row, key) + 1;
			continue;
		}
		const beyond = beyondDamage(next, (first) => from(first) !== 'damaged');
		if (beyond === undefined) {
			return;
		}
		next = beyond;
	}
}

/** The smallest number above a bad one that reading can go on from, found by doubling and halving. */
function beyondDamage(start: number, isReadable: (first: number) => boolean): number | undefined {
	let bad = start;
	let step = 1;
	while (!isReadable(start + step)) {
		bad = start + step;
		step *= 2;
		if (step > farthest) {
			return undefined;
		}
	}
	let good = start + step;
	while (good - bad > 1) {
		const middle = Math.floor((good + bad) / 2);
		if (isReadable(middle)) {
			good = middle;
		} else {
			bad = middle;
		}
	}
	return good;
}
