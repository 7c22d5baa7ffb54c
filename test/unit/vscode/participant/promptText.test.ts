import assert from 'node:assert/strict';
import { promptText } from '../../../../src/vscode/participant/promptText.ts';

describe('a prompt with attachments', () => {
	it('is the prompt where there are none', () => {
		assert.equal(promptText('What is this?', []), 'What is this?');
		assert.equal(promptText(' ', []), '');
	});

	it('shows each with its name and language', () => {
		const text = promptText('Explain.', [
			{ name: 'src/a.ts, lines 3 to 4', language: 'typescript', text: 'let a;' },
			{ name: 'logo.png', problem: 'it could not be read as text' },
		]);
		assert.equal(
			text,
			'Explain.\n\nAttached: src/a.ts, lines 3 to 4\n```typescript\nlet a;\n```\n\nAttached: logo.png (it could not be read as text)',
		);
	});

	it('holds attachments apart from what they contain', () => {
		const text = promptText('', [{ name: 'a.md', language: 'markdown', text: '```\ncode\n```' }]);
		assert.equal(text, 'Attached: a.md\n````markdown\n```\ncode\n```\n````');
	});

	it('has a length that many attachments share, and says what was left out', () => {
		const long = 'word '.repeat(2_000);
		const text = promptText(
			'Compare.',
			[
				{ name: 'long.txt', language: '', text: long },
				{ name: 'short.txt', language: '', text: 'short and whole' },
				{ name: 'longer.txt', language: '', text: long + long },
			],
			2_000,
		);
		assert.ok(text.length < 2_300, String(text.length));
		assert.match(text, /short and whole/);
		assert.equal(text.match(/characters omitted/g)?.length, 2);
	});
});
