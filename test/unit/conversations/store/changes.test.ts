import assert from 'node:assert/strict';
import type { CompactionRecord } from '../../../../src/compaction/record.ts';
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
});
