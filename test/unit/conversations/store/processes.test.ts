import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { textOf } from '../../../../src/messages/message.ts';
import { Child } from './processes.ts';
import { newConversation, numbered, temporaryFolders } from './samples.ts';

describe('a store in two processes', () => {
	const folder = temporaryFolders();
	const stores: SqliteStore[] = [];
	const opened = (path: string): SqliteStore => {
		const outcome = openStore(path, { now: Date.now });
		assert.equal(outcome.kind, 'opened');
		stores.push(outcome.store);
		return outcome.store;
	};
	afterEach(() => stores.splice(0).forEach((store) => store.close()));

	it('keeps what both append, each in its order, and one line of commits', async () => {
		const path = folder();
		const store = opened(path);
		const { id } = store.create(newConversation);
		const count = 100;
		const children = ['a', 'b'].map((name) => new Child(path, ['write-some', name, String(count)]));
		await Promise.all(children.map((child) => child.printed(1)));
		children.forEach((child) => child.go());
		await Promise.all(children.map((child) => child.ended()));
		const texts = store.log(id).map(({ message }) => textOf(message.content));
		for (const name of ['a', 'b']) {
			assert.deepEqual(
				texts.filter((text) => text.startsWith(name)),
				numbered(count, name).map(({ message }) => message.content),
			);
		}
		assert.equal(texts.length, 2 * count);
		const committed = children
			.flatMap((child) => child.lines)
			.filter((line) => line === 'committed').length;
		const records = store.records(id);
		assert.equal(records.length, committed);
		records.forEach((record, index) => assert.equal(record.parent, records[index - 1]?.id));
		assert.equal(store.find(id)?.active, records.at(-1)?.id);
	});

	it('is made by whoever comes first', async () => {
		const path = folder();
		const children = Array.from({ length: 4 }, () => new Child(path, ['open']));
		await Promise.all(children.map((child) => child.printed(1)));
		assert.deepEqual(
			children.map((child) => child.lines[0]),
			Array(4).fill('opened'),
		);
		await Promise.all(children.map((child) => child.kill()));
	});

	it('gives a claim to one, and takes it back from one that is killed', async () => {
		const path = folder();
		const store = opened(path);
		const [id, other] = [store.create(newConversation).id, store.create(newConversation).id];
		const child = new Child(path, ['claim-for-ever', id]);
		await child.printed(1);
		assert.deepEqual(child.lines, ['claimed']);
		assert.equal(store.claim(id), undefined);
		assert.ok(store.claim(other) !== undefined);
		const late = new Child(path, ['claim-for-ever', id]);
		await late.printed(1);
		assert.deepEqual(late.lines, ['taken']);
		await Promise.all([child.kill(), late.kill()]);
		assert.ok(store.claim(id) !== undefined);
	});

	it('says so when another keeps it locked', () => {
		const path = folder();
		const store = opened(path);
		const { id } = store.create(newConversation);
		const other = new DatabaseSync(filesIn(path).database);
		other.exec('begin immediate');
		assert.throws(() => store.append(id, numbered(1)), { name: 'StoreError', kind: 'locked' });
		assert.deepEqual(store.log(id), []);
		other.exec('rollback');
		other.close();
		assert.equal(store.append(id, numbered(1)).length, 1);
	});

	it('stays in memory when another does not come to an end with opening it', () => {
		const path = folder();
		opened(path).close();
		const other = new DatabaseSync(filesIn(path).opening);
		other.exec('begin exclusive');
		const outcome = openStore(path, { now: Date.now, waitMs: 0 });
		other.close();
		assert.ok(outcome.kind === 'memory');
		assert.equal(outcome.reason, 'locked');
	});
});
