import assert from 'node:assert/strict';
import { block, callAndResult, sketches } from './histories.ts';

const person = '_**User**_';
const assistant = '_**Assistant (claude-4.5-sonnet)**_';

/** A reply in pieces. */
function reply(...pieces: readonly string[]): readonly string[] {
	return [assistant, ...pieces.flatMap((piece) => [piece, '---'])];
}

function folded(summary: string, body: string): string {
	return `<details>\n        <summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** A tool use as newer versions write it. */
function tagged(type: string, name: string, summary: string, body: string): string {
	const tag = `<tool-use data-tool-type="${type}" data-tool-name="${name}">`;
	return `${tag}\n${folded(`Tool use: **${name}** • ${summary}`, body)}\n</tool-use>`;
}

describe('SpecStory: histories of Cursor', () => {
	it('have the pieces of a reply between rules, tool uses among them', async () => {
		const run = ['Tool use: **run_terminal_cmd**', block('ls', 'bash'), block('a')].join('\n\n');
		assert.deepEqual(
			await sketches(
				person,
				'Go',
				'---',
				...reply('', 'I read.', 'Tool use: **read_file**\n\nRead file: src/a.ts', run, 'Done.'),
				person,
				'Thanks',
			),
			[
				'user: Go',
				'assistant: I read.',
				'assistant: (tool_1)',
				'tool tool_1: ',
				'assistant: (tool_2)',
				'tool tool_2: a',
				'assistant: Done.',
				'user: Thanks',
			],
		);
	});

	it('name what a tool was called with in words', async () => {
		const grep = folded('Grep for "a b" in "src/a.ts" • 1 match', '| L1 |');
		assert.deepEqual(await callAndResult(...reply(`Tool use: **grep**\n\n${grep}`)), [
			'grep',
			{ pattern: 'a b', path: 'src/a.ts' },
			'| L1 |',
		]);
		const change = block('- a &lt; b\n+ a', 'diff');
		const edit = folded('Edit file: src/a.ts', `**Chunk 1**\n\n${change}`);
		assert.deepEqual(await callAndResult(...reply(`Tool use: **search_replace**\n\n\n${edit}`)), [
			'search_replace',
			{ file_path: 'src/a.ts', diff: '- a < b\n+ a' },
			'',
		]);
		const told =
			'*Called tool*: web\n\n*Parameters*:\n  * query: it\n  * engine: x\n\n*Result*:\nFound';
		const mcp = folded('MCP tool call', told);
		assert.deepEqual(await callAndResult(...reply(`Tool use: **mcp_web_search**\n\n${mcp}`)), [
			'mcp_web_search',
			{ query: 'it', engine: 'x', description: 'MCP tool call' },
			'Found',
		]);
	});

	it('have tool uses in tags with a summary, in newer versions', async () => {
		const read = tagged('read', 'read_file', 'Read file: a.ts', '');
		assert.deepEqual(await callAndResult(...reply(read)), ['read_file', { file_path: 'a.ts' }, '']);
		const body = `${block('a && b', 'bash')}\n\n${block('ok')}`;
		const run = tagged('shell', 'run_terminal_cmd', 'Run command: a &amp;&amp; b', body);
		assert.deepEqual(await callAndResult(...reply(run)), [
			'run_terminal_cmd',
			{ command: 'a && b' },
			'ok',
		]);
		const todos = tagged('task', 'todo_write', 'Todo List', '- [x] A\n- [-] B');
		assert.deepEqual(await callAndResult(...reply(todos)), [
			'todo_write',
			{
				todos: [
					{ content: 'A', status: 'completed' },
					{ content: 'B', status: 'in_progress' },
				],
			},
			'',
		]);
	});

	it('name no tools in the oldest versions', async () => {
		assert.deepEqual(
			await sketches(
				...reply(
					'I look.',
					folded('Listed directory src • **1** results', 'a'),
					'Read file: src/a.ts',
					`${block('ls', 'bash')}\n\n${block('a')}`,
				),
				'_****_',
				'Done.',
			),
			[
				'assistant: I look.',
				'assistant: (tool_1)',
				'tool tool_1: a',
				'assistant: (tool_2)',
				'tool tool_2: ',
				'assistant: (tool_3)',
				'tool tool_3: a',
				'assistant: Done.',
			],
		);
	});

	it('may be cut off in a tool use', async () => {
		const cut = '<details><summary>Edit file: a.css</summary>\nTool use: **read_lints**';
		assert.deepEqual(
			await sketches(...reply(`Tool use: **search_replace**\n\n${cut}`, 'Done.'), person, 'Thanks'),
			[
				'assistant: (tool_1)',
				'tool tool_1: ',
				'assistant: (tool_2)',
				'tool tool_2: ',
				'assistant: Done.',
				'user: Thanks',
			],
		);
	});
});
