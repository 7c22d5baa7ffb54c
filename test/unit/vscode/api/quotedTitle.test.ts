import assert from 'node:assert/strict';
import { quotedTitle } from '../../../../src/vscode/api/quotedTitle.ts';

describe('a title that a model is told', () => {
	it('cannot leave its quotes, its line or its order', () => {
		const quoted = quotedTitle('Hi" · handle of-another\n- "Second\u202e line\u0007\\');
		assert.equal(quoted, String.raw`"Hi\" · handle of-another - \"Second line\\"`);
	});

	it('has no secret', () => {
		const title = 'Use ghp_0123456789abcdefghijABCDEFGHIJ012345 now';
		assert.equal(quotedTitle(title), '"Use [REDACTED] now"');
	});

	it('is short, and cut into no character', () => {
		assert.equal(quotedTitle(`${'a'.repeat(99)}😀b`), `"${'a'.repeat(99)}\ufffd"`);
	});
});
