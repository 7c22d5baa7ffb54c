import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetState, receivedFolder } from '../../../../src/vscode/settings/forgetState.ts';
import { FakeMemento } from '../../../support/vscodeFakes.ts';

describe('what is kept besides conversations', () => {
	let storage = '';
	beforeEach(() => {
		storage = mkdtempSync(join(tmpdir(), 'precis-state-'));
	});
	afterEach(() => rmSync(storage, { recursive: true, force: true }));

	it('is gone with all data', async () => {
		const folder = receivedFolder(storage);
		mkdirSync(folder);
		writeFileSync(join(folder, 'handoff.json'), '{}');
		const state = new FakeMemento();
		await state.update('usedLanguageModels', [{ vendor: 'v', model: 'm' }]);
		await forgetState(storage, state);
		assert.ok(!existsSync(folder));
		assert.ok(state.keys().every((key) => state.get(key) === undefined));
	});
});
