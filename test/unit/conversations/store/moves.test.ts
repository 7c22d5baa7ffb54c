import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { freshState } from '../../../../src/conversations/store/state.ts';
import { openedHomes, type TwoHomes } from './twoHomes.ts';
import { entries, newConversation, numbered, recordOver, temporaryFolders } from './samples.ts';

const committed = (store: SqliteStore, id: string, end: number): number => {
	const { active } = store.find(id) ?? {};
	const committed = store.commit(id, recordOver(end), active, active);
	assert.ok(committed);
	return committed.id;
};

/** Records as their ranges' ends, with the ends of their parents' ranges. */
const treeOf = (store: SqliteStore, id: string): readonly unknown[] => {
	const records = store.records(id);
	const endOf = (record: number | undefined): number | undefined =>
		records.find((one) => one.id === record)?.record.layout.range.end;
	return [
		...records.map(({ id: own, parent }) => [endOf(own), endOf(parent)]),
		['active', endOf(store.find(id)?.active)],
	];
};

/** Everything that is stored of a conversation, whenever it was written. */
const wholeOf = (store: SqliteStore, id: string): unknown => {
	const { updatedAt: _, ...conversation } = store.find(id) ?? assert.fail();
	return [conversation, store.log(id), store.records(id)];
};

const twoHomes = openedHomes();

describe('a conversation that is kept later', () => {
	it('is kept whole, under its id', () => {
		const homes = twoHomes();
		homes.keepsNew = false;
		const id = homes.started('one', 'two', 'three');
		committed(homes.store, id, 1);
		committed(homes.store, id, 2);
		homes.store.propose(id, recordOver(3), undefined);
		homes.store.saveState(id, { ...freshState, paused: true });
		const before = wholeOf(homes.store, id);
		const records = homes.store.records(id);
		homes.store.keep(id);
		assert.deepEqual(homes.kept.records(id), records);
		assert.equal(homes.store.isKept(id), true);
		assert.equal(homes.memory.find(id), undefined);
		assert.deepEqual(wholeOf(homes.store, id), before);
		homes.store.keep(id);
		assert.deepEqual(wholeOf(homes.kept, id), before);
	});

	it('stays as it was where that fails', () => {
		const homes = twoHomes();
		homes.keepsNew = false;
		const id = homes.started('one');
		homes.failNext();
		assert.throws(() => homes.store.keep(id), { kind: 'disk-full' });
		assert.deepEqual([homes.store.isKept(id), homes.texts(id)], [false, ['one']]);
		homes.store.keep(id);
		assert.equal(homes.store.isKept(id), true);
	});
});

describe('what is only looked at', () => {
	const imported = {
		...recordOver(2),
		summariser: { kind: 'assistant', assistant: 'X' },
	} as const;
	/** @returns Its id. */
	const lookedAt = (homes: TwoHomes, ...messages: readonly string[]): string => {
		const { id } = homes.store.createView(newConversation, undefined);
		homes.store.append(id, entries(...messages));
		return id;
	};

	for (const [where, isKept] of [
		['kept', true],
		['in memory', false],
	] as const) {
		it(`is a conversation ${where} with the same ids, once that is wanted`, () => {
			const homes = twoHomes();
			const id = lookedAt(homes, 'one', 'two', 'three');
			homes.store.commit(id, imported, undefined, undefined);
			homes.memory.enterIdentities([{ digest: 'file', id }]);
			const before = [homes.store.find(id), homes.store.log(id), homes.store.records(id)];
			if (isKept) {
				homes.store.keep(id);
			} else {
				homes.store.adoptView(id);
			}
			assert.deepEqual(
				[homes.store.isView(id), homes.store.isKept(id), homes.memory.has(id)],
				[false, isKept, !isKept],
			);
			assert.deepEqual(
				[homes.store.find(id), homes.store.log(id), homes.store.records(id)],
				before,
			);
			assert.equal((isKept ? homes.kept : homes.memory).findIdentity('file'), id);
			assert.equal(homes.memory.findIdentity('file'), isKept ? undefined : id);
		});
	}

	it('stays with the compactions its file brought along, and is a conversation with one made here', () => {
		const homes = twoHomes();
		const id = lookedAt(homes, 'one', 'two', 'three');
		const committed = homes.store.commit(id, imported, undefined, undefined);
		assert.ok(committed);
		assert.equal(homes.store.isView(id), true);
		const active = committed.id;
		homes.store.commit(id, recordOver(3), active, active);
		assert.deepEqual([homes.store.isView(id), homes.memory.has(id)], [false, true]);
		assert.equal(homes.store.recordCount(id), 2);
	});

	it('has the records of the conversation it begins like, and keeps them without it', () => {
		const homes = twoHomes();
		const kept = homes.started('one', 'two');
		committed(homes.store, kept, 2);
		const origin = { id: kept, messages: 2 };
		const { id } = homes.store.createView({ ...newConversation, id: 'fork' }, origin);
		homes.store.append(id, entries('other'));
		assert.equal(homes.store.recordCount(id), 1);
		const before = [homes.store.find(id), homes.store.log(id), homes.store.records(id)];
		homes.store.keep(id);
		assert.deepEqual([homes.store.find(id), homes.store.log(id), homes.store.records(id)], before);
		homes.store.delete(kept);
		assert.deepEqual(homes.texts(id), ['one', 'two', 'other']);
	});
});

