import assert from 'node:assert/strict';
import { LanguageModelDataPart } from '../../../support/languageModelParts.ts';
import { ReplySink } from '../../../../src/vscode/provider/replySink.ts';

describe('what a model of VS Code tells of its usage', () => {
	const told = (usage: object) => {
		const sink = new ReplySink({ report: () => undefined });
		sink.pass(LanguageModelDataPart.json(usage, 'usage'));
		return sink.usage;
	};

	it('is read with what came from the provider’s cache, where it says so', () => {
		const counts = { prompt_tokens: 9_000, completion_tokens: 20 };
		assert.deepEqual(told(counts), { inputTokens: 9_000, outputTokens: 20 });
		assert.deepEqual(told({ ...counts, prompt_tokens_details: { cached_tokens: 8_000 } }), {
			inputTokens: 9_000,
			outputTokens: 20,
			cachedTokens: 8_000,
		});
		assert.equal(told({ ...counts, prompt_tokens_details: 'odd' })?.inputTokens, 9_000);
		assert.equal(told({ prompt_tokens: 0 }), undefined);
	});
});
