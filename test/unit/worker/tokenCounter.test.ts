import assert from 'node:assert/strict';
import { assertLinear } from '../../support/growth.ts';
import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';

import type { TokenCounter } from '../../../src/messages/tokens.ts';
import { keptEntries } from '../../../src/worker/packedEntries.ts';
import { cutPoints, loadTokenCounter, partHundredths } from '../../../src/worker/tokenCounter.ts';

const asText = { disallowedSpecial: new Set<string>() };

/**
 * How far a count may be from OpenAI's, as a share. Above the hard threshold, at most 0.85 of the window, there is room
 * for a context that is 17 % larger than its count. A short text may be as far off as a long one must not be.
 */
const allowed = { one: 0.15, language: 0.1, all: 0.02 };

/** What a few words or a row of signs may be off by, tokens. */
const allowedOfFew = 20;

const kept = ranks.slice(0, keptEntries);

/** The entries that are kept, a character for each byte. */
const entries = new Set(kept.map((entry) => Buffer.from(entry as string).toString('latin1')));
const longestEntry = [...entries].reduce((most, { length }) => Math.max(most, length), 0);

/** What is counted, written as it is meant: the longest entries, piece by piece of the pattern. */
function longestEntries(text: string): number {
	let hundredths = 0;
	for (const [piece] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
		const parts = partsOf(Buffer.from(piece).toString('latin1'));
		hundredths += parts === 1 ? 100 : parts * partHundredths;
	}
	return Math.ceil(hundredths / 100);
}

function partsOf(bytes: string): number {
	let parts = 0;
	for (let start = 0; start < bytes.length; parts += 1) {
		let end = Math.min(bytes.length, start + longestEntry);
		while (end > start + 1 && !entries.has(bytes.slice(start, end))) {
			end -= 1;
		}
		start = end;
	}
	return parts;
}

/** The texts of axe-core's messages, which it has in some twenty languages. */
function translations(): ReadonlyMap<string, string> {
	const folder = new URL('../../../node_modules/axe-core/locales/', import.meta.url);
	const names = readdirSync(folder).filter((name) => /^[a-z]{2}(?:_[A-Z]{2})?\.json$/.test(name));
	return new Map(names.map((name) => [name, values(readFileSync(new URL(name, folder), 'utf8'))]));
}

function values(json: string): string {
	const found: string[] = [];
	JSON.parse(json, (_, value: unknown) => {
		if (typeof value === 'string') {
			found.push(value);
		}
		return value;
	});
	return found.join('\n');
}

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

	it('are close to those of the tokenizer on ordinary text', () => {
		let all = 0;
		let allExact = 0;
		for (const text of ordinaryTexts()) {
			const exact = countTokens(text, asText);
			const tokens = counter.count(text);
			const most = Math.max(allowedOfFew, exact * allowed.one);
			assert.ok(Math.abs(tokens - exact) <= most, `${tokens}, ${exact}: ${text.slice(0, 60)}`);
			all += tokens;
			allExact += exact;
		}
		assert.ok(Math.abs(all - allExact) <= allExact * allowed.all, `${all}, ${allExact}`);
	});

	it('are close to those of the tokenizer in other languages', () => {
		const texts = translations();
		assert.ok(texts.size > 15);
		for (const [name, text] of texts) {
			const exact = countTokens(text, asText);
			const tokens = counter.count(text);
			assert.ok(
				Math.abs(tokens - exact) <= exact * allowed.language,
				`${tokens}, ${exact}: ${name}`,
			);
		}
	});

	it('are one for each kept entry that is a piece of its own', () => {
		const pieces = kept.filter(
			(entry) => typeof entry === 'string' && entry.match(O200K_TOKEN_SPLIT_REGEX)?.length === 1,
		) as readonly string[];
		assert.ok(pieces.length > 55_000);
		assert.deepEqual(
			pieces.filter((piece) => counter.count(piece) !== 1),
			[],
		);
	});

	it('are the longest entries of each piece in ordinary text', () => {
		for (const text of ordinaryTexts()) {
			assert.equal(counter.count(text), longestEntries(text), text.slice(0, 60));
		}
	});

	it('are the longest entries of each piece in any short text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (text) => {
				assert.equal(counter.count(text), longestEntries(text));
			}),
		);
	});

	it('are the longest entries wherever kinds of characters meet, the second time as well', () => {
		const unit = fc.constantFrom(
			...Array.from("aZ09 \t\n\r/.(-'sTlLé的\u0301ǅ→½😀"),
			'  ',
			"'re",
			'Word',
		);
		fc.assert(
			fc.property(fc.string({ unit, maxLength: 120 }), (text) => {
				const tokens = longestEntries(text);
				assert.equal(counter.count(text), tokens);
				assert.equal(counter.count(text), tokens);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('take special tokens as plain text', () => {
		const text = 'a <|endoftext|> b <|im_start|>user<|im_sep|> c <|fim_prefix|>';
		assert.equal(counter.count(text), longestEntries(text));
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
			const uncut = longestEntries(text);
			assert.ok(
				Math.abs(counter.count(text) - uncut) <= Math.max(allowedOfFew, uncut * 0.01),
				piece,
			);
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
