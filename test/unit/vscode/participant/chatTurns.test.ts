import assert from 'node:assert/strict';
import { ChatTurns } from '../../../../src/vscode/participant/chatTurns.ts';
import { FakeMemento } from '../../../support/vscodeFakes.ts';

describe('the turns of chats', () => {
	it('are remembered by their conversation, beyond the window', async () => {
		const memory = new FakeMemento();
		const turns = new ChatTurns(memory);
		await turns.adopt('a');
		for (const [conversation, messages] of [
			['a', 1],
			['b', 4],
			['a', 3],
		] as const) {
			await turns.begin(conversation, messages);
			await turns.end(conversation);
		}
		const later = new ChatTurns(memory);
		assert.deepEqual(later.starts('a'), [1, 3]);
		assert.deepEqual(later.starts('b'), [4]);
		assert.equal(later.starts('c'), undefined);
	});

	it('stay when a conversation is adopted once more', async () => {
		const turns = new ChatTurns(new FakeMemento());
		await turns.adopt('a');
		assert.deepEqual(turns.starts('a'), []);
		await turns.begin('a', 1);
		await turns.adopt('a');
		assert.deepEqual(turns.starts('a'), [1]);
	});

	it('leave out one that a crash has ended, and take others for rewound', async () => {
		const memory = new FakeMemento();
		const turns = new ChatTurns(memory);
		await turns.begin('a', 1);
		await turns.end('a');
		await turns.begin('a', 3);
		assert.deepEqual(turns.starts('a'), [1, 3]);
		const later = new ChatTurns(memory);
		assert.deepEqual(later.starts('a'), [1]);
		await later.begin('a', 4);
		await later.end('a');
		assert.deepEqual(later.starts('a'), [1, 4]);
	});

	it('are forgotten when they are many, the oldest first', async () => {
		const turns = new ChatTurns(new FakeMemento());
		for (let index = 0; index < 200; index += 1) {
			await turns.adopt(`conversation-${index}`);
		}
		await turns.begin('conversation-0', 1);
		await turns.adopt('one-more');
		assert.equal(turns.starts('conversation-1'), undefined);
		assert.deepEqual(turns.starts('conversation-0'), [1]);
	});

	it('are none where something else is stored', async () => {
		const memory = new FakeMemento();
		await memory.update('chatTurns', { a: 'no' });
		const turns = new ChatTurns(memory);
		assert.equal(turns.starts('a'), undefined);
		await turns.begin('a', 2);
		assert.deepEqual(turns.starts('a'), [2]);
	});
});
