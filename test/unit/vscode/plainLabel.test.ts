import assert from 'node:assert/strict';
import { plainLabel } from '../../../src/vscode/plainLabel.ts';

describe('a label', () => {
	it('is one line', () => {
		assert.equal(plainLabel(' Fix\n\tthe parser '), 'Fix the parser');
	});

	it('has no icons', () => {
		assert.equal(plainLabel('$(trash) $(zap)'), '$ (trash) $ (zap)');
	});

	it('is not longer than anybody reads', () => {
		assert.equal(plainLabel('a'.repeat(100_000)).length, 200);
	});
});
