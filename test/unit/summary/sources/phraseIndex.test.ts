import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { PhraseIndex } from '../../../../src/summary/sources/phraseIndex.ts';
import { wordsIn } from '../../../../src/summary/sources/words.ts';
import { assertLinear } from '../../../support/growth.ts';

/** Which of the texts, each a passage, say a phrase. */
function passagesWith(phrase: string, ...texts: readonly string[]): readonly number[] {
	const index = new PhraseIndex([phrase]);
	texts.forEach((text, passage) => index.add(passage, 1, text));
	return index.find(phrase).passages;
}

describe('a phrase is found', () => {
	it('whatever its case and the signs between its words', () => {
		for (const text of [
			'src/a.ts',
			'/home/x/SRC/a.ts',
			'C:\\src\\a.ts',
			'"src", "a.ts"',
			'src::a.ts',
		]) {
			assert.deepEqual(passagesWith('src a ts', text), [0], text);
		}
	});

	it('as whole words in a row only', () => {
		for (const text of [
			'src/ba.ts',
			'src/a.tsx',
			'mysrc/a.ts',
			'src/lib/a.ts',
			'a.ts',
			'src      a.ts',
		]) {
			assert.deepEqual(passagesWith('src a ts', text), [], text);
		}
	});

	it('at the start and the end of a text, and more than once', () => {
		assert.deepEqual(passagesWith('a bc', 'a bc', 'x a bc', 'a bc x a bc', 'bc a'), [0, 1, 2]);
	});

	it('in scripts that put no spaces between words', () => {
		assert.deepEqual(passagesWith('蜂 群', '标题用蜂群月报', '群蜂', '蜂箱'), [0]);
		assert.deepEqual(passagesWith('größe', 'die Größe', 'GRÖSSE', 'größer'), [0]);
	});

	it('with the number of passages that say it, and the places', () => {
		const index = new PhraseIndex(['port']);
		index.add(0, 1, 'port port');
		index.add(0, 4, 'Port');
		index.add(2, 2, 'a port');
		assert.deepEqual(
			{ ...index.find('port') },
			{ count: 2, last: 2, passages: [0, 2], places: [5, 2] },
		);
		assert.equal(index.find('nobody asked').count, 0);
	});

	it('exactly where a plain search finds its words', () => {
		const word = fc.constantFrom('a', 'ab', 'b', 'abc', 'src', '蜂');
		const text = fc.array(fc.tuple(word, fc.constantFrom(' ', '/', '.', '-')), { maxLength: 12 });
		fc.assert(
			fc.property(
				fc.array(text, { maxLength: 4 }),
				fc.array(word, { minLength: 1, maxLength: 3 }),
				(pieces, words) => {
					const texts = pieces.map((parts) => parts.flat().join(''));
					const expected = texts.flatMap((said, passage) =>
						` ${wordsIn(said).join(' ')} `.includes(` ${words.join(' ')} `) ? [passage] : [],
					);
					assert.deepEqual(passagesWith(words.join(' '), ...texts), expected);
				},
			),
		);
	});

	it('beside any number of others that share words with it', () => {
		const phrases = Array.from({ length: 500 }, (_, number) => `components f${number} index ts`);
		const index = new PhraseIndex(phrases);
		phrases.forEach((phrase, passage) => index.add(passage, 1, phrase.replaceAll(' ', '/')));
		phrases.forEach((phrase, passage) =>
			assert.deepEqual(index.find(phrase).passages, [passage], phrase),
		);
	});

	it('in time that grows with the text alone', () => {
		const phrases = Array.from({ length: 2_000 }, (_, number) => `module handle ${number}`);
		assertLinear(400_000, (size) => {
			const text = 'module handle x '.repeat(size / 16);
			return () => new PhraseIndex(phrases).add(0, 1, text);
		});
	}).timeout(60_000);
});
