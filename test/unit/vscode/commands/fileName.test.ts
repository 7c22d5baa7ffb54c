import assert from 'node:assert/strict';
import { fileNameOf } from '../../../../src/vscode/commands/fileName.ts';

describe('a title as the name of a file', () => {
	it('keeps letters and digits of every language', () => {
		assert.equal(fileNameOf('Fix: "a/b" – über 3 Dateien…'), 'Fix-a-b-über-3-Dateien');
		assert.equal(fileNameOf('../..\\etc: 設定?'), 'etc-設定');
		assert.equal(fileNameOf('…'), 'conversation');
	});

	it('is no device of Windows', () => {
		assert.equal(fileNameOf('CON'), 'conversation-CON');
		assert.equal(fileNameOf('nul'), 'conversation-nul');
		assert.equal(fileNameOf('lpt1?'), 'conversation-lpt1');
		assert.equal(fileNameOf('console'), 'console');
	});

	it('is cut between characters', () => {
		assert.equal(fileNameOf(`a${'𝒜'.repeat(100)}`), `a${'𝒜'.repeat(29)}`);
	});
});
