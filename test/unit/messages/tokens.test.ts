import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
	countContent,
	countMessage,
	estimatedTokens,
	imageTokens,
	messageOverheadTokens,
	type TokenCounter,
} from '../../../src/messages/tokens.ts';
import { assistant, call, image, prose, user, withImage } from '../../support/logs.ts';

/** One token a character, so that sums can be followed. */
const characters: TokenCounter = { version: 'characters', count: (text) => text.length };

describe('counting a message', () => {
	it('counts content and an overhead for role and separators', () => {
		assert.equal(countMessage(user('12345'), characters), 5 + messageOverheadTokens);
	});

	it('counts names and arguments of tool calls', () => {
		const message = assistant('123', call('a', 'ls', '{"a":1}'), call('b', 'ls', '{}'));
		assert.equal(
			countMessage(message, characters),
			3 + messageOverheadTokens + (2 + 7 + 4) + (2 + 2 + 4),
		);
	});

	it('counts multimodal content by its text plus a flat cost per image', () => {
		assert.equal(countContent(withImage('1234'), characters), 4 + imageTokens);
		assert.equal(countContent([image, image], characters), 2 * imageTokens);
		assert.equal(
			countContent([{ ...image, url: `data:image/png;base64,${'A'.repeat(90_000)}` }], characters),
			imageTokens,
		);
	});
});

describe('estimated tokens', () => {
	it('are none for no text and a whole number for any', () => {
		assert.equal(estimatedTokens.count(''), 0);
		assert.equal(estimatedTokens.count('a'), 1);
	});

	it('come near what a tokenizer counts for prose, code and Chinese', () => {
		const english = estimatedTokens.count(prose(4_000));
		assert.ok(english > 500 && english < 1_300, String(english));
		const code = estimatedTokens.count('if (a[i] === b) {\n\treturn a[i + 1];\n}\n'.repeat(100));
		assert.ok(code > 900 && code < 2_400, String(code));
		const chinese = estimatedTokens.count('会话压缩之后仍然可以找回原文'.repeat(10));
		assert.ok(chinese > 80 && chinese < 200, String(chinese));
	});

	it('never shrink when text is added, and hardly differ when it is counted in pieces', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
				const [whole, first, second] = [a + b, a, b].map((text) => estimatedTokens.count(text));
				assert.ok((whole ?? 0) >= (first ?? 0));
				assert.ok(Math.abs((first ?? 0) + (second ?? 0) - (whole ?? 0)) <= 1);
			}),
		);
	});
});
