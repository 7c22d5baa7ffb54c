import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { filesIn } from '../../src/conversations/store/files.ts';
import { openStore } from '../../src/conversations/store/openStore.ts';
import { Child } from '../unit/conversations/store/processes.ts';
import { temporaryFolders } from '../unit/conversations/store/samples.ts';

/** Deaths in a normal run. `PRECIS_KILLS` asks for more, or for a quick look. */
const kills = Number(process.env['PRECIS_KILLS'] ?? 100);

/** Rounds that share a store before a new one is begun: so creation is interrupted too. */
const roundsPerStore = 20;

/** The same numbers in every run, from 0 to below 1. */
function pseudoRandom(): () => number {
	let seed = 12_345;
	return () => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return seed / 2 ** 31;
	};
}

describe('a store whose process is killed', () => {
	const folder = temporaryFolders();

	it(`has everything it has acknowledged, ${kills} times`, async () => {
		const random = pseudoRandom();
		let path = folder();
		let nodes = new Set<string>();
		let committed: number[] = [];
		let acknowledged = 0;
		for (let round = 0; round < kills; round += 1) {
			if (round % roundsPerStore === 0) {
				path = folder();
				nodes = new Set();
				committed = [];
			}
			const child = new Child(path, ['write-for-ever', String(round)]);
			// A tenth of them dies while it opens the store.
			const chosen = random();
			await child.printed(chosen < 0.1 ? 1 : 2 + Math.floor(chosen * 60));
			await child.kill();
			for (const line of child.lines) {
				const [kind, ...ids] = line.split(' ');
				if (kind === 'nodes') {
					ids.forEach((id) => nodes.add(id));
					acknowledged += ids.length;
				} else if (kind === 'record') {
					committed.push(Number(ids[0]));
				}
			}
			check(path, nodes, committed);
		}
		assert.ok(acknowledged > kills);
	});
});

function check(path: string, nodes: ReadonlySet<string>, committed: readonly number[]): void {
	const outcome = openStore(path, { now: Date.now });
	assert.equal(outcome.kind, 'opened');
	const { store } = outcome;
	const [conversation] = store.list();
	if (conversation === undefined) {
		assert.equal(nodes.size, 0);
	} else {
		const log = store.log(conversation.id);
		const there = new Set(log.map(({ hash }) => hash));
		assert.deepEqual(
			[...nodes].filter((id) => !there.has(id)),
			[],
		);
		assert.equal(conversation.messages, log.length);
		assert.equal(
			conversation.tokens,
			log.reduce((sum, { tokens }) => sum + tokens, 0),
		);
		checkWhole(log.map(({ message }) => JSON.stringify(message.content)));
		const records = store.records(conversation.id).map(({ id }) => id);
		assert.deepEqual(
			committed.filter((id) => !records.includes(id)),
			[],
		);
		// The last record written is the active one: both or neither.
		assert.equal(conversation.active, records.at(-1));
		const last = log.at(-1);
		const found = store.search({ text: 'part', conversation: conversation.id, limit: log.length });
		assert.ok(last === undefined || found.some(({ number }) => number === log.length));
	}
	store.close();
	const database = new DatabaseSync(filesIn(path).database);
	assert.deepEqual(
		database
			.prepare('pragma integrity_check')
			.all()
			.map((row) => row['integrity_check']),
		['ok'],
	);
	assert.deepEqual(database.prepare('pragma foreign_key_check').all(), []);
	database.close();
}

/** Batches are there whole or not at all. */
function checkWhole(texts: readonly string[]): void {
	const parts = new Map<string, number>();
	for (const text of texts) {
		const [, batch = ''] = /^"(round \d+ step \d+) /.exec(text) ?? [];
		parts.set(batch, (parts.get(batch) ?? 0) + 1);
	}
	for (const [batch, count] of parts) {
		const step = Number(batch.split(' ')[3]);
		assert.equal(count, step % 5 === 4 ? 20 : 1, batch);
	}
}