describe('a conversation that is released', () => {
	it('goes on in memory under the same ids, and can be kept again', () => {
		const homes = twoHomes();
		const id = homes.started('one', 'two');
		committed(homes.store, id, 1);
		const all = (): readonly unknown[] => [
			homes.store.find(id),
			homes.store.log(id),
			homes.store.records(id),
		];
		const before = all();
		homes.store.release(id);
		assert.equal(homes.kept.find(id), undefined);
		assert.deepEqual(all(), before);
		homes.store.append(id, numbered(1));
		homes.store.keep(id);
		assert.deepEqual(homes.texts(id, homes.kept), ['one', 'two', 'message 1']);
		assert.deepEqual(homes.unkept, [], 'nobody is told: it was wanted');
	});
});

describe('a conversation that cannot be written any more', () => {
	it('goes on in memory under the same ids, whatever was being written', () => {
		for (const [method, write] of [
			['append', (store, id) => store.append(id, numbered(1))],
			['commit', (store, id) => committed(store, id, 2)],
			['propose', (store, id) => store.propose(id, recordOver(2), undefined)],
			['activate', (store, id) => store.activate(id, undefined)],
			['saveState', (store, id) => store.saveState(id, { ...freshState, paused: true })],
			['rename', (store, id) => store.rename(id, 'New')],
			['claim', (store, id) => assert.ok(store.claim(id) !== undefined)],
		] as const satisfies readonly (readonly [
			string,
			(store: SqliteStore, id: string) => unknown,
		])[]) {
			const homes = twoHomes();
			const id = homes.started('one', 'two');
			const record = committed(homes.store, id, 1);
			const nodes = homes.store.log(id);
			homes.failNext();
			write(homes.store, id);
			assert.equal(homes.store.isKept(id), false, method);
			assert.deepEqual(homes.unkept, [[id, 'disk-full']], method);
			assert.deepEqual(homes.store.log(id).slice(0, 2), nodes);
			assert.equal(homes.store.records(id)[0]?.id, record);
			assert.deepEqual(homes.texts(id, homes.kept), ['one', 'two']);
			assert.equal(homes.kept.records(id).length, 1);
		}
	});

	it('is told of once, and shown once', () => {
		const homes = twoHomes();
		const id = homes.started('one');
		homes.fill();
		homes.store.append(id, entries('two'));
		homes.store.saveState(id, freshState);
		homes.store.append(id, entries('three'));
		assert.equal(homes.unkept.length, 1);
		assert.deepEqual(
			homes.store.list().map((one) => [one.id, one.messages]),
			[[id, 3]],
		);
		const hits = homes.store.search({ text: 'one', limit: 9 });
		assert.deepEqual(
			hits.map(({ number }) => number),
			[1],
		);
	});

	it('catches up when it is kept again', () => {
		const homes = twoHomes();
		const id = homes.started('one', 'two', 'three', 'four');
		committed(homes.store, id, 1);
		homes.fill();
		homes.store.append(id, entries('five'));
		const second = committed(homes.store, id, 2);
		homes.store.propose(id, recordOver(3), second);
		homes.store.propose(id, recordOver(4), undefined);
		homes.store.saveState(id, { ...freshState, restsUntil: 9 });
		const tree = treeOf(homes.store, id);
		assert.throws(() => homes.store.keep(id), { kind: 'disk-full' });
		assert.equal(homes.store.isKept(id), false);
		homes.free();
		homes.store.keep(id);
		assert.equal(homes.store.isKept(id), true);
		assert.deepEqual(homes.texts(id, homes.kept), ['one', 'two', 'three', 'four', 'five']);
		assert.deepEqual(treeOf(homes.kept, id), tree);
		assert.equal(homes.kept.find(id)?.state.restsUntil, 9);
	});

	it('is not mixed with what another window has said meanwhile', () => {
		const homes = twoHomes();
		const id = homes.started('one');
		homes.failNext();
		homes.store.append(id, entries('here'));
		homes.kept.append(id, entries('there'));
		assert.throws(() => homes.store.keep(id), { kind: 'in-use' });
		assert.deepEqual(
			[homes.texts(id), homes.texts(id, homes.kept)],
			[
				['one', 'here'],
				['one', 'there'],
			],
		);
	});

	it('is one whose medium fails for good: what passes is a failure of the write', () => {
		const homes = twoHomes();
		const id = homes.started('one');
		for (const kind of ['locked', 'damaged', 'closed'] as const) {
			homes.failNext(kind);
			assert.throws(() => homes.store.append(id, entries('two')), { kind });
		}
		assert.deepEqual([homes.unkept, homes.store.isKept(id)], [[], true]);
	});
});

