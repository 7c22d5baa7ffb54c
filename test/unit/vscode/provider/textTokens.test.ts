import assert from 'node:assert/strict';
import { estimatedTokens } from '../../../../src/messages/tokens.ts';
import { TextTokens } from '../../../../src/vscode/provider/textTokens.ts';
import { prose } from '../../../support/logs.ts';

describe('counting tokens for clients', () => {
	it('gives the same count the first time and ever after', () => {
		const counter = new TextTokens();
		for (const text of ['', 'Hello', prose(300), prose(50_000), '語'.repeat(400)]) {
			const count = estimatedTokens.count(text);
			assert.equal(counter.count(text), count);
			assert.equal(counter.count(`${text} `.slice(0, -1)), count);
		}
	});

	it('forgets what was not asked for lately, and counts it again', () => {
		const counter = new TextTokens();
		const texts = Array.from({ length: 30 }, (_, seed) => `${seed} ${prose(300_000, seed)}`);
		const counts = texts.map((text) => counter.count(text));
		assert.deepEqual(
			texts.map((text) => counter.count(text)),
			counts,
		);
	});
});
