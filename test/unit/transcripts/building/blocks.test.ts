import assert from 'node:assert/strict';
import { textOf } from '../../../../src/messages/message.ts';
import { sortedContent } from '../../../../src/transcripts/building/blocks.ts';

/** What becomes of one block: its text, its call, its result, and whether it was only marked. */
function became(block: unknown): readonly unknown[] {
	const { parts, calls, results, unknown } = sortedContent([block]) ?? assert.fail();
	return [
		textOf(parts),
		...calls.map(({ id, arguments: given }) => `${id} ${given}`),
		...results.map(({ toolCallId, content, isError }) =>
			[toolCallId, textOf(content), isError].filter((each) => each !== undefined).join(' '),
		),
		...unknown.map((type) => `unknown ${type}`),
	];
}

describe('a block of content', () => {
	const answer = { type: 'tool_result', tool_use_id: 'a' };
	for (const [what, block, expected] of [
		['text of Anthropic’s API', { type: 'text', text: 'one' }, ['one']],
		['text of OpenAI’s', { type: 'output_text', text: 'one' }, ['one']],
		['bare text', 'one', ['one']],
		['thinking, which no other model can read', { type: 'thinking', thinking: 'hm' }, ['']],
		[
			'a document',
			{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'read' } },
			['read'],
		],
		[
			'a PDF',
			{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AA' } },
			['[document]'],
		],
		[
			'a PDF of OpenAI’s chats',
			{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' } },
			['[document]'],
		],
		[
			'a PDF of its Responses',
			{ type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' },
			['[document]'],
		],
		[
			'a file that no provider takes',
			{ type: 'file', file: { filename: 'a.zip', file_data: 'data:application/zip;base64,AA' } },
			['[file]', 'unknown file'],
		],
		[
			'a call of a server’s tool',
			{ type: 'server_tool_use', id: 'a', name: 'web_search', input: { q: 1 } },
			['', 'a {"q":1}'],
		],
		[
			'its result',
			{
				type: 'web_search_tool_result',
				tool_use_id: 'a',
				content: [{ type: 'web_search_result', title: 'T', url: 'https://example.org' }],
			},
			['', 'a T https://example.org'],
		],
		[
			'what a server’s shell printed',
			{
				type: 'bash_code_execution_tool_result',
				tool_use_id: 'a',
				content: { type: 'bash_code_execution_result', stdout: 'built', return_code: 2 },
			},
			['', 'a {"type":"bash_code_execution_result","stdout":"built","return_code":2}'],
		],
		[
			'why a server’s tool did nothing',
			{
				type: 'web_fetch_tool_result',
				tool_use_id: 'a',
				content: { type: 'web_fetch_tool_result_error', error_code: 'url_not_accessible' },
			},
			['', 'a {"type":"web_fetch_tool_result_error","error_code":"url_not_accessible"} true'],
		],
		['a result of text', { ...answer, content: 'A', is_error: true }, ['', 'a A true']],
		[
			'one that names tools',
			{ ...answer, content: [{ type: 'tool_reference', tool_name: 'WebFetch' }] },
			['', 'a [tool WebFetch]'],
		],
		['an empty one', answer, ['', 'a ']],
		['one of no known form', { ...answer, content: 7 }, ['', 'a [nameless]', 'unknown result']],
		['one that nobody knows', { type: 'hologram' }, ['[hologram]', 'unknown hologram']],
		['one without a type', 7, ['[nameless]', 'unknown nameless']],
	] as const) {
		it(`is ${what}`, () => {
			assert.deepEqual(became(block), expected);
		});
	}
});
