import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { documentOf } from '../../../../src/conversations/store/documentOf.ts';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import type { ConversationStore } from '../../../../src/conversations/store/store.ts';
import { freshState } from '../../../../src/conversations/store/state.ts';
import { StoreError } from '../../../../src/conversations/store/storeError.ts';
import { Layers } from './layers.ts';
import { entries, newConversation, numbered, recordOver, temporaryFolders } from './samples.ts';

const committed = (store: ConversationStore, id: string, end: number): number => {
	const { active } = store.find(id) ?? {};
	const outcome = store.commit(id, recordOver(end), active, active);
	assert.ok(outcome.kind === 'committed');
	return outcome.record.id;
};

/** Records as their ranges' ends, with the ends of their parents' ranges. */
const treeOf = (store: ConversationStore, id: string): readonly unknown[] => {
	const records = store.records(id);
	const endOf = (record: number | undefined): number | undefined =>
		records.find((one) => one.id === record)?.record.layout.range.end;
	return [
		...records.map(({ id: own, parent }) => [endOf(own), endOf(parent)]),
		['active', endOf(store.find(id)?.active)],
	];
};

describe('a conversation that is kept later', () => {
	it('is kept whole, under its id', () => {
		const layers = new Layers();
		layers.keepsNew = false;
		const id = layers.started('one', 'two', 'three');
		committed(layers.store, id, 1);
		committed(layers.store, id, 2);
		layers.store.propose(id, recordOver(3), undefined);
		layers.store.saveState(id, { ...freshState, paused: true });
		const before = documentOf(layers.store, id);
		const records = layers.store.records(id);
		layers.store.moves.keep(id);
		assert.deepEqual(layers.kept.records(id), records);
		assert.equal(layers.store.isKept(id), true);
		assert.equal(layers.memory.find(id), undefined);
		assert.deepEqual(documentOf(layers.store, id), before);
		layers.store.moves.keep(id);
		assert.deepEqual(documentOf(layers.kept, id), before);
	});

	it('takes no memory any more', () => {
		const layers = new Layers();
		layers.keepsNew = false;
		const id = layers.started('one');
		const empty = layers.memory.size();
		layers.store.append(id, numbered(2_000));
		assert.ok(layers.memory.size() > 2 * empty);
		layers.store.moves.keep(id);
		assert.ok(layers.memory.size() <= empty);
	});

	it('stays as it was where that fails', () => {
		const layers = new Layers();
		layers.keepsNew = false;
		const id = layers.started('one');
		layers.faults.failNext('take');
		assert.throws(() => layers.store.moves.keep(id), { kind: 'disk-full' });
		assert.deepEqual([layers.store.isKept(id), layers.texts(id)], [false, ['one']]);
		layers.store.moves.keep(id);
		assert.equal(layers.store.isKept(id), true);
	});
});

