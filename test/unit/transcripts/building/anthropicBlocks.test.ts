import assert from 'node:assert/strict';
import {
	anthropicContent,
	reportUnknownBlocks,
} from '../../../../src/transcripts/building/anthropicBlocks.ts';
import { assistantMessage } from '../../../../src/transcripts/building/parts.ts';
import { ProblemList } from '../../../../src/transcripts/problems.ts';

describe('blocks of Anthropic messages', () => {
	it('takes plain text as one block', () => {
		assert.deepEqual(anthropicContent('hello')?.parts, [{ type: 'text', text: 'hello' }]);
	});

	it('sorts text, images, calls and results', () => {
		const content = anthropicContent([
			{ type: 'text', text: 'look' },
			{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
			{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
			{ type: 'tool_use', id: 't1', name: 'Read', input: { path: 'a.ts' } },
			{ type: 'tool_result', tool_use_id: 't0', is_error: true, content: 'no such file' },
		]);
		assert.deepEqual(content, {
			parts: [
				{ type: 'text', text: 'look' },
				{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
				{ type: 'image', mediaType: '', url: 'https://example.org/a.png' },
			],
			calls: [{ id: 't1', name: 'Read', arguments: '{"path":"a.ts"}' }],
			results: [{ role: 'tool', toolCallId: 't0', content: 'no such file', isError: true }],
			unknown: [],
		});
	});

	it('reads a document that is text', () => {
		const source = { type: 'text', media_type: 'text/plain', data: 'chapter one' };
		assert.deepEqual(anthropicContent([{ type: 'document', source }])?.parts, [
			{ type: 'text', text: 'chapter one', origin: 'file' },
		]);
	});

	it('leaves reasoning out', () => {
		const thinking = { type: 'thinking', thinking: 'hm', signature: 's' };
		const content = anthropicContent([thinking, { type: 'redacted_thinking', data: 'x' }]);
		assert.deepEqual(content?.parts, []);
		assert.deepEqual(content?.unknown, []);
	});

	it('marks what it does not know, also within results, and says so once for each type', () => {
		const pdf = { type: 'document', source: { type: 'base64', data: 'AAAA' } };
		const inner = { type: 'tool_result', tool_use_id: 't', content: [pdf, { no: 'type' }] };
		const content = anthropicContent([pdf, inner]);
		assert.ok(content !== undefined);
		assert.deepEqual(content.parts, [{ type: 'text', text: '[document]' }]);
		assert.equal(content.results[0]?.content, '[document]\n[nameless]');
		const problems = new ProblemList();
		reportUnknownBlocks(content.unknown, 7, problems);
		assert.deepEqual(problems.toArray(), [
			{ line: 7, message: 'A block of type "document" cannot be shown; [document] stands for it.' },
			{ line: 7, message: 'A block of type "nameless" cannot be shown; [nameless] stands for it.' },
		]);
	});

	it('takes nothing for content that is neither text nor a list', () => {
		assert.equal(anthropicContent({ type: 'text', text: 'alone' }), undefined);
		assert.equal(anthropicContent(null), undefined);
	});

	it('makes no assistant message of blank text alone', () => {
		assert.equal(assistantMessage([{ type: 'text', text: '\n\n' }], []), undefined);
	});
});
