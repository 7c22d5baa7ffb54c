import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, noteDamage } from '../../../../src/conversations/store/files.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
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
		const claim = store.claim(id, 'job');
		assert.deepEqual(openToOthers(above), []);
		assert.ok(readdirSync(path).includes('conversations.db-wal'));
		claim?.release();
		store.close();
	});

	it('is nothing of one that was damaged, recovered and set aside', () => {
		const path = folder();
		writeFileSync(filesIn(path).database, 'no database '.repeat(1_000), { mode: 0o644 });
		noteDamage(filesIn(path));
		assert.deepEqual(openToOthers(path), [filesIn(path).database]);
		const { store } = openStore(path, { now: () => 1 });
		assert.ok(readdirSync(path).some((name) => name.startsWith('damaged-')));
		assert.deepEqual(openToOthers(path), []);
		store.close();
	});

	it('is nothing of an earlier one as soon as it is opened, and what is linked stays', () => {
		const path = folder();
		const elsewhere = join(folder(), 'elsewhere');
		writeFileSync(elsewhere, '');
		chmodSync(elsewhere, 0o644);
		soundStore(path).close();
		mkdirSync(join(path, 'locks'), { recursive: true });
		for (const name of ['damaged-2026.db', 'damaged-2026.db-wal', join('locks', 'a.job.lock')]) {
			writeFileSync(join(path, name), '');
		}
		for (const name of ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })]) {
			const each = join(path, name);
			chmodSync(each, statSync(each).isDirectory() ? 0o755 : 0o644);
		}
		symlinkSync(elsewhere, join(path, 'link'));
		soundStore(path).close();
		assert.deepEqual(openToOthers(path), [path, join(path, 'link')]);
		assert.equal(statSync(elsewhere).mode & 0o777, 0o644);
	});

	it('stays as it was of all that Precis did not make in a folder that was given', () => {
		const path = folder();
		const theirs = [join(path, 'notes'), join(path, 'notes', 'todo.txt'), join(path, 'site.db')];
		mkdirSync(join(path, 'notes'));
		writeFileSync(join(path, 'notes', 'todo.txt'), '');
		writeFileSync(join(path, 'site.db'), '');
		for (const each of [path, ...theirs]) {
			chmodSync(each, statSync(each).isDirectory() ? 0o755 : 0o644);
		}
		for (const _ of ['new', 'again']) {
			soundStore(path).close();
			assert.deepEqual(openToOthers(path).toSorted(), [path, ...theirs].toSorted());
		}
	});
});
