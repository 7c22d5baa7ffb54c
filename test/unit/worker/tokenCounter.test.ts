import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenCounter } from '../../../src/messages/tokens.ts';
import { loadTokenCounter } from '../../../src/worker/tokenCounter.ts';
import { assertLinear } from '../../support/growth.ts';

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

describe('counted tokens', () => {
	let counter: TokenCounter;

	before(async () => {
		counter = await loadTokenCounter();
	});

	it('are those of the tokenizer', () => {
		for (const text of ordinaryTexts()) {
			assert.equal(counter.count(text), countTokens(text, asText), text.slice(0, 60));
		}
	});

	it('take special tokens as plain text', () => {
		assert.ok(counter.count('<|endoftext|>') > 1);
		assert.ok(counter.count('<|im_start|>user<|im_sep|>') > 3);
	});

	it('are close where a run had to be cut', () => {
		for (const piece of ['a', 'ab', '-', ' ', '😀', 'これは句読点のない日本語の文章']) {
			const text = repeat(piece, 4_000);
			const uncut = countTokens(text, asText);
			assert.ok(Math.abs(counter.count(text) - uncut) <= Math.max(20, uncut * 0.01), piece);
		}
	});

	it('are the same when much else was counted', () => {
		const [text = ''] = ordinaryTexts();
		const before = counter.count(text);
		for (let counted = 0; counted < 5_000_000; counted += text.length) {
			counter.count(text);
		}
		assert.equal(counter.count(text), before);
	});

	for (const [name, piece] of Object.entries(adversarial)) {
		it(`take linear time on much of ${name}`, () => {
			assertLinear(20_000, (size) => {
				const part = repeat(piece, size);
				return () => counter.count(part);
			});
		});
	}
});
