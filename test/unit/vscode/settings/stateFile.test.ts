import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetState, StateFile } from '../../../../src/vscode/settings/stateFile.ts';
import { FakeMemento } from '../../../support/vscodeFakes.ts';

describe('what a workspace remembers', () => {
	let storage = '';
	beforeEach(() => {
		storage = mkdtempSync(join(tmpdir(), 'precis-state-'));
	});
	afterEach(() => rmSync(storage, { recursive: true, force: true }));

	it('is there again, for this workspace alone', async () => {
		await new StateFile(storage, 'one').update('recentFocuses', ['the parser']);
		assert.deepEqual(new StateFile(storage, 'one').get('recentFocuses'), ['the parser']);
		assert.deepEqual(new StateFile(storage, 'two').get('recentFocuses', []), []);
	});

	it('lies where nobody else may read', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		await new StateFile(storage, 'one').update('a', 1);
		const folder = join(storage, 'state');
		const paths = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
		assert.deepEqual(
			paths.map((path) => statSync(path).mode & 0o777),
			[0o700, 0o600],
		);
	});

	it('is nothing where the file is none', async () => {
		const state = new StateFile(storage, 'one');
		await state.update('a', 1);
		const [name = ''] = readdirSync(join(storage, 'state'));
		for (const text of ['', 'null', '{"a":']) {
			writeFileSync(join(storage, 'state', name), text);
			assert.equal(state.get('a'), undefined);
		}
	});

	it('is gone with all data, for every workspace and in every open window', async () => {
		const [one, two] = ['one', 'two'].map((name) => new StateFile(storage, name));
		assert.ok(one !== undefined && two !== undefined);
		await one.update('recentFocuses', ['the parser']);
		await two.update('recentFocuses', ['the lexer']);
		const common = new FakeMemento();
		await common.update('usedLanguageModels', [{ vendor: 'v', model: 'm' }]);
		await forgetState(storage, common);
		assert.deepEqual([one.keys(), two.keys()], [[], []]);
		assert.ok(common.keys().every((key) => common.get(key) === undefined));
		await two.update('b', 1);
		const files = readdirSync(join(storage, 'state')).map((name) => join(storage, 'state', name));
		assert.ok(files.every((path) => !readFileSync(path, 'utf8').includes('parser')));
	});
});
