import assert from 'node:assert/strict';
import { isNotFound } from './everyStore.ts';
import { openedHomes, type TwoHomes } from './twoHomes.ts';
import { newConversation } from './samples.ts';

const twoHomes = openedHomes();

describe('a store in memory and on disk', () => {
	it('keeps new conversations or does not, as it is told', () => {
		const homes = twoHomes();
		const kept = homes.started('one');
		homes.keepsNew = false;
		const unkept = homes.started('two');
		assert.deepEqual(
			[kept, unkept].map((id) => homes.store.isKept(id)),
			[true, false],
		);
		assert.deepEqual(
			[kept, unkept].map((id) => homes.kept.find(id)?.id),
			[kept, undefined],
		);
		assert.deepEqual([homes.texts(kept), homes.texts(unkept)], [['one'], ['two']]);
		assert.equal(homes.store.isKept('nobody'), false);
	});

	it('searches both homes, and one conversation where it is', () => {
		const homes = twoHomes();
		const kept = homes.started('common words', 'common again');
		homes.keepsNew = false;
		const unkept = homes.started('common too');
		const found = (more = {}): readonly string[] =>
			homes.store
				.search({ text: 'common', limit: 10, ...more })
				.map(({ conversation, number }) => `${conversation} ${number}`);
		assert.deepEqual(new Set(found()), new Set([`${unkept} 1`, `${kept} 2`, `${kept} 1`]));
		assert.equal(found({ limit: 2 }).length, 2);
		assert.deepEqual(found({ conversation: unkept }), [`${unkept} 1`]);
		assert.deepEqual(found({ conversation: kept }).length, 2);
	});

	it('deletes one where it is, and everything in both', () => {
		const homes = twoHomes();
		const kept = homes.started('one');
		homes.keepsNew = false;
		const unkept = homes.started('two');
		homes.store.delete(kept);
		homes.store.delete(unkept);
		assert.deepEqual(homes.store.list(), []);
		assert.throws(() => homes.store.delete(kept), isNotFound);
		homes.started('three');
		homes.keepsNew = true;
		homes.started('four');
		homes.store.deleteAll();
		assert.deepEqual([homes.store.list(), homes.kept.list()], [[], []]);
	});

	it('loses nothing where not everything can be deleted', () => {
		const homes = twoHomes();
		const kept = homes.started('one');
		homes.keepsNew = false;
		const unkept = homes.started('two');
		homes.fill();
		assert.throws(() => homes.store.deleteAll(), { kind: 'disk-full' });
		assert.deepEqual(homes.texts(kept), ['one']);
		assert.deepEqual(homes.texts(unkept), ['two']);
	});

	it('forks where new ones are, whatever the origin is', () => {
		const homes = twoHomes();
		const kept = homes.started('one', 'two');
		const forkOf = (id: string): string => homes.store.fork(id, 1, newConversation).id;
		assert.equal(homes.store.isKept(forkOf(kept)), true);
		homes.keepsNew = false;
		const unkept = forkOf(kept);
		assert.equal(homes.store.isKept(unkept), false);
		assert.deepEqual(homes.texts(unkept), ['one']);
		assert.deepEqual(homes.unkept, []);
		homes.keepsNew = true;
		assert.equal(homes.store.isKept(forkOf(unkept)), false);
		homes.fill();
		const full = forkOf(kept);
		assert.deepEqual(homes.unkept, [[full, 'disk-full']]);
		assert.deepEqual(homes.texts(full), ['one']);
	});
});

describe('a search over both homes', () => {
	const found = (homes: TwoHomes, text: string, limit = 10): readonly string[] =>
		homes.store.search({ text, limit }).map(({ conversation }) => conversation);

	it('prefers what has all words, wherever it is', () => {
		const homes = twoHomes();
		const kept = homes.started('the parser keeps every line');
		homes.keepsNew = false;
		homes.started('a parser', 'every week');
		assert.deepEqual(found(homes, 'parser every'), [kept]);
	});

	it('shows hits of both, however many one of them has', () => {
		const homes = twoHomes();
		const kept = homes.started('parser');
		homes.keepsNew = false;
		const memory = homes.started(...Array.from({ length: 20 }, () => 'parser'));
		assert.deepEqual(found(homes, 'parser', 4), [kept, memory, memory, memory]);
	});
});