describe('what is only looked at', () => {
	const imported = {
		...recordOver(2),
		summariser: { kind: 'assistant', assistant: 'X' },
	} as const;
	/** @returns Its id. */
	const lookedAt = (layers: Layers, ...messages: readonly string[]): string => {
		const { id } = layers.store.createView(newConversation, undefined);
		layers.store.append(id, entries(...messages));
		return id;
	};

	it('is shown and listed, and kept nowhere', () => {
		const layers = new Layers();
		const id = lookedAt(layers, 'one', 'two');
		assert.deepEqual([layers.store.isView(id), layers.store.isKept(id)], [true, false]);
		assert.deepEqual(layers.texts(id), ['one', 'two']);
		assert.deepEqual(
			layers.store.list().map((conversation) => conversation.id),
			[id],
		);
		assert.equal(layers.kept.has(id), false);
		layers.store.delete(id);
		assert.equal(layers.store.has(id), false);
	});

	it('is found beside what is kept', () => {
		const layers = new Layers();
		const kept = layers.started('common words');
		const id = lookedAt(layers, 'common too');
		const found = layers.store.search({ text: 'common', order: 'newest', limit: 10, offset: 0 });
		assert.deepEqual(new Set(found.map(({ conversation }) => conversation)), new Set([kept, id]));
	});

	for (const [where, isKept] of [
		['kept', true],
		['in memory', false],
	] as const) {
		it(`is a conversation ${where} with the same ids, once that is wanted`, () => {
			const layers = new Layers();
			const id = lookedAt(layers, 'one', 'two', 'three');
			layers.store.commit(id, imported, undefined, undefined);
			layers.memory.identities.enter([{ digest: 'file', id }]);
			const before = [layers.store.find(id), layers.store.log(id), layers.store.records(id)];
			if (isKept) {
				layers.store.moves.keep(id);
			} else {
				layers.store.moves.hold(id);
			}
			assert.deepEqual(
				[layers.store.isView(id), layers.store.isKept(id), layers.memory.has(id)],
				[false, isKept, !isKept],
			);
			assert.deepEqual(
				[layers.store.find(id), layers.store.log(id), layers.store.records(id)],
				before,
			);
			assert.equal((isKept ? layers.kept : layers.memory).identities.find('file'), id);
			assert.equal(layers.memory.identities.find('file'), isKept ? undefined : id);
		});
	}

	it('stays with the compactions its file brought along, and is a conversation with one made here', () => {
		const layers = new Layers();
		const id = lookedAt(layers, 'one', 'two', 'three');
		const outcome = layers.store.commit(id, imported, undefined, undefined);
		assert.ok(outcome.kind === 'committed');
		assert.equal(layers.store.isView(id), true);
		const active = outcome.record.id;
		layers.store.commit(id, recordOver(3), active, active);
		assert.deepEqual([layers.store.isView(id), layers.memory.has(id)], [false, true]);
		assert.equal(layers.store.recordCount(id), 2);
	});

	it('stays as it was where keeping it fails', () => {
		const layers = new Layers();
		const id = lookedAt(layers, 'one');
		layers.faults.failNext('take');
		assert.throws(() => layers.store.moves.keep(id), { kind: 'disk-full' });
		assert.deepEqual([layers.store.isView(id), layers.texts(id)], [true, ['one']]);
	});

	it('has the records of the conversation it begins like, and shares its messages once it is kept', () => {
		const layers = new Layers();
		const kept = layers.started('one', 'two');
		layers.store.append(kept, numbered(2_000));
		committed(layers.store, kept, 2);
		const origin = { id: kept, messages: 2_000 };
		const { id } = layers.store.createView({ ...newConversation, id: 'fork' }, origin);
		layers.store.append(id, entries('other'));
		assert.equal(layers.store.recordCount(id), 1);
		const before = [layers.store.find(id), layers.store.log(id), layers.store.records(id)];
		const size = layers.kept.size();
		layers.store.moves.keep(id, origin);
		assert.ok(layers.kept.size() < 1.2 * size);
		assert.deepEqual(
			[layers.store.find(id), layers.store.log(id), layers.store.records(id)],
			before,
		);
		layers.store.delete(kept);
		assert.deepEqual([layers.texts(id).length, layers.texts(id).at(-1)], [2_001, 'other']);
	});

	it('is copied where the conversation it began like is another one by now', () => {
		const layers = new Layers();
		const kept = layers.started('one', 'two');
		const origin = { id: kept, messages: 2 };
		const { id } = layers.store.createView({ ...newConversation, id: 'fork' }, origin);
		layers.store.delete(kept);
		layers.store.moves.keep(id, origin);
		assert.deepEqual([layers.store.isKept(id), layers.texts(id)], [true, ['one', 'two']]);
	});
});

