import assert from 'node:assert/strict';
import { isNoise } from '../../../../src/summary/excerpts/noise.ts';

describe('isNoise', () => {
	it('is what a client says of a result it cut', () => {
		for (const line of [
			'...output truncated...',
			'Output too large to read at once (42.4 KB). Saved to: /tmp/output-1.txt',
			'Consider using tools like rg (for searching), head/tail (for viewing start/end).',
		]) {
			assert.ok(isNoise(line), line);
		}
	});

	it('is what a client says of the shell it ran a command in', () => {
		assert.ok(isNoise("Command: /bin/zsh -lc 'git rev-parse --verify main'"));
		assert.ok(!isNoise('Command: make sure that the parser is rebuilt'));
	});

	it('is what git says beside what it was asked for', () => {
		for (const line of [
			'(use "git push" to publish your local commits)',
			'no changes added to commit (use "git add" and/or "git commit -a")',
			'index 885cc30a..f7dea8b1 100644',
			'@@ -840,17 +840,25 @@ func spawn(root string) {',
		]) {
			assert.ok(isNoise(line), line);
		}
		assert.ok(!isNoise('Your branch is ahead of the remote one by two commits.'));
	});

	it('is nothing that somebody says', () => {
		assert.ok(!isNoise('Consider using the retry helper for each removal.'));
	});
});
