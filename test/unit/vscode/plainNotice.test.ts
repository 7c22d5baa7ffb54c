import assert from 'node:assert/strict';
import { plainNotice } from '../../../src/vscode/plainNotice.ts';

describe('a notification', () => {
	it('has no links, whatever a server or a file says', () => {
		const said =
			'No [credit](https://hostile.example), [delete](command:precis.deleteAllData "x").';
		assert.doesNotMatch(plainNotice(said), /\[[^\]]*\]\(/);
	});

	it('shows no secret', () => {
		const said = 'The server says: ghp_0123456789abcdefghijABCDEFGHIJ012345 is not valid.';
		assert.equal(plainNotice(said), 'The server says: [REDACTED] is not valid.');
	});

	it('says everything else as it is', () => {
		const said = 'models[0] (of 3) is not there: see a](b, [c] (d) and $(e).';
		assert.equal(plainNotice(said), said.replace('](', '] ('));
	});
});