describe('a conversation that is released', () => {
	it('goes on in memory under the same ids, and can be kept again', () => {
		const layers = new Layers();
		const id = layers.started('one', 'two');
		committed(layers.store, id, 1);
		const all = (): readonly unknown[] => [
			layers.store.find(id),
			layers.store.log(id),
			layers.store.records(id),
		];
		const before = all();
		layers.store.moves.release(id);
		assert.equal(layers.kept.find(id), undefined);
		assert.deepEqual(all(), before);
		layers.store.append(id, numbered(1));
		layers.store.moves.keep(id);
		assert.deepEqual(layers.texts(id, layers.kept), ['one', 'two', 'message 1']);
		assert.deepEqual(layers.unkept, [], 'nobody is told: it was wanted');
	});

	it('needs not be kept at all', () => {
		const layers = new Layers();
		layers.keepsNew = false;
		const id = layers.started('one');
		layers.store.moves.release(id);
		assert.deepEqual(layers.texts(id), ['one']);
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
			['claim', (store, id) => assert.ok(store.claim(id, 'job') !== undefined)],
		] as const satisfies readonly (readonly [
			string,
			(store: ConversationStore, id: string) => unknown,
		])[]) {
			const layers = new Layers();
			const id = layers.started('one', 'two');
			const record = committed(layers.store, id, 1);
			const nodes = layers.store.log(id);
			layers.faults.failNext(method);
			write(layers.store, id);
			assert.equal(layers.store.isKept(id), false, method);
			assert.deepEqual(layers.unkept, [[id, 'disk-full']], method);
			assert.deepEqual(layers.store.log(id).slice(0, 2), nodes);
			assert.equal(layers.store.records(id)[0]?.id, record);
			assert.deepEqual(layers.texts(id, layers.kept), ['one', 'two']);
			assert.equal(layers.kept.records(id).length, 1);
		}
	});

	it('is told of once, and shown once', () => {
		const layers = new Layers();
		const id = layers.started('one');
		layers.fill('append', 'saveState');
		layers.store.append(id, entries('two'));
		layers.store.saveState(id, freshState);
		layers.store.append(id, entries('three'));
		assert.equal(layers.unkept.length, 1);
		assert.deepEqual(
			layers.store.list().map((one) => [one.id, one.messages]),
			[[id, 3]],
		);
		const hits = layers.store.search({ text: 'one', order: 'best', limit: 9, offset: 0 });
		assert.deepEqual(
			hits.map(({ number }) => number),
			[1],
		);
	});

	it('has ids that nothing else has', () => {
		const layers = new Layers();
		const id = layers.started('one', 'two');
		const record = committed(layers.store, id, 1);
		layers.faults.failNext('append');
		layers.store.append(id, entries('three'));
		const next = layers.store.propose(id, recordOver(2), record);
		const other = layers.started('elsewhere');
		const third = committed(layers.store, other, 1);
		assert.equal(new Set([record, next.id, third]).size, 3);
		assert.ok(next.id > record);
	});

	it('catches up when it is kept again', () => {
		const layers = new Layers();
		const id = layers.started('one', 'two', 'three', 'four');
		committed(layers.store, id, 1);
		layers.fill('append', 'commit', 'propose', 'saveState', 'take');
		layers.store.append(id, entries('five'));
		const second = committed(layers.store, id, 2);
		layers.store.propose(id, recordOver(3), second);
		layers.store.propose(id, recordOver(4), undefined);
		layers.store.saveState(id, { ...freshState, restsUntil: 9 });
		const tree = treeOf(layers.store, id);
		assert.throws(() => layers.store.moves.keep(id), { kind: 'disk-full' });
		assert.equal(layers.store.isKept(id), false);
		layers.free();
		layers.store.moves.keep(id);
		assert.equal(layers.store.isKept(id), true);
		assert.deepEqual(layers.texts(id, layers.kept), ['one', 'two', 'three', 'four', 'five']);
		assert.deepEqual(treeOf(layers.kept, id), tree);
		assert.equal(layers.kept.find(id)?.state.restsUntil, 9);
	});

	it('has the name it was given meanwhile when it is kept again', () => {
		const layers = new Layers();
		const id = layers.started('one');
		layers.faults.failNext('append');
		layers.store.append(id, entries('two'));
		layers.store.rename(id, 'New');
		layers.store.moves.keep(id);
		assert.equal(layers.store.find(id)?.title, 'New');
	});

	it('stays as it was when catching up fails, and has each record once afterwards', () => {
		const layers = new Layers();
		const id = layers.started('one', 'two');
		layers.faults.failNext('append');
		layers.store.append(id, entries('three'));
		const first = layers.store.propose(id, recordOver(1), undefined);
		layers.store.propose(id, recordOver(2), first.id);
		const tree = treeOf(layers.store, id);
		layers.faults.failNext('take');
		assert.throws(() => layers.store.moves.keep(id), { kind: 'disk-full' });
		layers.store.moves.keep(id);
		assert.deepEqual(treeOf(layers.kept, id), tree);
	});

	it('is not mixed with what another window has said meanwhile', () => {
		const layers = new Layers();
		const id = layers.started('one');
		layers.faults.failNext('append');
		layers.store.append(id, entries('here'));
		layers.kept.append(id, entries('there'));
		assert.throws(() => layers.store.moves.keep(id), { kind: 'in-use' });
		assert.deepEqual(
			[layers.texts(id), layers.texts(id, layers.kept)],
			[
				['one', 'here'],
				['one', 'there'],
			],
		);
	});

	it('is deleted from both layers', () => {
		const layers = new Layers();
		const id = layers.started('one');
		layers.faults.failNext('append');
		layers.store.append(id, entries('two'));
		layers.store.delete(id);
		assert.deepEqual([layers.store.find(id), layers.kept.find(id)], [undefined, undefined]);
	});

	it('is one whose medium fails for good: what passes is a failure of the write', () => {
		const layers = new Layers();
		const id = layers.started('one');
		for (const kind of ['locked', 'damaged', 'closed'] as const) {
			layers.faults.store.append = () => {
				throw new StoreError(kind);
			};
			assert.throws(() => layers.store.append(id, entries('two')), { kind });
		}
		assert.deepEqual([layers.unkept, layers.store.isKept(id)], [[], true]);
	});
});

