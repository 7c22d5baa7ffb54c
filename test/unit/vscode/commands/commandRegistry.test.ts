import assert from 'node:assert/strict';
import { targetOf as namedBy } from '../../../../src/vscode/commands/commandRegistry.ts';

describe('what a command is about', () => {
	it('is named by a row and by nothing else that a command may get', () => {
		assert.deepEqual(namedBy({ kind: 'conversation', conversation: 'a' }), { conversation: 'a' });
		assert.deepEqual(namedBy({ conversation: 'a', record: 0 }), { conversation: 'a', record: 0 });
		for (const other of [undefined, null, 'a', 7, [], {}, { conversation: 1 }, { record: 1 }]) {
			assert.equal(namedBy(other), undefined);
		}
	});
});
