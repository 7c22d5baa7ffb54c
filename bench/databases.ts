/** How long a database of OpenCode takes that has lost its indexes: `node bench/databases.ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listSessions } from '../src/transcripts/formats/openCode/database.ts';
import { median, ms, row } from './measure.ts';

/** The longest time in which nothing else had a turn, milliseconds. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	let isOver = false;
	const turn = (): void => {
		longest = Math.max(longest, performance.now() - last);
		last = performance.now();
		if (!isOver) {
			setImmediate(turn);
		}
	};
	setImmediate(turn);
	await work();
	isOver = true;
	return longest;
}

const folder = mkdtempSync(join(tmpdir(), 'precis-bench-'));
try {
	for (const count of [2_000, 4_000, 8_000]) {
		const path = join(folder, `${count}.db`);
		const database = new DatabaseSync(path);
		database.exec(`create table session (id text, parent_id text, title text, directory text,
				version text, revert text, time_updated integer);
			create table message (id text, session_id text, time_created integer, data text);
			create table part (id text, message_id text, data text);
			with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
			insert into session select 's' || i, null, 'Session ' || i, '/', '1.2.3', null, i from n;
			with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
			insert into message select 'm' || i, 's${count}', i, '{"role":"user"}' from n;
			insert into part select 'p' || id, id, '{"type":"text","text":"hello"}' from message`);
		database.exec(`insert into message select 'o' || id, id, 1, '{"role":"user"}' from session`);
		database.close();
		const list = await median(1, () => listSessions(path));
		const read = await median(1, async () => (await listSessions(path)).conversations[0]?.load?.());
		row(`${count} sessions and messages, listed · one read`, `${ms(list)} · ${ms(read)}`);
		const waited = await longestWait(async () =>
			(await listSessions(path)).conversations[0]?.load?.(),
		);
		row('  others wait meanwhile at most', ms(waited), 'below 100 ms');
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
