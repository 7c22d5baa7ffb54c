import assert from 'node:assert/strict';
import { memoryStore } from '../../../src/conversations/store/openStore.ts';
import type { StoredConversation } from '../../../src/conversations/store/store.ts';
import { StoreError } from '../../../src/conversations/store/storeError.ts';
import { StoredContexts } from '../../../src/worker/storedContexts.ts';
import { numbered, recordOver } from '../conversations/store/samples.ts';

describe('the size of a stored context', () => {
	/** A store with a compacted conversation, which counts how often a record is read. */
	function start() {
		const store = memoryStore(() => 0);
		const { id } = store.create({ title: 'Parser', source: 'test' });
		store.append(id, numbered(10));
		store.commit(id, recordOver(6), undefined, undefined);
		const reads: string[] = [];
		const contexts = new StoredContexts({
			log: (...about) => store.log(...about),
			tokens: (...about) => store.tokens(...about),
			record(...about) {
				reads.push(about[0]);
				return store.record(...about);
			},
		});
		const stored = (): StoredConversation => store.find(id) ?? assert.fail();
		return { store, id, reads, contexts, stored };
	}

	it('is worked out once, and again when there are other messages or another record', () => {
		const { store, id, reads, contexts, stored } = start();
		const first = contexts.of(stored()).tokens;
		assert.equal(contexts.of(stored()).tokens, first);
		assert.equal(reads.length, 1);
		const [more] = store.append(id, numbered(1));
		assert.equal(contexts.of(stored()).tokens, (first ?? 0) + (more?.tokens ?? 0));
		store.activate(id, undefined);
		assert.equal(contexts.of(stored()).tokens, stored().tokens);
	});

	it('is not known where the store cannot be read, and any other error is one', () => {
		const { stored } = start();
		const failing = (error: Error): StoredContexts =>
			new StoredContexts({
				log: () => [],
				tokens: () => [],
				record: () => {
					throw error;
				},
			});
		assert.equal(failing(new StoreError('damaged')).of(stored()).tokens, undefined);
		assert.throws(() => failing(new TypeError('oops')).of(stored()).tokens, /oops/);
	});
});
