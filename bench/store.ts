import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { recallSearch } from '../src/conversations/recall/searching.ts';
import { openStore } from '../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../src/conversations/store/sqliteStore.ts';
import type { SearchQuery } from '../src/conversations/store/store.ts';
import { median, ms, row } from './measure.ts';
import { commonWord, lessCommonWord, rareIdentifier, rareWord, storedText } from './storedText.ts';

/**
 * The store: targets of the issue beside each figure. `--messages 1000000` is the full size, which
 * takes some minutes and 3 GB of disk; `--folder` keeps the store for another run.
 */

const { values: options } = parseArgs({
	options: {
		messages: { type: 'string', default: '20000' },
		folder: { type: 'string' },
	},
});
const messages = Number(options.messages);
const characters = 1_000;
const conversations = 100;
const scratch = mkdtempSync(join(tmpdir(), 'precis-bench-'));
const folder = options.folder ?? join(scratch, 'large');

function opened(path: string): SqliteStore {
	const outcome = openStore(path, { now: Date.now });
	assert.equal(outcome.kind, 'opened');
	return outcome.store;
}

async function measureAppends(): Promise<void> {
	const store = opened(join(scratch, 'appends'));
	const { id } = store.create({ title: 'Appends', source: 'bench' });
	const next = storedText(2_000);
	const entries = Array.from({ length: 6_000 }, next);
	const single = entries.slice(0, 500);
	const one = await median(5, () => {
		for (const entry of single) {
			store.append(id, [entry]);
		}
	});
	row('append 2 KB messages one by one', perSecond(single.length, one), 'at least 1,500/s');
	const batch = 200;
	const many = await median(5, () => {
		for (let from = 0; from < 2_000; from += batch) {
			store.append(id, entries.slice(from, from + batch));
		}
	});
	row(`append 2 KB messages, ${batch} at a time`, perSecond(2_000, many), 'at least 5,000/s');
	store.close();
}

function perSecond(count: number, milliseconds: number): string {
	return `${Math.round((count / milliseconds) * 1_000).toLocaleString('en-US')}/s`;
}

function fill(store: SqliteStore): void {
	const next = storedText(characters);
	const each = Math.ceil(messages / conversations);
	for (let n = 0; n < conversations; n += 1) {
		const { id } = store.create({ title: `Conversation ${n}`, source: 'bench' });
		for (let left = each; left > 0; left -= 1_000) {
			store.append(id, Array.from({ length: Math.min(left, 1_000) }, next));
		}
	}
}

async function measureLarge(): Promise<void> {
	const first = opened(folder);
	if (first.list().length === 0) {
		const started = performance.now();
		fill(first);
		row('fill, 1,000 at a time', perSecond(messages, performance.now() - started));
	}
	const count = first.list().reduce((sum, conversation) => sum + conversation.messages, 0);
	const size = `${count.toLocaleString('en-US')} messages, ${(first.size() / 1e6).toFixed(0)} MB`;
	first.close();
	const opening = await median(5, () => opened(folder).close());
	row(`open ${size}`, ms(opening), 'below 100 ms');

	const store = opened(folder);
	const conversation = store.list()[0]?.id ?? assert.fail();
	const queries: readonly [string, Partial<SearchQuery> & { text: string }, string][] = [
		['rare word', { text: rareWord }, 'below 10 ms'],
		['rare identifier', { text: rareIdentifier }, 'below 10 ms'],
		['part of a rare identifier', { text: 'xylophonist queue' }, ''],
		['ranked common word', { text: commonWord }, 'below 500 ms'],
		['ranked two common words', { text: `${commonWord} ${lessCommonWord}` }, 'below 500 ms'],
		['ranked common word of one conversation', { text: commonWord, conversation }, ''],
		['nothing found', { text: 'absentword' }, 'below 10 ms'],
	];
	for (const [what, query, target] of queries) {
		const search = (): number => store.search({ limit: 20, ...query }).length;
		assert.equal(search() > 0, what !== 'nothing found', what);
		row(`search: ${what}`, ms(await median(5, search)), target);
	}
	const log = await median(5, () => store.log(conversation).length);
	row(`read a log of ${(messages / conversations).toLocaleString('en-US')} messages`, ms(log));
	store.close();
}

/** What the recall tool does of one long conversation whose log is in memory. */
async function measureRecall(): Promise<void> {
	const store = opened(join(scratch, 'recall'));
	const { id } = store.create({ title: 'Recall', source: 'bench' });
	const next = storedText(characters);
	for (let left = 100_000; left > 0; left -= 1_000) {
		store.append(id, Array.from({ length: 1_000 }, next));
	}
	const log = store.log(id);
	for (const [what, text] of [
		['rare word', rareWord],
		['rare and common words', `${rareIdentifier} ${commonWord} ${lessCommonWord}`],
		['common word', commonWord],
	] as const) {
		const search = (): number => recallSearch(store, id, log, text).hits.length;
		assert.ok(search() > 0, what);
		row(`recall in 100,000 messages: ${what}`, ms(await median(9, search)), 'below 10 ms');
	}
	store.close();
}

try {
	await measureAppends();
	await measureRecall();
	await measureLarge();
} finally {
	rmSync(scratch, { recursive: true, force: true });
}