describe('a conversation that another window works in at the same time', () => {
	const folder = temporaryFolders();
	const opened: { close(): void }[] = [];
	afterEach(() => opened.splice(0).forEach((store) => store.close()));

	/** A window, and the store of another one over the same database. */
	function both() {
		const path = folder();
		const here = twoHomes(path);
		const { store: there } = openStore(path, { now: () => 1_000 });
		opened.push(there);
		return { path, here, there };
	}

	/** The other window begins a conversation under the same id. */
	function begin(there: SqliteStore, id: string, ...messages: readonly string[]): void {
		there.create({ ...newConversation, id });
		there.append(id, entries(...messages));
	}

	it('is what the other one has made of it, where it was only looked at here', () => {
		const { here, there } = both();
		const { id } = here.store.createView(newConversation, undefined);
		here.store.append(id, entries('one'));
		begin(there, id, 'one', 'there');
		assert.equal(here.store.isView(id), false);
		here.store.keep(id);
		assert.deepEqual([here.store.isKept(id), here.texts(id)], [true, ['one', 'there']]);
	});

	it('keeps records that the other one has made and undone', () => {
		const { here, there } = both();
		const id = here.started('one', 'two');
		here.failNext();
		here.store.append(id, entries('three'));
		committed(there, id, 1);
		there.activate(id, undefined);
		assert.throws(() => here.store.keep(id), { kind: 'in-use' });
		assert.equal(there.records(id).length, 1);
	});

	it('is released whole: the other one writes before or after, not in between', () => {
		const { path, here } = both();
		const id = here.started('one');
		const other = new DatabaseSync(filesIn(path).database, { timeout: 0 });
		opened.push(other);
		const seen = new Set<string>();
		here.whileReading(() => {
			try {
				other.exec('begin immediate; rollback');
				seen.add('free');
			} catch {
				seen.add('locked');
			}
		});
		here.store.release(id);
		assert.ok(seen.has('locked'));
		assert.deepEqual([here.store.isKept(id), here.texts(id)], [false, ['one']]);
	});

	it('is not released where the other one went on and this one could not be written', () => {
		const { here, there } = both();
		const id = here.started('one');
		here.failNext();
		here.store.append(id, entries('here'));
		there.append(id, entries('there'));
		assert.throws(() => here.store.release(id), { kind: 'in-use' });
		assert.deepEqual(
			[here.texts(id), here.texts(id, here.kept)],
			[
				['one', 'here'],
				['one', 'there'],
			],
		);
	});

	it('is not kept in place of what the other one began after it was released', () => {
		const { here, there } = both();
		const id = here.started('one', 'here');
		here.store.release(id);
		begin(there, id, 'one', 'there');
		assert.throws(() => here.store.keep(id), { kind: 'in-use' });
		assert.deepEqual(here.texts(id, there), ['one', 'there']);
	});
});
