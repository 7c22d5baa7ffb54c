import assert from 'node:assert/strict';
import type { ConversationDocument } from '../../../../src/conversations/store/document.ts';
import { memoryStore } from '../../../../src/conversations/store/memoryStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { freshState } from '../../../../src/conversations/store/state.ts';
import { isNotFound } from './everyStore.ts';
import { Layers } from './layers.ts';
import { entries, newConversation, numbered } from './samples.ts';

describe('a layered store', () => {
	it('keeps new conversations or does not, as it is told', () => {
		const layers = new Layers();
		const kept = layers.started('one');
		layers.keepsNew = false;
		const unkept = layers.started('two');
		assert.deepEqual(
			[kept, unkept].map((id) => layers.store.isKept(id)),
			[true, false],
		);
		assert.deepEqual(
			[kept, unkept].map((id) => layers.kept.find(id)?.id),
			[kept, undefined],
		);
		assert.deepEqual([layers.texts(kept), layers.texts(unkept)], [['one'], ['two']]);
		assert.equal(layers.store.isKept('nobody'), false);
	});

	it('keeps nothing new where the lower layer can only be read', () => {
		const layers = new Layers((now) => {
			const inner = memoryStore(now);
			return new Proxy<SqliteStore>(inner, {
				get: (target, name) => {
					const value: unknown = Reflect.get(target, name);
					return name === 'readOnly'
						? 'newer'
						: typeof value === 'function'
							? (value.bind(target) as unknown)
							: value;
				},
			});
		});
		assert.equal(layers.store.readOnly, 'newer');
		const id = layers.started('one');
		assert.deepEqual([layers.store.isKept(id), layers.texts(id)], [false, ['one']]);
	});

	it('has conversations that are not kept whatever is done with others', () => {
		const layers = new Layers();
		const { id } = layers.store.createInMemory({ ...newConversation, id: 'seen' });
		layers.store.append(id, numbered(2));
		assert.deepEqual([id, layers.store.isKept(id)], ['seen', false]);
	});

	it('lists both layers, the last changed first', () => {
		const layers = new Layers();
		const first = layers.started('one');
		layers.keepsNew = false;
		layers.time = 2_000;
		const second = layers.started('two');
		layers.keepsNew = true;
		layers.time = 3_000;
		const third = layers.started('three');
		const ids = (): readonly string[] => layers.store.list().map(({ id }) => id);
		assert.deepEqual(ids(), [third, second, first]);
		layers.time = 4_000;
		layers.store.append(second, numbered(1));
		assert.deepEqual(ids(), [second, third, first]);
	});

	it('searches both layers, in pages, and one conversation where it is', () => {
		const layers = new Layers();
		const kept = layers.started('common words', 'common again');
		layers.keepsNew = false;
		const unkept = layers.started('common too');
		const found = (more = {}): readonly string[] =>
			layers.store
				.search({ text: 'common', order: 'newest', limit: 10, offset: 0, ...more })
				.map(({ conversation, number }) => `${conversation} ${number}`);
		const all = found();
		assert.deepEqual(new Set(all), new Set([`${unkept} 1`, `${kept} 2`, `${kept} 1`]));
		const pages = [0, 1, 2, 3].flatMap((offset) => found({ offset, limit: 1 }));
		assert.deepEqual(pages, all);
		assert.deepEqual(found({ conversation: unkept }), [`${unkept} 1`]);
		assert.deepEqual(found({ conversation: kept }).length, 2);
	});

	it('deletes one where it is, and everything in both', () => {
		const layers = new Layers();
		const kept = layers.started('one');
		layers.keepsNew = false;
		const unkept = layers.started('two');
		layers.store.delete(kept);
		layers.store.delete(unkept);
		assert.deepEqual(layers.store.list(), []);
		assert.throws(() => layers.store.delete(kept), isNotFound);
		layers.started('three');
		layers.keepsNew = true;
		layers.started('four');
		layers.store.deleteAll();
		assert.deepEqual([layers.store.list(), layers.kept.list()], [[], []]);
	});

	it('loses nothing where not everything can be deleted', () => {
		const layers = new Layers();
		const kept = layers.started('one');
		layers.keepsNew = false;
		const unkept = layers.started('two');
		layers.fill('deleteAll');
		assert.throws(() => layers.store.deleteAll(), { kind: 'disk-full' });
		assert.deepEqual(layers.texts(kept), ['one']);
		assert.deepEqual(layers.texts(unkept), ['two']);
	});

	it('forks where new ones are, whatever the origin is', () => {
		const layers = new Layers();
		const kept = layers.started('one', 'two');
		const forkOf = (id: string): string => layers.store.fork(id, 1, newConversation).id;
		assert.equal(layers.store.isKept(forkOf(kept)), true);
		layers.keepsNew = false;
		const unkept = forkOf(kept);
		assert.equal(layers.store.isKept(unkept), false);
		assert.deepEqual(layers.texts(unkept), ['one']);
		assert.deepEqual(layers.unkept, []);
		layers.keepsNew = true;
		assert.equal(layers.store.isKept(forkOf(unkept)), false);
		layers.fill('fork');
		const full = forkOf(kept);
		assert.deepEqual(layers.unkept, [[full, 'disk-full']]);
		assert.deepEqual(layers.texts(full), ['one']);
	});

	it('prunes what is kept', () => {
		const layers = new Layers();
		const kept = layers.started('one');
		layers.keepsNew = false;
		const unkept = layers.started('two');
		assert.deepEqual(layers.store.prune({ maxAgeMs: 1 }, 9_000), [kept]);
		assert.equal(layers.store.find(unkept)?.id, unkept);
	});

	it('gives claims where the conversation is', () => {
		const layers = new Layers();
		const kept = layers.started('one');
		layers.keepsNew = false;
		const unkept = layers.started('two');
		for (const [id, home] of [
			[kept, layers.kept],
			[unkept, layers.memory],
		] as const) {
			const claim = layers.store.claim(id, 'job');
			assert.ok(claim !== undefined);
			assert.equal(home.claim(id, 'job'), undefined);
			claim.release();
			assert.ok(home.claim(id, 'job') !== undefined);
		}
	});

	it('notes what was spent, in memory where that cannot be kept', () => {
		const layers = new Layers();
		layers.store.addSpent('today', 1);
		layers.faults.failNext('addSpent');
		layers.store.addSpent('today', 2);
		assert.equal(layers.store.spent('today'), 3);
		assert.equal(layers.kept.spent('today'), 1);
	});

	it('restores documents where new conversations go', () => {
		const layers = new Layers();
		const document: ConversationDocument = {
			...newConversation,
			format: 'precis-conversation',
			version: 1,
			createdAt: 1,
			updatedAt: 2,
			state: freshState,
			messages: entries('one'),
			records: [],
		};
		const kept = layers.store.restore(document, 'mine');
		layers.keepsNew = false;
		const unkept = layers.store.restore(document);
		assert.deepEqual([kept.id, layers.store.isKept('mine')], ['mine', true]);
		assert.deepEqual([layers.store.isKept(unkept.id), layers.texts(unkept.id)], [false, ['one']]);
	});

	it('has the size of what is kept', () => {
		const layers = new Layers();
		layers.keepsNew = false;
		layers.store.append(layers.started('one'), numbered(1_000));
		assert.equal(layers.store.size(), layers.kept.size());
		assert.ok(layers.memory.size() > layers.kept.size());
	});

	it('closes both layers', () => {
		const layers = new Layers();
		layers.started('one');
		layers.keepsNew = false;
		layers.started('two');
		layers.store.close();
		for (const store of [layers.kept, layers.memory]) {
			assert.throws(() => store.list(), { kind: 'closed' });
		}
	});
});

describe('a search over both layers', () => {
	const found = (layers: Layers, text: string, limit = 10): readonly string[] =>
		layers.store
			.search({ text, order: 'best', limit, offset: 0 })
			.map(({ conversation }) => conversation);

	it('prefers what has all words, wherever it is', () => {
		const layers = new Layers();
		const kept = layers.started('the parser keeps every line');
		layers.keepsNew = false;
		layers.started('a parser', 'every week');
		assert.deepEqual(found(layers, 'parser every'), [kept]);
	});

	it('shows hits of both, however many one of them has', () => {
		const layers = new Layers();
		const kept = layers.started('parser');
		layers.keepsNew = false;
		const memory = layers.started(...Array.from({ length: 20 }, () => 'parser'));
		assert.deepEqual(found(layers, 'parser', 4), [kept, memory, memory, memory]);
	});
});
