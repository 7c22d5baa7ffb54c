import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { visibleText } from '../../../src/panel/visibleText.ts';
import { assertLinear } from '../../support/growth.ts';

describe('text of a conversation', () => {
	it('loses the escape sequences of terminals', () => {
		for (const [text, shown] of [
			['\u001B[31mred\u001B[0m', 'red'],
			['\u001B[2J\u001B[Hgone', 'gone'],
			['\u009B1mbold', 'bold'],
			['\u001B]8;;https://example.com\u0007link\u001B]8;;\u0007', 'link'],
			['\u001B]0;title\u001B\\text', 'text'],
			['\u001BPq#0\u001B\\after', 'after'],
			['a\u001B', 'a'],
			['a\u0008b\u0000c\u0007', 'abc'],
		] as const) {
			assert.equal(visibleText(text), shown);
		}
	});

	it('keeps lines and tabs', () => {
		assert.equal(visibleText('a\tb\nc\r\nd\re'), 'a\tb\nc\nd\ne');
	});

	it('shows what would change the order of the text', () => {
		assert.equal(visibleText('user\u202Etxt.exe'), 'user⟨U+202E⟩txt.exe');
		assert.equal(visibleText('/*\u2066 x \u2069*/'), '/*⟨U+2066⟩ x ⟨U+2069⟩*/');
	});

	it('shows what has no width, and how much of it', () => {
		assert.equal(visibleText('pass\u200Bword'), 'pass⟨U+200B⟩word');
		assert.equal(visibleText(`a${'\uFEFF'.repeat(9)}b`), 'a⟨U+FEFF ×9⟩b');
		assert.equal(visibleText('a\u00ADb\u2060c'), 'a⟨U+00AD⟩b⟨U+2060⟩c');
	});

	it('shows text that is written in tags', () => {
		const secret = String.fromCodePoint(0xe0068, 0xe0069);
		assert.equal(visibleText(`x${secret}`), 'x⟨U+E0068⟩⟨U+E0069⟩');
	});

	it('leaves joiners where a script or an emoji needs them', () => {
		for (const text of [
			'می\u200Cخواهم',
			'क्\u200Dष',
			'👩\u200D💻',
			'🏳\uFE0F\u200D🌈',
			'❤\uFE0F',
			'שלום \u200F(a)',
			'日本語, ünï',
		]) {
			assert.equal(visibleText(text), text);
		}
	});

	it('holds nothing hidden, whatever it was', () => {
		const character = fc.constantFrom(
			'a',
			' ',
			'\u001B',
			'[',
			'\u202E',
			'\u200B',
			'\u0000',
			'\u009B',
			'm',
		);
		fc.assert(
			fc.property(fc.string({ unit: character }), (text) => {
				assert.doesNotMatch(visibleText(text), /[\u0000-\u0008\u001B\u007F-\u009F\u200B\u202E]/);
			}),
		);
	});

	it('is looked through in linear time', () => {
		for (const piece of ['\u001B]', '\u200B\u200C', '\u001B[']) {
			assertLinear(10_000, (size) => {
				const text = piece.repeat(size);
				return () => visibleText(text);
			});
		}
	});
});
