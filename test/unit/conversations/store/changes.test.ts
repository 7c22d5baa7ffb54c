import assert from 'node:assert/strict';
import type { CompactionRecord } from '../../../../src/compaction/record.ts';
import { parseDocument } from '../../../../src/conversations/store/document.ts';
import { documentOf } from '../../../../src/conversations/store/documentOf.ts';
import type { ConversationState } from '../../../../src/conversations/store/state.ts';
import { describeEveryStore } from './everyStore.ts';
import { newConversation, numbered, recordOver } from './samples.ts';

/** A record over the first messages of a log, in which a person has changed an item. */
function changedOver(end: number, change: Partial<CompactionRecord>): CompactionRecord {
	const record = recordOver(end);
	const goal = [{ text: 'A small parser 🎉', sources: [1], kept: 'edited' }] as const;
	return { ...record, summary: { ...record.summary, Goal: goal }, ...change };
}

const edit = changedOver(3, {
	kind: 'edit',
	change: { section: 'Goal', before: 'A parser', after: 'A small parser 🎉' },
	removed: ['A parser'],
});
const removal = changedOver(3, {
	kind: 'remove',
	change: { section: 'Blocked', before: 'No network' },
	removed: ['A parser', 'No network'],
});
const unpin = changedOver(3, { kind: 'pin', change: { section: 'Goal', before: 'A parser' } });

const state: ConversationState = {
	cooldowns: {},
	guard: { unhelpful: 0 },
	paused: false,
	kept: [{ section: 'Goal', item: { text: 'A parser', sources: [1], kept: 'pinned' } }],
	removed: ['No network'],
};

describeEveryStore('a person’s changes', (subject) => {
	/** A conversation of four messages, compacted and then changed three times. */
	function changed(): string {
		const { store } = subject();
		const { id } = store.create(newConversation);
		store.append(id, numbered(4));
		let parent: number | undefined;
		for (const record of [recordOver(3), edit, removal, unpin]) {
			const outcome = store.commit(id, record, parent, parent);
			assert.ok(outcome.kind === 'committed');
			parent = outcome.record.id;
		}
		store.saveState(id, state);
		return id;
	}

	it('come back as they were, with what is remembered of them', () => {
		const id = changed();
		assert.deepEqual(
			subject()
				.store.records(id)
				.slice(1)
				.map(({ record }) => record),
			[edit, removal, unpin],
		);
		assert.deepEqual(subject().store.find(id)?.state, state);
	});

	it('are inherited by a fork with the compaction they belong to, and not without', () => {
		const id = changed();
		const { store } = subject();
		const fork = store.fork(id, 3, newConversation);
		assert.deepEqual(
			store.records(fork.id).map(({ record }) => record.kind),
			['compaction', 'edit', 'remove', 'pin'],
		);
		assert.equal(fork.active, store.records(fork.id).at(-1)?.id);
		assert.deepEqual(store.records(store.fork(id, 2, newConversation).id), []);
	});

	it('are in a document, and come back with it', () => {
		const id = changed();
		const document = documentOf(subject().store, id);
		const parsed = parseDocument(JSON.stringify(document));
		assert.ok(parsed.kind === 'document', JSON.stringify(parsed));
		const copy = subject().store.restore(parsed.document);
		assert.deepEqual(documentOf(subject().store, copy.id), document);
	});

	it('of unknown kinds and shapes are no document', () => {
		const id = changed();
		const text = JSON.stringify(documentOf(subject().store, id));
		for (const [from, to, problem] of [
			['"kind":"edit"', '"kind":"merge"', /^records\.1\.record\.kind: /],
			[
				'"section":"Goal","before"',
				'"section":"Aim","before"',
				/^records\.1\.record\.change\.section/,
			],
			['"removed":["A parser"]', '"removed":[1]', /^records\.1\.record\.removed\.0: /],
			['"kept":"edited"', '"kept":"liked"', /^records\.1\.record\.summary\.Goal\.0\.kept: /],
			['"kept":[{"section":"Goal"', '"kept":[{"section":"Aim"', /^state\.kept\.0\.section: /],
		] as const) {
			assert.ok(text.includes(from), from);
			const outcome = parseDocument(text.replace(from, to));
			assert.ok(outcome.kind === 'invalid', to);
			assert.match(outcome.problems[0] ?? '', problem);
		}
	});
});
