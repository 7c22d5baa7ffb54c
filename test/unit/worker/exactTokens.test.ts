import assert from 'node:assert/strict';
import { assertLinear } from '../../support/growth.ts';
import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { countTokens, decode, encode } from 'gpt-tokenizer/encoding/o200k_base';

import type { TokenCounter } from '../../../src/messages/tokens.ts';
import { cutPoints, loadExactTokens } from '../../../src/worker/exactTokens.ts';

const asText = { disallowedSpecial: new Set<string>() };

/** Real text of several kinds: this repository's own sources and settings. */
function ordinaryTexts(): readonly string[] {
	const root = new URL('../../../', import.meta.url);
	const sources = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.tsx?$/.test(name))
		.slice(0, 40)
		.map((name) => readFileSync(new URL(`src/${name}`, root), 'utf8'));
	const lock = readFileSync(new URL('package-lock.json', root), 'utf8').slice(0, 200_000);
	return [
		...sources,
		lock,
		'The quick brown fox — “jumps” over the lazy dog’s back. Ça va très bien, merci !',
		'これは圧縮の要約です。会話は失われません。你好，世界！今天的天气很好。안녕하세요 세계',
		'हिन्दी में एक वाक्य। Tiếng Việt có dấu. עברית ערבית العربية',
		'👩‍👩‍👧‍👦 🏳️‍🌈 emoji 😀😀😀 and e\u0301 combined',
		`${'-'.repeat(120)}\n${' '.repeat(120)}x\n${'a'.repeat(250)}\n\n\n`,
		'\u001b[32m12:00:01\u001b[0m INFO  [main] started in 1.234 s\r\n\tat a.b.C(D.java:12)\r\n',
		'',
	];
}

/** Characters drawn from a range without a pattern, so that no cache helps. */
function randomText(first: number, size: number, length: number): string {
	let state = 1;
	return Array.from({ length }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return String.fromCharCode(first + Math.floor((state / 2 ** 32) * size));
	}).join('');
}

function repeat(piece: string, length: number): string {
	return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/** Time and memory hungry for tokenizers: each becomes one megabyte. */
const adversarial: Readonly<Record<string, string>> = {
	'one letter': 'a',
	'two letters': 'ab',
	capitals: 'A',
	'mixed case': 'aA',
	dashes: '-',
	'equals signs': '=',
	spaces: ' ',
	'line ends': '\n',
	'spaces and line ends': ' \n',
	'line ends and slashes': '\n/',
	'dashes, line ends and slashes': '-\n/',
	zeros: '0',
	'one Chinese character': '的',
	'one emoji': '😀',
	'emoji and dashes': '😀-',
	'joined emoji': '👩‍👩‍👧‍👦',
	'combining marks': 'e\u0301\u0301',
	'a letter and a mark': '\u0301-',
	'Japanese without punctuation': 'これは句読点のない日本語の文章でありどこまでも続いていく',
	'high surrogates': '\ud83d',
	'low surrogates': '\ude00',
	'special tokens': '<|endoftext|>',
	'zero width joiners': '\u200d',
	'random letters': randomText(97, 26, 1_000_000),
	'random ASCII': randomText(33, 94, 1_000_000),
	'random Chinese': randomText(0x4e00, 20_000, 333_333),
	'random Japanese syllables': randomText(0x3041, 80, 333_333),
	'random punctuation': randomText(33, 14, 1_000_000),
};

describe('exact tokens', () => {
	let counter: TokenCounter;

	before(async () => {
		counter = await loadExactTokens();
	});

	it('are those of the tokenizer on ordinary text', () => {
		for (const text of ordinaryTexts()) {
			assert.equal(counter.count(text), countTokens(text, asText), text.slice(0, 60));
		}
	});

	it('are those of the tokenizer on any short text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (text) => {
				assert.equal(counter.count(text), countTokens(text, asText));
			}),
		);
	});

	it('are those of the tokenizer wherever kinds of characters meet, the second time as well', () => {
		const unit = fc.constantFrom(
			...Array.from("aZ09 \t\n\r/.(-'sTlLé的\u0301ǅ→½😀"),
			'  ',
			"'re",
			'Word',
		);
		fc.assert(
			fc.property(fc.string({ unit, maxLength: 120 }), (text) => {
				const exact = countTokens(text, asText);
				assert.equal(counter.count(text), exact);
				assert.equal(counter.count(text), exact);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('take special tokens as plain text', () => {
		const text = 'a <|endoftext|> b <|im_start|>user<|im_sep|> c <|fim_prefix|>';
		assert.equal(counter.count(text), encode(text, asText).length);
		assert.equal(decode(encode(text, asText)), text);
		assert.ok(counter.count('<|endoftext|>') > 1);
	});

	it('count lone surrogates and never cut a pair', () => {
		assert.ok(counter.count('a\ud800b\udc00c') > 0);
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 3 }),
				fc.constantFrom('😀', '👍🏽', '𠮷'),
				(shift, piece) => {
					const text = 'a'.repeat(shift) + piece.repeat(2_000);
					const cuts = cutPoints(text);
					assert.ok(cuts.length > 5);
					for (const cut of cuts) {
						assert.ok(text.slice(0, cut).isWellFormed(), `cut at ${cut}`);
					}
				},
			),
		);
	});

	it('leave text without long runs uncut', () => {
		for (const text of ordinaryTexts()) {
			assert.deepEqual(cutPoints(text), [], text.slice(0, 60));
		}
	});

	it('are close where a run had to be cut', () => {
		for (const piece of ['a', 'ab', '-', ' ', 'これは句読点のない日本語の文章']) {
			const text = repeat(piece, 4_000);
			const exact = countTokens(text, asText);
			assert.ok(Math.abs(counter.count(text) - exact) <= Math.max(20, exact * 0.01), piece);
		}
	});

	it('carry a version', () => {
		assert.match(counter.version, /^o200k-\d+$/);
	});

	for (const [name, piece] of Object.entries(adversarial)) {
		it(`take linear time on a megabyte of ${name}`, function () {
			this.timeout(60_000);
			const isOneByte = piece.charCodeAt(0) < 0x300;
			const text = repeat(piece, isOneByte ? 1_000_000 : 333_333);
			assertLinear(text.length / 2, (size) => {
				const part = text.slice(0, size);
				return () => counter.count(part);
			});
		});
	}
});
