import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPath } from '../../../../src/vscode/commands/programOnPath.ts';

describe('a program', () => {
	const folder = mkdtempSync(join(tmpdir(), 'precis-path-'));
	after(() => rmSync(folder, { recursive: true, force: true }));

	it('is found in a folder of the PATH where it can be run', async () => {
		writeFileSync(join(folder, 'claude'), '#!/bin/sh\n');
		writeFileSync(join(folder, 'codex'), 'text');
		chmodSync(join(folder, 'claude'), 0o755);
		chmodSync(join(folder, 'codex'), 0o644);
		const env = { PATH: `/nowhere:.:${folder}` };
		const found = ['claude', 'codex', 'other'].map((name) => isOnPath(name, env, 'linux'));
		// Windows knows no mode: what is there can be run.
		const isWindows = process.platform === 'win32';
		assert.deepEqual(await Promise.all(found), [!isWindows, false, false]);
	});
});
