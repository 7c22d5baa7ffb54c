import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
	cutAfter,
	cutBefore,
	cutMiddle,
	formatCount,
	isMarked,
	mark,
	omissionMark,
	oneLine,
	recallHint,
} from '../../../src/messages/marks.ts';

/** Text with words, line breaks, wide characters and emoji. */
const texts = fc.array(
	fc.constantFrom('word', 'a', ' ', '\n', '\t', '日本', '😀', '👩‍👧', 'x'.repeat(50), '-_/.'),
	{ maxLength: 120 },
);
const text = texts.map((pieces) => pieces.join(''));

function breaksWord(whole: string, at: number): boolean {
	return at > 0 && at < whole.length && /^\S\S$/.test(whole.slice(at - 1, at + 1));
}

function breaksCharacter(whole: string, at: number): boolean {
	return !whole.slice(0, at).isWellFormed() || !whole.slice(at).isWellFormed();
}

describe('marks', () => {
	it('have one distinctive form', () => {
		assert.equal(mark('gone'), '⟪precis: gone⟫');
		assert.equal(omissionMark(4812, 6012), '⟪precis: 4,812 of 6,012 characters omitted⟫');
	});

	it('name the message to recall where recall is offered', () => {
		assert.equal(recallHint(), '');
		assert.equal(
			omissionMark(4812, 6012, 41),
			'⟪precis: 4,812 of 6,012 characters omitted · recall #41⟫',
		);
	});

	it('are recognised at the start of a text only', () => {
		assert.ok(isMarked(omissionMark(1, 2)));
		assert.ok(!isMarked(`quoted: ${omissionMark(1, 2)}`));
	});

	it('group thousands the same way on every machine', () => {
		assert.deepEqual([0, 7, 999, 1_000, 45_678, 1_234_567, 12.6].map(formatCount), [
			'0',
			'7',
			'999',
			'1,000',
			'45,678',
			'1,234,567',
			'13',
		]);
	});
});

describe('cutBefore and cutAfter', () => {
	it('cut at the end of a word', () => {
		assert.equal(cutBefore('one two three', 10), 8);
		assert.equal(cutAfter('one two three', 5), 7);
	});

	it('cut inside a word only when no space is within reach', () => {
		assert.equal(cutBefore('x'.repeat(2_000), 1_000), 1_000);
		assert.equal(cutAfter('x'.repeat(2_000), 1_000), 1_000);
		assert.equal(cutBefore(`start ${'x'.repeat(230)}`, 230), 6);
		assert.equal(cutAfter(`${'x'.repeat(230)} end`, 10), 230);
	});

	it('never split a character, and a word only where it is longer than the reach', () => {
		fc.assert(
			fc.property(text, fc.nat(600), (whole, place) => {
				const index = Math.min(place, whole.length);
				const before = cutBefore(whole, index);
				const after = cutAfter(whole, index);
				assert.ok(before >= 0 && before <= index && after >= index && after <= whole.length);
				for (const cut of [before, after]) {
					assert.ok(!breaksCharacter(whole, cut));
				}
				assert.ok(!breaksWord(whole, before) || !/\s/.test(whole.slice(index - 230, index)));
				assert.ok(!breaksWord(whole, after) || !/\s/.test(whole.slice(index, index + 230)));
			}),
		);
	});

	it('stay inside a text of broken characters', () => {
		assert.equal(cutBefore('\udc00\udc00', 0), 0);
		assert.equal(cutAfter('\udc00', 1), 1);
	});
});

describe('cutMiddle', () => {
	it('leaves text alone that is short enough', () => {
		assert.equal(cutMiddle('exactly ten', 6, 5), 'exactly ten');
	});

	it('keeps the start and the end and says how much is missing between', () => {
		const whole = `${'begin '.repeat(50)}${'middle '.repeat(50)}${'end '.repeat(50)}`;
		const cut = cutMiddle(whole, 100, 60, 7);
		const [left = '', marked = '', right = ''] = cut.split('\n');
		assert.ok(whole.startsWith(left) && left.length <= 100);
		assert.ok(whole.trimEnd().endsWith(right.trimEnd()) && right.length <= 60);
		const omitted = formatCount(whole.length - left.length - right.length);
		assert.equal(marked, `⟪precis: ${omitted} of 850 characters omitted · recall #7⟫`);
	});

	it('never yields broken characters', () => {
		fc.assert(
			fc.property(text, fc.nat(200), fc.nat(200), (whole, head, tail) => {
				assert.ok(cutMiddle(whole, head, tail).isWellFormed());
			}),
		);
	});
});

describe('oneLine', () => {
	it('cuts inside a word rather than leaving next to nothing', () => {
		const path = `/home/sam/${'very-long-folder/'.repeat(10)}file.ts`;
		assert.equal(oneLine(`cat ${path}`, 40), `cat ${path.slice(0, 35)}…`);
	});

	it('ends with an ellipsis when there was more, and never exceeds the length', () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 1, max: 100 }), (whole, length) => {
				const line = oneLine(whole, length);
				const all = whole.replace(/\s+/g, ' ').trim();
				assert.ok(line.length <= length);
				assert.ok(line.isWellFormed());
				assert.ok(line === all || (line.endsWith('…') && all.startsWith(line.slice(0, -1))));
			}),
		);
	});

	it('shows that there was more behind a long stretch of spaces', () => {
		assert.equal(oneLine(`run${' '.repeat(500)}--force`, 80), 'run…');
	});

	it('begins with the first words, however many blanks precede them', () => {
		assert.equal(oneLine(`${'\n'.repeat(500)}words`, 80), 'words');
	});
});
