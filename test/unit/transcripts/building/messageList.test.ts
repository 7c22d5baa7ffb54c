import assert from 'node:assert/strict';
import type { Message } from '../../../../src/messages/message.ts';
import { MessageList } from '../../../../src/transcripts/building/messageList.ts';

const said = (content: string): Message => ({ role: 'user', content });

describe('the messages of a file', () => {
	it('are appended, and cut', () => {
		for (const text of ['short', 'x'.repeat(3 * 2 ** 20)]) {
			const list = new MessageList();
			['a', 'b', 'c'].forEach((start) => list.push(said(start + text)));
			list.cut(2);
			list.push(said('d'));
			assert.deepEqual(list.slice(), [said(`a${text}`), said(`b${text}`), said('d')]);
			list.cut(1);
			assert.deepEqual([list.length, list.last], [1, said(`a${text}`)]);
		}
	});

	it('have a mark in place of an image whose data was too long to be kept', () => {
		const list = new MessageList();
		const mark = '⟪precis: 5 of 9 bytes left out · the whole text is in a, line 1, from byte 2⟫';
		const url = `data:image/png;base64,AAAA\n${mark}\nBBBB`;
		list.push({ role: 'user', content: [{ type: 'image', mediaType: 'image/png', url }] });
		assert.deepEqual(list.last?.content, [{ type: 'text', text: `[image] ${mark}` }]);
	});
});
