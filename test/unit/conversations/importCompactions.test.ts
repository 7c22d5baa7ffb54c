import assert from 'node:assert/strict';
import { importCompactions } from '../../../src/conversations/importCompactions.ts';
import { textOf, type Message } from '../../../src/messages/message.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import type { EarlierCompaction } from '../../../src/transcripts/reader.ts';
import { assistant, prose, result, system, user } from '../../support/logs.ts';

function compactionAt(at: number, summary: string, start = 0, end = at): EarlierCompaction {
	return { range: { start, end }, at, summary };
}

/** The messages in a word each, and the ranges of the compactions. */
function settledTo(
	messages: readonly Message[],
	...earlier: readonly EarlierCompaction[]
): { readonly words: string[]; readonly ranges: readonly (readonly number[])[] } {
	const found = importCompactions({ title: '', messages, earlier }, estimatedTokens);
	assert.deepEqual([...found.messages], found.messages.slice());
	assert.equal(found.messages.length, [...found.messages].length);
	return {
		words: Array.from(found.messages, ({ content }) => textOf(content).slice(0, 6).trim()),
		ranges: found.earlier.map(({ range, at }) => [range.start, range.end, at]),
	};
}

const long = (word: string): Message => assistant(`${word} ${prose(4_000)}`);
const short = (word: string): Message => user(word);

describe('the summaries in a saved session', () => {
	it('become records where they are shorter than what they stand for', () => {
		const messages = [short('go'), long('one'), short('on'), long('two')];
		assert.deepEqual(settledTo(messages, compactionAt(2, 'One.'), compactionAt(4, 'Two.')), {
			words: ['go', 'one te', 'on', 'two te'],
			ranges: [
				[0, 2, 2],
				[0, 4, 4],
			],
		});
		assert.equal(importCompactions({ title: '', messages }, estimatedTokens).messages, messages);
	});

	it('stay messages where they are not, and what follows moves on', () => {
		const messages = [short('a'), short('b'), long('c'), short('d')];
		assert.deepEqual(
			settledTo(
				messages,
				compactionAt(1, 'First.'),
				compactionAt(2, 'Second.'),
				compactionAt(4, 'Third.', 0, 3),
			),
			{ words: ['a', 'First.', 'b', 'Second', 'c text', 'd'], ranges: [[0, 5, 6]] },
		);
	});

	it('are no messages if Precis wrote them inside the assistant: all they tell is in the log', () => {
		const messages = [short('a'), short('b'), long('c')];
		const own = '[Handoff from an earlier context window — reference]\n\n## Goal\nGo.';
		const byPlugin = { ...compactionAt(1, own), byPlugin: true as const };
		assert.deepEqual(settledTo(messages, byPlugin).words, ['a', 'b', 'c text']);
		assert.equal(settledTo(messages, compactionAt(1, own)).words.length, 4);
		const another = { ...compactionAt(1, 'Sum.'), byPlugin: true as const };
		assert.equal(settledTo(messages, another).words.length, 4);
	});

	it('have to be shorter than what came since the one before', () => {
		const messages = [long('a'), short('b'), long('c')];
		const grown = `Long. ${prose(2_000)}`;
		assert.deepEqual(settledTo(messages, compactionAt(1, 'One.'), compactionAt(2, grown)).ranges, [
			[0, 1, 1],
		]);
		assert.equal(
			settledTo(messages, compactionAt(1, grown), compactionAt(2, 'One.')).ranges.length,
			2,
		);
	});

	it('save nothing of what is not sent, or is said again behind them', () => {
		for (const message of [
			system(prose(4_000)),
			result('gone', prose(4_000)),
			user(prose(4_000)),
		]) {
			assert.equal(settledTo([message], compactionAt(1, 'Sum.')).ranges.length, 0);
		}
		const again = [user(prose(4_000)), short('latest')];
		assert.equal(settledTo(again, compactionAt(2, 'Sum.')).ranges.length, 1);
	});
});
