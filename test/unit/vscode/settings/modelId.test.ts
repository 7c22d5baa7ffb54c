import assert from 'node:assert/strict';
import { modelId, parseModelId } from '../../../../src/vscode/settings/modelId.ts';

describe('the name of a model', () => {
	it('is a provider and a model, which may have slashes and colons', () => {
		for (const text of ['openai/gpt-5', 'openrouter/anthropic/claude-4.5', 'ollama/qwen3:8b']) {
			const choice = parseModelId(` ${text} `);
			assert.ok(choice?.kind === 'provider');
			assert.equal(modelId(choice), text);
		}
	});

	it('is vscode, a vendor and a model for those of VS Code', () => {
		const choice = parseModelId('vscode/copilot/gpt-5-mini');
		assert.deepEqual(choice, { kind: 'vscode', vendor: 'copilot', model: 'gpt-5-mini' });
		assert.ok(choice?.kind === 'vscode');
		assert.equal(modelId(choice), 'vscode/copilot/gpt-5-mini');
	});

	it('may be empty or built-in', () => {
		assert.deepEqual(parseModelId('  '), { kind: 'default' });
		assert.deepEqual(parseModelId('built-in'), { kind: 'built-in' });
	});

	it('is nothing else', () => {
		const wrong = ['gpt-5', '/gpt', 'openai/', 'Open AI/x', 'vscode/copilot', 'vscode//x'];
		for (const text of [...wrong, 'built-in/x', 'openai/a\nb', 'vscode/copilot/', '-a/b']) {
			assert.equal(parseModelId(text), undefined, text);
		}
	});
});
