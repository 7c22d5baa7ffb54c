import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newConversation, numbered, soundStore, temporaryFolders } from './samples.ts';

describe('what others may read of a store', function () {
	before(function () {
		if (process.platform === 'win32') {
			console.log('      Windows has no such modes: skipped');
			this.skip();
		}
	});
	const folder = temporaryFolders();

	/** Paths that anybody but their owner has rights on. */
	const openToOthers = (path: string): readonly string[] => {
		const below = readdirSync(path, { withFileTypes: true, recursive: true }).map((entry) =>
			join(entry.parentPath, entry.name),
		);
		return [path, ...below].filter((one) => (statSync(one).mode & 0o077) !== 0);
	};

	it('is nothing of a new one, nor of the folders made for it', () => {
		const above = join(folder(), 'above');
		const path = join(above, 'store');
		const store = soundStore(path);
		const { id } = store.create(newConversation);
		store.append(id, numbered(3));
		const claim = store.claim(id);
		assert.deepEqual(openToOthers(above), []);
		assert.ok(readdirSync(path).includes('conversations.db-wal'));
		claim?.release();
		store.close();
	});
});
