import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isOnPath } from '../../../../src/vscode/commands/programs.ts';

describe('a program', () => {
	const folder = mkdtempSync(join(tmpdir(), 'precis-programs-'));
	after(() => rmSync(folder, { recursive: true, force: true }));

	it('is on the path if one of its folders has it, executable', async () => {
		writeFileSync(join(folder, 'assistant'), '', { mode: 0o755 });
		writeFileSync(join(folder, 'notes'), '', { mode: 0o644 });
		const env = { PATH: [join(folder, 'none'), folder].join(delimiter) };
		assert.equal(await isOnPath('assistant', env), true);
		assert.equal(await isOnPath('other', env), false);
		assert.equal(await isOnPath('assistant', {}), false);
		assert.equal(process.platform !== 'win32' && (await isOnPath('notes', env)), false);
	});
});
