import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '../../../../src/conversations/store/connection.ts';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import { StoreDatabase } from '../../../../src/conversations/store/database.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { StoreError, type StoreFailure } from '../../../../src/conversations/store/storeError.ts';
import { Child } from './processes.ts';
import {
	assertUsable,
	entry,
	newConversation,
	numbered,
	recordOver,
	temporaryFolders,
	soundStore,
} from './samples.ts';

const now = (): number => 1_000;

describe('a store on a disk', () => {
	const mounted = smallDisks();
	const folder = temporaryFolders();

	describe('where it cannot be opened', () => {
		it('says so without node:sqlite', async () => {
			const child = new Child(folder(), ['open'], ['--no-experimental-sqlite']);
			await child.printed(1);
			await child.kill();
			assert.deepEqual(child.lines, ['no-sqlite']);
		});

		it('keeps conversations in memory where there can be no folder', () => {
			const path = join(folder(), 'file');
			writeFileSync(path, '');
			const outcome = openStore(path, { now });
			assert.ok(outcome.kind === 'memory');
			assertUsable(outcome.store);
		});

		it('keeps conversations in memory in a read-only folder', function () {
			const path = mounted(this, folder(), 'size=1m,ro');
			const outcome = openStore(path, { now });
			assert.ok(outcome.kind === 'memory');
			assert.equal(outcome.reason, 'read-only');
			assertUsable(outcome.store);
		});

		it('keeps conversations in memory on a full disk', function () {
			const path = mounted(this, folder(), 'size=64k');
			writeFileSync(join(path, 'rest'), Buffer.alloc(65_536));
			const outcome = openStore(path, { now });
			assert.ok(outcome.kind === 'memory', outcome.kind);
			assert.equal(outcome.reason, 'disk-full');
			assertUsable(outcome.store);
		});
	});

	describe('that becomes full', () => {
		const fillUp = (store: SqliteStore, id: string): StoreError => {
			for (;;) {
				try {
					store.append(id, [entry(Math.random().toString(36).repeat(1_000))]);
				} catch (error) {
					assert.ok(error instanceof StoreError);
					return error;
				}
			}
		};

		it('writes nothing by halves and goes on when there is space', () => {
			const path = folder();
			soundStore(path).close();
			const files = filesIn(path);
			const connection = Connection.open(files.database);
			connection.prepareForWriting();
			connection.exec('pragma max_page_count = 150');
			const home = new StoreDatabase(connection, { files });
			const store = new SqliteStore(home, home, { now });
			const { id } = store.create(newConversation);
			const error = fillUp(store, id);
			assert.equal(error.kind, 'disk-full');
			const { messages } = store.find(id) ?? assert.fail();
			assert.ok(messages > 3);
			assert.equal(store.log(id).length, messages);
			assert.throws(() => store.append(id, numbered(300)), { kind: 'disk-full' });
			assert.equal(store.log(id).length, messages);
			connection.exec('pragma max_page_count = 1000000');
			assert.equal(store.append(id, numbered(300)).length, 300);
			assert.equal(store.log(id).length, messages + 300);
			store.close();
		});

		it('keeps what was acknowledged on a real one', function () {
			const path = mounted(this, folder(), 'size=3m');
			const unkept: (readonly [string, StoreFailure])[] = [];
			const { store } = openStore(path, {
				now,
				onUnkept: (id, { kind }) => unkept.push([id, kind]),
			});
			const [{ id }, { id: other }] = [
				store.create(newConversation),
				store.create(newConversation),
			];
			store.append(other, numbered(1));
			while (unkept.length === 0) {
				store.append(id, [entry(Math.random().toString(36).repeat(1_000))]);
			}
			// The last one is in memory only.
			const messages = (store.find(id)?.messages ?? 0) - 1;
			store.commit(other, bigRecord(), undefined, undefined);
			assert.deepEqual(unkept, [
				[id, 'disk-full'],
				[other, 'disk-full'],
			]);
			store.close();
			const meanwhile = openStore(path, { now });
			assert.ok(meanwhile.kind === 'memory' && meanwhile.reason === 'disk-full');
			execFileSync('mount', ['-o', 'remount,size=9m', path]);
			const again = openStore(path, { now });
			assert.equal(again.kind, 'opened');
			assert.equal(again.store.log(id).length, messages);
			assert.deepEqual(
				[again.store.records(other), again.store.find(other)?.active],
				[[], undefined],
			);
			assert.ok(readdirSync(path).every((name) => !name.startsWith('damaged')));
			again.store.close();
		});
	});
});

function bigRecord(): ReturnType<typeof recordOver> {
	return { ...recordOver(1), handoff: Math.random().toString(36).repeat(300_000) };
}

/**
 * Small file systems of their own. Mounting one takes rights that not every machine gives: there the
 * test says so and is skipped, and `max_page_count` stands in for a full disk.
 */
function smallDisks(): (context: Mocha.Context, path: string, options: string) => string {
	const mounts: string[] = [];
	afterEach(() => {
		for (const path of mounts.splice(0)) {
			execFileSync('umount', ['--lazy', path], { stdio: 'pipe' });
		}
	});
	return (context, path, options) => {
		try {
			execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' });
		} catch {
			console.log('      no right to mount a small disk: skipped');
			context.skip();
		}
		mounts.push(path);
		return path;
	};
}
