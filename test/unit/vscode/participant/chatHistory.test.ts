import assert from 'node:assert/strict';
import {
	divergence,
	messagesIn,
	placeIn,
	type ChatEntry,
} from '../../../../src/vscode/participant/chatHistory.ts';

function prompt(text: string, command?: string): ChatEntry {
	return { kind: 'prompt', text, ...(command === undefined ? {} : { command }) };
}

function answer(metadata?: unknown, text = 'Well.', command?: string): ChatEntry {
	return { kind: 'answer', text, metadata, ...(command === undefined ? {} : { command }) };
}

describe('the place of a chat in its conversation', () => {
	it('is where its newest answer says', () => {
		const history = [
			prompt('one'),
			answer({ conversation: 'a', messages: 3 }),
			prompt('two'),
			answer({ conversation: 'b', messages: 5 }),
		];
		assert.deepEqual(placeIn(history), { conversation: 'b', messages: 5, lost: 0 });
	});

	it('is unknown in a new chat', () => {
		assert.equal(placeIn([]), undefined);
		assert.equal(placeIn([prompt('one'), answer()]), undefined);
	});

	it('counts the messages whose answers were lost, without commands', () => {
		const history = [
			prompt('one'),
			answer({ conversation: 'a', messages: 3 }),
			prompt('two'),
			answer(),
			prompt('', 'status'),
			answer(),
			prompt('three'),
		];
		assert.deepEqual(placeIn(history), { conversation: 'a', messages: 3, lost: 2 });
	});

	it('comes from nothing but what an answer of ours carries', () => {
		for (const metadata of [
			null,
			'a',
			{ conversation: 1, messages: 3 },
			{ conversation: '', messages: 3 },
			{ conversation: 'a', messages: -1 },
			{ conversation: 'a', messages: 1.5 },
			{ conversation: 'a' },
			{ conversation: 'a'.repeat(201), messages: 1 },
		]) {
			assert.equal(placeIn([answer(metadata)]), undefined, JSON.stringify(metadata));
		}
	});
});

describe('a chat that shows less than its conversation holds', () => {
	const place = { conversation: 'a', messages: 5, lost: 0 };

	it('goes on where nothing was added', () => {
		assert.equal(divergence(place, 5, [1, 3]), undefined);
	});

	it('leaves it where a later turn was taken back', () => {
		assert.equal(divergence(place, 9, [1, 3, 5, 7]), 5);
	});

	it('keeps what was said in the panel in front of the turn that was taken back', () => {
		assert.equal(divergence(place, 9, [1, 3, 7]), 7);
	});

	it('goes on where all that was added was said in the panel', () => {
		assert.equal(divergence(place, 9, [1, 3]), undefined);
	});

	it('goes on behind turns whose answers were lost', () => {
		assert.equal(divergence({ ...place, lost: 1 }, 7, [1, 3, 5]), undefined);
		assert.equal(divergence({ ...place, lost: 1 }, 9, [1, 3, 5, 7]), 7);
	});

	it('goes on where a turn began and left nothing', () => {
		assert.equal(divergence(place, 5, [1, 3, 5]), undefined);
	});

	it('leaves it where nobody remembers who said the rest', () => {
		assert.equal(divergence(place, 9, undefined), 5);
		assert.equal(divergence(place, 5, undefined), undefined);
		assert.equal(divergence({ ...place, lost: 1 }, 9, undefined), undefined);
	});
});

describe('what a chat shows', () => {
	it('is what a conversation begins with that is not there any more', () => {
		const history = [
			prompt('one'),
			answer(undefined, 'First.'),
			prompt('12', 'recall'),
			answer(undefined, 'Original', 'recall'),
			prompt('two'),
			answer(undefined, ' '),
		];
		assert.deepEqual(messagesIn(history), [
			{ role: 'user', content: 'one', origin: 'person' },
			{ role: 'assistant', content: 'First.' },
			{ role: 'user', content: 'two', origin: 'person' },
		]);
	});
});
