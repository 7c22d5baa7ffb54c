import assert from 'node:assert/strict';
import { toOpenAi } from '../../../../src/models/openai/chatMessage.ts';
import { assistant, call, image, result, user, withImage } from '../../../support/logs.ts';

describe("a message in OpenAI's chat shape", () => {
	it('has parts with image URLs', () => {
		assert.deepEqual(toOpenAi(user(withImage('see'))), {
			role: 'user',
			content: [
				{ type: 'text', text: 'see' },
				{ type: 'image_url', image_url: { url: image.url } },
			],
		});
	});

	it('has null content for an assistant that only calls tools', () => {
		assert.deepEqual(toOpenAi(assistant('', call('a', 'ls', '{"path":"."}'))), {
			role: 'assistant',
			content: null,
			tool_calls: [
				{ id: 'a', type: 'function', function: { name: 'ls', arguments: '{"path":"."}' } },
			],
		});
	});

	it('has text beside the calls where there is some, and no empty list of calls', () => {
		assert.partialDeepStrictEqual(toOpenAi(assistant('Looking.', call('a'))), {
			content: 'Looking.',
		});
		assert.deepEqual(toOpenAi({ role: 'assistant', content: 'Done.', toolCalls: [] }), {
			role: 'assistant',
			content: 'Done.',
		});
	});

	it('names the call a result answers, without flags of ours', () => {
		assert.deepEqual(toOpenAi(result('a', 'failed', true)), {
			role: 'tool',
			tool_call_id: 'a',
			content: 'failed',
		});
	});
});
