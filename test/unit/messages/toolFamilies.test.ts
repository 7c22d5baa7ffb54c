import assert from 'node:assert/strict';
import {
	parseArguments,
	pathArgument,
	pathArguments,
	salientArgument,
	toolFamily,
	type ToolFamily,
} from '../../../src/messages/toolFamilies.ts';

const familiesOf: Readonly<Record<ToolFamily, string>> = {
	terminal:
		'Bash bash shell exec_command run_in_terminal execute_command run_shell_command BashOutput functions.shell run_terminal_command_v2 execute_pwsh executeBash',
	read: 'Read read_file readFile view copilot_getNotebookSummary NotebookRead fs_read',
	write: 'Write write_to_file create_file writeFile fs_write',
	edit: 'Edit MultiEdit apply_patch str_replace_editor str_replace_based_edit_tool replace_string_in_file insert_edit_into_file edit_file_v2 fsAppend file_editor',
	search:
		'Grep Glob LS grep_search semantic_search search_files list_dir codebase_search ripgrep_raw_search glob_file_search',
	web: 'WebFetch WebSearch fetch_webpage web_search',
	browser: 'browser_action browser_navigate mcp__playwright__browser_click browser_wait_for',
	'sub-agent': 'Task Agent runSubagent new_task invokeSubAgent',
	code: 'execute_code execute_ipython_cell python run_notebook_cell',
	todo: 'TodoWrite update_plan manage_todo_list TaskCreate task_tracker',
	memory: 'memory save_memory recall',
	question: 'AskUserQuestion ask_followup_question ExitPlanMode',
	other: 'mcp__tickets__lookup deploy frobnicate constructor toString',
};

describe('the family of a tool', () => {
	for (const [family, names] of Object.entries(familiesOf)) {
		it(`is ${family} for ${names}`, () => {
			for (const name of names.split(' ')) {
				assert.equal(toolFamily(name), family, name);
			}
		});
	}

	it('is none where it has no name', () => {
		assert.equal(toolFamily(''), 'other');
	});

	it('does not depend on case, separators or the prefix of a server', () => {
		for (const name of [
			'READ_FILE',
			'read-file',
			'mcp__files__read_file',
			'mcp__my_files__readFile',
		]) {
			assert.equal(toolFamily(name), 'read', name);
		}
	});
});

describe('the family of a tool with commands of its own', () => {
	it('is reading where it views a file', () => {
		assert.equal(toolFamily('file_editor', { command: 'view', path: 'a.ts' }), 'read');
		assert.equal(toolFamily('file_editor', { command: 'create', path: 'a.ts' }), 'edit');
	});
});

describe('arguments of a call', () => {
	it('are parsed when they are a JSON object', () => {
		assert.deepEqual(parseArguments('{"path":"a.ts"}'), { path: 'a.ts' });
		for (const text of ['', 'null', '[1]', '"text"', '{"path":', 'ls -la']) {
			assert.equal(parseArguments(text), undefined, text);
		}
		const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
		assert.equal(parseArguments(deep), undefined);
	});

	it('name a path under any of the usual keys', () => {
		for (const key of ['file_path', 'path', 'filePath', 'target_file', 'notebook_path']) {
			assert.equal(pathArgument({ [key]: 'src/a.ts' }), 'src/a.ts');
		}
		assert.equal(pathArgument({ relativeWorkspacePath: 'src/a.ts' }), 'src/a.ts');
		assert.equal(pathArgument({ command: 'ls' }), undefined);
		assert.equal(pathArgument(undefined), undefined);
	});

	it('name the files of all operations', () => {
		const operations = [
			{ mode: 'Line', path: 'a.ts' },
			{ mode: 'Line', path: 'b.ts' },
		];
		assert.deepEqual(pathArguments({ operations }), ['a.ts', 'b.ts']);
	});
});

describe('the salient argument', () => {
	it('is the command, path, pattern or address that tells one call from the next', () => {
		assert.equal(salientArgument('terminal', { timeout: 5, command: 'npm test' }, ''), 'npm test');
		assert.equal(salientArgument('edit', { old_string: 'a', file_path: 'a.ts' }, ''), 'a.ts');
		assert.equal(salientArgument('search', { path: 'src', pattern: 'TODO' }, ''), 'TODO');
		assert.equal(
			salientArgument('web', { prompt: 'x', url: 'https://x.test' }, ''),
			'https://x.test',
		);
	});

	it('takes a command from an argument vector behind a shell', () => {
		assert.equal(
			salientArgument('terminal', { command: ['/bin/bash', '-lc', 'npm test'] }, ''),
			'npm test',
		);
		assert.equal(salientArgument('terminal', { command: ['git', 'status'] }, ''), 'git status');
	});

	it('is the first two arguments of an unknown tool', () => {
		assert.equal(
			salientArgument('other', { ticket: 17, nested: {}, open: true, third: 'x' }, ''),
			'ticket=17 open=true',
		);
	});

	it('is the text itself where arguments are not JSON, but no half an object', () => {
		assert.equal(salientArgument('terminal', undefined, 'ls -la'), 'ls -la');
		assert.equal(salientArgument('terminal', undefined, '{"command": "ls'), '');
	});
});
