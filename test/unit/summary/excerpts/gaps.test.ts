import assert from 'node:assert/strict';
import { withoutExamples } from '../../../../src/summary/excerpts/examples.ts';
import { withGaps } from '../../../../src/summary/excerpts/gaps.ts';
import { linesOf, sentencesOfSpeech } from '../../../../src/summary/excerpts/lines.ts';

const speech = [
	'I stop the writer before the copy.',
	'It must not run while the file is copied.',
	'The options are these:',
	'- **(a)** Stop the writer first, or',
	'- **(b)** copy from a snapshot, or',
	'- **(c)** leave the file where it is.',
	'The snapshot costs a gigabyte.',
	'1. Stop the writer.',
	'It may take a while to end.',
	'2. Copy the file.',
	'3. Start the writer again.',
	'1. Another list of steps.',
].join('\n');

/** The lines of a text that begin with these words, as they are told. */
function told(text: string, ...beginnings: readonly string[]): string[] {
	const lines = sentencesOfSpeech(text);
	return withGaps(
		lines.filter((line) => beginnings.some((beginning) => line.text.startsWith(beginning))),
	);
}

describe('what an excerpt leaves out is marked', () => {
	it('between two lines that are told', () => {
		assert.deepEqual(told(speech, 'I stop', 'The snapshot'), [
			'I stop the writer before the copy. […]',
			'The snapshot costs a gigabyte.',
		]);
	});

	it('nowhere in lines that follow each other', () => {
		assert.deepEqual(told(speech, 'I stop', 'It must'), [
			'I stop the writer before the copy.',
			'It must not run while the file is copied.',
		]);
	});

	it('also where what stood between is never worth telling', () => {
		const output = ['cabin class: economy', '{ "x": 1 }', 'payment: gift card'].join('\n');
		assert.deepEqual(withGaps(linesOf(output)), ['cabin class: economy […]', 'payment: gift card']);
		const code = 'const limit = readLimit();\n\n}\n```\nconst rest = limit - used;';
		assert.deepEqual(withGaps(linesOf(code)), [
			'const limit = readLimit();',
			'const rest = limit - used;',
		]);
	});

	it('before a first line that refers to another', () => {
		assert.deepEqual(told(speech, 'It must'), ['[…] It must not run while the file is copied.']);
		assert.deepEqual(told(speech, 'The snapshot'), ['The snapshot costs a gigabyte.']);
		assert.deepEqual(told('It was the wrong file all along.', 'It was'), [
			'It was the wrong file all along.',
		]);
	});

	it('before and behind an entry of a list, up to its ends', () => {
		assert.deepEqual(told(speech, '- **(b)**'), ['[…] - **(b)** copy from a snapshot, or […]']);
		assert.deepEqual(told(speech, '- **(a)**'), ['- **(a)** Stop the writer first, or […]']);
		assert.deepEqual(told(speech, '- **(c)**'), ['[…] - **(c)** leave the file where it is.']);
		assert.deepEqual(told(speech, '1. Stop', 'It may', '2. Copy'), [
			'1. Stop the writer.',
			'It may take a while to end.',
			'2. Copy the file. […]',
		]);
		assert.deepEqual(told(speech, '3. Start'), ['[…] 3. Start the writer again.']);
	});

	it('behind what announces the next line', () => {
		assert.deepEqual(told(speech, 'The options'), ['The options are these: […]']);
		const output = 'Attempting to read the sitemap...\nSuccess! The map has no date.';
		assert.deepEqual(withGaps(linesOf(output).slice(0, 1)), [
			'Attempting to read the sitemap... […]',
		]);
	});

	it('inside a block of code', () => {
		const text =
			'The fix is small.\n```ts\nconst first = open(file);\nconst second = read(first);\n```';
		assert.deepEqual(told(text, 'const first'), ['const first = open(file); […]']);
		assert.deepEqual(told(text, 'const second'), ['const second = read(first);']);
	});

	it('before a line of prose that begins inside a sentence, and no line of code', () => {
		const text =
			'The header stands in each file,\nfollowed by a blank line and then by the content.\nreturn the rest';
		const [, second, third] = linesOf(text.replace('file,', 'file, always.'));
		assert.ok(second !== undefined && third !== undefined);
		assert.deepEqual(withGaps([second]), [`[…] ${second.text}`]);
		assert.deepEqual(withGaps([third]), [third.text]);
	});

	it('where an example stood', () => {
		const text =
			'An example of a good answer:\n<example_response>\nI look at it.\n</example_response>\nAn example of a bad answer:';
		assert.deepEqual(withGaps(sentencesOfSpeech(withoutExamples(text))), [
			'An example of a good answer: […]',
			'An example of a bad answer:',
		]);
	});

	it('inside a sentence that is too long to be told whole', () => {
		const half = `the ${'very '.repeat(50)}long part of it`;
		const [first, second] = linesOf(`We keep ${half}, and we drop ${half} in the end.`);
		assert.ok(first !== undefined && second !== undefined);
		assert.deepEqual(withGaps([first]), [`${first.text} […]`]);
		assert.deepEqual(withGaps([second]), [`[…] ${second.text}`]);
	});
});

describe('a sentence', () => {
	it('ends nowhere inside code', () => {
		const line = `The test must call \`open("plan" ... )\` and prove ${'that nothing is written '.repeat(6)}at all.`;
		assert.equal(sentencesOfSpeech(line).length, 1);
		const aside = `I removed the lines 542 and 546 (did the output show both? It was ${'filtered by the search '.repeat(5)}before).`;
		assert.equal(sentencesOfSpeech(aside).length, 1);
	});
});