describe('a conversation that another window works in at the same time', () => {
	const folder = temporaryFolders();
	const opened: { close(): void }[] = [];
	afterEach(() => opened.splice(0).forEach((store) => store.close()));

	/** A window, and the store of another one over the same database. */
	function both() {
		const path = folder();
		const here = new Layers((now) => openStore(path, { now }).store);
		const { store: there } = openStore(path, { now: () => 1_000 });
		opened.push(here.store, there);
		return { path, here, there };
	}

	/** Lets the other window do something when the memory of this one is next asked for this. */
	function before({ memory }: Layers, method: 'rowsOf' | 'take', work: () => void): void {
		const original = memory[method];
		memory[method] = (...args: never) => {
			memory[method] = original as never;
			work();
			return Reflect.apply(original, memory, args) as never;
		};
	}

	it('is what the other one has made of it, where it was only looked at here', () => {
		const { here, there } = both();
		const { id } = here.store.createView(newConversation, undefined);
		here.store.append(id, entries('one'));
		there.take(() => here.memory.rowsOf(id));
		there.append(id, entries('there'));
		assert.equal(here.store.isView(id), false);
		here.store.moves.keep(id);
		assert.deepEqual([here.store.isKept(id), here.texts(id)], [true, ['one', 'there']]);
	});

	it('goes on in memory where both have gone on by the time it is kept', () => {
		const { here, there } = both();
		here.keepsNew = false;
		const id = here.started('one');
		before(here, 'rowsOf', () => {
			there.take(() => here.memory.rowsOf(id));
			there.append(id, entries('there'));
			here.memory.append(id, entries('here'));
		});
		assert.throws(() => here.store.moves.keep(id), { kind: 'in-use' });
		assert.deepEqual(
			[here.texts(id), here.texts(id, here.kept)],
			[
				['one', 'here'],
				['one', 'there'],
			],
		);
	});

	it('keeps records that the other one has made and undone', () => {
		const { here, there } = both();
		const id = here.started('one', 'two');
		here.faults.failNext('append');
		here.store.append(id, entries('three'));
		committed(there, id, 1);
		there.activate(id, undefined);
		assert.throws(() => here.store.moves.keep(id), { kind: 'in-use' });
		assert.equal(there.records(id).length, 1);
	});

	it('is the fork that the other one has made at the same moment', () => {
		const { here, there } = both();
		const id = here.started('one', 'two');
		const fork = { ...newConversation, id: 'fork' };
		there.fork(id, 1, fork);
		there.append('fork', entries('there'));
		assert.equal(here.store.fork(id, 1, fork).messages, 2);
		assert.deepEqual([here.store.isKept('fork'), here.unkept], [true, []]);
	});

	it('is released whole: the other one writes before or after, not in between', () => {
		const { path, here } = both();
		const id = here.started('one');
		const other = new DatabaseSync(filesIn(path).database, { timeout: 0 });
		opened.push(other);
		before(here, 'take', () => {
			assert.throws(() => other.exec('begin immediate'), { errcode: 5 });
		});
		here.store.moves.release(id);
		assert.deepEqual([here.store.isKept(id), here.texts(id)], [false, ['one']]);
	});

	it('is not released where the other one went on and this one could not be written', () => {
		const { here, there } = both();
		const id = here.started('one');
		here.faults.failNext('append');
		here.store.append(id, entries('here'));
		there.append(id, entries('there'));
		assert.throws(() => here.store.moves.release(id), { kind: 'in-use' });
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
		here.store.moves.release(id);
		there.create({ ...newConversation, id });
		there.append(id, entries('one', 'there'));
		assert.throws(() => here.store.moves.keep(id), { kind: 'in-use' });
		assert.deepEqual(here.texts(id, there), ['one', 'there']);
	});

	it('stays where the other one answers in it', () => {
		const { here, there } = both();
		const id = here.started('one');
		const claim = there.claim(id, 'turn');
		assert.throws(() => here.store.moves.release(id), { kind: 'in-use' });
		claim?.release();
		assert.deepEqual([here.store.isKept(id), here.texts(id)], [true, ['one']]);
	});

	it('stays where releasing it fails, and in memory what could not be written', () => {
		const { here, there } = both();
		const id = here.started('one');
		here.faults.failNext('append');
		here.store.append(id, entries('two'));
		const claim = there.claim(id, 'turn');
		assert.throws(() => here.store.moves.release(id), { kind: 'in-use' });
		claim?.release();
		assert.deepEqual(here.texts(id), ['one', 'two']);
	});
});

describe('a conversation over a database', () => {
	const folder = temporaryFolders();

	it('moves to memory and back without losing anything', () => {
		const layers = new Layers((now) => openStore(folder(), { now }).store);
		const id = layers.started('one', 'two', 'three');
		committed(layers.store, id, 1);
		layers.faults.failNext('append');
		layers.store.append(id, entries('four'));
		committed(layers.store, id, 2);
		const before = documentOf(layers.store, id);
		layers.store.moves.keep(id);
		const { updatedAt: _, ...after } = documentOf(layers.kept, id);
		const { updatedAt: __, ...whole } = before;
		assert.deepEqual(after, whole);
		layers.store.close();
	});
});
