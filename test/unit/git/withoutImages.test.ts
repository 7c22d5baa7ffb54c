import assert from 'node:assert/strict';
import { openAiMessages } from '../../../src/conversations/exports/openAiMessages.ts';
import { withoutImages } from '../../../src/git/sharedHandoffs.ts';
import type { Message } from '../../../src/messages/message.ts';

describe('a conversation as it is shared', () => {
	const url = 'data:image/png;base64,iVBORw0KGgo=';
	const image = { type: 'image', mediaType: 'image/png', url } as const;

	it('has a mark where an image was, and everything else to the letter', () => {
		const textOnly: readonly Message[] = [
			{ role: 'user', content: 'Fix {"type":"image_url"}' },
			{
				role: 'assistant',
				content: '',
				toolCalls: [{ id: 'c', name: 'look', arguments: '{"type":"image_url"}' }],
			},
			{ role: 'tool', toolCallId: 'c', content: 'seen' },
		];
		assert.equal(withoutImages(openAiMessages(textOnly)), openAiMessages(textOnly));
		const marked = withoutImages(
			openAiMessages([
				...textOnly,
				{ role: 'user', content: [{ type: 'text', text: 'Like this' }, image] },
			]),
		);
		assert.doesNotMatch(marked, /base64/);
		assert.deepEqual((JSON.parse(marked) as { content: unknown }[]).at(-1)?.content, [
			{ type: 'text', text: 'Like this' },
			{ type: 'text', text: '⟪precis: image left out⟫' },
		]);
	});
});
