import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import { describeEveryStore } from './everyStore.ts';
import { openedHomes, type TwoHomes } from './twoHomes.ts';
import { entries, newConversation, soundStore, temporaryFolders } from './samples.ts';

const place = { digest: 'a place', id: 'first' };

describeEveryStore('what a conversation is found by', (subject) => {
	it('stands for no conversation until it is entered', () => {
		const { store } = subject();
		assert.equal(store.findIdentity(place.digest), undefined);
		store.enterIdentities([place, { digest: 'another', id: 'second' }]);
		assert.equal(store.findIdentity(place.digest), 'first');
		assert.equal(store.findIdentity('another'), 'second');
		assert.deepEqual([store.hasIdentity('first'), store.hasIdentity('nobody')], [true, false]);
	});
});

const twoHomes = openedHomes();

describe('what a conversation is found by, in a database', () => {
	const folder = temporaryFolders();

	it('is the same for every window, whichever was first', () => {
		const path = folder();
		const [here, there] = [soundStore(path), soundStore(path)];
		here.enterIdentities([place]);
		there.enterIdentities([{ ...place, id: 'late' }]);
		assert.deepEqual(
			[here, there].map((store) => store.findIdentity(place.digest)),
			['first', 'first'],
		);
		here.close();
		there.close();
	});

	it('is the id, where an earlier version computed it, and only there', () => {
		const computed = '2c016b12-9c2e-8858-9a80-c248fde6868f';
		for (const version of [1, 2, 3]) {
			const path = folder();
			const random = randomUUID();
			olderStore(path, version, [computed, random]);
			const store = soundStore(path);
			assert.equal(store.findIdentity(computed), computed);
			assert.equal(store.findIdentity(random), undefined);
			assert.equal(store.log(computed).length, 2);
			store.close();
		}
	});

	it('is gone with its conversation, where that became too old', () => {
		const path = folder();
		const { store } = openStore(path, { now: () => 0 });
		const { id } = store.create(newConversation);
		store.enterIdentities([{ ...place, id }]);
		assert.deepEqual(store.prune({ maxAgeMs: 1 }, 1_000), [id]);
		assert.equal(store.findIdentity(place.digest), undefined);
		store.close();
	});

	/** A store as an earlier version has left it. */
	function olderStore(path: string, version: number, ids: readonly string[]): void {
		const store = soundStore(path);
		for (const id of ids) {
			store.create({ ...newConversation, id });
			store.append(id, entries('One', 'Two'));
		}
		store.close();
		const database = new DatabaseSync(filesIn(path).database);
		database.exec(`drop table identity; pragma user_version = ${version}`);
		if (version < 3) {
			database.exec('drop index conversation_client');
		}
		if (version < 2) {
			database.exec('drop index node_hash');
		}
		database.close();
	}
});

describe('what a conversation is found by, in memory and on disk', () => {
	const folder = temporaryFolders();

	it('is what other windows have, wherever its conversation has been', () => {
		const moves: readonly ((homes: TwoHomes, id: string) => void)[] = [
			({ store }, id) => store.release(id),
			(homes, id) => {
				homes.failNext();
				homes.store.append(id, entries('Two'));
			},
			(homes, id) => {
				homes.store.release(id);
				homes.keepsNew = false;
				homes.store.append(id, entries('Two'));
			},
		];
		for (const move of moves) {
			const path = folder();
			const homes = twoHomes(path);
			const id = homes.started('One');
			homes.store.enterIdentities([{ ...place, id }]);
			move(homes, id);
			homes.store.keep(id);
			const other = soundStore(path);
			other.delete(id);
			other.close();
			assert.equal(homes.store.findIdentity(place.digest), undefined);
		}
	});
});
