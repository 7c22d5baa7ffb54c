import { type Connection, numberIn } from './connection.ts';

/** What summaries have cost on a day, US dollars. */
export function spentOn(connection: Connection, day: string): number {
	const row = connection.get('select dollars from @.spending where day = ?', day);
	return row === undefined ? 0 : numberIn(row, 'dollars');
}

/** Adds what one has cost. Runs inside a transaction. */
export function addSpending(connection: Connection, day: string, dollars: number): void {
	connection.run(
		`insert into @.spending (day, dollars) values (?, ?)
		on conflict (day) do update set dollars = dollars + excluded.dollars`,
		day,
		dollars,
	);
}
